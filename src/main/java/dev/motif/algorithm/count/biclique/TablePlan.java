package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.pivot.EnumerationCpu;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.order.BipartiteCore;
import java.util.List;

/**
 * How to count a dear table on the CPU: sizes of few vertices on a side by enumeration, then all others by one search
 * or one by one.
 *
 * @param left up to how many left vertices sizes are enumerated, 1 for none
 * @param right up to how many right vertices sizes are enumerated, 1 for none
 * @param atOnce whether one search counts all other sizes
 * @param cost what all of this costs
 */
record TablePlan(int left, int right, boolean atOnce, SearchEstimate cost) {
    /** The words that finding the core and the side of a search cost for each edge of the graph. */
    private static final int WORDS_PER_EDGE = 50;

    /** The most vertices of a side whose sets are enumerated. */
    static final int MAX_ENUMERATED = 3;

    /** The part of the search for all sizes that enumerating from a side may cost when time is limited. */
    private static final double SHARE = 0.25;

    /**
     * The plan that is estimated to cost least.
     *
     * @param one the cost of one search for all sizes
     */
    static TablePlan cheapest(BipartiteGraph graph, BicliqueConfig config, SearchEstimate one, Execution execution) {
        double[] ofLeft = enumerating(graph, config, Side.LEFT, execution);
        double[] ofRight = enumerating(graph, config, Side.RIGHT, execution);
        int left = ofLeft.length;
        int right = ofRight.length;
        TablePlan both = new TablePlan(left, right, true, words(ofLeft[left - 1] + ofRight[right - 1]));
        TablePlan cheaper = ofLeft[left - 1] <= ofRight[right - 1]
                ? new TablePlan(left, 1, true, words(ofLeft[left - 1]))
                : new TablePlan(1, right, true, words(ofRight[right - 1]));
        double startWords = WORDS_PER_EDGE * (double) graph.edgeCount();
        TablePlan best = new TablePlan(1, 1, true, one);
        for (TablePlan enumeration : List.of(cheaper, both)) {
            BicliqueConfig rest = enumeration.rest(config);
            if (enumeration.cost.words() < best.cost.words()) {
                best = best.orCheaper(
                        enumeration, rest == null ? words(0) : searching(graph, rest, startWords, execution), true);
            }
        }
        BicliqueConfig rest = both.rest(config);
        double most = best.cost.words() - both.cost.words();
        return rest == null || most <= 0
                ? best
                : best.orCheaper(both, oneByOne(graph, rest, most, startWords, execution), false);
    }

    /** This plan, or the plan of {@code enumeration} and {@code others} where it costs less. */
    private TablePlan orCheaper(TablePlan enumeration, SearchEstimate others, boolean areOne) {
        SearchEstimate sum = enumeration.cost.plus(others);
        return sum.words() < cost.words() ? new TablePlan(enumeration.left, enumeration.right, areOne, sum) : this;
    }

    private static SearchEstimate words(double words) {
        return new SearchEstimate(null, 0, words);
    }

    /**
     * The plan for a limited time: it begins with what costs little, since estimates may be wrong.
     *
     * @param one the cost of one search for all sizes
     */
    static TablePlan cautious(BipartiteGraph graph, BicliqueConfig config, SearchEstimate one, Execution execution) {
        int left = little(enumerating(graph, config, Side.LEFT, execution), config.p(), one);
        int right = little(enumerating(graph, config, Side.RIGHT, execution), config.q(), one);
        boolean isLeftEnough = left == config.p();
        boolean isRightEnough = right == config.q();
        return new TablePlan(isRightEnough && !isLeftEnough ? 1 : left, isLeftEnough ? 1 : right, false, one);
    }

    private static int little(double[] words, int largest, SearchEstimate one) {
        double most = largest <= MAX_ENUMERATED ? one.words() : SHARE * one.words();
        int size = 1;
        while (size < words.length && words[size] <= most) {
            size++;
        }
        return size;
    }

    /** The words that enumerating costs up to each number of vertices of {@code side}, from 1 on. */
    private static double[] enumerating(BipartiteGraph graph, BicliqueConfig config, Side side, Execution execution) {
        boolean isLeft = side == Side.LEFT;
        double[] words = new double[Math.min(isLeft ? config.p() : config.q(), MAX_ENUMERATED)];
        try (BipartiteCore core = Cores.of(graph, config, side, execution.memory(), execution.workers())) {
            words[1] = enumeration(core, config, 2, execution).pairWords();
            if (words.length > 2) {
                words[2] = words[1]
                        + enumeration(core, config, MAX_ENUMERATED, execution).mostWords();
            }
        }
        return words;
    }

    /** The enumeration of all sizes of {@code config} that have {@code roots} roots and are no stars. */
    static EnumerationCpu enumeration(BipartiteCore core, BicliqueConfig config, int roots, Execution execution) {
        SearchSizes sizes = SearchSizes.of(config.from(2, 2), Cores.side(core));
        return new EnumerationCpu(
                core,
                new SearchSizes(sizes.side(), roots, roots, sizes.minMates(), sizes.maxMates()),
                Deadline.NEVER,
                execution);
    }

    /** The sizes of {@code config} that are not enumerated; null when there is none. */
    BicliqueConfig rest(BicliqueConfig config) {
        return left >= config.p() || right >= config.q() ? null : config.from(left + 1, right + 1);
    }

    /** The cost of one search for {@code sizes}, which costs {@code startWords} before it begins. */
    private static SearchEstimate searching(
            BipartiteGraph graph, BicliqueConfig sizes, double startWords, Execution execution) {
        try (SearchPlan plan = SearchPlan.of(graph, sizes, execution)) {
            return SearchEstimate.of(plan).plus(words(startWords));
        }
    }

    /**
     * The cost of a search for each size of {@code rest}, or for some that cost {@code most} words already.
     *
     * @param startWords what each search costs before it begins
     */
    static SearchEstimate oneByOne(
            BipartiteGraph graph, BicliqueConfig rest, double most, double startWords, Execution execution) {
        SearchEstimate sum = words(0);
        for (BicliqueConfig cell : BicliqueTable.cells(rest)) {
            if (sum.words() >= most) {
                break;
            }
            sum = sum.plus(searching(graph, cell, startWords, execution));
        }
        return sum;
    }
}
