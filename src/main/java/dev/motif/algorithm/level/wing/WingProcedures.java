package dev.motif.algorithm.level.wing;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RelationshipRow;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.order.PeeledEdges;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.wing.*}: see {@link WingAlgorithm} for what is computed. */
public final class WingProcedures extends MotifProcedures {
    private static final String NAME = "motif.wing";
    private static final String STREAM_KEYS = "per, nodes, " + RUN_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", per, " + RUN_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", per, " + RUN_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, WingConfig, PeeledEdges> SPEC = AlgorithmSpec.of(
                    NAME, new WingAlgorithm(), given -> new WingConfig())
            .eachPer(Granularity.RELATIONSHIP, (given, per) -> new WingConfig(per == Granularity.NODE))
            .values((result, of) -> PropertyValues.integers(result.of(of.areNodes(), of.side())));

    /** The wing numbers of a graph. */
    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("The largest wing number; null without any")
        public final Long maxWing;

        @Description("How many different wing numbers there are")
        public final long levels;

        @Description("Relationships with the largest wing number")
        public final long relationshipsAtMax;

        private StatsRow(AlgorithmRun<PeeledEdges> run) {
            super(run);
            WingSummary summary = WingSummary.of(run.result());
            maxWing = summary.maxWing();
            levels = summary.levels();
            relationshipsAtMax = summary.relationshipsAtMax();
        }
    }

    /** The wing number of one relationship, or the largest one of a node's relationships. */
    public static final class StreamRow extends RelationshipRow.OfBipartite {
        @Description("The left node of the relationship; null with per: 'NODE'")
        public final Long leftNodeId;

        @Description("The right node of the relationship; null with per: 'NODE'")
        public final Long rightNodeId;

        @Description(RELATIONSHIP_ID)
        public final Long relationshipId;

        @Description("Its wing number; with per: 'NODE' the largest of its relationships, 0 without any")
        public final long wing;

        @Description("The node; null with per: 'RELATIONSHIP'")
        public final Long nodeId;

        @Description("The node's side, 'LEFT' or 'RIGHT'; null with per: 'RELATIONSHIP'")
        public final String side;

        @Description("The node" + WITH_NODES)
        public final Node node;

        private StreamRow(AlgorithmRun<PeeledEdges> run, GraphEntity each) {
            super(run, each);
            leftNodeId = each.source();
            rightNodeId = each.target();
            relationshipId = each.relationship();
            wing = run.result().of(each.of().areNodes(), each.of().side()).get(each.index());
            nodeId = each.nodeId();
            side = each.side();
            node = run.entities().node(nodeId);
        }
    }

    /** The result of a write. */
    public static final class WriteRow extends RunRow {
        @Description("Nodes or relationships whose property was written")
        public final long propertiesWritten;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("The largest wing number; null without any")
        public final Long maxWing;

        @Description("How many different wing numbers there are")
        public final long levels;

        private WriteRow(AlgorithmRun<PeeledEdges> run, PropertyTarget target) {
            super(run);
            WingSummary summary = WingSummary.of(run.result());
            propertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            maxWing = summary.maxWing();
            levels = summary.levels();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(
            "Returns figures of the wing number of each relationship of a bipartite graph, the largest k of a k-wing with it.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = RUN_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description("Returns the wing number of each relationship of a bipartite graph.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys)
                .rows(run -> (run.result().vertices() == null ? run.relationships() : run.nodes())
                        .map(each -> new StreamRow(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description("Writes the wing number of each relationship of a bipartite graph as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description("Adds a column with the wing number of each relationship of a bipartite graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = RUN_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).estimate();
    }
}
