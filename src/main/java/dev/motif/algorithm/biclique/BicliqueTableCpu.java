package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.algorithm.biclique.model.Cores;
import dev.motif.algorithm.biclique.model.Stars;
import dev.motif.algorithm.biclique.pivot.SmallSetsCpu;
import dev.motif.backend.Deadline;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.PreparedForms;
import dev.motif.graph.Side;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Counts the bicliques of all sizes of a table on the CPU. A cheap table is counted by one search. In a dear one the
 * sizes with two or three vertices on a side come first, by enumeration, where that costs little beside the search; then
 * all others by one search, or one by one where these are estimated to cost less together. When there is no time for one
 * search, they come one by one, the small ones first.
 */
final class BicliqueTableCpu {
    /** Up to so many words, a second or so, the search for all sizes is not compared with others. */
    private static final double CHEAP = 1L << 30;

    /** The part of the search for all sizes that enumerating from a side may cost. */
    private static final double SHARE = 0.25;

    /** The words that a thread reads in a second, about half of what was measured, so that a search ends in time. */
    private static final double WORDS_PER_SECOND = 5e8;

    /** The most vertices of a side that are enumerated. */
    private static final int MAX_ENUMERATED = 3;

    private final BipartiteGraph graph;
    private final BicliqueConfig config;
    private final Deadline deadline;
    private final Execution execution;
    private final double cheap;
    private final double wordsPerSecond;

    /** The bicliques of each size, null for those that have not been counted. */
    private final BigInteger[][] table;

    /** The results of the searches. */
    private final List<BicliqueResult> searches = new ArrayList<>();

    private boolean enumerated;

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
        this.graph = graph;
        this.config = config.withTimeoutMillis(0);
        this.deadline = deadline;
        this.execution = execution;
        this.cheap = cheap;
        this.wordsPerSecond = wordsPerSecond;
        this.table = new Stars(graph, config, execution).table();
    }

    /** Counts all sizes, or those for which there is time. */
    BicliqueResult count() {
        if (deadline.timeoutMillis() == 0) {
            fill(execution);
        } else {
            deadline.limit(execution, this::fill);
        }
        boolean one = !enumerated && searches.size() == 1;
        return new BicliqueResult(
                config.withTimeoutMillis(deadline.timeoutMillis()),
                one ? searches.get(0).technique() : null,
                one ? searches.get(0).side() : null,
                table,
                null,
                null,
                null);
    }

    private void fill(Execution limited) {
        boolean free = config.technique() == Technique.AUTO && config.side() == null;
        double words;
        try (PreparedForms.Use<SearchPlan> use = plan(config, limited)) {
            words = use.form().words();
            if (!free || words <= cheap && hasTime(words, limited)) {
                take(config, search(config, limited).count(use.form()));
                return;
            }
        }
        BicliqueConfig rest = enumerate(words, limited);
        if (rest != null) {
            List<BicliqueConfig> left = isOneSearch(rest, limited) ? List.of(rest) : cells(rest);
            left.forEach(sizes -> take(sizes, search(sizes, limited).count()));
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
        enumerated = true;
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
        List<BicliqueConfig> cells = cells(rest);
        if (cells.size() == 1) {
            return false;
        }
        double words;
        try (PreparedForms.Use<SearchPlan> use = plan(rest, limited)) {
            words = use.form().words();
        }
        if (!hasTime(words, limited)) {
            return false;
        }
        double sum = 0;
        for (BicliqueConfig cell : cells) {
            try (SearchPlan plan = limited.times().time(Stage.PREPARE, () -> SearchPlan.of(graph, cell, limited))) {
                sum += plan.words();
            }
            if (sum >= words) {
                return true;
            }
        }
        return false;
    }

    /** A configuration for each size that is left, the small ones first. */
    private static List<BicliqueConfig> cells(BicliqueConfig rest) {
        List<BicliqueConfig> cells = new ArrayList<>();
        for (int p = rest.minP(); p <= rest.p(); p++) {
            for (int q = rest.minQ(); q <= rest.q(); q++) {
                cells.add(BicliqueConfig.total(p, q));
            }
        }
        cells.sort(Comparator.comparingInt(cell -> cell.p() + cell.q()));
        return cells;
    }

    /** A search for the sizes of {@code sizes}, a part of the table or one size. */
    private BicliqueCpu search(BicliqueConfig sizes, Execution limited) {
        return new BicliqueCpu(graph, sizes, Deadline.NEVER, limited);
    }

    private void take(BicliqueConfig sizes, BicliqueResult found) {
        searches.add(found);
        for (int p = sizes.minP(); p <= sizes.p(); p++) {
            for (int q = sizes.minQ(); q <= sizes.q(); q++) {
                table[p - 1][q - 1] = found.count(p, q);
            }
        }
    }
}
