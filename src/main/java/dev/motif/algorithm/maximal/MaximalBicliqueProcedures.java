package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.model.FoundBicliques;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.maximal.model.MaximalBicliqueResult;
import dev.motif.algorithm.maximal.model.SizeHistogram;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.BipartiteGraph;
import dev.motif.projection.id.NodeIds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.maximal.stats} and {@code stream}: see {@link MaximalBicliqueAlgorithm} for what is enumerated. */
public final class MaximalBicliqueProcedures extends FoundBicliqueProcedures {
    private static final MaximalBicliqueAlgorithm COUNT = new MaximalBicliqueAlgorithm();

    private static final String STATS = "motif.biclique.maximal.stats";
    private static final String STREAM = "motif.biclique.maximal.stream";

    private static final String STREAM_CONFIGURATION = "limit, topK, topKBy, nodes, " + COMMON_CONFIGURATION;

    /** The maximal bicliques of a graph. */
    public record StatsRow(
            @Description("Maximal bicliques; null when there are 2^63 or more")
            Long count,

            @Description("Maximal bicliques, always exact") String countText,
            @Description("The most relationships of one") long maxEdges,

            @Description("The left nodes of the one with the most relationships")
            long maxEdgesLeft,

            @Description("The right nodes of the one with the most relationships")
            long maxEdgesRight,

            @Description("The most left nodes of one") long maxLeft,
            @Description("The most right nodes of one") long maxRight,

            @Description("The most nodes that both sides of one have")
            long maxBalanced,

            @Description("How many there are of each size, as maps of left, right and count")
            List<Map<String, Object>> sizes,

            @Description("Nodes of the search trees") long searchNodes,

            @Description("The workers' run times added up, over the longest times their number, in (0, 1]")
            double busyRatio,

            @Description("BITMAP or CUMBE") String algorithm,

            @Description("The side on which the search was rooted, LEFT or RIGHT")
            String side,

            @Description("Nodes of the left side") long leftCount,
            @Description("Nodes of the right side") long rightCount,
            @Description("Relationships of the graph") long relationshipCount,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of searching") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        static StatsRow of(AlgorithmRun<MaximalBicliqueResult> run) {
            BipartiteGraph graph = (BipartiteGraph) run.whole().graph();
            MaximalBicliqueSummary summary = MaximalBicliqueSummary.of(run.result());
            return new StatsRow(
                    summary.count(),
                    summary.countText(),
                    summary.maxEdges(),
                    summary.maxEdgesLeft(),
                    summary.maxEdgesRight(),
                    summary.maxLeft(),
                    summary.maxRight(),
                    summary.maxBalanced(),
                    sizes(run.result()),
                    summary.nodes(),
                    summary.busyRatio(),
                    summary.algorithm(),
                    summary.side(),
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

        private static List<Map<String, Object>> sizes(MaximalBicliqueResult counts) {
            return counts.sizes().stream().map(StatsRow::size).toList();
        }

        private static Map<String, Object> size(SizeHistogram.Entry entry) {
            Map<String, Object> size = new LinkedHashMap<>();
            size.put("left", (long) entry.left());
            size.put("right", (long) entry.right());
            size.put("count", entry.count());
            return size;
        }
    }

    @Procedure(name = STATS, mode = Mode.READ)
    @Description(
            "Counts the maximal bicliques of a bipartite graph: complete subgraphs that no vertex can be added to.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMON_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration).row(StatsRow::of);
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description("Returns the maximal bicliques of a bipartite graph one by one while they are found, or the largest.")
    public Stream<BicliqueRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(MaximalBicliqueProcedures::rows);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMON_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
    }

    private AlgorithmCall<BipartiteGraph, MaximalBicliqueConfig, MaximalBicliqueResult> statsCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        return algorithmCall(STATS, graph, COUNT, MaximalBicliqueParameters.search(given, PerVertex.NOTHING), given);
    }

    private AlgorithmCall<BipartiteGraph, ?, FoundBicliques> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.flag("nodes", false);
        return bicliquesCall(STREAM, graph, given, 0, Long.MAX_VALUE);
    }

    private static Stream<BicliqueRow> rows(AlgorithmRun<FoundBicliques> run) {
        NodeIds left = run.projected().left();
        NodeIds right = run.projected().right();
        return bicliques(run).map(biclique -> bicliqueRow(biclique, left, right, run.entities()));
    }
}
