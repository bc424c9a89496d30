package dev.motif.backend.sample;

import dev.motif.backend.work.Deadline;
import dev.motif.parallel.Workers;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * The mean of independent estimates of a count, each without bias, and a confidence interval for it.
 *
 * <p>The interval is Student's, with an upper end that is moved up when the estimates are skewed to the right, as far as
 * Johnson's correction says: with standard deviation {@code s}, skewness {@code g} and {@code n} estimates by {@code
 * g * s * (1 + 2 z^2) / (6 n)}. Few large counts in many small ones are what makes an interval too low.
 *
 * <p>There are more and more estimates until the interval is as narrow as asked for, or time is over. Since that is
 * looked at after each batch, and batches grow, the interval is hardly narrower than one of a fixed number of estimates.
 *
 * <p>Source: Johnson, "Modified t Tests and Confidence Intervals for Asymmetrical Populations", JASA 73(363), 1978,
 * doi:10.1080/01621459.1978.10480051.
 */
public final class Replicates {
    /** Estimates of the first batch. */
    private static final int FIRST = 8;

    /** Estimates that there are unless time is over: with fewer, neither errors nor their skewness are known well. */
    private static final int FEWEST = 32;

    private static final int MOST_AT_ONCE = 1 << 16;

    /** With fewer estimates above 0, an interval is not to be relied on. */
    private static final int FEWEST_FOUND = 30;

    /** With a larger part of the mean in one estimate, an interval is not to be relied on. */
    private static final double LARGEST_PART = 0.1;

    private final double counted;
    private final Batch batch;
    private final VertexSamples vertices;
    private final SampleConfig config;
    private final Deadline deadline;
    private final Workers workers;

    private long done;
    private long found;
    private double mean;
    private double squares;
    private double cubes;
    private double largest;

    /** Makes one of the estimates. */
    @FunctionalInterface
    public interface Estimate {
        /**
         * @param worker numbered from 0; each makes one estimate at a time
         * @param random of this estimate alone
         * @param check to be called every few milliseconds; throws to stop the estimate
         */
        double of(int worker, SplittableRandom random, Runnable check);
    }

    /** Makes many of the estimates. */
    @FunctionalInterface
    public interface Batch {
        /**
         * @param randoms for each estimate, by its number from 0 on, its own
         * @param values receives the estimates
         * @param check to be called every few milliseconds; throws to stop the batch
         */
        void make(IntFunction<SplittableRandom> randoms, double[] values, Runnable check);
    }

    /** Stops the estimates of a batch when time is over, or the job was cancelled. */
    private static final class TimeIsOver extends RuntimeException {
        private static final long serialVersionUID = 1;

        TimeIsOver() {
            super(null, null, false, false);
        }
    }

    private Replicates(
            double counted,
            Batch batch,
            VertexSamples vertices,
            SampleConfig config,
            Deadline deadline,
            Workers workers) {
        this.counted = counted;
        this.batch = batch;
        this.vertices = vertices;
        this.config = config;
        this.deadline = deadline;
        this.workers = workers;
    }

    /**
     * Samples until {@code config} is met.
     *
     * @param counted the part of the count that needs no sample
     * @param estimate estimates the rest; 0 or more
     * @param deadline ends sampling earlier
     * @throws IllegalStateException when time is over before the first batch
     * @throws ArithmeticException when the count is beyond the largest double
     */
    public static SampledCount of(
            double counted, Estimate estimate, SampleConfig config, Deadline deadline, Workers workers) {
        return inBatches(counted, batchOf(estimate, workers), config, deadline, workers);
    }

    /** Searches from a root. The state of one worker. */
    public interface Search {
        /**
         * An estimate of the subgraphs of a root, without bias.
         *
         * @param nodes about how many nodes of each level to go on with
         * @see Estimate#of
         */
        double estimate(int root, int nodes, SplittableRandom random, Runnable check);
    }

    /**
     * Samples until the intervals of the counts of vertices reach, on average by these counts, at most the relative error to
     * either side, or time is over.
     *
     * @param searches those of each worker
     * @param credits those of each worker, to which its searches add
     * @param vertices receives them
     * @see #of
     */
    public static SampledCount withVertices(
            Roots roots,
            Search[] searches,
            VertexCredits[] credits,
            VertexSamples vertices,
            SampleConfig config,
            Deadline deadline,
            Workers workers) {
        Estimate estimate = (worker, random, check) -> {
            VertexCredits own = credits[worker];
            own.clear();
            double[] all = {0};
            roots.choose(
                    (root, nodes, times) -> {
                        own.standsFor(times);
                        all[0] += times * searches[worker].estimate(root, nodes, random, check);
                    },
                    random);
            own.addTo(vertices);
            return all[0];
        };
        return new Replicates(0, batchOf(estimate, workers), vertices, config, deadline, workers).run();
    }

    private static Batch batchOf(Estimate estimate, Workers workers) {
        return (randoms, values, check) -> onWorkers(estimate, randoms, values, check, workers);
    }

    /**
     * Samples until {@code config} is met, many estimates at once.
     *
     * @see #of
     */
    public static SampledCount inBatches(
            double counted, Batch batch, SampleConfig config, Deadline deadline, Workers workers) {
        return new Replicates(counted, batch, null, config, deadline, workers).run();
    }

    private static void onWorkers(
            Estimate estimate,
            IntFunction<SplittableRandom> randoms,
            double[] values,
            Runnable check,
            Workers workers) {
        workers.run(Math.min(workers.concurrency(), values.length), (worker, group) -> {
            Runnable checkBoth = () -> {
                if (group.stopped()) {
                    throw new TimeIsOver();
                }
                check.run();
            };
            for (int i = worker; i < values.length; i += workers.concurrency()) {
                checkBoth.run();
                values[i] = estimate.of(worker, randoms.apply(i), checkBoth);
            }
        });
    }

    /**
     * Checks that there is time before sampling begins.
     *
     * @throws IllegalStateException when there is none
     */
    public static void check(Deadline deadline) {
        if (deadline.requested()) {
            throw tooEarly();
        }
    }

    private static IllegalStateException tooEarly() {
        return new IllegalStateException("sampling was stopped by `timeoutMillis` before it could say anything");
    }

    private SampledCount run() {
        for (int next = FIRST; ; ) {
            long begun = System.nanoTime();
            if (!add(next)) {
                if (done == 0) {
                    throw tooEarly();
                }
                return result();
            }
            SampledCount now = result();
            double error = vertices == null ? now.relativeError() : vertices.relativeError();
            if (done >= FEWEST && error <= config.relativeError() || found == 0 && done >= MOST_AT_ONCE) {
                return now;
            }
            double nanosEach = (System.nanoTime() - begun) / (double) next;
            double inTime = 0.8 * deadline.nanosLeft() / nanosEach;
            if (inTime < FIRST) {
                return now;
            }
            double wanted = done * (Math.pow(error / config.relativeError(), 2) - 0.9);
            double most = Math.min(Math.max(done, FEWEST - FIRST), Math.min(MOST_AT_ONCE, inTime));
            next = (int) Math.max(FIRST, Math.min(wanted, most));
        }
    }

    /** Makes {@code count} more estimates; false when time was over before that, and they are left out. */
    private boolean add(int count) {
        double[] values = new double[count];
        long first = done;
        try {
            batch.make(i -> random(first + i), values, this::checkTime);
        } catch (TimeIsOver e) {
            workers.cancellation().check();
            return false;
        }
        if (vertices != null) {
            vertices.keep();
        }
        for (double value : values) {
            add(value);
        }
        workers.progress().advance(count);
        return true;
    }

    private void checkTime() {
        if (deadline.requested()) {
            throw new TimeIsOver();
        }
    }

    private SplittableRandom random(long number) {
        // Consecutive seeds are far apart after the mixing that SplittableRandom does itself.
        return new SplittableRandom(config.seed() * 0x9E3779B97F4A7C15L + number).split();
    }

    /** Adds a value to the moments: Pébay, Sandia report SAND2008-6212, 2008. */
    private void add(double value) {
        SampledCount.checkFits(value + counted);
        done++;
        found += value > 0 ? 1 : 0;
        largest = Math.max(largest, value);
        double delta = value - mean;
        double step = delta / done;
        cubes += delta * step * step * (done - 1) * (done - 2) - 3 * step * squares;
        squares += delta * step * (done - 1);
        mean += step;
    }

    private SampledCount result() {
        return interval(counted, done, found, mean, squares, cubes, largest, config);
    }

    /**
     * What estimates say about a count.
     *
     * @param counted the part of the count that needed no sample
     * @param done the number of estimates
     * @param found those above 0
     * @param squares the sum of the squares of their distances from the mean
     * @param cubes the sum of the cubes of these
     * @param largest the largest estimate
     */
    static SampledCount interval(
            double counted,
            long done,
            long found,
            double mean,
            double squares,
            double cubes,
            double largest,
            SampleConfig config) {
        if (found == 0) {
            return new SampledCount(counted, counted, null, done, false);
        }
        double deviation = Math.sqrt(squares / (done - 1));
        double errors = Quantiles.twoSided(config.confidence(), done - 1.0);
        double reach = errors * deviation / Math.sqrt(done);
        double skewness = deviation == 0 ? 0 : cubes / done / Math.pow(deviation, 3);
        double more = Math.max(0, skewness) * deviation * (1 + 2 * errors * errors) / (6 * done);
        boolean reliable = found >= FEWEST_FOUND && largest <= LARGEST_PART * mean * done;
        return new SampledCount(
                counted + mean,
                counted + Math.max(0, mean - reach),
                counted + mean + reach + more,
                done,
                reliable || mean <= config.relativeError() * counted);
    }
}
