package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.SizeCounts;
import dev.motif.backend.Counts;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.TimeKeys;
import dev.motif.cypher.config.WeightKeys;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.projection.id.NodeIds;
import dev.motif.text.GroupId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;

/** Parameters and the row of a biclique, for all procedures about maximal bicliques. */
public abstract class FoundBicliqueProcedures extends MotifProcedures {
    static final String ANY_TIME_KEYS =
            "contains, minLeft, maxLeft, minRight, maxRight, side, timeoutMillis, " + RUN_KEYS;

    static final String SEARCH_KEYS = TimeKeys.SPAN_KEYS + ", " + ANY_TIME_KEYS;

    static final String CHOICE_KEYS = "limit, topK, topKBy, maxOverlap, " + WeightKeys.KEYS + ", ";

    static final String COMPLETE = "false when timeoutMillis ended the search, so that larger ones may be missing";

    /** The orders by which bicliques are among the {@code topK}. */
    enum Ranking {
        EDGES,
        BALANCED,
        WEIGHT
    }

    public record BicliqueRow(
            @Description("The left nodes") List<Long> leftNodeIds,
            @Description("The right nodes") List<Long> rightNodeIds,
            @Description("The number of left nodes") long leftSize,
            @Description("The number of right nodes") long rightSize,
            @Description("leftSize * rightSize") long edges,
            @Description(WEIGHT) Number weight,
            @Description(GroupId.DESCRIPTION) String groupId,
            @Description(COMPLETE) boolean complete,

            @Description("The left nodes that still exist; null unless yielded or nodes: true")
            List<Node> leftNodes,

            @Description("The right nodes that still exist; null unless yielded or nodes: true")
            List<Node> rightNodes) {}

    /** How many groups of left and right nodes a graph has. */
    public static final class GroupCountsRow extends RunRow.OfBipartite {
        @Description("How many there are; null when there are 2^63 or more")
        public final Long count;

        @Description("How many there are, always exact")
        public final String countText;

        @Description("The most left nodes of one, 0 when there is none")
        public final long maxLeft;

        @Description("The most right nodes of one, 0 when there is none")
        public final long maxRight;

        @Description("How many there are of each size, as maps of left, right and count")
        public final List<Map<String, Object>> sizes;

        public GroupCountsRow(AlgorithmRun<?> run, SizeCounts found) {
            super(run);
            count = Counts.toLongOrNull(found.total());
            countText = found.total().toString();
            maxLeft = found.maxLeft();
            maxRight = found.maxRight();
            sizes = MaximalBicliqueProcedures.sizes(found.sizes());
        }
    }

    /**
     * The call of a procedure whose result is bicliques with their members: the largest {@code topK}, or as the search
     * finds them.
     *
     * @param topK used when both parameters are absent; 0 for no such selection
     * @param limit used when both parameters are absent
     */
    final AlgorithmCall<BipartiteGraph, ?, FoundGroups<Biclique>> bicliquesCall(
            String procedure, Object graph, Configuration given, int topK, long limit) {
        MaximalBicliqueConfig search = MaximalBicliqueParameters.search(given, PerVertex.NOTHING);
        GroupWeights weights = WeightKeys.read(given);
        Ranking by = ranking(given);
        GroupChoice choice = choiceBy(given, given.has("limit") ? 0 : topK, limit);
        ContainedNodes contains = ContainedNodes.of(given);
        AlgorithmCall<BipartiteGraph, ?, FoundGroups<Biclique>> call = choice.ofLargest()
                ? call(
                        procedure,
                        new MaximumBicliqueAlgorithm(),
                        graph,
                        contains,
                        largest(search, choice, by, weights),
                        given)
                : call(
                        procedure,
                        new MaximalBicliqueStreamAlgorithm(),
                        graph,
                        contains,
                        new MaximalBicliqueStreamConfig(search, choice),
                        given);
        return call.weighing(weights);
    }

    static Ranking ranking(Configuration given) {
        return given.oneOf("topKBy", Ranking.class, Ranking.EDGES);
    }

    /** Asks for the largest bicliques by {@code ranking}. */
    static MaximumBicliqueConfig largest(
            MaximalBicliqueConfig search, GroupChoice choice, Ranking ranking, GroupWeights weights) {
        return switch (ranking) {
            case EDGES -> new MaximumBicliqueConfig(search, choice, BicliqueSize.EDGES);
            case BALANCED -> new MaximumBicliqueConfig(search, choice, BicliqueSize.BALANCED);
            case WEIGHT ->
                new MaximumBicliqueConfig(
                        search, choice, BicliqueSize.EDGES, WeightKeys.needed(weights, "topKBy: 'WEIGHT'"));
        };
    }

    /** The rows of all bicliques of a run. */
    static Stream<BicliqueRow> bicliqueRows(AlgorithmRun<FoundGroups<Biclique>> run, EntityLookup entities) {
        boolean complete = run.result().complete();
        HeapBudget.Share heap = run.heapOfRows();
        return AlgorithmRun.stream(run.result()).map(biclique -> {
            heap.become(biclique.vertices() * EntityLookup.NODE_BYTES);
            return bicliqueRow(run, biclique, complete, entities);
        });
    }

    private static BicliqueRow bicliqueRow(
            AlgorithmRun<?> run, Biclique biclique, boolean complete, EntityLookup entities) {
        List<Long> leftIds = nodeIds(biclique.left(), run.projected().left());
        List<Long> rightIds = nodeIds(biclique.right(), run.projected().right());
        return new BicliqueRow(
                leftIds,
                rightIds,
                leftIds.size(),
                rightIds.size(),
                biclique.edges(),
                run.weight(biclique.left(), biclique.right()),
                GroupId.of(leftIds, rightIds),
                complete,
                entities.nodes(leftIds),
                entities.nodes(rightIds));
    }

    static List<Long> nodeIds(int[] vertices, NodeIds ids) {
        return Arrays.stream(vertices).mapToObj(ids::nodeId).toList();
    }
}
