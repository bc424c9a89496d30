package dev.motif.algorithm.biclique.pivot;

import dev.motif.algorithm.biclique.model.SearchSizes;
import java.math.BigInteger;

/** Adds up the bicliques of many sizes at once. */
final class TableTally extends LeafCounter {
    private final LeafHistogram leaves;

    TableTally(SearchSizes sizes) {
        this.leaves = new LeafHistogram(sizes);
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
