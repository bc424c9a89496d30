package dev.motif.backend.sample;

/** The mean of estimates of a count, what says how far it may be off, and how many there are. */
final class Moments {
    /** With fewer estimates above 0, an interval is not to be relied on. */
    private static final int FEWEST_FOUND = 30;

    /** With a larger part of the mean in one estimate, an interval is not to be relied on. */
    private static final double LARGEST_PART = 0.1;

    private final long done;
    private final long found;
    private final double mean;
    private final double squares;
    private final double cubes;
    private final double largest;

    /** Of no estimate. */
    Moments() {
        this(0, 0, 0, 0, 0, 0);
    }

    /**
     * @param done the number of estimates
     * @param found those above 0
     * @param squares the sum of the squares of their distances from the mean
     * @param cubes the sum of the cubes of these
     * @param largest the largest estimate
     */
    Moments(long done, long found, double mean, double squares, double cubes, double largest) {
        this.done = done;
        this.found = found;
        this.mean = mean;
        this.squares = squares;
        this.cubes = cubes;
        this.largest = largest;
    }

    /** These with one more estimate: Pébay, Sandia report SAND2008-6212, 2008. */
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

    /** What these say about a count, of which {@code counted} needed no sample. */
    SampledCount interval(double counted, SampleConfig config) {
        return interval(counted, done, done, found, mean, squares / (done - 1), cubes / done, largest, config);
    }

    /**
     * What these and others say about a count, by the mean of both means, whatever the number of estimates of each.
     *
     * @param counted the part of the count that needed no sample
     */
    SampledCount interval(Moments other, double counted, SampleConfig config) {
        long both = done + other.done;
        return interval(
                counted,
                both,
                4 / (1.0 / done + 1.0 / other.done),
                found + other.found,
                (mean + other.mean) / 2,
                (squares + other.squares) / (both - 2),
                (cubes + other.cubes) / both,
                Math.max(largest, other.largest),
                config);
    }

    /** @param asMany the estimates whose mean is off as far */
    private static SampledCount interval(
            double counted,
            long done,
            double asMany,
            long found,
            double mean,
            double variance,
            double cube,
            double largest,
            SampleConfig config) {
        if (found == 0) {
            return new SampledCount(counted, counted, null, done, false);
        }
        double deviation = Math.sqrt(variance);
        double errors = Quantiles.twoSided(config.confidence(), asMany - 1);
        double reach = errors * deviation / Math.sqrt(asMany);
        double skewness = deviation == 0 ? 0 : cube / Math.pow(deviation, 3);
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
