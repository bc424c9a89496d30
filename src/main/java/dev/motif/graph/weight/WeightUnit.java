package dev.motif.graph.weight;

/**
 * A power of two that all weights of a graph are multiples of, in which they are whole numbers. Their sums have at most 53
 * bits then, so sums of doubles are exact too, in any order.
 *
 * @param exponent that of the power of two
 */
public record WeightUnit(int exponent) {
    private static final int FRACTION_BITS = 52;

    /** The product of two sums of squares of units between 2 to the minus this and 2 to this is a double, if rounded. */
    private static final int MOST_EXPONENT_OF_SQUARES = 200;

    /** Why sums of the weights of {@code edges} edges, or of their squares, are not exact; null where they are. */
    public static String obstacle(EdgeWeights weights, long edges, boolean squares) {
        return of(weights, edges, squares) == null
                ? "the sums of these weights are rounded, which depends on their order"
                : null;
    }

    /**
     * The largest unit of the weights of {@code edges} edges; null where they have none in which their sum has at most 53
     * bits.
     *
     * @param squares whether the sum of their squares must have at most 53 bits too
     */
    public static WeightUnit of(EdgeWeights weights, long edges, boolean squares) {
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
        if (squares && Math.abs(unit.exponent) > MOST_EXPONENT_OF_SQUARES) {
            return null;
        }
        long sum = 0;
        for (long edge = 0; edge < edges; edge++) {
            double units = times(weights.of(edge), -unit.exponent);
            double summand = squares ? units * units : units;
            if (summand > EdgeWeights.LARGEST_EXACT - sum) {
                return null;
            }
            sum += (long) summand;
        }
        return unit;
    }

    /** How many units a weight is. */
    public long units(double weight) {
        return (long) times(weight, -exponent);
    }

    /** How many units a sum of weights is, or how many squares of the unit a sum of their squares. */
    public double unitsOfSum(double sum, boolean squares) {
        return times(sum, squares ? -2 * exponent : -exponent);
    }

    /** The weight of a number of units. */
    public double weight(long units) {
        return times(units, exponent);
    }

    /** Exactly a number times 2 to the {@code power}, where both are normal: some times faster than {@link Math#scalb}. */
    private static double times(double number, int power) {
        int half = power / 2;
        return number * twoToThe(half) * twoToThe(power - half);
    }

    private static double twoToThe(int power) {
        return Double.longBitsToDouble((long) (power + Double.MAX_EXPONENT) << FRACTION_BITS);
    }
}
