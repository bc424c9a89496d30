package dev.motif.algorithm.biclique.pivot;

import dev.motif.algorithm.biclique.model.Cores;
import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.backend.cost.RootSample;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Counts the bicliques of two and of three roots, of any number of mates at once, by enumeration: with {@code c} the
 * number of mates that the roots of a set {@code X} have in common,
 *
 * <pre>{@code
 * K(2, q) = sum over the pairs X of C(c, q)          K(3, q) = sum over the triples X of C(c, q)
 * }</pre>
 *
 * <p>Pairs take a walk over the wedges; triples an intersection of bitmaps for each two later roots that share enough
 * mates with a root.
 */
public final class SmallSetsCpu {
    /** The most roots of a set. */
    public static final int MAX_ROOTS = 3;

    /** The words that a wedge costs: it is walked once, at random places in memory. */
    private static final double WORDS_PER_WEDGE = 2;

    /** How many times the wedges are walked for triples: then the edges among what was found are looked up. */
    private static final int WALKS_FOR_TRIPLES = 2;

    /** The cost of a triple besides the words of its bitmaps, in words. */
    private static final int WORDS_PER_TRIPLE = 2;

    private static final long WORDS_PER_POLL = 1 << 19;

    private static final int MAX_SAMPLE = 256;

    private final BipartiteCore core;
    private final int minMates;
    private final int maxMates;
    private final Deadline deadline;
    private final Execution execution;

    /**
     * @param core a core that has all of these bicliques
     * @param minMates the fewest mates of a biclique, 2 or more
     * @param maxMates the most mates of a biclique
     */
    public SmallSetsCpu(BipartiteCore core, int minMates, int maxMates, Deadline deadline, Execution execution) {
        this.core = core;
        this.minMates = minMates;
        this.maxMates = maxMates;
        this.deadline = deadline;
        this.execution = execution;
    }

    /** About the words that {@link #pairs} reads. */
    public double pairWords() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs weights = core.weights(scope);
            double wedges = 0;
            for (long root = 0; root < weights.length(); root++) {
                wedges += weights.get(root);
            }
            return WORDS_PER_WEDGE * wedges;
        }
    }

    /** The bicliques of two roots and each number of mates, from the fewest on. */
    public BigInteger[] pairs() {
        return count(2);
    }

    /** About the words that {@link #triples} reads, estimated from a sample of the roots. */
    public double tripleWords() {
        double[] words = {WALKS_FOR_TRIPLES * pairWords()};
        execution.workers().run(1, (worker, group) -> {
            Runnable check = SearchQueue.check(group);
            try (OffHeapScope scope = new OffHeapScope(execution.memory());
                    LocalGraph graph = new LocalGraph(core, sizes(MAX_ROOTS), check, execution.memory())) {
                OffHeapLongs weights = core.weights(scope);
                RootSample drawn = RootSample.of(weights, MAX_SAMPLE, new SplittableRandom(MAX_SAMPLE));
                for (int root : drawn.roots()) {
                    check.run();
                    double later = graph.findRoots(root);
                    graph.clear();
                    double own = later * later / 2 * (words(core.roots().degree(root)) + WORDS_PER_TRIPLE);
                    words[0] += own / weights.get(root) / drawn.roots().length * drawn.totalWeight();
                }
            } catch (SearchQueue.Stopped e) {
                return; // whoever stopped the group says why
            }
        });
        return words[0];
    }

    private static double words(long bits) {
        return Math.ceil(bits / (double) Long.SIZE);
    }

    private SearchSizes sizes(int roots) {
        return new SearchSizes(Cores.side(core), roots, roots, minMates, maxMates);
    }

    /** The bicliques of three roots and each number of mates, from the fewest on. */
    public BigInteger[] triples() {
        return count(MAX_ROOTS);
    }

    private BigInteger[] count(int roots) {
        SearchSizes sizes = sizes(roots);
        int seats = execution.workers().concurrency();
        LeafHistogram[] found = new LeafHistogram[seats];
        Arrays.setAll(found, worker -> new LeafHistogram(sizes));
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            SearchQueue queue = new SearchQueue(
                    core.weights(scope), WorkRange.ALL, seats, PivotCpu.STAGE, deadline, execution.workers(), scope);
            execution.workers().run(seats, (worker, group) -> {
                SearchQueue.Seat seat = queue.new Seat(group);
                try (Sets sets = new Sets(sizes, seat, found[worker])) {
                    for (SearchQueue.Task task = seat.take(); task != null; task = seat.take()) {
                        sets.count(task.root());
                        seat.done(task);
                    }
                } catch (SearchQueue.Stopped e) {
                    return; // whoever stopped the count says why
                }
            });
        }
        BigInteger[] sums = new BigInteger[maxMates - minMates + 1];
        Arrays.fill(sums, BigInteger.ZERO);
        for (LeafHistogram leaves : found) {
            BigInteger[] more = leaves.bicliques()[0];
            Arrays.setAll(sums, i -> sums[i].add(more[i]));
        }
        return sums;
    }

    /** The pairs or triples of one root at a time. */
    private final class Sets implements AutoCloseable {
        private final SearchSizes sizes;
        private final SearchQueue.Seat seat;
        private final LeafHistogram leaves;
        private final LocalGraph graph;

        /** How many triples of the current root have so many mates in common. */
        private final GrowingBits times;

        private long work;

        Sets(SearchSizes sizes, SearchQueue.Seat seat, LeafHistogram leaves) {
            this.sizes = sizes;
            this.seat = seat;
            this.leaves = leaves;
            this.times = new GrowingBits(execution.memory());
            try {
                this.graph = new LocalGraph(core, sizes, seat::check, execution.memory());
            } catch (RuntimeException | Error e) {
                times.close();
                throw e;
            }
        }

        void count(int root) {
            int later = graph.findRoots(root);
            if (sizes.maxRoots() == 2) {
                for (int i = 0; i < later; i++) {
                    leaves.add(2, 0, 0, graph.shared(i));
                }
            } else if (later >= 2 && graph.fill()) {
                triples();
            }
            graph.clear();
        }

        private void triples() {
            int words = graph.mateWords();
            OffHeapLongs rows = graph.rootRows();
            OffHeapLongs counts = times.atLeast(graph.mateCount() + 1L);
            counts.clear(0, graph.mateCount() + 1L);
            long[] row = new long[words];
            for (int i = 0; i < graph.rootCount(); i++) {
                for (int word = 0; word < words; word++) {
                    row[word] = rows.get((long) i * words + word);
                }
                for (int j = i + 1; j < graph.rootCount(); j++) {
                    long at = (long) j * words;
                    int common = 0;
                    for (int word = 0; word < words; word++) {
                        common += Long.bitCount(row[word] & rows.get(at + word));
                    }
                    counts.add(common, 1);
                }
                work += (long) (graph.rootCount() - i) * (words + WORDS_PER_TRIPLE);
                if (work >= WORDS_PER_POLL) {
                    work = 0;
                    seat.check();
                }
            }
            for (int common = minMates; common <= graph.mateCount(); common++) {
                if (counts.get(common) > 0) {
                    leaves.add(3, 0, 0, common, counts.get(common));
                }
            }
        }

        @Override
        public void close() {
            graph.close();
            times.close();
        }
    }
}
