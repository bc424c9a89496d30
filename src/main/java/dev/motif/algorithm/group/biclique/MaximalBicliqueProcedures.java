package dev.motif.algorithm.group.biclique;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.choice.FoundGroups;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.BipartiteGraph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.maximal.stats} and {@code stream}: see {@link MaximalBicliqueAlgorithm} for what is enumerated. */
public final class MaximalBicliqueProcedures extends FoundBicliqueProcedures {
    private static final MaximalBicliqueAlgorithm COUNT = new MaximalBicliqueAlgorithm();

    private static final String STATS = "motif.biclique.maximal.stats";
    private static final String STREAM = "motif.biclique.maximal.stream";

    private static final String STREAM_KEYS = CHOICE_KEYS + "nodes, " + SEARCH_KEYS;

    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("How many there are; null when there are 2^63 or more")
        public final Long count;

        @Description("How many there are, always exact")
        public final String countText;

        @Description("The most relationships of one")
        public final long maxEdges;

        @Description("The left nodes of the one with the most relationships")
        public final long maxEdgesLeft;

        @Description("The right nodes of the one with the most relationships")
        public final long maxEdgesRight;

        @Description("The most left nodes of one")
        public final long maxLeft;

        @Description("The most right nodes of one")
        public final long maxRight;

        @Description("The most nodes that both sides of one have")
        public final long maxBalanced;

        @Description("How many there are of each size, as maps of left, right and count")
        public final List<Map<String, Object>> sizes;

        @Description("Nodes of the search trees")
        public final long searchNodes;

        @Description("The workers' run times added up, over the longest times their number, in (0, 1]")
        public final double busyRatio;

        @Description("The technique of the search, BITMAP")
        public final String algorithm;

        @Description("The side on which the search was rooted, LEFT or RIGHT")
        public final String side;

        public StatsRow(AlgorithmRun<MaximalBicliqueResult> run) {
            super(run, run.whole().graph());
            MaximalBicliqueSummary summary = MaximalBicliqueSummary.of(run.result());
            count = summary.count();
            countText = summary.countText();
            maxEdges = summary.maxEdges();
            maxEdgesLeft = summary.maxEdgesLeft();
            maxEdgesRight = summary.maxEdgesRight();
            maxLeft = summary.maxLeft();
            maxRight = summary.maxRight();
            maxBalanced = summary.maxBalanced();
            sizes = sizes(run.result().sizes());
            searchNodes = summary.nodes();
            busyRatio = summary.busyRatio();
            algorithm = summary.algorithm();
            side = summary.side();
        }
    }

    /** How many there are of each size, as a column has it: maps of left, right and count. */
    public static List<Map<String, Object>> sizes(List<SizeHistogram.Entry> found) {
        return found.stream().map(MaximalBicliqueProcedures::size).toList();
    }

    private static Map<String, Object> size(SizeHistogram.Entry entry) {
        Map<String, Object> size = new LinkedHashMap<>();
        size.put("left", (long) entry.left());
        size.put("right", (long) entry.right());
        size.put("count", entry.count());
        return size;
    }

    @Procedure(name = STATS, mode = READ)
    @Description(
            "Counts the maximal bicliques of a bipartite graph: complete subgraphs that no vertex can be added to.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = SEARCH_KEYS) Map<String, Object> keys) {
        return statsCall(graph, keys).row(StatsRow::new);
    }

    @Procedure(name = STREAM, mode = READ)
    @Description("Returns the maximal bicliques of a bipartite graph one by one while they are found, or the largest.")
    public Stream<BicliqueRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamCall(graph, keys).rows(run -> bicliqueRows(run, run.entities()));
    }

    @Procedure(name = STATS + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = SEARCH_KEYS) Map<String, Object> keys) {
        return statsCall(graph, keys).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamCall(graph, keys).estimate();
    }

    private AlgorithmCall<BipartiteGraph, MaximalBicliqueConfig, MaximalBicliqueResult> statsCall(
            Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return call(
                STATS,
                COUNT,
                graph,
                ContainedNodes.of(given),
                MaximalBicliqueParameters.search(given, PerVertex.NOTHING),
                given);
    }

    private AlgorithmCall<BipartiteGraph, ?, FoundGroups<Biclique>> streamCall(Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        nodes(given, STREAM);
        return bicliquesCall(STREAM, graph, given, 0, Long.MAX_VALUE);
    }
}
