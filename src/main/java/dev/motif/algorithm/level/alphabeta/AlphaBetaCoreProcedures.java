package dev.motif.algorithm.level.alphabeta;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreResult.Summary;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.BipartiteGraph;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.alphaBetaCore.*}: see {@link AlphaBetaCoreAlgorithm} for what is computed. */
public final class AlphaBetaCoreProcedures extends MotifProcedures {
    private static final String NAME = "motif.alphaBetaCore";
    private static final String FINDS_BETAS =
            "Finds the largest beta whose (alpha,beta)-core each node of a bipartite graph is in, and ";
    private static final String STATS_KEYS = "alpha, beta, " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + STATS_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", alpha, " + RUN_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", alpha, " + RUN_KEYS;

    private static final String ALPHA = "The fewest relationships of a left node of the core";

    /** The most values of a list of alphas. */
    private static final int MOST_ALPHAS = 100;

    private static final AlgorithmSpec<BipartiteGraph, AlphaBetaCoreConfig, AlphaBetaCoreResult> SPEC =
            AlgorithmSpec.of(NAME, new AlphaBetaCoreAlgorithm(), AlphaBetaCoreProcedures::cores);
    private static final AlgorithmSpec<BipartiteGraph, AlphaBetaCoreConfig, AlphaBetaCoreResult> OF_ONE_ALPHA =
            SPEC.each(given -> new AlphaBetaCoreConfig(List.of(given.integer("alpha", 1, 1, Integer.MAX_VALUE)), 1))
                    .nodeValues((result, side) -> PropertyValues.integers(result.betas(0, side)::get));

    private static AlphaBetaCoreConfig cores(Configuration given) {
        return new AlphaBetaCoreConfig(
                given.integers("alpha", 1, MOST_ALPHAS), given.integer("beta", 1, 1, Integer.MAX_VALUE));
    }

    public static final class StatsRow extends RunRow {
        @Description(ALPHA)
        public final long alpha;

        @Description("The fewest relationships of a right node of the core")
        public final long beta;

        @Description("Left nodes of the core")
        public final long leftCount;

        @Description("Right nodes of the core")
        public final long rightCount;

        @Description("Relationships of the core")
        public final long relationshipCount;

        @Description("The largest beta whose core for this alpha has nodes, 0 without any")
        public final long maxBeta;

        private StatsRow(AlgorithmRun<AlphaBetaCoreResult> run, int index, int beta) {
            super(run);
            Summary core = run.result().summary((BipartiteGraph) run.projected().graph(), index, beta);
            alpha = core.alpha();
            this.beta = beta;
            leftCount = core.leftCount();
            rightCount = core.rightCount();
            relationshipCount = core.edgeCount();
            maxBeta = core.maxBeta();
        }
    }

    public record StreamRow(
            @Description(ALPHA) long alpha,
            @Description("The node") long nodeId,

            @Description("The node's side, 'LEFT' or 'RIGHT'")
            String side,

            @Description("The largest beta whose core for this alpha the node is in")
            long beta,

            @Description("The node" + WITH_NODES) Node node) {}

    public static final class WriteRow extends RunRow {
        @Description("Nodes whose property was written")
        public final long nodePropertiesWritten;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("The largest beta of a node, 0 without any")
        public final long maxBeta;

        private WriteRow(AlgorithmRun<AlphaBetaCoreResult> run, PropertyTarget target) {
            super(run);
            nodePropertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            maxBeta = run.result().maxBeta(0);
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Finds the (alpha,beta)-core of a bipartite graph and returns its size.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        var call = stats(SPEC, graph, keys);
        int beta = call.algorithmConfig().beta();
        return call.rows(run -> alphas(run).mapToObj(alpha -> new StatsRow(run, alpha, beta)));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(
            "Finds the nodes of the (alpha,beta)-core of a bipartite graph, each with the largest beta whose core it is in.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        var call = stream(SPEC, graph, keys);
        int beta = call.algorithmConfig().beta();
        return call.rows(
                run -> alphas(run).mapToObj(alpha -> rows(run, alpha, beta)).reduce(Stream.empty(), Stream::concat));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(FINDS_BETAS + "writes it as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(OF_ONE_ALPHA, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(FINDS_BETAS + "adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(OF_ONE_ALPHA, graph, keys).row(WriteRow::new);
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
        return write(OF_ONE_ALPHA, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(OF_ONE_ALPHA, graph, keys).estimate();
    }

    private static IntStream alphas(AlgorithmRun<AlphaBetaCoreResult> run) {
        return IntStream.range(0, run.result().alphas().size());
    }

    private static Stream<StreamRow> rows(AlgorithmRun<AlphaBetaCoreResult> run, int index, int beta) {
        long alpha = run.result().alphas().get(index);
        return run.nodes().filter(node -> beta(run, index, node) >= beta).map(node -> {
            long id = node.nodeId();
            return new StreamRow(
                    alpha,
                    id,
                    node.side(),
                    beta(run, index, node),
                    run.entities().node(id));
        });
    }

    private static int beta(AlgorithmRun<AlphaBetaCoreResult> run, int index, GraphEntity node) {
        return run.result().betas(index, node.of().side()).get(node.vertex());
    }
}
