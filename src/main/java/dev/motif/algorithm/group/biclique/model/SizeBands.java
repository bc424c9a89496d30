package dev.motif.algorithm.group.biclique.model;

/**
 * Cuts limits of sizes into bands by the number of left vertices, each up to twice as far as the one before. A biclique that
 * may be wanted is within exactly one band. There is one band while nothing is too small.
 *
 * @param sizes the limits
 * @param pruning says which bicliques are too small, each time that a band is asked for
 * @param mostLeft the most left vertices that a biclique of the graph has
 * @param mostRight the most right vertices that a biclique of the graph has
 */
public record SizeBands(SizeLimits sizes, Pruning pruning, long mostLeft, long mostRight) {
    /** The first band; null when no biclique may be wanted. The limits themselves while none is too small. */
    public SizeLimits first() {
        return from(sizes.minLeft());
    }

    /** The band after {@code band}; null when that was the last one. */
    public SizeLimits after(SizeLimits band) {
        return band.maxLeft() == sizes.maxLeft() ? null : from(band.maxLeft() + 1L);
    }

    private SizeLimits from(long left) {
        long most = Math.min(sizes.maxLeft(), mostLeft);
        long mostOfRight = Math.min(sizes.maxRight(), mostRight);
        long first = Math.max(left, pruning.leastOfSide(mostOfRight));
        if (first > most || leastRight(most) > mostOfRight) {
            return null;
        }
        long last = 2 * first - 1;
        if (last >= most || leastRight(last) == leastRight(most)) {
            last = sizes.maxLeft();
        }
        return new SizeLimits((int) first, (int) last, (int) leastRight(Math.min(last, most)), sizes.maxRight());
    }

    private long leastRight(long left) {
        return Math.max(sizes.minRight(), pruning.leastOfSide(left));
    }
}
