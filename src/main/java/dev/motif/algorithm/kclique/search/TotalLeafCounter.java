package dev.motif.algorithm.kclique.search;

import dev.motif.algorithm.kclique.model.LeafHistogram;

/** Adds up the cliques of all sizes, as a histogram of leaves. */
public class TotalLeafCounter extends LeafCounter {
    private final LeafHistogram histogram = new LeafHistogram();

    public LeafHistogram histogram() {
        return histogram;
    }

    @Override
    public void leaf(int h, int p) {
        histogram.add(h, p, 1);
    }

    @Override
    public void leaves(int h, int p, long times) {
        histogram.add(h, p, times);
    }
}
