package dev.motif.algorithm.commonneighbors.scan;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Entities;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.cypher.write.WriteCall;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.projection.Elements;
import dev.motif.projection.id.NodeIds;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.scan.*}: see {@link ScanAlgorithm} for what is found. */
public final class ScanProcedures extends MotifProcedures {
    private static final ScanAlgorithm ALGORITHM = new ScanAlgorithm();

    private static final String STATS = "motif.scan.stats";
    private static final String STREAM = "motif.scan.stream";
    private static final String WRITE = "motif.scan.write";
    private static final String MUTATE = "motif.scan.mutate";

    private static final String ROLE_PROPERTY = "roleProperty";

    private static final String STATS_CONFIGURATION = ScanParameters.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_CONFIGURATION = "nodes, " + STATS_CONFIGURATION;
    private static final String WRITE_CONFIGURATION = WRITE_KEYS + ", " + ROLE_PROPERTY + ", " + STATS_CONFIGURATION;
    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", " + ROLE_PROPERTY + ", " + STATS_CONFIGURATION;

    /** The figures of one clustering. */
    public record StatsRow(
            @Description("The least structural similarity of similar nodes")
            double epsilon,

            @Description("How many nodes must be similar to a core, itself among them")
            long mu,

            @Description("Clusters") long clusterCount,
            @Description("Nodes that are cores") long coreCount,

            @Description("Nodes that are no cores but similar to one")
            long borderCount,

            @Description("Nodes of no cluster with neighbors in two clusters or more")
            long hubCount,

            @Description("All other nodes of no cluster") long outlierCount,

            @Description("Nodes of the largest cluster; a border counts in its clusterId alone")
            long largestCluster,

            @Description("Nodes of the graph") long nodeCount,
            @Description("Relationships of the graph") long relationshipCount,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,

            @Description("Milliseconds of counting and clustering")
            long computeMillis,

            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static StatsRow of(AlgorithmRun<ScanResult> run, ScanSummary summary) {
            return new StatsRow(
                    summary.epsilon(),
                    summary.mu(),
                    summary.clusters(),
                    summary.cores(),
                    summary.borders(),
                    summary.hubs(),
                    summary.outliers(),
                    summary.largest(),
                    run.projected().graph().vertexCount(),
                    run.projected().graph().edgeCount(),
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

    /** What one node is. */
    public record StreamRow(
            @Description("The node") long nodeId,

            @Description("'CORE', 'BORDER', 'HUB' or 'OUTLIER'")
            String role,

            @Description(
                    "The number of its cluster, from 0; of a border in several the one with the core that it is most"
                            + " similar to; null for hubs and outliers")
            Long clusterId,

            @Description("All clusters of the node, ascending; empty for hubs and outliers")
            List<Long> clusterIds,

            @Description("The node" + WITH_NODES) Node node) {}

    /** What was written. */
    public record WriteRow(
            @Description("Properties of nodes that were written")
            long nodePropertiesWritten,

            @Description("Properties of nodes that no longer exist")
            long skipped,

            @Description(WRITE_MILLIS) long writeMillis,
            @Description("Clusters") long clusterCount,

            @Description("Nodes of no cluster with neighbors in two clusters or more")
            long hubCount,

            @Description("All other nodes of no cluster") long outlierCount,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,

            @Description("Milliseconds of counting and clustering")
            long computeMillis,

            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static WriteRow of(AlgorithmRun<ScanResult> run, PropertyTarget target) {
            ScanSummary summary = run.result().summary();
            return new WriteRow(
                    target.written(),
                    target.skipped(),
                    run.times().millis(Stage.WRITE),
                    summary.clusters(),
                    summary.hubs(),
                    summary.outliers(),
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

    @Procedure(name = STATS, mode = Mode.READ)
    @Description(
            "Finds the structural clusters of a unipartite graph and returns how many clusters, hubs and outliers there"
                    + " are.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration)
                .rows(run -> run.result().summaries().stream().map(summary -> StatsRow.of(run, summary)));
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description(
            "Finds the structural clusters of a unipartite graph and returns the role and the clusters of each node.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(ScanProcedures::rows);
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description(
            "Finds the structural clusters of a unipartite graph and writes the cluster of each node as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).row(ScanProcedures::write, WriteRow::of);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Finds the structural clusters of a unipartite graph and adds a column with the cluster of each node to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration).row(ScanProcedures::write, WriteRow::of);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
    }

    @Procedure(name = WRITE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).estimate();
    }

    @Procedure(name = MUTATE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration).estimate();
    }

    private static Stream<StreamRow> rows(AlgorithmRun<ScanResult> run) {
        NodeIds nodes = run.projected().left();
        ScanResult result = run.result();
        Entities entities = run.entities();
        return IntStream.range(0, nodes.count()).mapToObj(v -> {
            long node = nodes.nodeId(v);
            long cluster = result.cluster(v);
            return new StreamRow(
                    node, result.role(v).name(), cluster < 0 ? null : cluster, result.clusters(v), entities.node(node));
        });
    }

    private AlgorithmCall<UnipartiteGraph, ScanConfig, ScanResult> statsCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        return algorithmCall(STATS, graph, ScanParameters.several(given), given);
    }

    private AlgorithmCall<UnipartiteGraph, ScanConfig, ScanResult> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.flag("nodes", false);
        return algorithmCall(STREAM, graph, ScanParameters.one(given), given);
    }

    private AlgorithmCall<UnipartiteGraph, ScanConfig, ScanResult> algorithmCall(
            String procedure, Object graph, ScanConfig what, Configuration given) {
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
    }

    private WriteCall<UnipartiteGraph, ScanConfig, ScanResult> writeCall(
            String procedure,
            Function<Configuration, WriteConfig> target,
            Object graph,
            Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        WriteConfig write = target.apply(given).with(ROLE_PROPERTY, given.string(ROLE_PROPERTY, null));
        return new WriteCall<>(
                write, algorithmCall(procedure, graph, ScanParameters.one(given), given), Elements.NODES);
    }

    private static void write(AlgorithmRun<ScanResult> run, PropertyTarget target) {
        ScanResult result = run.result();
        PropertyValues clusters = PropertyValues.integers(v -> result.cluster((int) v));
        PropertyValues roles =
                PropertyValues.named(number -> ScanResult.Role.values()[number].name(), v -> result.role((int) v)
                        .ordinal());
        target.writeNodes(run.projected().left(), clusters, roles);
    }
}
