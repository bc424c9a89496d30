package dev.motif.algorithm.sample.estimate;

import java.io.Serializable;

/**
 * The estimate of a count.
 *
 * @param estimate the estimate, without bias; null when there was no time for one
 * @param lower the lower end of the confidence interval
 * @param upper its upper end; null when nothing was found, so that it is not known
 * @param samples the independent estimates whose mean it is; 0 when everything was counted
 * @param reliable false when the interval may be too narrow, since few samples found anything or one of them makes up
 *     much of the mean
 */
public record SampledCount(Double estimate, double lower, Double upper, long samples, boolean reliable)
        implements Serializable {
    /** A count of which nothing is known but that it is 0 or more. */
    static final SampledCount UNKNOWN = new SampledCount(null, 0, null, 0, false);

    /**
     * A count of which nothing was sampled.
     *
     * @throws ArithmeticException when it is beyond the largest double
     */
    public static SampledCount exact(double count) {
        checkFits(count);
        return new SampledCount(count, count, count, 0, true);
    }

    /** Fails with an {@link ArithmeticException} when a count is beyond the largest double. */
    static void checkFits(double count) {
        if (!(count < Double.POSITIVE_INFINITY)) {
            throw new ArithmeticException("the count is beyond " + Double.MAX_VALUE);
        }
    }

    SampledCount withUpper(double other) {
        return new SampledCount(estimate, lower, other, samples, reliable);
    }

    /** Whether everything was counted. */
    public boolean isExact() {
        return samples == 0 && isKnown();
    }

    boolean isKnown() {
        return estimate != null;
    }

    /** The larger distance of an end of the interval from the estimate, as a part of that. */
    double relativeError() {
        return upper == null ? Double.POSITIVE_INFINITY : Math.max(upper - estimate, estimate - lower) / estimate;
    }
}
