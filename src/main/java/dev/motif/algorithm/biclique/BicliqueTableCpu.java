package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.algorithm.biclique.model.Cores;
import dev.motif.algorithm.biclique.pivot.SmallSetsCpu;
import dev.motif.backend.Deadline;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.PreparedForms;
import dev.motif.graph.Side;
import java.math.BigInteger;
import java.util.List;

/**
 * Counts the bicliques of all sizes of a table on the CPU. A cheap table is counted by one search. In a dear one the
 * sizes with two or three vertices on a side come first, by enumeration, where that costs little beside the search; then
 * all others by one search, or one by one where these are estimated to cost less together. When there is no time for one
 * search, they come one by one, the small ones first.
 */
final class BicliqueTableCpu extends BicliqueTable {
    /** Up to so many words, a second or so, the search for all sizes is not compared with others. */
    private static final double CHEAP = 1L << 30;

    /** The part of the search for all sizes that enumerating from a side may cost. */
    private static final double SHARE = 0.25;

    /** The words that a thread reads in a second, about half of what was measured, so that a search ends in time. */
    private static final double WORDS_PER_SECOND = 5e8;

    /** The most vertices of a side that are enumerated. */
    private static final int MAX_ENUMERATED = 3;

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

    @Override
    void fill(Execution limited) {
        double words;
        try (PreparedForms.Use<SearchPlan> use = plan(config, limited)) {
            words = use.form().words();
            if (!isFree() || words <= cheap && hasTime(words, limited)) {
                take(config, cpu(config, limited).count(use.form()));
                return;
            }
        }
        BicliqueConfig rest = enumerate(words, limited);
        if (rest != null) {
            List<BicliqueConfig> left = isOneSearch(rest, limited) ? List.of(rest) : cells(rest);
            left.forEach(sizes -> count(sizes, limited));
        }
    }

    private PreparedForms.Use<SearchPlan> plan(BicliqueConfig sizes, Execution limited) {
        return limited.times().time(Stage.PREPARE, () -> SearchPlan.form(graph, sizes, limited));
    }

    private boolean hasTime(double words, Execution limited) {
        return deadline.leaves(words / (wordsPerSecond * limited.workers().concurrency()));
    }

    /**
     * Counts the sizes with few vertices on a side.
     *
     * @param words what one search for all sizes would read
     * @return the configuration of the sizes that are left, or null when there is none
     */
    private BicliqueConfig enumerate(double words, Execution limited) {
        int minP = 2;
        int minQ = 2;
        for (Side side : config.p() <= config.q() ? List.of(Side.LEFT, Side.RIGHT) : List.of(Side.RIGHT, Side.LEFT)) {
            int counted = enumerate(side, words, limited);
            if (side == Side.LEFT) {
                minP = counted + 1;
            } else {
                minQ = counted + 1;
            }
            if (minP > config.p() || minQ > config.q()) {
                return null;
            }
        }
        return config.from(minP, minQ);
    }

    /** Counts the sizes of two and three vertices of {@code side}; returns up to which number it did. */
    private int enumerate(Side side, double words, Execution limited) {
        int largest = side == Side.LEFT ? config.p() : config.q();
        int mates = side == Side.LEFT ? config.q() : config.p();
        double most = largest <= MAX_ENUMERATED ? words : SHARE * words;
        try (BipartiteCore core = limited.times()
                .time(Stage.PREPARE, () -> Cores.of(graph, config, side, limited.memory(), limited.workers()))) {
            SmallSetsCpu sets = new SmallSetsCpu(core, 2, mates, Deadline.NEVER, limited);
            if (sets.pairWords() > most) {
                return 1;
            }
            set(side, 2, limited.times().time(Stage.COMPUTE, sets::pairs));
            if (largest < MAX_ENUMERATED || sets.tripleWords() > most) {
                return 2;
            }
            set(side, MAX_ENUMERATED, limited.times().time(Stage.COMPUTE, sets::triples));
            return MAX_ENUMERATED;
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
        try (PreparedForms.Use<SearchPlan> use = plan(rest, limited)) {
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
