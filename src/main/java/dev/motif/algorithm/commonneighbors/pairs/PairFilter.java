package dev.motif.algorithm.commonneighbors.pairs;

/**
 * Which pairs are wanted.
 *
 * @param metric what is made of the number of common neighbors
 * @param minValue the least value
 * @param topK the most pairs of one source, the best ones; 0 for all
 */
public record PairFilter(SimilarityMetric metric, double minValue, int topK) {
    public boolean best() {
        return topK > 0;
    }
}
