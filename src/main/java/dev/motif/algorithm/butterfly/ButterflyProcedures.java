package dev.motif.algorithm.butterfly;

import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.ButterflyResult;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Entities;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Per;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.cypher.write.WriteCall;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.butterfly.*}: see {@link ButterflyAlgorithm} for what is counted. */
public final class ButterflyProcedures extends MotifProcedures {
    private static final ButterflyAlgorithm ALGORITHM = new ButterflyAlgorithm();

    private static final String STATS = "motif.butterfly.stats";
    private static final String STREAM = "motif.butterfly.stream";
    private static final String WRITE = "motif.butterfly.write";
    private static final String MUTATE = "motif.butterfly.mutate";

    private static final String STATS_CONFIGURATION = ButterflyParameters.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_CONFIGURATION = "per, nodes, algorithm, " + RUN_KEYS;
    private static final String WRITE_CONFIGURATION = WRITE_KEYS + ", per, algorithm, " + RUN_KEYS;
    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", per, algorithm, " + RUN_KEYS;

    /** The butterflies of a graph. */
    public record StatsRow(
            @Description("Butterflies; null when there are 2^63 or more")
            Long count,

            @Description("Butterflies, always exact") String countText,

            @Description("The most butterflies of one left node; null with algorithm: 'GBFC'")
            Long leftMaxCount,

            @Description("The most butterflies of one right node; null with algorithm: 'GBFC'")
            Long rightMaxCount,

            @Description("4 * butterflies / paths of three relationships, in [0, 1]")
            double clusteringCoefficient,

            @Description("Nodes of the left side") long leftCount,
            @Description("Nodes of the right side") long rightCount,
            @Description("Relationships of the graph") long relationshipCount,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of counting") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        static StatsRow of(AlgorithmRun<ButterflyResult> run) {
            BipartiteGraph graph = (BipartiteGraph) run.projected().graph();
            ButterflySummary summary = ButterflySummary.of(run.result());
            return new StatsRow(
                    summary.count(),
                    summary.countText(),
                    summary.leftMaxCount(),
                    summary.rightMaxCount(),
                    summary.clusteringCoefficient(),
                    graph.leftCount(),
                    graph.rightCount(),
                    graph.edgeCount(),
                    run.choice().backend().name(),
                    run.choice().reason(),
                    run.choice().ordinals(),
                    run.times().millis(Stage.PROJECT),
                    run.times().millis(Stage.PREPARE),
                    run.times().millis(Stage.TRANSFER),
                    run.times().millis(Stage.COMPUTE),
                    run.configuration());
        }
    }

    /** The butterflies of one node or relationship. */
    public record StreamRow(
            @Description("The node; null with per: 'RELATIONSHIP'")
            Long nodeId,

            @Description("Butterflies that the node or relationship is in")
            long count,

            @Description("The node's side, 'LEFT' or 'RIGHT'; null with per: 'RELATIONSHIP'")
            String side,

            @Description("The left node of the relationship; null with per: 'NODE'")
            Long leftNodeId,

            @Description("The right node of the relationship; null with per: 'NODE'")
            Long rightNodeId,

            @Description("The relationship, of parallel ones the smallest id; null with per: 'NODE', and when the graph"
                    + " was projected without relationshipIds: true")
            Long relationshipId,

            @Description("The node" + WITH_NODES) Node node,
            @Description("The left node" + WITH_NODES) Node leftNode,
            @Description("The right node" + WITH_NODES) Node rightNode,
            @Description("The relationship" + WITH_NODES) Relationship relationship) {}

    /** What was written. */
    public record WriteRow(
            @Description("Nodes or relationships whose property was written")
            long propertiesWritten,

            @Description("Those of nodes: all of them with per: 'NODE', otherwise 0")
            long nodePropertiesWritten,

            @Description("Nodes or relationships that no longer exist")
            long skipped,

            @Description(WRITE_MILLIS) long writeMillis,

            @Description("Butterflies; null when there are 2^63 or more")
            Long count,

            @Description("Butterflies, always exact") String countText,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of counting") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {}

    @Procedure(name = STATS, mode = Mode.READ)
    @Description("Counts the butterflies of a bipartite graph, its (2,2)-bicliques.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(STATS, graph, configuration).row(StatsRow::of);
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description("Counts the butterflies that each node, or each relationship, is in.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(STREAM, graph, configuration)
                .rows(run -> run.result().left() != null ? nodeRows(run) : relationshipRows(run));
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description("Counts the butterflies that each node, or each relationship, is in, and writes them as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration)
                .row(ButterflyProcedures::write, ButterflyProcedures::writeRow);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Counts the butterflies that each node, or each relationship, is in, and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration)
                .row(ButterflyProcedures::write, ButterflyProcedures::writeRow);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(STATS, graph, configuration).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(STREAM, graph, configuration).estimate();
    }

    @Procedure(name = WRITE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).estimate();
    }

    @Procedure(name = MUTATE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration).estimate();
    }

    /** The total, and by vertex for the maxima where the algorithm can. */
    private AlgorithmCall<BipartiteGraph, ButterflyConfig, ButterflyResult> statsCall(
            String procedure, Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        GbfcConfig gbfc = ButterflyParameters.gbfc(given);
        ButterflyConfig what = new ButterflyConfig(gbfc == null, false, gbfc);
        return algorithmCall(procedure, graph, RelationshipIdUse.NONE, what, given);
    }

    private AlgorithmCall<BipartiteGraph, ButterflyConfig, ButterflyResult> streamCall(
            String procedure, Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        Per per = Per.of(given);
        given.flag("nodes", false);
        return algorithmCall(procedure, graph, per.idsToStream(), forEach(per, given), given);
    }

    private WriteCall<BipartiteGraph, ButterflyConfig, ButterflyResult> writeCall(
            String procedure,
            Function<Configuration, WriteConfig> target,
            Object graph,
            Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        WriteConfig write = target.apply(given);
        Per per = Per.of(given);
        return new WriteCall<>(
                write,
                algorithmCall(procedure, graph, write.relationshipIds(per), forEach(per, given), given),
                per.elements());
    }

    private AlgorithmCall<BipartiteGraph, ButterflyConfig, ButterflyResult> algorithmCall(
            String procedure, Object graph, RelationshipIdUse ids, ButterflyConfig what, Configuration given) {
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, ids, what, given);
    }

    private static ButterflyConfig forEach(Per per, Configuration given) {
        ButterflyParameters.rejectGbfc(given);
        return new ButterflyConfig(per == Per.NODE, per == Per.RELATIONSHIP);
    }

    private static Stream<StreamRow> nodeRows(AlgorithmRun<ButterflyResult> run) {
        ButterflyResult counts = run.result();
        ProjectedGraph projected = run.projected();
        return Stream.concat(
                nodeRows(projected.left(), counts.left(), "LEFT", run.entities()),
                nodeRows(projected.right(), counts.right(), "RIGHT", run.entities()));
    }

    private static Stream<StreamRow> nodeRows(NodeIds nodes, OffHeapLongs counts, String side, Entities entities) {
        return IntStream.range(0, nodes.count()).mapToObj(v -> {
            long node = nodes.nodeId(v);
            return new StreamRow(node, counts.get(v), side, null, null, null, entities.node(node), null, null, null);
        });
    }

    private static Stream<StreamRow> relationshipRows(AlgorithmRun<ButterflyResult> run) {
        ProjectedGraph projected = run.projected();
        OffHeapLongs counts = run.result().edges();
        Csr left = ((BipartiteGraph) projected.graph()).left();
        Entities entities = run.entities();
        return LongStream.range(0, left.slotCount()).mapToObj(edge -> {
            long leftNode = projected.left().nodeId(left.vertexOf(edge));
            long rightNode = projected.right().nodeId(left.neighbor(edge));
            Long relationship = projected.relationshipId(edge);
            return new StreamRow(
                    null,
                    counts.get(edge),
                    null,
                    leftNode,
                    rightNode,
                    relationship,
                    null,
                    entities.node(leftNode),
                    entities.node(rightNode),
                    entities.relationship(relationship));
        });
    }

    private static void write(AlgorithmRun<ButterflyResult> run, PropertyTarget writer) {
        ProjectedGraph projected = run.projected();
        ButterflyResult counts = run.result();
        if (counts.left() != null) {
            writer.writeNodes(projected.left(), PropertyValues.integers(counts.left()));
            writer.writeNodes(projected.right(), PropertyValues.integers(counts.right()));
        } else {
            writer.writeRelationships(projected, PropertyValues.integers(counts.edges()));
        }
    }

    private static WriteRow writeRow(AlgorithmRun<ButterflyResult> run, PropertyTarget writer) {
        ButterflySummary summary = ButterflySummary.of(run.result());
        return new WriteRow(
                writer.written(),
                writer.writtenToNodes(),
                writer.skipped(),
                run.times().millis(Stage.WRITE),
                summary.count(),
                summary.countText(),
                run.choice().backend().name(),
                run.choice().reason(),
                run.choice().ordinals(),
                run.times().millis(Stage.PROJECT),
                run.times().millis(Stage.PREPARE),
                run.times().millis(Stage.TRANSFER),
                run.times().millis(Stage.COMPUTE),
                run.configuration());
    }
}
