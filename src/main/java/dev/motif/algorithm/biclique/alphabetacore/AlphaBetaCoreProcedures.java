package dev.motif.algorithm.biclique.alphabetacore;

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
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.projection.Elements;
import dev.motif.projection.id.NodeIds;
import java.util.Arrays;
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

/** {@code motif.alphaBetaCore.*}: see {@link AlphaBetaCoreAlgorithm} for what is computed. */
public final class AlphaBetaCoreProcedures extends MotifProcedures {
    private static final AlphaBetaCoreAlgorithm ALGORITHM = new AlphaBetaCoreAlgorithm();

    private static final String STATS = "motif.alphaBetaCore.stats";
    private static final String STREAM = "motif.alphaBetaCore.stream";
    private static final String WRITE = "motif.alphaBetaCore.write";
    private static final String MUTATE = "motif.alphaBetaCore.mutate";

    /** The most values of a list of alphas. */
    private static final int MOST_ALPHAS = 100;

    private static final String STATS_CONFIGURATION = "alpha, beta, " + RUN_KEYS;
    private static final String STREAM_CONFIGURATION = "nodes, " + STATS_CONFIGURATION;
    private static final String WRITE_CONFIGURATION = WRITE_KEYS + ", alpha, " + RUN_KEYS;
    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", alpha, " + RUN_KEYS;

    /** One core. */
    public record StatsRow(
            @Description("The fewest relationships of a left node of the core")
            long alpha,

            @Description("The fewest relationships of a right node of the core")
            long beta,

            @Description("Left nodes of the core") long leftCount,
            @Description("Right nodes of the core") long rightCount,
            @Description("Relationships of the core") long relationshipCount,

            @Description("The largest beta whose core for this alpha has nodes, 0 without any")
            long maxBeta,

            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of peeling") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static StatsRow of(AlgorithmRun<AlphaBetaCoreResult> run, AlphaBetaCoreResult.Summary core) {
            return new StatsRow(
                    core.alpha(),
                    core.beta(),
                    core.leftCount(),
                    core.rightCount(),
                    core.edgeCount(),
                    core.maxBeta(),
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

    /** A node of a core. */
    public record StreamRow(
            @Description("The fewest relationships of a left node of the core")
            long alpha,

            @Description("The node") long nodeId,

            @Description("The node's side, 'LEFT' or 'RIGHT'")
            String side,

            @Description("The largest beta whose core for this alpha the node is in")
            long beta,

            @Description("The node" + WITH_NODES) Node node) {}

    /** What was written. */
    public record WriteRow(
            @Description("Nodes whose property was written") long nodePropertiesWritten,
            @Description("Nodes that no longer exist") long skipped,
            @Description(WRITE_MILLIS) long writeMillis,

            @Description("The largest beta of a node, 0 without any")
            long maxBeta,

            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of peeling") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static WriteRow of(AlgorithmRun<AlphaBetaCoreResult> run, PropertyTarget writer) {
            return new WriteRow(
                    writer.written(),
                    writer.skipped(),
                    run.times().millis(Stage.WRITE),
                    run.result().maxBeta(0),
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
    @Description("Finds the (alpha,beta)-core of a bipartite graph and returns its size.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        AlgorithmCall<BipartiteGraph, AlphaBetaCoreConfig, AlphaBetaCoreResult> call =
                severalCall(STATS, graph, new Configuration(configuration));
        int beta = call.algorithmConfig().beta();
        return call.rows(run -> IntStream.range(0, run.result().alphas().size())
                .mapToObj(alpha -> StatsRow.of(
                        run,
                        run.result().summary((BipartiteGraph) run.projected().graph(), alpha, beta))));
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description(
            "Finds the nodes of the (alpha,beta)-core of a bipartite graph, each with the largest beta whose core it is in.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        AlgorithmCall<BipartiteGraph, AlphaBetaCoreConfig, AlphaBetaCoreResult> call = streamCall(graph, configuration);
        int beta = call.algorithmConfig().beta();
        return call.rows(run -> IntStream.range(0, run.result().alphas().size())
                .boxed()
                .flatMap(alpha -> Arrays.stream(Side.values()).map(side -> rows(run, alpha, side, beta)))
                .reduce(Stream.empty(), Stream::concat));
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description(
            "Finds the largest beta whose (alpha,beta)-core each node of a bipartite graph is in, and writes it as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration)
                .row(AlphaBetaCoreProcedures::write, WriteRow::of);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Finds the largest beta whose (alpha,beta)-core each node of a bipartite graph is in, and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration)
                .row(AlphaBetaCoreProcedures::write, WriteRow::of);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return severalCall(STATS, graph, new Configuration(configuration)).estimate();
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

    private static void write(AlgorithmRun<AlphaBetaCoreResult> run, PropertyTarget target) {
        for (Side side : Side.values()) {
            target.writeNodes(
                    run.projected().nodes(Elements.of(side)),
                    PropertyValues.integers(run.result().betas(0, side)::get));
        }
    }

    private static Stream<StreamRow> rows(AlgorithmRun<AlphaBetaCoreResult> run, int alpha, Side side, int beta) {
        NodeIds nodes = run.projected().nodes(Elements.of(side));
        OffHeapInts betas = run.result().betas(alpha, side);
        Entities entities = run.entities();
        return IntStream.range(0, nodes.count())
                .filter(v -> betas.get(v) >= beta)
                .mapToObj(v -> {
                    long node = nodes.nodeId(v);
                    return new StreamRow(
                            run.result().alphas().get(alpha), node, side.name(), betas.get(v), entities.node(node));
                });
    }

    private AlgorithmCall<BipartiteGraph, AlphaBetaCoreConfig, AlphaBetaCoreResult> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.flag("nodes", false);
        return severalCall(STREAM, graph, given);
    }

    private WriteCall<BipartiteGraph, AlphaBetaCoreConfig, AlphaBetaCoreResult> writeCall(
            String procedure,
            Function<Configuration, WriteConfig> target,
            Object graph,
            Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        WriteConfig write = target.apply(given);
        AlphaBetaCoreConfig what = new AlphaBetaCoreConfig(List.of(given.integer("alpha", 1, 1, Integer.MAX_VALUE)), 1);
        return new WriteCall<>(write, algorithmCall(procedure, graph, what, given), Elements.NODES);
    }

    private AlgorithmCall<BipartiteGraph, AlphaBetaCoreConfig, AlphaBetaCoreResult> severalCall(
            String procedure, Object graph, Configuration given) {
        return algorithmCall(
                procedure,
                graph,
                new AlphaBetaCoreConfig(
                        given.integers("alpha", 1, 1, Integer.MAX_VALUE, MOST_ALPHAS),
                        given.integer("beta", 1, 1, Integer.MAX_VALUE)),
                given);
    }

    private AlgorithmCall<BipartiteGraph, AlphaBetaCoreConfig, AlphaBetaCoreResult> algorithmCall(
            String procedure, Object graph, AlphaBetaCoreConfig what, Configuration given) {
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
    }
}
