package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import java.math.BigInteger;

/** Adds up the bicliques of many sizes at once. */
final class TableCounter extends BicliqueLeafCounter {
    private final BicliqueLeafHistogram leaves;

    TableCounter(SearchSizes sizes) {
        this.leaves = new BicliqueLeafHistogram(sizes);
    }

    @Override
    boolean local() {
        return false;
    }

    @Override
    void leaf(int fixedRoots, int freeRoots, int fixedMates, int freeMates) {
        leaves.add(fixedRoots, freeRoots, fixedMates, freeMates);
    }

    @Override
    BigInteger[][] bicliques() {
        return leaves.bicliques();
    }
}
