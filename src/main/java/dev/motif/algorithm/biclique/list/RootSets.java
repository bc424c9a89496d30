package dev.motif.algorithm.biclique.list;

/**
 * Sets of vertices of one side, the roots, one after the other, each with its common neighbors, the mates. Each set has
 * as many roots as a biclique, and at least as many mates, any of which make up a biclique with the roots.
 */
interface RootSets extends AutoCloseable {
    /** Goes to the next set; returns false when there is none left, after which this is not called again. */
    boolean next();

    /** The vertices of the set, ascending; a new array for each set. */
    int[] roots();

    /** The number of mates. */
    int mateCount();

    /** The mate with this index; mates are ascending. */
    int mate(int index);

    @Override
    void close();
}
