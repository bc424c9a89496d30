package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.Counts;
import dev.motif.backend.cost.WeightedRoots;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Counts the bicliques of some number {@code s} of roots, of any number of mates at once, by enumeration: with {@code c}
 * the number of mates that the roots of a set {@code X} have in common,
 *
 * <pre>{@code
 * K(s, q) = sum over the sets X of s roots of C(c, q)
 * }</pre>
 *
 * <p>Pairs take a walk over the wedges. Larger sets are extended by one later root after the other, as long as enough
 * mates are common to all, with an intersection of bitmaps for each root that is tried. So the work grows with the number
 * of sets, however many vertices are not adjacent to each other.
 *
 * <p>Source: Yang, Peng and Zhang, "(p,q)-biclique counting and enumeration for large sparse bipartite graphs", PVLDB
 * 15(2), 2021, doi:10.14778/3489496.3489497.
 *
 * @param core a core that has all of these bicliques
 * @param minMates the fewest mates of a biclique, 2 or more
 * @param maxMates the most mates of a biclique
 */
public record EnumerationCpu(BipartiteCore core, int minMates, int maxMates, Deadline deadline, Execution execution) {
    /** The words that a wedge costs: it is walked once, at random places in memory. */
    private static final double WORDS_PER_WEDGE = 2;

    /** How many times the wedges are walked for larger sets: then the edges among what was found are looked up. */
    private static final int WALKS_FOR_LARGER = 2;

    /** The cost of an intersection besides the words of its bitmaps, in words. */
    private static final int WORDS_PER_SET = 2;

    private static final long WORDS_PER_POLL = 1 << 19;

    private static final int MAX_SAMPLE = 256;

    /** About the words that pairs take. */
    public double pairWords() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs weights = core.weights(scope, execution.workers());
            double wedges = 0;
            for (long root = 0; root < weights.length(); root++) {
                wedges += weights.get(root);
            }
            return WORDS_PER_WEDGE * wedges;
        }
    }

    /**
     * About the most words that sets of {@code roots} roots, 3 or more, take, from a sample of the roots: as if any
     * roots that share enough mates with the first one of a set did so together.
     */
    public double mostWords(int roots) {
        double[] words = {WALKS_FOR_LARGER * pairWords()};
        execution.workers().run(1, (worker, group) -> {
            Runnable check = SearchQueue.check(group);
            try (OffHeapScope scope = new OffHeapScope(execution.memory());
                    BicliqueLocalGraph graph = new BicliqueLocalGraph(core, sizes(roots), check, execution.memory())) {
                OffHeapLongs weights = core.weights(scope, execution.workers());
                WeightedRoots drawn = WeightedRoots.of(weights, MAX_SAMPLE, new SplittableRandom(MAX_SAMPLE));
                for (int root : drawn.roots()) {
                    check.run();
                    double sets = sets(graph.findRoots(root), roots - 1);
                    graph.clear();
                    double own = sets * (words(core.roots().degree(root)) + WORDS_PER_SET);
                    words[0] += own / weights.get(root) / drawn.roots().length * drawn.totalWeight();
                }
            } catch (SearchQueue.Stopped e) {
                return; // whoever stopped the group says why
            }
        });
        return words[0];
    }

    /**
     * An upper bound on the sets of {@code size} of {@code of} roots, and of fewer roots on the way to them; about
     * right.
     */
    private static double sets(double of, int size) {
        double sets = of;
        double all = 0;
        for (int chosen = 2; chosen <= size; chosen++) {
            sets *= of / chosen;
            all += sets;
        }
        return all;
    }

    private static double words(long bits) {
        return Math.ceil(bits / (double) Long.SIZE);
    }

    private SearchSizes sizes(int roots) {
        return new SearchSizes(Cores.side(core), roots, roots, minMates, maxMates);
    }

    /** The bicliques of {@code roots} roots, 2 or more, and each number of mates, from the fewest on. */
    public BigInteger[] count(int roots) {
        SearchSizes sizes = sizes(roots);
        BicliqueLeafHistogram[] found =
                new BicliqueLeafHistogram[execution.workers().concurrency()];
        Arrays.setAll(found, worker -> new BicliqueLeafHistogram(sizes));
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            SearchQueue queue = new SearchQueue(
                    core.weights(scope, execution.workers()), PivotCpu.STAGE, deadline, execution.workers(), scope);
            queue.run((worker, tasks) -> {
                try (Sets sets = new Sets(sizes, tasks, found[worker])) {
                    tasks.runAll(sets::count);
                }
            });
        }
        BigInteger[] sums = Counts.zeros(maxMates - minMates + 1);
        for (BicliqueLeafHistogram leaves : found) {
            BigInteger[] more = leaves.bicliques()[0];
            Arrays.setAll(sums, i -> sums[i].add(more[i]));
        }
        return sums;
    }

    /** The sets whose first root is one root at a time. */
    private final class Sets implements AutoCloseable {
        private final int size;
        private final SearchQueue.WorkerTasks tasks;
        private final BicliqueLeafHistogram leaves;
        private final BicliqueLocalGraph graph;

        /** times[c]: vertex sets of the current root with exactly c common neighbors. */
        private final GrowingBits times;

        /**
         * For each number of chosen roots, from 1 on, the later roots that leave enough common mates, in the words of a
         * mate's row, and the common mates, in the words of a root's row.
         */
        private final GrowingBits levels;

        private long[] row = new long[0];
        private long work;

        Sets(SearchSizes sizes, SearchQueue.WorkerTasks tasks, BicliqueLeafHistogram leaves) {
            this.size = sizes.maxRoots();
            this.tasks = tasks;
            this.leaves = leaves;
            this.times = new GrowingBits(execution.memory());
            this.levels = new GrowingBits(execution.memory());
            this.graph = OffHeapScope.closingOnFailure(
                    () -> OffHeapScope.closeAll(levels, times),
                    () -> new BicliqueLocalGraph(core, sizes, tasks::check, execution.memory()));
        }

        void count(SearchQueue.Task task) {
            int later = graph.findRoots(task.root());
            if (size == 2) {
                for (int i = 0; i < later; i++) {
                    leaves.add(2, 0, 0, graph.shared(i));
                }
            } else if (later >= size - 1 && graph.fill()) {
                countLarger(task);
            }
            graph.clear();
        }

        private void countLarger(SearchQueue.Task task) {
            OffHeapLongs counts = times.atLeast(graph.mateCount() + 1L);
            counts.clear(0, graph.mateCount() + 1L);
            OffHeapLongs bits = levels.atLeast((size - 2L) * levelWords());
            BicliqueLocalGraph.fill(bits, 0, graph.rootCount());
            BicliqueLocalGraph.fill(bits, graph.rootWords(), graph.mateCount());
            if (row.length < graph.mateWords()) {
                row = new long[graph.mateWords()];
            }
            long stride = task.stride();
            for (long root = task.first(); root < graph.rootCount(); root += stride) {
                long next = root + stride;
                if (next < graph.rootCount()
                        && tasks.othersIdle()
                        && tasks.offer(new SearchQueue.Task(task.root(), next, 2 * stride))) {
                    stride *= 2;
                }
                choose((int) root, 1);
            }
            for (int common = minMates; common <= graph.mateCount(); common++) {
                if (counts.get(common) > 0) {
                    leaves.add(size, 0, 0, common, counts.get(common));
                }
            }
        }

        private long levelWords() {
            return graph.rootWords() + graph.mateWords();
        }

        /** Adds {@code root} to the {@code chosen} roots of a set, and then each of the later ones. */
        private void choose(int root, int chosen) {
            OffHeapLongs bits = levels.bits();
            int words = graph.mateWords();
            long from = (chosen - 1) * levelWords();
            for (int word = 0; word < words; word++) {
                row[word] = bits.get(from + graph.rootWords() + word)
                        & graph.rootRows().get((long) root * words + word);
            }
            if (chosen + 2 == size) {
                countWithEach(root, from);
                return;
            }
            long to = from + levelWords();
            for (int word = 0; word < words; word++) {
                bits.set(to + graph.rootWords() + word, row[word]);
            }
            if (keepLater(root, from, to) < size - chosen - 1) {
                return;
            }
            for (int word = root >> 6; word < graph.rootWords(); word++) {
                for (long rest = bits.get(to + word); rest != 0; rest &= rest - 1) {
                    choose((word << 6) + Long.numberOfTrailingZeros(rest), chosen + 1);
                }
            }
        }

        /** Counts the sets of the chosen roots, whose common mates are in {@link #row}, and one more after {@code root}. */
        private void countWithEach(int root, long from) {
            int words = graph.mateWords();
            long[] set = row;
            OffHeapLongs rows = graph.rootRows();
            OffHeapLongs counts = times.bits();
            for (int word = root >> 6; word < graph.rootWords(); word++) {
                long rest = later(root, from, word);
                spend(Long.bitCount(rest));
                for (; rest != 0; rest &= rest - 1) {
                    long at = ((long) (word << 6) + Long.numberOfTrailingZeros(rest)) * words;
                    int common = 0;
                    for (int i = 0; i < words; i++) {
                        common += Long.bitCount(set[i] & rows.get(at + i));
                    }
                    counts.add(common, 1);
                }
            }
        }

        /** Keeps at a level those after {@code root} of the level above that leave enough common mates; how many these are. */
        private int keepLater(int root, long from, long to) {
            OffHeapLongs bits = levels.bits();
            int found = 0;
            bits.clear(to, to + (root >> 6));
            for (int word = root >> 6; word < graph.rootWords(); word++) {
                long kept = 0;
                spend(Long.bitCount(later(root, from, word)));
                for (long rest = later(root, from, word); rest != 0; rest &= rest - 1) {
                    boolean isEnough = common((word << 6) + Long.numberOfTrailingZeros(rest)) >= minMates;
                    kept |= isEnough ? Long.lowestOneBit(rest) : 0;
                }
                bits.set(to + word, kept);
                found += Long.bitCount(kept);
            }
            return found;
        }

        /** The bits of a word of the candidates of a level that stand for roots after {@code root}. */
        private long later(int root, long from, int word) {
            long candidates = levels.bits().get(from + word);
            return word == root >> 6 ? candidates & -2L << root : candidates;
        }

        /** The number of mates in {@link #row} that {@code root} is adjacent to. */
        private int common(int root) {
            int words = graph.mateWords();
            OffHeapLongs rows = graph.rootRows();
            long at = (long) root * words;
            int common = 0;
            for (int word = 0; word < words; word++) {
                common += Long.bitCount(row[word] & rows.get(at + word));
            }
            return common;
        }

        private void spend(long intersections) {
            work += intersections * (graph.mateWords() + WORDS_PER_SET);
            if (work >= WORDS_PER_POLL) {
                work = 0;
                tasks.check();
            }
        }

        @Override
        public void close() {
            graph.close();
            levels.close();
            times.close();
        }
    }
}
