package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.pivot.PivotSearch;
import dev.motif.backend.cost.WeightedRoots;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.util.SplittableRandom;

/**
 * Estimates what a search from all roots of a core costs, by random walks from some of the roots. A root is drawn with
 * a probability in proportion to its wedges. The estimate gets better with every walk. One thread owns it.
 */
final class SearchCost implements AutoCloseable {
    /** The words that a wedge costs: it is walked twice, at random places in memory. */
    static final double WORDS_PER_WEDGE = 4;

    private static final int MAX_WALKS = 256;

    private final OffHeapScope scope;
    private final OffHeapLongs weights;
    private final double totalWeight;
    private final PivotSearch search;
    private final int[] sample;
    private final SplittableRandom random = new SplittableRandom(MAX_WALKS);

    private int walks;
    private double spent;
    private double nodeSum;
    private double wordSum;

    /**
     * Prepares walks from a sample of the roots.
     *
     * @param check called now and then; throws when the estimate is not wanted any more
     * @param workers weigh the roots
     */
    SearchCost(BipartiteCore core, BicliqueConfig config, NativeMemory memory, Runnable check, Workers workers) {
        SearchSizes sizes = SearchSizes.of(config, Cores.side(core));
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            this.weights = core.weights(own, workers);
            WeightedRoots drawn = WeightedRoots.of(weights, MAX_WALKS, random);
            this.totalWeight = drawn.totalWeight();
            this.sample = drawn.roots();
            this.search = own.own(PivotSearch.forProbes(core, sizes, check, memory));
            this.scope = building.keep(own);
        }
    }

    /** Walks from the next root of the sample; returns false when there is none left. */
    boolean walk() {
        if (walks == sample.length) {
            return false;
        }
        int root = sample[walks++];
        double before = search.work();
        PivotSearch.Probe probe = search.probe(root, random);
        spent += WORDS_PER_WEDGE * weights.get(root) + search.work() - before;
        nodeSum += probe.nodes() / weights.get(root);
        wordSum += probe.words() / weights.get(root);
        return true;
    }

    /** The cost of the walks so far, in words. */
    double spent() {
        return spent;
    }

    /** The fewest words that the search reads: the words of its wedges. */
    double leastWords() {
        return WORDS_PER_WEDGE * totalWeight;
    }

    /** The words that the search with pivots is estimated to read, plus the steps that take about as long as a word. */
    double words() {
        return leastWords() + (walks == 0 ? 0 : wordSum / walks * totalWeight);
    }

    /** The number of nodes that the search with pivots is estimated to have. */
    double nodes() {
        return walks == 0 ? 0 : nodeSum / walks * totalWeight;
    }

    @Override
    public void close() {
        scope.close();
    }
}
