package dev.motif.algorithm.commonneighbors.similarity;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of a run.
 *
 * @param nodesCompared nodes that pairs may lead from whose degrees are within the cutoffs
 * @param pairs the pairs that were found; those that both of their nodes choose count twice
 * @param min the least similarity, 0 without pairs; so are the others
 * @param max the largest similarity
 * @param mean the mean similarity
 * @param standardDeviation of the similarities
 */
public record SimilaritySummary(
        long nodesCompared, long pairs, double min, double max, double mean, double standardDeviation) {
    /** Reads all pairs. */
    public static SimilaritySummary of(SimilarPairs found) {
        Collector collector = new Collector(found);
        while (collector.hasNext()) {
            collector.next();
        }
        return collector.summary();
    }

    /** The distribution as a map, with the keys of Graph Data Science. */
    public Map<String, Object> distribution() {
        Map<String, Object> distribution = new LinkedHashMap<>();
        distribution.put("min", min);
        distribution.put("max", max);
        distribution.put("mean", mean);
        distribution.put("stdDev", standardDeviation);
        return distribution;
    }

    /** Hands pairs on and keeps figures of them. */
    public static final class Collector implements Iterator<SimilarPair> {
        private final SimilarPairs found;
        private long pairs;
        private double min = Double.MAX_VALUE;
        private double max;
        private double mean;
        /** The sum of the squares of the differences to the mean (Welford's algorithm). */
        private double squares;

        public Collector(SimilarPairs found) {
            this.found = found;
        }

        @Override
        public boolean hasNext() {
            return found.hasNext();
        }

        @Override
        public SimilarPair next() {
            SimilarPair pair = found.next();
            double similarity = pair.similarity();
            pairs++;
            min = Math.min(min, similarity);
            max = Math.max(max, similarity);
            double difference = similarity - mean;
            mean += difference / pairs;
            squares += difference * (similarity - mean);
            return pair;
        }

        /** The figures of the pairs that were handed on, which must be all. */
        public SimilaritySummary summary() {
            return new SimilaritySummary(
                    found.compared(),
                    pairs,
                    pairs == 0 ? 0 : min,
                    max,
                    mean,
                    pairs == 0 ? 0 : Math.sqrt(squares / pairs));
        }
    }
}
