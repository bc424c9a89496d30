package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.pivot.EnumerationCpu;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.order.BipartiteCore;
import java.math.BigInteger;
import java.util.List;

/**
 * Counts the bicliques of all sizes of a table on the CPU. A cheap table is counted by one search, a dear one in the way
 * that is estimated to cost least. When time is limited, a dear one begins with the sizes of two or three vertices on a
 * side, by enumeration, where that costs little; then come all others by one search, or one by one where these are
 * estimated to cost less together, or where there is no time for one search: then the small ones first.
 */
final class BicliqueTableCpu extends BicliqueTable {
    /** The words that a search for all sizes reads, in a second or so, up to which it is not compared with others. */
    private static final double CHEAP = 1L << 30;

    /** The words that a thread reads in a second, about half of what was measured, so that a search ends in time. */
    private static final double WORDS_PER_SECOND = 5e8;

    private final double cheap;
    private final double wordsPerSecond;

    BicliqueTableCpu(BipartiteGraph graph, BicliqueConfig config, Deadline deadline, Execution execution) {
        this(graph, config, deadline, execution, CHEAP, WORDS_PER_SECOND);
    }

    /**
     * For tests.
     *
     * @param cheap the words up to which the search for all sizes is not compared with others
     * @param wordsPerSecond what decides whether there is time for a search
     */
    BicliqueTableCpu(
            BipartiteGraph graph,
            BicliqueConfig config,
            Deadline deadline,
            Execution execution,
            double cheap,
            double wordsPerSecond) {
        super(graph, config, deadline, execution);
        this.cheap = cheap;
        this.wordsPerSecond = wordsPerSecond;
    }

    /** Whether a table may be counted in parts, when one search for all its sizes reads {@code words} words. */
    static boolean mayDivide(BicliqueConfig config, double words) {
        return mayDivide(config, words, CHEAP);
    }

    private static boolean mayDivide(BicliqueConfig config, double words, double cheap) {
        return config.result() == Result.TABLE && isFree(config) && words > cheap;
    }

    @Override
    void fill(Execution limited) {
        SearchEstimate one;
        try (DerivedGraphCache.Use<SearchPlan> use = plan(config, limited)) {
            one = SearchEstimate.of(use.form());
            if (!isFree() || !mayDivide(config, one.words(), cheap) && hasTime(one.words(), limited)) {
                take(config, cpu(config, limited).count(use.form()));
                return;
            }
        }
        boolean hurried = deadline.timeoutMillis() > 0;
        TablePlan plan = limited.time(
                Stage.PREPARE,
                () -> hurried
                        ? TablePlan.cautious(graph, config, one, limited)
                        : TablePlan.cheapest(graph, config, one, limited));
        for (Side side : config.p() <= config.q() ? List.of(Side.LEFT, Side.RIGHT) : List.of(Side.RIGHT, Side.LEFT)) {
            enumerate(side, side == Side.LEFT ? plan.left() : plan.right(), limited);
        }
        BicliqueConfig rest = plan.rest(config);
        if (rest != null) {
            boolean atOnce = hurried ? isOneSearch(rest, limited) : plan.atOnce();
            (atOnce ? List.of(rest) : cells(rest)).forEach(sizes -> count(sizes, limited));
        }
    }

    private DerivedGraphCache.Use<SearchPlan> plan(BicliqueConfig sizes, Execution limited) {
        return limited.time(Stage.PREPARE, () -> SearchPlan.form(graph, sizes, limited));
    }

    private boolean hasTime(double words, Execution limited) {
        return deadline.leaves(words / (wordsPerSecond * limited.workers().concurrency()));
    }

    /** Counts the sizes of 2 to {@code largest} vertices of {@code side}. */
    private void enumerate(Side side, int largest, Execution limited) {
        if (largest == 1) {
            return;
        }
        try (BipartiteCore core =
                limited.time(Stage.PREPARE, () -> Cores.of(graph, config, side, limited.memory(), limited.workers()))) {
            for (int size = 2; size <= largest; size++) {
                EnumerationCpu sets = TablePlan.enumeration(core, config, size, limited);
                set(side, size, limited.time(Stage.COMPUTE, sets::count).bicliques()[0]);
            }
        }
    }

    private void set(Side side, int size, BigInteger[] counts) {
        for (int i = 0; i < counts.length; i++) {
            if (side == Side.LEFT) {
                table[size - 1][1 + i] = counts[i];
            } else {
                table[1 + i][size - 1] = counts[i];
            }
        }
    }

    /** Whether one search for all sizes that are left has the time, and costs less than one for each. */
    private boolean isOneSearch(BicliqueConfig rest, Execution limited) {
        if (cells(rest).size() == 1) {
            return false;
        }
        double words;
        try (DerivedGraphCache.Use<SearchPlan> use = plan(rest, limited)) {
            words = use.form().words();
        }
        if (!hasTime(words, limited)) {
            return false;
        }
        return costsLess(words, rest, limited);
    }

    @Override
    BicliqueResult search(BicliqueConfig sizes, Execution limited) {
        return cpu(sizes, limited).count();
    }

    private BicliqueCpu cpu(BicliqueConfig sizes, Execution limited) {
        return new BicliqueCpu(graph, sizes, Deadline.NEVER, limited);
    }
}
