package dev.motif.algorithm.count.cycle;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.backend.Counts;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RelationshipRow;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.projection.EntityKind;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.cycle.*}, except the list: see {@link CycleAlgorithm} for what is counted. */
public final class CycleProcedures extends MotifProcedures {
    static final String NAME = "motif.cycle";
    private static final String COUNTS_EACH = "Counts the directed cycles that each node, or each relationship, is on";
    private static final String STATS_KEYS = CycleParameters.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_KEYS = "per, nodes, " + STATS_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", per, " + STATS_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", per, " + STATS_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, CycleConfig, CycleResult> SPEC = AlgorithmSpec.of(
                    NAME, new CycleAlgorithm(), CycleParameters::counting)
            .eachPer(CycleProcedures::each)
            .values(CycleProcedures::values);

    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("The nodes of a cycle")
        public final long length;

        @Description("Cycles of this length; null when there are 2^63 or more")
        public final Long count;

        @Description("Cycles of this length, always exact")
        public final String countText;

        private StatsRow(AlgorithmRun<CycleResult> run, int length) {
            super(run);
            this.length = length;
            count = Counts.toLongOrNull(run.result().count(length));
            countText = run.result().count(length).toString();
        }
    }

    public static final class StreamRow extends RelationshipRow.OfUnipartite {
        @Description("The node; null with per: 'RELATIONSHIP'")
        public final Long nodeId;

        @Description("Cycles that the node is on, or that go through the relationship from source to target")
        public final long count;

        @Description("The node where the relationship begins; null with per: 'NODE'")
        public final Long sourceNodeId;

        @Description("The node where the relationship ends; null with per: 'NODE'")
        public final Long targetNodeId;

        @Description(RELATIONSHIP_ID)
        public final Long relationshipId;

        @Description("The node" + WITH_NODES)
        public final Node node;

        private StreamRow(AlgorithmRun<CycleResult> run, GraphEntity each, long count) {
            super(run, each);
            nodeId = each.nodeId();
            this.count = count;
            sourceNodeId = each.source();
            targetNodeId = each.target();
            relationshipId = each.relationship();
            node = run.entities().node(nodeId);
        }

        private static StreamRow ofNode(AlgorithmRun<CycleResult> run, GraphEntity each) {
            return new StreamRow(run, each, run.result().vertices().get(each.index()));
        }

        /** A row for each direction of a relationship. */
        private static Stream<StreamRow> ofRelationship(AlgorithmRun<CycleResult> run, GraphEntity each) {
            CycleResult result = run.result();
            return LongStream.of(EdgeDirections.FORWARD, EdgeDirections.BACKWARD)
                    .filter(way -> (run.directions().of(each.index()) & way) != 0)
                    .mapToObj(way -> {
                        boolean forward = way == EdgeDirections.FORWARD;
                        long place = run.directions().place(each.index(), way);
                        Long id = run.projected().relationshipId(each.index(), place);
                        return new StreamRow(
                                run,
                                each.directed(forward, id),
                                (forward ? result.forward() : result.backward()).get(each.index()));
                    });
        }
    }

    public static final class WriteRow extends RunRow {
        @Description("Nodes or relationships whose property was written")
        public final long propertiesWritten;

        @Description("Nodes whose property was written")
        public final long nodePropertiesWritten;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("Cycles of all lengths together; null when there are 2^63 or more")
        public final Long count;

        @Description("Cycles of all lengths together, always exact")
        public final String countText;

        private WriteRow(AlgorithmRun<CycleResult> run, PropertyTarget target) {
            super(run);
            propertiesWritten = target.written();
            nodePropertiesWritten = target.writtenToNodes();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            count = Counts.toLongOrNull(run.result().total());
            countText = run.result().total().toString();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the directed cycles of a unipartite graph by their length, also in the order of time.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        CycleConfig config = CycleParameters.counting(new Configuration(keys));
        return stats(SPEC, graph, keys).rows(run -> IntStream.rangeClosed(config.minLength(), config.maxLength())
                .mapToObj(length -> new StatsRow(run, length)));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(COUNTS_EACH + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys)
                .rows(run -> run.result().vertices() != null
                        ? run.nodes().map(each -> StreamRow.ofNode(run, each))
                        : run.relationships().flatMap(each -> StreamRow.ofRelationship(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(COUNTS_EACH + ", and writes them as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(COUNTS_EACH + ", and adds them to the graph as a column.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
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

    private static CycleConfig each(Configuration given, Granularity per) {
        return CycleParameters.counting(given).each(per == Granularity.NODE, per == Granularity.RELATIONSHIP);
    }

    /** The counts of nodes, or of relationships: in a column in both directions together. */
    private static PropertyValues values(CycleResult result, EntityKind of) {
        return switch (of) {
            case LEFT -> result.vertices() == null ? null : PropertyValues.integers(result.vertices());
            case RIGHT -> null;
            case RELATIONSHIPS ->
                result.forward() == null
                        ? null
                        : PropertyValues.directed(result.forward()::get, result.backward()::get, result::ofEdge);
        };
    }
}
