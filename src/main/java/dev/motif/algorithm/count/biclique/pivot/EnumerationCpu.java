package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.CoreCounts;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.cost.WeightedRoots;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Counts the bicliques of some numbers of roots and mates by enumeration: with {@code c} the number of mates that the
 * roots of a set {@code X} have in common,
 *
 * <pre>{@code
 * K(s, q) = sum over the sets X of s roots of C(c, q)
 * }</pre>
 *
 * <p>Pairs take a walk over the wedges. Larger sets are extended by one later root after the other, as long as enough
 * mates are common to all, with an intersection of bitmaps for each root that is tried. So the work grows with the number
 * of sets, however many vertices are not adjacent to each other. Where the mates that a set has in common have fewer sets
 * than the roots that may extend it, these are enumerated instead, with binomial coefficients of the roots.
 *
 * <p>Source: Yang, Peng and Zhang, "(p,q)-biclique counting and enumeration for large sparse bipartite graphs", PVLDB
 * 15(2), 2021, doi:10.14778/3489496.3489497.
 *
 * @param core a core that has all of these bicliques
 * @param sizes 2 roots and 2 mates or more
 */
public record EnumerationCpu(BipartiteCore core, SearchSizes sizes, Deadline deadline, Execution execution) {
    /** The words that a wedge costs: it is walked once, at random places in memory. */
    private static final double WORDS_PER_WEDGE = 2;

    /** How many times the wedges are walked for larger sets: then the edges among what was found are looked up. */
    private static final int WALKS_FOR_LARGER = 2;

    /** The cost of an intersection besides the words of its bitmaps, in words. */
    private static final int WORDS_PER_SET = 2;

    private static final int MAX_SAMPLE = 256;

    private static final int FIRST_WALKS = 64;
    private static final int MAX_WALKS = 1 << 14;

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
     * About the most words that sets of 3 roots or more take without mates, from a sample of the roots: as if any
     * roots that share enough mates with the first one of a set did so together.
     */
    public double mostWords() {
        double[] words = {WALKS_FOR_LARGER * pairWords()};
        execution.workers().run(1, (worker, group) -> {
            Runnable check = SearchQueue.check(group);
            try (OffHeapScope scope = new OffHeapScope(execution.memory());
                    BicliqueLocalGraph graph = new BicliqueLocalGraph(core, sizes, check, execution.memory())) {
                OffHeapLongs weights = core.weights(scope, execution.workers());
                WeightedRoots drawn = WeightedRoots.of(weights, MAX_SAMPLE, new SplittableRandom(MAX_SAMPLE));
                for (int root : drawn.roots()) {
                    check.run();
                    double sets = sets(graph.findRoots(root), sizes.maxRoots() - 1);
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

    /**
     * About the words that the sets take, from random walks (Knuth, "Estimating the efficiency of backtrack programs",
     * 1975, doi:10.1090/S0025-5718-1975-0373371-6). Few sets may have most of the work, so there are many walks.
     *
     * @param spent the words that the walks may read, about
     */
    public double words(double spent) {
        double[] words = new double[1];
        execution.workers().run(1, (worker, group) -> {
            Runnable check = SearchQueue.check(group);
            SplittableRandom random = new SplittableRandom(MAX_SAMPLE);
            try (OffHeapScope scope = new OffHeapScope(execution.memory());
                    EnumerationSearch search = EnumerationSearch.forProbes(core, sizes, check, execution.memory())) {
                OffHeapLongs weights = core.weights(scope, execution.workers());
                WeightedRoots drawn = WeightedRoots.of(weights, MAX_SAMPLE, random);
                int walks = 0;
                while (walks < FIRST_WALKS || walks < MAX_WALKS && search.work() < spent) {
                    if (drawn.roots().length == 0) {
                        return;
                    }
                    int root = drawn.roots()[walks++ % drawn.roots().length];
                    words[0] += search.probe(root, random) / weights.get(root);
                }
                words[0] *= drawn.totalWeight() / walks;
            } catch (SearchQueue.Stopped e) {
                return; // whoever stopped the group says why
            }
        });
        return WALKS_FOR_LARGER * pairWords() + words[0];
    }

    /** The bicliques by size. */
    public CoreCounts count() {
        BicliqueLeafHistogram[] found =
                new BicliqueLeafHistogram[execution.workers().concurrency()];
        Arrays.setAll(found, worker -> new BicliqueLeafHistogram(sizes));
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            SearchQueue queue = new SearchQueue(
                    core.weights(scope, execution.workers()), PivotCpu.STAGE, deadline, execution.workers(), scope);
            queue.run((worker, tasks) -> {
                try (EnumerationSearch search =
                        new EnumerationSearch(core, sizes, found[worker], tasks, execution.memory())) {
                    tasks.runAll(search::run);
                    search.end();
                }
            });
        }
        CoreCounts counts = new CoreCounts(found[0].bicliques(), null, null, null);
        for (int worker = 1; worker < found.length; worker++) {
            counts.add(found[worker].bicliques());
        }
        return counts;
    }
}
