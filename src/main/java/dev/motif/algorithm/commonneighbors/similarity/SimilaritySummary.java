package dev.motif.algorithm.commonneighbors.similarity;

import dev.motif.algorithm.commonneighbors.pairs.NeighborPair;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
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
 * @param percentiles for each of {@link #PERCENTS} a similarity that so many percent of the pairs do not exceed: one of the
 *     pairs, less than a thousandth larger than the least one
 */
public record SimilaritySummary(
        long nodesCompared,
        long pairs,
        double min,
        double max,
        double mean,
        double standardDeviation,
        List<Double> percentiles) {
    /** The percentages of {@link #percentiles}. */
    public static final List<Integer> PERCENTS = List.of(1, 5, 10, 25, 50, 75, 90, 95, 99, 100);

    /** Similarities are counted by their exponent and so many bits behind their first one. */
    private static final int BITS = 10;

    /** The exponents that are told apart: similarities are 2^62 at most, and less than 2^-40 of them are one. */
    private static final int LEAST_EXPONENT = -40;

    private static final int FRACTION_BITS = 52;

    private static final int BUCKETS = (63 - LEAST_EXPONENT) << BITS;

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
        for (int i = 0; i < PERCENTS.size(); i++) {
            distribution.put("p" + PERCENTS.get(i), percentiles.get(i));
        }
        return distribution;
    }

    /** Hands pairs on and keeps figures of them. */
    public static final class Collector implements Iterator<NeighborPair> {
        private final SimilarPairs found;
        private long pairs;
        private double min = Double.MAX_VALUE;
        private double max;
        private double mean;
        /** The sum of the squares of the differences to the mean (Welford's algorithm). */
        private double squares;

        /** How many similarities are in each bucket, and the largest of them. */
        private final long[] counts = new long[BUCKETS];

        private final double[] largest = new double[BUCKETS];

        public Collector(SimilarPairs found) {
            this.found = found;
        }

        @Override
        public boolean hasNext() {
            return found.hasNext();
        }

        @Override
        public NeighborPair next() {
            NeighborPair pair = found.next();
            double similarity = pair.value();
            pairs++;
            min = Math.min(min, similarity);
            max = Math.max(max, similarity);
            double difference = similarity - mean;
            mean += difference / pairs;
            squares += difference * (similarity - mean);
            int bucket = bucketOf(similarity);
            counts[bucket]++;
            largest[bucket] = Math.max(largest[bucket], similarity);
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
                    pairs == 0 ? 0 : Math.sqrt(squares / pairs),
                    PERCENTS.stream().map(this::percentile).toList());
        }

        private static int bucketOf(double similarity) {
            long bits = Double.doubleToRawLongBits(similarity) >>> FRACTION_BITS - BITS;
            return (int) Math.max(0, bits - ((long) LEAST_EXPONENT + Double.MAX_EXPONENT << BITS));
        }

        private double percentile(int percent) {
            long rank = pairs / 100 * percent + (pairs % 100 * percent + 99) / 100;
            long seen = 0;
            for (int bucket = 0; bucket < BUCKETS; bucket++) {
                seen += counts[bucket];
                if (seen >= rank && seen > 0) {
                    return largest[bucket];
                }
            }
            return 0;
        }
    }
}
