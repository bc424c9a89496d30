package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Counts the k-cliques of several sizes on the CPU within a time limit: all by one search where its estimated cost lets
 * it end in time; otherwise size by size from the smallest on, until the time is up.
 */
final class KCliqueSizesCpu {
    /** The words that one search reads, in a fraction of a second, up to which it is not compared with others. */
    private static final double CHEAP = 1 << 27;

    /** The words that a thread reads in a second, about half of what was measured, so that a search ends in time. */
    private static final double WORDS_PER_SECOND = 1e8;

    /** Sizes up to this one are counted first, since an estimate may be wrong; they take little time. */
    private static final int MAX_FIRST = 4;

    private final UnipartiteGraph graph;
    private final KCliqueConfig config;
    private final CliqueSearcher searcher;
    private final Deadline deadline;
    private final Execution execution;
    private final double cheap;
    private final double wordsPerSecond;

    /** About the words that one search for all sizes reads. */
    private double words;

    /** The smallest size that has not been counted. */
    private int next;

    /** The largest size that degrees, later the order of the graph, allow. */
    private int bound;

    /** The cliques of each size up to {@link #bound}, null for sizes that have not been counted. */
    private final BigInteger[] bySize;

    /** The result of the last search; null before the graph is in order. */
    private KCliqueResult last;

    KCliqueSizesCpu(
            UnipartiteGraph graph,
            KCliqueConfig config,
            CliqueSearcher searcher,
            Deadline deadline,
            Execution execution) {
        this(graph, config, searcher, deadline, execution, CHEAP, WORDS_PER_SECOND);
    }

    /**
     * For tests.
     *
     * @param cheap the words up to which one search is not compared with others
     * @param wordsPerSecond what decides whether there is time for a search
     */
    KCliqueSizesCpu(
            UnipartiteGraph graph,
            KCliqueConfig config,
            CliqueSearcher searcher,
            Deadline deadline,
            Execution execution,
            double cheap,
            double wordsPerSecond) {
        this.graph = graph;
        this.config = config.withTimeoutMillis(0);
        this.searcher = searcher;
        this.deadline = deadline;
        this.execution = execution;
        this.cheap = cheap;
        this.wordsPerSecond = wordsPerSecond;
        this.bound = Math.min(config.maxK(), CliquePlan.largestByDegrees(graph.adjacency()));
        this.bySize = new BigInteger[Math.max(config.minK(), bound + 1)];
        this.next = config.minK();
        Arrays.fill(bySize, 0, next, BigInteger.ZERO);
    }

    KCliqueResult count() {
        deadline.limit(execution, limited -> {
            try (CliquePlan plan = limited.time(Stage.PREPARE, () -> CliquePlan.of(graph, config, searcher, limited))) {
                begin(plan);
                countIfCheap(plan, limited);
            }
            countRest(limited);
        });
        return new KCliqueResult(
                config.withTimeoutMillis(deadline.timeoutMillis()),
                last == null ? KCliqueConfig.Technique.COMPLEMENT : last.technique(),
                last == null ? CliquePlan.orientation(config) : last.orientation(),
                last == null ? null : last.degeneracy(),
                Arrays.copyOf(bySize, Math.max(config.minK(), bound + 1)),
                null,
                null);
    }

    private void begin(CliquePlan plan) {
        bound = Math.min(bound, plan.oriented().maxDegree() + 1);
        last = new KCliqueResult(
                config, plan.technique(), plan.orientation(), plan.degeneracy(), new BigInteger[0], null, null);
    }

    private void countIfCheap(CliquePlan plan, Execution limited) {
        words = limited.time(
                Stage.PREPARE, () -> CliqueCost.words(plan, searcher, limited.memory(), limited.workers()));
        if (words <= cheap && hasTime(limited)) {
            take(new KCliqueCpu(graph, config, searcher, WorkRange.ALL, limited).count(plan));
        }
    }

    private void countRest(Execution limited) {
        while (next <= Math.min(MAX_FIRST, bound)) {
            search(next, limited);
        }
        boolean atOnce = hasTime(limited);
        while (next <= bound) {
            search(atOnce ? config.maxK() : next, limited);
        }
    }

    /** Whether one search for all sizes ends in time. */
    private boolean hasTime(Execution limited) {
        return deadline.leaves(words / (wordsPerSecond * limited.workers().concurrency()));
    }

    /** Counts the sizes from {@link #next} to {@code maxK}. */
    private void search(int maxK, Execution limited) {
        take(new KCliqueCpu(graph, config.withSizes(next, maxK), searcher, WorkRange.ALL, limited).count());
    }

    /** Takes the counts of a search that began at {@link #next}. */
    private void take(KCliqueResult found) {
        last = found;
        // Where no clique is, none is larger.
        boolean none = found.largest() == 0;
        int to = none ? bound : Math.min(found.config().maxK(), bound);
        for (; next <= to; next++) {
            bySize[next] = none ? BigInteger.ZERO : found.count(next);
        }
    }
}
