package dev.motif.algorithm.biclique.list;

/**
 * A (p,q)-biclique. Bicliques that follow one another may share an array, which nobody changes.
 *
 * @param left its left vertices, ascending
 * @param right its right vertices, ascending
 */
public record Biclique(int[] left, int[] right) {}
