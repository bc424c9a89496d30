package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.Cores;
import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.algorithm.biclique.pivot.GbcProbe;
import dev.motif.algorithm.biclique.pivot.PivotSearch;
import dev.motif.backend.RootSample;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import java.util.SplittableRandom;

/**
 * What a search from all roots of a core costs, estimated by walks from some of them; a root is drawn the more often the
 * more wedges it has. The more walks, the better. Belongs to one thread.
 */
final class SearchCost implements AutoCloseable {
    /** A wedge is walked twice, at random places. */
    static final double WORDS_PER_WEDGE = 4;

    /** GBC walks the wedges from each root to all others, and puts what it finds in order. */
    private static final double GBC_WALKS = 8;

    private static final int MAX_WALKS = 256;

    private final OffHeapScope scope;
    private final OffHeapLongs weights;
    private final double totalWeight;
    private final PivotSearch search;
    private final GbcProbe gbc;
    private final int[] sample;
    private final SplittableRandom random = new SplittableRandom(MAX_WALKS);

    private int walks;
    private double spent;
    private double nodeSum;
    private double wordSum;
    private double gbcWordSum;

    /** @param check throws when the estimate is not wanted any more */
    SearchCost(BipartiteCore core, BicliqueConfig config, NativeMemory memory, Runnable check) {
        SearchSizes sizes = SearchSizes.of(config, Cores.side(core));
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            this.weights = core.weights(own);
            RootSample drawn = RootSample.of(weights, MAX_WALKS, random);
            this.totalWeight = drawn.totalWeight();
            this.sample = drawn.roots();
            this.gbc = own.own(new GbcProbe(core, sizes, memory));
            this.search = own.own(PivotSearch.forProbes(core, sizes, check, memory));
            this.scope = building.keep(own);
        }
    }

    /** Walks once more; returns false when that has been done often enough. */
    boolean walk() {
        if (walks == sample.length) {
            return false;
        }
        int root = sample[walks++];
        double before = search.work();
        PivotSearch.Probe probe = search.probe(root, gbc, random);
        spent += WORDS_PER_WEDGE * weights.get(root) + search.work() - before;
        nodeSum += probe.nodes() / weights.get(root);
        wordSum += probe.words() / weights.get(root);
        gbcWordSum += probe.gbcWords() / weights.get(root);
        return true;
    }

    /** What the walks themselves have cost, in words. */
    double spent() {
        return spent;
    }

    /** Words that the search reads at least. */
    double leastWords() {
        return WORDS_PER_WEDGE * totalWeight;
    }

    /** Words that the search is estimated to read, and steps that take about as long. */
    double words() {
        return leastWords() + (walks == 0 ? 0 : wordSum / walks * totalWeight);
    }

    /** The same for GBC. */
    double gbcWords() {
        return GBC_WALKS * leastWords() + (walks == 0 ? 0 : gbcWordSum / walks * totalWeight);
    }

    /** How many nodes the search is estimated to have. */
    double nodes() {
        return walks == 0 ? 0 : nodeSum / walks * totalWeight;
    }

    @Override
    public void close() {
        scope.close();
    }
}
