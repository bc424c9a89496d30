package dev.motif.algorithm.sample.estimate;

import dev.motif.backend.work.Deadline;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * The mean of independent estimates of a count, each without bias, and a confidence interval for it.
 *
 * <p>The interval is Student's, with an upper end that is moved up when the estimates are skewed to the right, as far as
 * Johnson's correction says: with standard deviation {@code s}, skewness {@code g} and {@code n} estimates by {@code
 * g * s * (1 + 2 z^2) / (6 n)}. Few large counts in many small ones are what makes an interval too low.
 *
 * <p>Estimates with a mean that is small by chance often have a small deviation, too: were they made until their own
 * interval is narrow, the mean would be low. So they are dealt out to eight parts, and the other parts say when a part has
 * enough: when the number of all estimates would do, if all were like the estimates of the other parts. The mean of a part
 * knows nothing of what ended it, and has no bias; the result is the mean of these means. Its interval may be wider than
 * asked for, mostly by little; beyond {@link #WIDEST} times the relative error sampling goes on, which happens where few
 * estimates have much of the count, and makes its mean low by some thousandths at most in the runs measured. Vertices are
 * not looked at one by one, but all together, and have no parts. When time is over, all estimates so far count.
 *
 * <p>Estimates are looked at in their order, one small step after another, whatever the batches that they are made in. So
 * batches depend on what seems to be missing, and the last few estimates of the last one may be for nothing.
 *
 * <p>Source: Johnson, "Modified t Tests and Confidence Intervals for Asymmetrical Populations", JASA 73(363), 1978,
 * doi:10.1080/01621459.1978.10480051.
 */
public final class SequentialEstimator {
    /** Estimates of the first batch. */
    private static final int FIRST = 8;

    /** Estimates that there are unless time is over: with fewer, neither errors nor their skewness are known well. */
    private static final int FEWEST = 32;

    /** Parts that the estimates are dealt out to: each has one of the first batch, so none is ever without. */
    private static final int PARTS = FIRST;

    /** A look at the estimates comes when there are more of them by this part. */
    private static final double UNTIL_LOOK = 0.02;

    /** The part of the relative error that the estimates of other parts are to reach. */
    private static final double AIM = 0.97;

    /** A batch has at least this part of the estimates before it, unless it is the last one. */
    private static final double FEWEST_MORE = 0.05;

    /** A look at the estimates of vertices comes when there are more of them by this part. */
    private static final double MORE_VERTICES = 0.25;

    /** How many times the relative error an interval of all parts may reach. */
    static final double WIDEST = 1.25;

    private static final int MOST_AT_ONCE = 1 << 16;

    private final double counted;
    private final Batch batch;
    private final VertexSamples vertices;
    private final SampleConfig config;
    private final RareDraws rare;
    private final Deadline deadline;
    private final Workers workers;

    private long done;
    private long nextLook = FEWEST;

    /** The moments of all estimates of each part. */
    private final Moments[] parts = new Moments[PARTS];

    /** The moments of the estimates of each part that there were when it had enough; null before that. */
    private final Moments[] enough = new Moments[PARTS];

    @FunctionalInterface
    public interface Estimate {
        /**
         * @param worker numbered from 0; each makes one estimate at a time
         * @param random of this estimate alone
         * @param check to be called every few milliseconds; throws to stop the estimate
         */
        double of(int worker, SplittableRandom random, Runnable check);
    }

    @FunctionalInterface
    public interface Batch {
        /**
         * @param randoms for each estimate, by its number from 0 on, its own
         * @param values receives the estimates
         * @param check to be called every few milliseconds; throws to stop the batch
         */
        void make(IntFunction<SplittableRandom> randoms, double[] values, Runnable check);
    }

    @FunctionalInterface
    public interface Sampling {
        SampledCount of(int count, Deadline deadline);
    }

    /** The error for a count for which there is no time. */
    private static final class TooEarly extends IllegalStateException {
        private static final long serialVersionUID = 1;

        TooEarly() {
            super("sampling was stopped by `timeoutMillis` before it could say anything");
        }
    }

    /** Stops the estimates of a batch when time is over, or the job was cancelled. */
    private static final class TimeIsOver extends RuntimeException {
        private static final long serialVersionUID = 1;

        TimeIsOver() {
            super(null, null, false, false);
        }
    }

    private SequentialEstimator(
            double counted,
            Batch batch,
            VertexSamples vertices,
            SampleConfig config,
            RareDraws rare,
            Deadline deadline,
            Workers workers) {
        this.rare = rare;
        this.counted = counted;
        this.batch = batch;
        this.vertices = vertices;
        this.config = config;
        this.deadline = deadline;
        this.workers = workers;
        Arrays.fill(parts, new Moments());
    }

    /**
     * Samples until {@code config} is met.
     *
     * @param counted the part of the count that needs no sample
     * @param estimate estimates the rest; 0 or more
     * @param deadline ends sampling earlier; a share of another ends it after the first batch, which that one may end
     * @throws IllegalStateException when time is over before the first batch
     * @throws ArithmeticException when the count is beyond the largest double
     */
    public static SampledCount of(
            double counted, Estimate estimate, SampleConfig config, Deadline deadline, Workers workers) {
        return of(counted, estimate, config, null, deadline, workers);
    }

    /**
     * Samples like {@link #of(double, Estimate, SampleConfig, Deadline, Workers)}, with an
     * upper end of the interval where nothing is found.
     *
     * @param rare says how large the count can be where nothing is found; null where that is not known
     */
    public static SampledCount of(
            double counted,
            Estimate estimate,
            SampleConfig config,
            RareDraws rare,
            Deadline deadline,
            Workers workers) {
        return inBatches(counted, batchOf(estimate, workers), config, rare, deadline, workers);
    }

    /** Searches from a root. The state of one worker. */
    public interface Search {
        /**
         * An estimate of the subgraphs of a root, without bias. The next one from the same root takes less time.
         *
         * @param nodes about how many nodes of each level to go on with
         * @see Estimate#of
         */
        double estimate(int root, int nodes, SplittableRandom random, Runnable check);
    }

    /**
     * Estimates by searches from roots.
     *
     * @param searches one for each worker
     */
    public static SampledCount of(
            double counted,
            RootSampler roots,
            Search[] searches,
            SampleConfig config,
            Deadline deadline,
            Workers workers) {
        return inBatches(counted, new RootEstimator(roots, searches, workers), config, deadline, workers);
    }

    /**
     * Samples until the intervals of the counts of vertices reach, on average by these counts, at most the relative error to
     * either side, or time is over.
     *
     * @param searches one for each worker
     * @param credits one for each worker, to which its searches add
     * @param vertices receives the credits
     * @see #of
     */
    public static SampledCount withVertices(
            RootSampler roots,
            Search[] searches,
            VertexCredits[] credits,
            VertexSamples vertices,
            SampleConfig config,
            Deadline deadline,
            Workers workers) {
        Estimate estimate = (worker, random, check) -> {
            double[] all = {0};
            roots.choose(
                    (root, nodes, times) -> {
                        credits[worker].standsFor(times);
                        all[0] += times * searches[worker].estimate(root, nodes, random, check);
                    },
                    random);
            return all[0];
        };
        return withVertices(estimate, credits, vertices, config, deadline, workers);
    }

    /**
     * Estimates of any kind, with the counts of vertices.
     *
     * @param estimate credits the vertices, with the credits of its worker
     */
    public static SampledCount withVertices(
            Estimate estimate,
            VertexCredits[] credits,
            VertexSamples vertices,
            SampleConfig config,
            Deadline deadline,
            Workers workers) {
        Batch credited = (randoms, values, check) -> onWorkers(
                values.length,
                (worker, i, checkBoth) -> {
                    credits[worker].clear();
                    values[i] = estimate.of(worker, randoms.apply(i), checkBoth);
                    credits[worker].addTo(vertices, i, checkBoth);
                },
                check,
                workers);
        return new SequentialEstimator(0, credited, vertices, config, null, deadline, workers).run();
    }

    /**
     * Samples {@code counts} counts, by their numbers from 0 on, one after another. Each has its share of the time that is
     * left, and all of that for its first estimates; where that is too little, nothing is known of it.
     *
     * @throws IllegalStateException when nothing is known of any
     */
    public static SampleResult ofEach(int counts, Deadline deadline, Sampling sampling) {
        List<SampledCount> all = new ArrayList<>();
        TooEarly error = null;
        while (all.size() < counts) {
            try {
                all.add(sampling.of(all.size(), deadline.share(counts - all.size())));
            } catch (TooEarly e) {
                error = e;
                all.add(SampledCount.UNKNOWN);
            }
        }
        if (all.stream().noneMatch(SampledCount::isKnown)) {
            throw error;
        }
        return new SampleResult(all);
    }

    private static Batch batchOf(Estimate estimate, Workers workers) {
        return (randoms, values, check) -> onWorkers(
                values.length,
                (worker, i, checkBoth) -> values[i] = estimate.of(worker, randoms.apply(i), checkBoth),
                check,
                workers);
    }

    /**
     * Samples until {@code config} is met, many estimates at once.
     *
     * @see #of
     */
    public static SampledCount inBatches(
            double counted, Batch batch, SampleConfig config, Deadline deadline, Workers workers) {
        return inBatches(counted, batch, config, null, deadline, workers);
    }

    /**
     * Samples like {@link #inBatches(double, Batch, SampleConfig, Deadline, Workers)}, with an
     * upper end of the interval where nothing is found.
     *
     * @param rare says how large the count can be where nothing is found; null where that is not known
     */
    public static SampledCount inBatches(
            double counted, Batch batch, SampleConfig config, RareDraws rare, Deadline deadline, Workers workers) {
        return new SequentialEstimator(counted, batch, null, config, rare, deadline, workers).run();
    }

    @FunctionalInterface
    interface Task {
        void run(int worker, int number, Runnable check);
    }

    /** Has the workers make the tasks of a batch, by their numbers from 0 on. */
    static void onWorkers(int tasks, Task task, Runnable check, Workers workers) {
        AtomicInteger next = new AtomicInteger();
        workers.run(Math.min(workers.concurrency(), tasks), (worker, group) -> {
            Runnable checkBoth = () -> {
                if (group.stopped()) {
                    throw new TimeIsOver();
                }
                check.run();
            };
            for (int i = next.getAndIncrement(); i < tasks; i = next.getAndIncrement()) {
                checkBoth.run();
                task.run(worker, i, checkBoth);
            }
        });
    }

    /**
     * Checks that there is time for first estimates.
     *
     * @throws IllegalStateException when there is none
     */
    public static void check(Deadline deadline) {
        if (deadline.whole().requested()) {
            throw new TooEarly();
        }
    }

    private SampledCount run() {
        boolean isEnough = false;
        for (double most = FIRST; most >= FIRST && !isEnough; ) {
            long left = deadline.nanosLeft();
            int next = (int) Math.min(Math.min(MOST_AT_ONCE, most), missing());
            double[] values = make(next);
            if (values == null) {
                break;
            }
            isEnough = vertices == null ? take(values) : takeAll(values);
            most = 0.8 * deadline.nanosLeft() * next / (left - deadline.nanosLeft() + 1);
        }
        if (done == 0) {
            throw new TooEarly();
        }
        return result();
    }

    /** How many more estimates to make before the next decision. */
    private long missing() {
        if (done < FEWEST || vertices != null) {
            return nextLook - done;
        }
        double excess = result().relativeError() / config.relativeError();
        double wanted = done * (excess * excess - 1);
        return (long) Math.min(done, Math.max(wanted, Math.max(FIRST, FEWEST_MORE * done)));
    }

    /** Takes these estimates in their order, as far as they are needed; whether there are enough. */
    private boolean take(double[] values) {
        for (double value : values) {
            take(value);
            if (done == nextLook) {
                nextLook += Math.max(1, (long) (UNTIL_LOOK * done));
                if (isEnough()) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isEnough() {
        if (isNothing()) {
            return true;
        }
        boolean all = true;
        for (int part = 0; part < PARTS; part++) {
            if (enough[part] == null && othersSayEnough(part)) {
                enough[part] = parts[part];
            }
            all &= enough[part] != null;
        }
        if (all && result().relativeError() > WIDEST * config.relativeError()) {
            Arrays.fill(enough, null);
            return false;
        }
        return all;
    }

    /** Whether there may be nothing to find: {@link #MOST_AT_ONCE} estimates or more found nothing. */
    private boolean isNothing() {
        return done >= MOST_AT_ONCE && Arrays.stream(parts).allMatch(part -> part.found() == 0);
    }

    private boolean othersSayEnough(int part) {
        Moments others = new Moments();
        for (int other = 0; other < PARTS; other++) {
            others = other == part ? others : others.and(parts[other]);
        }
        return others.interval(counted, done, config).relativeError() <= AIM * config.relativeError();
    }

    /** Makes {@code count} more estimates; null when time was over before that. */
    private double[] make(int count) {
        double[] values = new double[count];
        long first = done;
        try {
            batch.make(i -> random(first + i), values, this::checkTime);
        } catch (TimeIsOver e) {
            workers.cancellation().check();
            return null;
        }
        workers.progress().advance(count);
        return values;
    }

    /** Takes all estimates of a batch, in which the estimates of vertices cannot be told apart; whether there are enough. */
    private boolean takeAll(double[] values) {
        vertices.keep();
        for (double value : values) {
            take(value);
        }
        if (done < nextLook) {
            return false;
        }
        nextLook += Math.max(FIRST, (long) (MORE_VERTICES * done));
        return isNothing() || vertices.relativeError() <= config.relativeError();
    }

    private void take(double value) {
        SampledCount.checkFits(value + counted);
        int part = (int) (done++ % PARTS);
        parts[part] = parts[part].with(value);
    }

    private void checkTime() {
        if ((done == 0 ? deadline.whole() : deadline).requested()) {
            throw new TimeIsOver();
        }
    }

    private SplittableRandom random(long number) {
        return random(config, number);
    }

    private static SplittableRandom random(SampleConfig config, long number) {
        // Consecutive seeds are far apart after the mixing that SplittableRandom does itself.
        return new SplittableRandom(config.seed() * 0x9E3779B97F4A7C15L + number).split();
    }

    /** Random numbers that no estimate uses, for trying out techniques: one that is chosen by its own estimates has a bias. */
    public static SplittableRandom forTrials(SampleConfig config) {
        return random(config, -1);
    }

    /**
     * The work of an estimate with a relative deviation of 1, for comparing techniques.
     *
     * @param trials some estimates of a technique, made with {@link #forTrials}
     * @param steps the work of all of these
     */
    public static double work(double[] trials, double steps) {
        double mean = Arrays.stream(trials).average().orElse(0);
        double squares = Arrays.stream(trials)
                .map(trial -> (trial - mean) * (trial - mean))
                .sum();
        return mean == 0 ? Double.POSITIVE_INFINITY : squares / (trials.length - 1) / (mean * mean) * steps;
    }

    private SampledCount result() {
        Moments all = new Moments();
        double means = 0;
        double variance = 0;
        for (int part = 0; part < PARTS; part++) {
            Moments own = enough[part] == null ? parts[part] : enough[part];
            all = all.and(own);
            means += own.mean();
            variance += 1.0 / own.done();
        }
        SampledCount count = all.withMean(means / PARTS).interval(counted, PARTS * PARTS / variance, config);
        return count.upper() == null && rare != null
                ? count.withUpper(counted + rare.upper(done, config.confidence()))
                : count;
    }
}
