package dev.motif.graph.weight;

/**
 * A power of two that all weights of a graph are multiples of, in which they are whole numbers. Their sums have at most 53
 * bits then, so sums of doubles are exact too, in any order.
 *
 * @param exponent that of the power of two
 */
public record WeightUnit(int exponent) {
    private static final int FRACTION_BITS = 52;

    /**
     * The largest unit of the weights of {@code edges} edges; null where they have none in which their sum has at most 53
     * bits.
     */
    public static WeightUnit of(EdgeWeights weights, long edges) {
        int least = Integer.MAX_VALUE;
        for (long edge = 0; edge < edges; edge++) {
            double weight = weights.of(edge);
            if (weight > 0) {
                if (weight < Double.MIN_NORMAL) {
                    return null;
                }
                // The hidden bit is there, so there is a last one.
                long bits = Double.doubleToRawLongBits(weight) | 1L << FRACTION_BITS;
                least = Math.min(least, Math.getExponent(weight) - FRACTION_BITS + Long.numberOfTrailingZeros(bits));
            }
        }
        WeightUnit unit = new WeightUnit(least == Integer.MAX_VALUE ? 0 : least);
        long sum = 0;
        for (long edge = 0; edge < edges; edge++) {
            double units = Math.scalb(weights.of(edge), -unit.exponent);
            if (units > EdgeWeights.LARGEST_EXACT - sum) {
                return null;
            }
            sum += (long) units;
        }
        return unit;
    }

    /** How many units a weight is. */
    public long units(double weight) {
        return (long) Math.scalb(weight, -exponent);
    }

    /** The weight of a number of units. */
    public double weight(long units) {
        return Math.scalb((double) units, exponent);
    }
}
