package dev.motif.algorithm.level.truss;

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
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.order.PeeledEdges;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.ktruss.*}: see {@link KTrussAlgorithm} for what is computed. */
public final class KTrussProcedures extends MotifProcedures {
    private static final String NAME = "motif.ktruss";
    private static final String STREAM_KEYS = "per, nodes, " + RUN_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", per, " + RUN_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", per, " + RUN_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, KTrussConfig, PeeledEdges> SPEC = AlgorithmSpec.of(
                    NAME, new KTrussAlgorithm(), given -> new KTrussConfig())
            .eachPer(Granularity.RELATIONSHIP, (given, per) -> new KTrussConfig(per == Granularity.NODE))
            .values((result, of) -> PropertyValues.integers(result.of(of.areNodes(), of.side())));

    /** The truss numbers of a graph. */
    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("The largest truss number; null without relationships")
        public final Long maxTruss;

        @Description("How many different truss numbers there are")
        public final long levels;

        @Description("Relationships with the largest truss number")
        public final long relationshipsAtMax;

        private StatsRow(AlgorithmRun<PeeledEdges> run) {
            super(run);
            KTrussSummary summary = KTrussSummary.of(run.result());
            maxTruss = summary.maxTruss();
            levels = summary.levels();
            relationshipsAtMax = summary.relationshipsAtMax();
        }
    }

    /** The truss number of one relationship, or the largest one of a node's relationships. */
    public static final class StreamRow extends RelationshipRow.OfUnipartite {
        @Description("The node of the relationship that comes first; null with per: 'NODE'")
        public final Long sourceNodeId;

        @Description("The other node of the relationship; null with per: 'NODE'")
        public final Long targetNodeId;

        @Description(RELATIONSHIP_ID)
        public final Long relationshipId;

        @Description("Its truss number; with per: 'NODE' the largest of its relationships, 0 without any")
        public final long truss;

        @Description("The node; null with per: 'RELATIONSHIP'")
        public final Long nodeId;

        @Description("The node" + WITH_NODES)
        public final Node node;

        private StreamRow(AlgorithmRun<PeeledEdges> run, GraphEntity each) {
            super(run, each);
            sourceNodeId = each.source();
            targetNodeId = each.target();
            relationshipId = each.relationship();
            truss = run.result().of(each.of().areNodes(), each.of().side()).get(each.index());
            nodeId = each.nodeId();
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

        @Description("The largest truss number; null without relationships")
        public final Long maxTruss;

        @Description("How many different truss numbers there are")
        public final long levels;

        private WriteRow(AlgorithmRun<PeeledEdges> run, PropertyTarget target) {
            super(run);
            KTrussSummary summary = KTrussSummary.of(run.result());
            propertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            maxTruss = summary.maxTruss();
            levels = summary.levels();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(
            "Returns figures of the truss number of each relationship of a unipartite graph, the largest k of a k-truss with it.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = RUN_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description("Returns the truss number of each relationship of a unipartite graph.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys)
                .rows(run -> (run.result().vertices() == null ? run.relationships() : run.nodes())
                        .map(each -> new StreamRow(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description("Writes the truss number of each relationship of a unipartite graph as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description("Adds a column with the truss number of each relationship of a unipartite graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = RUN_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).estimate();
    }
}
