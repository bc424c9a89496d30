package dev.motif.algorithm.group.clique;

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
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.weight.GroupWeights;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;

/** Parameters and rows for the procedures that return or write maximal cliques with their members. */
public abstract class FoundCliqueProcedures extends MotifProcedures {
    static final String CHOICE_KEYS = "topK, topKBy, maxOverlap, " + WeightKeys.KEYS + ", ";

    private static final int MOST = Integer.MAX_VALUE;

    /** The orders by which cliques are among the {@code topK}. */
    private enum Ranking {
        SIZE,
        WEIGHT
    }

    /**
     * A clique that was found.
     *
     * @param nodeIds ascending
     * @param weight null where none is asked for
     */
    record FoundClique(List<Long> nodeIds, Number weight) {}

    /** How many cliques, or other groups of nodes, a graph has. */
    public static final class GroupCountsRow extends RunRow.OfUnipartite {
        @Description("How many there are; null when there are 2^63 or more")
        public final Long count;

        @Description("How many there are, always exact")
        public final String countText;

        @Description("The nodes of the largest one, 0 when there is none")
        public final long largest;

        @Description("How many there are of each size, as maps of size, count, null when there are 2^63 or more, and"
                + " countText")
        public final List<Map<String, Object>> sizes;

        /** @param contained how many nodes each has beside the nodes that were counted */
        public GroupCountsRow(AlgorithmRun<?> run, MaximalCliqueResult found, int contained) {
            super(run, run.whole().graph());
            MaximalCliqueSummary summary = MaximalCliqueSummary.of(found);
            count = summary.count();
            countText = summary.countText();
            largest = summary.count() != null && summary.count() == 0 ? 0 : summary.largest() + contained;
            sizes = new ArrayList<>();
            for (int size = 0; size <= found.largest(); size++) {
                BigInteger ofSize = found.count(size);
                if (ofSize.signum() > 0) {
                    Map<String, Object> entry = new LinkedHashMap<>();
                    entry.put("size", (long) size + contained);
                    entry.put("count", Counts.toLongOrNull(ofSize));
                    entry.put("countText", ofSize.toString());
                    sizes.add(entry);
                }
            }
        }
    }

    /**
     * Reads how to search maximal cliques from the parameters of a call.
     *
     * @param contained how many vertices of each clique are given, and no part of the graph that is searched
     * @throws IllegalArgumentException when a value is wrong
     */
    public static MaximalCliqueConfig search(Configuration given, int contained) {
        int minSize = given.integer("minSize", 1, 1, MOST);
        int maxSize = given.integer("maxSize", MOST, minSize, MOST);
        return new MaximalCliqueConfig(
                minSize - contained, maxSize - contained, false, given.timeoutMillis(), TimeKeys.readSpan(given));
    }

    /**
     * The call of a procedure whose result is cliques with their members: the largest {@code topK}, or as the search
     * finds them.
     *
     * @param topK used when the parameter is absent; 0 for no such selection
     * @param limit used when both parameters are absent
     */
    final AlgorithmCall<UnipartiteGraph, FoundCliquesConfig, FoundGroups<int[]>> foundCall(
            String procedure, Object graph, Configuration given, int topK, long limit) {
        ContainedNodes contains = ContainedNodes.of(given);
        GroupWeights weights = WeightKeys.read(given);
        GroupWeights ranking = ranking(given, weights);
        GroupChoice choice = choiceBy(given, topK, limit);
        FoundCliquesConfig what =
                new FoundCliquesConfig(search(given, contains.count()), choice.sharing(contains.count()), ranking);
        return call(procedure, new FoundCliquesAlgorithm(), graph, contains, what, given)
                .weighing(weights);
    }

    /** The weights by which the {@code topK} are chosen; null where they are the largest. */
    static GroupWeights ranking(Configuration given, GroupWeights weights) {
        return given.oneOf("topKBy", Ranking.class, Ranking.SIZE) == Ranking.WEIGHT
                ? WeightKeys.needed(weights, "topKBy: 'WEIGHT'")
                : null;
    }

    /** All cliques of a run; none where the contained nodes are no clique. */
    static Stream<FoundClique> cliques(
            AlgorithmCall<UnipartiteGraph, ?, FoundGroups<int[]>> call, AlgorithmRun<FoundGroups<int[]>> run) {
        HeapBudget.Share heap = run.heapOfRows();
        return call.contains().areRelated(run.whole())
                ? AlgorithmRun.stream(run.result()).map(clique -> {
                    heap.become(clique.length * EntityLookup.NODE_BYTES);
                    return new FoundClique(
                            call.contains().idsWith(clique, run.projected().left()), run.weight(clique));
                })
                : Stream.empty();
    }
}
