package dev.motif.algorithm.count.clique.search;

import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;

/** Adds up the cliques of all sizes, as a histogram of leaves. */
public class CliqueTotalCounter extends CliqueLeafCounter {
    private final CliqueLeafHistogram histogram = new CliqueLeafHistogram();

    public CliqueLeafHistogram histogram() {
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
