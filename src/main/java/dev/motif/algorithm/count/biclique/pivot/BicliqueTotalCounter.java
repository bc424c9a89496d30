package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.Binomials;
import dev.motif.backend.work.ExactSum;
import java.math.BigInteger;

/** Adds up the bicliques of one size: in 128 bits when a leaf stands for few, otherwise in a histogram. */
final class BicliqueTotalCounter extends BicliqueLeafCounter {
    /**
     * A leaf of fewer than 2^104 bicliques goes into the 128-bit sum; a million of them stay below 2^127. This is the
     * high word of that limit.
     */
    private static final long MAX_HIGH = 1L << 40;

    /** The leaves after which the sum is emptied, so that it cannot overflow. */
    private static final int LEAVES_PER_FLUSH = 1 << 20;

    private final int roots;
    private final int mates;
    private final Binomials binomials;
    private final BicliqueLeafHistogram large;
    private ExactSum sum = new ExactSum();
    private BigInteger flushed = BigInteger.ZERO;
    private int leaves;

    /**
     * Prepares a sum.
     *
     * @param sizes the only size that is searched for
     */
    BicliqueTotalCounter(SearchSizes sizes, Binomials binomials) {
        this.roots = sizes.maxRoots();
        this.mates = sizes.maxMates();
        this.binomials = binomials;
        this.large = new BicliqueLeafHistogram(sizes);
    }

    @Override
    boolean local() {
        return false;
    }

    @Override
    void leaf(int fixedRoots, int freeRoots, int fixedMates, int freeMates) {
        long ofRoots = binomials.get(freeRoots, roots - fixedRoots);
        long ofMates = binomials.get(freeMates, mates - fixedMates);
        if ((ofRoots | ofMates) >= 0 && Math.multiplyHigh(ofRoots, ofMates) < MAX_HIGH) {
            sum.addProduct(ofRoots, ofMates);
            if (++leaves == LEAVES_PER_FLUSH) {
                flush();
            }
        } else {
            large.add(fixedRoots, freeRoots, fixedMates, freeMates);
        }
    }

    private void flush() {
        flushed = flushed.add(sum.toBigInteger());
        sum = new ExactSum();
        leaves = 0;
    }

    @Override
    BigInteger[][] bicliques() {
        flush();
        BigInteger[][] table = large.bicliques();
        return new BigInteger[][] {{table[0][0].add(flushed)}};
    }
}
