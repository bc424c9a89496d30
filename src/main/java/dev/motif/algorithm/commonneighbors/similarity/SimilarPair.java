package dev.motif.algorithm.commonneighbors.similarity;

/**
 * Two vertices with what they have in common.
 *
 * @param common the number of their common neighbors
 * @param similarity the value of the metric
 */
public record SimilarPair(int source, int target, int common, double similarity) {}
