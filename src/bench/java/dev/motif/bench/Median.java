package dev.motif.bench;

import java.util.Arrays;
import java.util.Collection;

/** The median of measured values: the middle one, or the mean of the two in the middle when their number is even. */
public final class Median {
    private Median() {}

    /**
     * The median of values in any order, which may be infinite.
     *
     * @throws IllegalArgumentException when there are none
     */
    public static double of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("there is no median of no values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The same for numbers of any kind. */
    public static double of(Collection<? extends Number> values) {
        return of(values.stream().mapToDouble(Number::doubleValue).toArray());
    }

    /** The same for whole numbers, such as nanoseconds. */
    public static double of(long[] values) {
        return of(Arrays.stream(values).asDoubleStream().toArray());
    }
}
