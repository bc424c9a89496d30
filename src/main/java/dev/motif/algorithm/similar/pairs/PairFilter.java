package dev.motif.algorithm.similar.pairs;

/**
 * Accepts pairs by their value, and the best of each node.
 *
 * @param metric computes the value of a pair
 * @param similarityCutoff the smallest value of a wanted pair
 * @param topK how many pairs of each source are wanted, the best ones; 0 for all pairs
 */
public record PairFilter(SimilarityMetric metric, double similarityCutoff, int topK) {
    /** Whether only the best pairs of each source are wanted. */
    public boolean best() {
        return topK > 0;
    }
}
