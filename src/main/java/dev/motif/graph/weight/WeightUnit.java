package dev.motif.graph.weight;

/**
 * A power of two that all weights of a graph are multiples of, in which they are whole numbers. Their sum is below 2^53
 * then, so sums of doubles are exact too, in any order.
 *
 * @param exponent the exponent of the power of two
 */
public record WeightUnit(int exponent) {
    private static final int FRACTION_BITS = 52;

    /** The exponent of the smallest double above 0. */
    static final int LEAST_EXPONENT = Double.MIN_EXPONENT - FRACTION_BITS;

    /** The product of two sums of squares of units between 2 to the minus this and 2 to this is a double, if rounded. */
    private static final int MOST_EXPONENT_OF_SQUARES = 200;

    /**
     * The unit of this exponent; null where not all sums are exact in it.
     *
     * @param sum of all weights, or of their squares, as doubles: where it is rounded, it has 2^53 units or more
     */
    static WeightUnit of(int exponent, double sum, boolean squares) {
        WeightUnit unit = new WeightUnit(exponent);
        boolean inRange = !squares || Math.abs(exponent) <= MOST_EXPONENT_OF_SQUARES;
        return inRange && unit.unitsOfSum(sum, squares) < EdgeWeights.LARGEST_EXACT ? unit : null;
    }

    /** The exponent of the largest power of two that a weight above 0 is a multiple of. */
    static int exponent(double weight) {
        // With the hidden bit. Weights that are not normal have none, but a lower one.
        long bits = Double.doubleToRawLongBits(weight) | 1L << FRACTION_BITS;
        return Math.max(Math.getExponent(weight), Double.MIN_EXPONENT)
                - FRACTION_BITS
                + Long.numberOfTrailingZeros(bits);
    }

    /** How many units a weight is. */
    public long units(double weight) {
        return (long) times(weight, -exponent);
    }

    /** How many units a sum of weights is, or how many squares of the unit a sum of their squares. */
    public double unitsOfSum(double sum, boolean squares) {
        return times(sum, squares ? -2 * exponent : -exponent);
    }

    /** The unit of sums of weights, or of their squares. */
    public double ofSums(boolean squares) {
        double one = weight(1);
        return squares ? one * one : one;
    }

    /** The weight of a number of units. */
    public double weight(long units) {
        return times(units, exponent);
    }

    /** Exactly a number times 2 to the {@code power}, where that is a double: some times faster than {@link Math#scalb}. */
    private static double times(double number, int power) {
        int half = power / 2;
        return number * twoToThe(half) * twoToThe(power - half);
    }

    private static double twoToThe(int power) {
        return Double.longBitsToDouble((long) (power + Double.MAX_EXPONENT) << FRACTION_BITS);
    }
}
