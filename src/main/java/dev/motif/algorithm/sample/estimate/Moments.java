package dev.motif.algorithm.sample.estimate;

/**
 * The mean of estimates of a count, what says how far it may be off, and how many there are.
 *
 * @param done the number of estimates
 * @param found the number of estimates above 0
 * @param squares the sum of the squares of their distances from the mean
 * @param cubes the sum of the cubes of these
 * @param largest the largest estimate
 */
record Moments(long done, long found, double mean, double squares, double cubes, double largest) {
    /** With fewer estimates above 0, an interval is not to be relied on. */
    private static final int FEWEST_FOUND = 30;

    /** With a larger part of the mean in one estimate, an interval is not to be relied on. */
    private static final double LARGEST_PART = 0.1;

    /** The moments of no estimate. */
    Moments() {
        this(0, 0, 0, 0, 0, 0);
    }

    /** The moments with one more estimate: Pébay, Sandia report SAND2008-6212, 2008. */
    Moments with(double value) {
        long n = done + 1;
        double delta = value - mean;
        double step = delta / n;
        return new Moments(
                n,
                found + (value > 0 ? 1 : 0),
                mean + step,
                squares + delta * step * done,
                cubes + delta * step * step * done * (done - 1) - 3 * step * squares,
                Math.max(largest, value));
    }

    /** The moments of two sets of estimates together: Pébay, Sandia report SAND2008-6212, 2008. */
    Moments and(Moments other) {
        if (done == 0) {
            return other;
        }
        double n = done + other.done;
        double delta = other.mean - mean;
        double product = (double) done * other.done;
        return new Moments(
                done + other.done,
                found + other.found,
                mean + delta * other.done / n,
                squares + other.squares + delta * delta * product / n,
                cubes
                        + other.cubes
                        + delta * delta * delta * product * (done - other.done) / (n * n)
                        + 3 * delta * (done * other.squares - other.done * squares) / n,
                Math.max(largest, other.largest));
    }

    /** The same moments about another mean. */
    Moments withMean(double other) {
        return new Moments(done, found, other, squares, cubes, largest);
    }

    /** The interval of a count, of which {@code counted} needed no sample. */
    SampledCount interval(double counted, SampleConfig config) {
        return interval(counted, done, config);
    }

    /** The interval of a count whose mean is as uncertain as the mean of {@code asMany} estimates. */
    SampledCount interval(double counted, double asMany, SampleConfig config) {
        if (found == 0) {
            return new SampledCount(counted, counted, null, done, false);
        }
        double deviation = Math.sqrt(squares / (done - 1));
        double errors = Quantiles.twoSided(config.confidence(), asMany - 1);
        double reach = errors * deviation / Math.sqrt(asMany);
        double skewness = deviation == 0 ? 0 : cubes / done / Math.pow(deviation, 3);
        double more = Math.max(0, skewness) * deviation * (1 + 2 * errors * errors) / (6 * asMany);
        boolean reliable = found >= FEWEST_FOUND && largest <= LARGEST_PART * mean * done;
        return new SampledCount(
                counted + mean,
                counted + Math.max(0, mean - reach),
                counted + mean + reach + more,
                done,
                reliable || mean <= config.relativeError() * counted);
    }
}
