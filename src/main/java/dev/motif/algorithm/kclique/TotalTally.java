package dev.motif.algorithm.kclique;

/** Adds up the cliques of all sizes. */
final class TotalTally extends Tally {
    private final LeafHistogram histogram = new LeafHistogram();

    LeafHistogram histogram() {
        return histogram;
    }

    @Override
    void leaf(int h, int p) {
        histogram.add(h, p, 1);
    }

    @Override
    void leaves(int h, int p, long times) {
        histogram.add(h, p, times);
    }
}
