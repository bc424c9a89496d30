package dev.motif.algorithm.biclique.list;

/**
 * Vertices of one side with their common neighbors. With any of these, as many as a biclique has, they make up one.
 *
 * @param roots as many as a biclique has, ascending
 * @param mates as many as a biclique has or more, ascending
 */
record RootSet(int[] roots, int[] mates) {}
