package dev.motif.algorithm.butterfly.clustering;

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
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.projection.Elements;
import dev.motif.projection.id.NodeIds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.clustering.*}: see {@link ClusteringAlgorithm} for what is computed. */
public final class ClusteringProcedures extends MotifProcedures {
    private static final ClusteringAlgorithm ALGORITHM = new ClusteringAlgorithm();

    private static final String STATS = "motif.clustering.stats";
    private static final String STREAM = "motif.clustering.stream";
    private static final String WRITE = "motif.clustering.write";
    private static final String MUTATE = "motif.clustering.mutate";

    private static final String STATS_CONFIGURATION = "mode, side, " + RUN_KEYS;
    private static final String STREAM_CONFIGURATION = "nodes, " + STATS_CONFIGURATION;
    private static final String WRITE_CONFIGURATION = WRITE_KEYS + ", " + STATS_CONFIGURATION;
    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", " + STATS_CONFIGURATION;

    /** The averages of a graph. */
    public record StatsRow(
            @Description("The mean over all left nodes; null with side: 'RIGHT'")
            Double leftAverage,

            @Description("The mean over all right nodes; null with side: 'LEFT'")
            Double rightAverage,

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
        private static StatsRow of(AlgorithmRun<ClusteringResult> run) {
            BipartiteGraph graph = (BipartiteGraph) run.projected().graph();
            return new StatsRow(
                    run.result().average(Side.LEFT),
                    run.result().average(Side.RIGHT),
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

    /** The coefficient of one node. */
    public record StreamRow(
            @Description("The node") long nodeId,

            @Description("The node's side, 'LEFT' or 'RIGHT'")
            String side,

            @Description("Its clustering coefficient, in [0, 1]")
            double coefficient,

            @Description("The node" + WITH_NODES) Node node) {}

    /** What was written. */
    public record WriteRow(
            @Description("Nodes whose property was written") long nodePropertiesWritten,
            @Description("Nodes that no longer exist") long skipped,
            @Description(WRITE_MILLIS) long writeMillis,

            @Description("The mean over all left nodes; null with side: 'RIGHT'")
            Double leftAverage,

            @Description("The mean over all right nodes; null with side: 'LEFT'")
            Double rightAverage,

            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of counting") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static WriteRow of(AlgorithmRun<ClusteringResult> run, PropertyTarget writer) {
            return new WriteRow(
                    writer.written(),
                    writer.skipped(),
                    run.times().millis(Stage.WRITE),
                    run.result().average(Side.LEFT),
                    run.result().average(Side.RIGHT),
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
    @Description("Finds the clustering coefficients of the nodes of a bipartite graph and returns their averages.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return algorithmCall(STATS, graph, new Configuration(configuration)).row(StatsRow::of);
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description("Finds the clustering coefficient of each node of a bipartite graph.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration)
                .rows(run -> sides(run).map(side -> rows(run, side)).reduce(Stream.empty(), Stream::concat));
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description("Finds the clustering coefficient of each node of a bipartite graph and writes it as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).row(ClusteringProcedures::write, WriteRow::of);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Finds the clustering coefficient of each node of a bipartite graph and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration)
                .row(ClusteringProcedures::write, WriteRow::of);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return algorithmCall(STATS, graph, new Configuration(configuration)).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
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

    private static Stream<Side> sides(AlgorithmRun<ClusteringResult> run) {
        return Arrays.stream(Side.values()).filter(run.result()::has);
    }

    private static Set<Elements> sides(ClusteringConfig what) {
        return what.side() == null ? Elements.NODES : Set.of(Elements.of(what.side()));
    }

    private static void write(AlgorithmRun<ClusteringResult> run, PropertyTarget target) {
        sides(run)
                .forEach(side -> target.writeNodes(
                        run.projected().nodes(Elements.of(side)),
                        PropertyValues.floats(v -> run.result().coefficient(side, v))));
    }

    private static Stream<StreamRow> rows(AlgorithmRun<ClusteringResult> run, Side side) {
        NodeIds nodes = run.projected().nodes(Elements.of(side));
        Entities entities = run.entities();
        return IntStream.range(0, nodes.count()).mapToObj(v -> {
            long node = nodes.nodeId(v);
            return new StreamRow(node, side.name(), run.result().coefficient(side, v), entities.node(node));
        });
    }

    private AlgorithmCall<BipartiteGraph, ClusteringConfig, ClusteringResult> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.flag("nodes", false);
        return algorithmCall(STREAM, graph, given);
    }

    private WriteCall<BipartiteGraph, ClusteringConfig, ClusteringResult> writeCall(
            String procedure,
            Function<Configuration, WriteConfig> target,
            Object graph,
            Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        WriteConfig write = target.apply(given);
        AlgorithmCall<BipartiteGraph, ClusteringConfig, ClusteringResult> call = algorithmCall(procedure, graph, given);
        return new WriteCall<>(write, call, sides(call.algorithmConfig()));
    }

    private AlgorithmCall<BipartiteGraph, ClusteringConfig, ClusteringResult> algorithmCall(
            String procedure, Object graph, Configuration given) {
        ClusteringConfig what = new ClusteringConfig(
                given.oneOf("mode", ClusteringMode.class, ClusteringMode.DOT), given.oneOf("side", Side.class, null));
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
    }
}
