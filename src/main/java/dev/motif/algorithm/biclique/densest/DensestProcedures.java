package dev.motif.algorithm.biclique.densest;

import dev.motif.algorithm.biclique.BicliqueParameters;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.backend.Counts;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Entities;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.projection.id.NodeIds;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.densest.*}: see {@link DensestAlgorithm} for what is found. */
public final class DensestProcedures extends MotifProcedures {
    private static final DensestAlgorithm ALGORITHM = new DensestAlgorithm();

    private static final String STATS = "motif.biclique.densest.stats";
    private static final String STREAM = "motif.biclique.densest.stream";
    private static final String STATS_CONFIGURATION = "p, q, side, timeoutMillis, " + RUN_KEYS;
    private static final String STREAM_CONFIGURATION = "nodes, " + STATS_CONFIGURATION;

    /** The subgraph in figures. */
    public record StatsRow(
            @Description("(p,q)-bicliques of the subgraph by node of it; 0 when the graph has none")
            double density,

            @Description("(p,q)-bicliques of the subgraph; null when there are 2^63 or more")
            Long count,

            @Description("(p,q)-bicliques of the subgraph, always exact")
            String countText,

            @Description("Left nodes of the subgraph") long leftCount,
            @Description("Right nodes of the subgraph") long rightCount,

            @Description("The density is at least this part of the largest possible one: 1 / (p + q)")
            double guarantee,

            @Description("How often bicliques were counted") long rounds,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,

            @Description("Milliseconds of ordering the graph and choosing the side")
            long preProcessingMillis,

            @Description(TRANSFER_MILLIS) long transferMillis,

            @Description("Milliseconds of counting and peeling")
            long computeMillis,

            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static StatsRow of(AlgorithmRun<DensestResult> run, BicliqueConfig config) {
            DensestResult densest = run.result();
            return new StatsRow(
                    densest.density(),
                    Counts.toLongOrNull(densest.bicliques()),
                    densest.bicliques().toString(),
                    densest.left().length(),
                    densest.right().length(),
                    1.0 / (config.p() + config.q()),
                    densest.rounds(),
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

    /** A node of the subgraph. */
    public record StreamRow(
            @Description("A node of the subgraph") long nodeId,

            @Description("The node's side, 'LEFT' or 'RIGHT'")
            String side,

            @Description("The node" + WITH_NODES) Node node) {}

    @Procedure(name = STATS, mode = Mode.READ)
    @Description("Finds a subgraph of a bipartite graph with many (p,q)-bicliques by node and returns its figures.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_CONFIGURATION) Map<String, Object> configuration) {
        var call = statsCall(graph, configuration);
        return call.row(run -> StatsRow.of(run, call.algorithmConfig()));
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description("Finds a subgraph of a bipartite graph with many (p,q)-bicliques by node and returns its nodes.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION) Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(DensestProcedures::rows);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_CONFIGURATION) Map<String, Object> configuration) {
        return statsCall(graph, configuration).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION) Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
    }

    private AlgorithmCall<BipartiteGraph, BicliqueConfig, DensestResult> statsCall(
            Object graph, Map<String, Object> configuration) {
        return algorithmCall(STATS, graph, new Configuration(configuration));
    }

    private AlgorithmCall<BipartiteGraph, BicliqueConfig, DensestResult> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.flag("nodes", false);
        return algorithmCall(STREAM, graph, given);
    }

    private AlgorithmCall<BipartiteGraph, BicliqueConfig, DensestResult> algorithmCall(
            String procedure, Object graph, Configuration given) {
        BicliqueConfig what = new BicliqueConfig(
                given.requiredInteger("p", 1, BicliqueConfig.MAX_SIZE),
                given.requiredInteger("q", 1, BicliqueConfig.MAX_SIZE),
                Result.VERTEX,
                Technique.PIVOT,
                given.oneOfOrAuto("side", Side.class),
                BicliqueParameters.timeoutMillis(given));
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
    }

    private static Stream<StreamRow> rows(AlgorithmRun<DensestResult> run) {
        return Stream.concat(
                rows(run.projected().left(), run.result().left(), "LEFT", run.entities()),
                rows(run.projected().right(), run.result().right(), "RIGHT", run.entities()));
    }

    private static Stream<StreamRow> rows(NodeIds nodes, OffHeapInts vertices, String side, Entities entities) {
        return LongStream.range(0, vertices.length()).mapToObj(i -> {
            long node = nodes.nodeId(vertices.get(i));
            return new StreamRow(node, side, entities.node(node));
        });
    }
}
