package dev.motif.algorithm.similar.nodes;

import dev.motif.algorithm.similar.pairs.NeighborPair;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of a run.
 *
 * @param nodesCompared nodes that pairs may lead from whose degrees are within the cutoffs
 * @param pairs the pairs that were found; pairs that both of their nodes choose count twice
 * @param min the least similarity, 0 without pairs; so are the others
 * @param max the largest similarity
 * @param mean the mean similarity
 * @param standardDeviation of the similarities
 * @param percentiles for each of {@link #PERCENTS} a similarity that this percentage of the pairs does not exceed: one
 *     of the pairs, less than a thousandth larger than the least one
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

    /** The bits behind the first one by which similarities are counted, beside their exponent. */
    private static final int BITS = 10;

    private static final int FRACTION_BITS = 52;

    /** A number above the exponents of all finite doubles of 0 or more, as these encode them. */
    private static final int EXPONENTS = 1 << 11;

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
        /** The sum of the squares of the differences to the mean (Welford's algorithm), each divided by {@link #scale}. */
        private double squares;

        /** A power of two about as large as the largest similarity, whose square might overflow or vanish. */
        private double scale = Double.MIN_NORMAL;

        /** How many similarities are in each bucket, and the largest of them: by exponent, null where there are none. */
        private final long[][] counts = new long[EXPONENTS][];

        private final double[][] largest = new double[EXPONENTS][];

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
            if (similarity / 2 >= scale) {
                double larger = Math.scalb(1.0, Math.getExponent(similarity));
                squares = squares * (scale / larger) * (scale / larger);
                scale = larger;
            }
            double difference = similarity - mean;
            mean += difference / pairs;
            squares += difference / scale * ((similarity - mean) / scale);
            count(similarity);
            return pair;
        }

        private void count(double similarity) {
            long bits = Double.doubleToRawLongBits(similarity);
            int exponent = (int) (bits >>> FRACTION_BITS);
            int bucket = (int) (bits >>> FRACTION_BITS - BITS) & (1 << BITS) - 1;
            if (counts[exponent] == null) {
                counts[exponent] = new long[1 << BITS];
                largest[exponent] = new double[1 << BITS];
            }
            counts[exponent][bucket]++;
            largest[exponent][bucket] = Math.max(largest[exponent][bucket], similarity);
        }

        /** The figures of the pairs that were handed on, which must be all. */
        public SimilaritySummary summary() {
            return new SimilaritySummary(
                    found.compared(),
                    pairs,
                    pairs == 0 ? 0 : min,
                    max,
                    mean,
                    pairs == 0 ? 0 : Math.sqrt(squares / pairs) * scale,
                    PERCENTS.stream().map(this::percentile).toList());
        }

        private double percentile(int percent) {
            long rank = pairs / 100 * percent + (pairs % 100 * percent + 99) / 100;
            long seen = 0;
            for (int exponent = 0; exponent < EXPONENTS; exponent++) {
                for (int bucket = 0; counts[exponent] != null && bucket < 1 << BITS; bucket++) {
                    seen += counts[exponent][bucket];
                    if (seen >= rank && seen > 0) {
                        return largest[exponent][bucket];
                    }
                }
            }
            return 0;
        }
    }
}
