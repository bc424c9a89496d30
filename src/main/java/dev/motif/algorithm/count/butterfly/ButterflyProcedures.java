package dev.motif.algorithm.count.butterfly;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Counts;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.config.TimeKeys;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RelationshipRow;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.EntityKind;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.butterfly.*}: see {@link ButterflyAlgorithm} for what is counted. */
public final class ButterflyProcedures extends MotifProcedures {
    private static final String NAME = "motif.butterfly";
    private static final String COUNTS_EACH = "Counts the butterflies that each node, or each relationship, is in";
    private static final String STATS_KEYS = "algorithm, baseProperty, " + TimeKeys.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_KEYS = "per, nodes, " + STATS_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", per, " + STATS_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", per, " + STATS_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, ButterflyConfig, ButterflyResult> SPEC = AlgorithmSpec.of(
                    NAME, new ButterflyAlgorithm(), ButterflyParameters::whole)
            .eachPer(ButterflyParameters::each)
            .values((result, of) ->
                    PropertyValues.counts(counts(result, of), result.isOfAnyTime() ? ButterflyConfig.COUNTED : null));

    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("How many there are; null when there are 2^63 or more")
        public final Long count;

        @Description("How many there are, always exact")
        public final String countText;

        @Description("The most butterflies of one left node")
        public final Long leftMaxCount;

        @Description("The most butterflies of one right node")
        public final Long rightMaxCount;

        @Description("4 * butterflies / paths of three relationships, in [0, 1]; null with timeProperty")
        public final Double clusteringCoefficient;

        private StatsRow(AlgorithmRun<ButterflyResult> run) {
            super(run);
            ButterflySummary summary = ButterflySummary.of(run.result());
            count = summary.count();
            countText = summary.countText();
            leftMaxCount = summary.leftMaxCount();
            rightMaxCount = summary.rightMaxCount();
            clusteringCoefficient = summary.clusteringCoefficient();
        }
    }

    public static final class StreamRow extends RelationshipRow.OfBipartite {
        @Description("The node; null with per: 'RELATIONSHIP'")
        public final Long nodeId;

        @Description("Butterflies that the node or relationship is in")
        public final long count;

        @Description("The node's side, 'LEFT' or 'RIGHT'; null with per: 'RELATIONSHIP'")
        public final String side;

        @Description("The left node of the relationship; null with per: 'NODE'")
        public final Long leftNodeId;

        @Description("The right node of the relationship; null with per: 'NODE'")
        public final Long rightNodeId;

        @Description("The relationship, of parallel ones the smallest id; null with per: 'NODE', and when the graph"
                + " was projected without relationshipIds: true")
        public final Long relationshipId;

        @Description("The node" + WITH_NODES)
        public final Node node;

        private StreamRow(AlgorithmRun<ButterflyResult> run, GraphEntity each) {
            super(run, each);
            nodeId = each.nodeId();
            count = counts(run.result(), each.of()).get(each.index());
            side = each.side();
            leftNodeId = each.source();
            rightNodeId = each.target();
            relationshipId = each.relationship();
            node = run.entities().node(nodeId);
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

        @Description("How many there are; null when there are 2^63 or more")
        public final Long count;

        @Description("How many there are, always exact")
        public final String countText;

        private WriteRow(AlgorithmRun<ButterflyResult> run, PropertyTarget target) {
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
    @Description("Counts the butterflies of a bipartite graph, its (2,2)-bicliques.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(COUNTS_EACH + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> (run.result().edges() == null ? run.nodes() : run.relationships())
                .map(each -> new StreamRow(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(COUNTS_EACH + ", and writes them as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(COUNTS_EACH + ", and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
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

    private static OffHeapLongs counts(ButterflyResult result, EntityKind of) {
        return switch (of) {
            case LEFT -> result.left();
            case RIGHT -> result.right();
            case RELATIONSHIPS -> result.edges();
        };
    }
}
