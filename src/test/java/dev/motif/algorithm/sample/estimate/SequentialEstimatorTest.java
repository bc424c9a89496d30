package dev.motif.algorithm.sample.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.motif.backend.work.Deadline;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequentialEstimatorTest {
    private static final SampleConfig CONFIG = new SampleConfig(0.95, 0.05, 0, 1);
    private static final int HELD_SEEDS = 5 * Seeds.atMost(200);

    private static SampledCount mean(ToDoubleFunction<SplittableRandom> estimate, SampleConfig config, int threads) {
        return SequentialEstimator.of(
                0,
                (worker, random, check) -> estimate.applyAsDouble(random),
                config,
                Deadline.NEVER,
                Workers.of(threads));
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log(1 - random.nextDouble());
    }

    /** The values are those of tables of Student's t. */
    @ParameterizedTest
    @CsvSource({
        "0.95, 31, 2.0395",
        "0.95, 1000000, 1.95996",
        "0.99, 7, 3.4995",
        "0.5, 31, 0.6825",
        "0.9999, 1e9, 3.8906"
    })
    void quantilesAreThoseOfTables(double confidence, double degrees, double quantile) {
        assertThat(Quantiles.twoSided(confidence, degrees)).isCloseTo(quantile, within(0.002 * quantile));
    }

    @Test
    void intervalsHoldTheMeanAsOftenAsTheyShould() {
        ToDoubleFunction<SplittableRandom> even = random -> 10 + random.nextDouble();
        ToDoubleFunction<SplittableRandom> skewed = SequentialEstimatorTest::exponential;
        ToDoubleFunction<SplittableRandom> rare = random -> random.nextInt(10) == 0 ? 10 * exponential(random) : 0;
        // Of a thousand seeds and of fewer.
        double least = HELD_SEEDS < 1000 ? 0.92 : 0.93;
        assertThat(held(even, 10.5)).isBetween(least, 1.0);
        assertThat(held(skewed, 1)).isBetween(least, 1.0);
        assertThat(held(rare, 1)).isBetween(least, 1.0);
    }

    /** The part of the seeds that give an interval with {@code mean} in it. */
    private static double held(ToDoubleFunction<SplittableRandom> estimate, double mean) {
        int held = 0;
        for (int seed = 0; seed < HELD_SEEDS; seed++) {
            SampledCount count = mean(estimate, CONFIG.withSeed(seed), 1);
            assertThat(count.relativeError()).isLessThanOrEqualTo(0.05 * SequentialEstimator.WIDEST);
            held += count.lower() <= mean && mean <= count.upper() ? 1 : 0;
        }
        return held / (double) HELD_SEEDS;
    }

    /** Estimates that end by their own intervals are low by 0.8 % here. */
    @Test
    void whatEndsSamplingDoesNotMakeItsMeanLow() {
        ToDoubleFunction<SplittableRandom> skewed = random -> 0.7 + 0.3 * exponential(random);
        int seeds = 100 * Seeds.atMost(200);
        double sum = 0;
        double squares = 0;
        int wider = 0;
        for (int seed = 0; seed < seeds; seed++) {
            SampledCount count = mean(skewed, new SampleConfig(0.95, 0.1, 0, seed), 1);
            sum += count.estimate() - 1;
            squares += Math.pow(count.estimate() - 1, 2);
            wider += count.relativeError() > 0.1 ? 1 : 0;
        }
        System.out.printf("mean %.5f, standard error %.5f%n", 1 + sum / seeds, Math.sqrt(squares) / seeds);
        assertThat(sum / seeds).isBetween(-0.003, 0.003);
        assertThat(wider).isLessThan(seeds / 3);
    }

    @Test
    void samplesDoNotDependOnThreads() {
        SampledCount one = mean(SequentialEstimatorTest::exponential, CONFIG, 1);
        assertThat(mean(SequentialEstimatorTest::exponential, CONFIG, 4)).isEqualTo(one);
        assertThat(mean(SequentialEstimatorTest::exponential, CONFIG.withSeed(2), 1))
                .isNotEqualTo(one);
        assertThat(one.samples()).isGreaterThan(1000);
        assertThat(one.reliable()).isTrue();
    }

    /** Five of 50 vertices an estimate, with {@code begun} as one begins. */
    private static List<SampledCount> ofVertices(int threads, Deadline deadline, Runnable begun) {
        int vertexCount = 50;
        SampleConfig config = new SampleConfig(0.95, 0.2, 0, 1);
        VertexCredits[] credits = new VertexCredits[threads];
        Arrays.setAll(credits, worker -> new VertexCredits(vertexCount));
        try (VertexSamples vertices = new VertexSamples(vertexCount, config, new NativeMemory(1 << 20))) {
            SequentialEstimator.Estimate estimate = (worker, random, check) -> {
                begun.run();
                for (int i = 0; i < 5; i++) {
                    credits[worker].credit(random.nextInt(vertexCount), exponential(random));
                }
                return 1;
            };
            SequentialEstimator.withVertices(estimate, credits, vertices, config, deadline, Workers.of(threads));
            return IntStream.range(0, vertexCount).mapToObj(vertices::count).toList();
        }
    }

    /** Every third estimate ends after others that began later. */
    @Test
    void samplesOfVerticesDoNotDependOnThreads() {
        List<SampledCount> one = ofVertices(1, Deadline.NEVER, () -> {});
        assertThat(one.get(0).samples()).isGreaterThan(500);
        AtomicInteger begun = new AtomicInteger();
        assertThat(ofVertices(4, Deadline.NEVER, () -> {
                    if (begun.getAndIncrement() % 3 == 0) {
                        LockSupport.parkNanos(200_000);
                    }
                }))
                .isEqualTo(one);
    }

    /** By a clock that goes on a millisecond with each estimate, and leaves little more time than they need. */
    @Test
    void samplesOfVerticesDoNotDependOnTheTimeThatIsLeft() {
        AtomicLong nanos = new AtomicLong();
        Runnable begun = () -> nanos.addAndGet(1_000_000);
        List<SampledCount> expected = ofVertices(1, Deadline.NEVER, begun);
        long millis = nanos.get() / 1_000_000;
        assertThat(ofVertices(1, Deadline.after(millis + millis / 25, nanos::get), begun))
                .isEqualTo(expected);
    }

    @Test
    void whatIsNotKnownIsSaid() {
        SampledCount nothing = mean(random -> 0, CONFIG, 2);
        assertThat(nothing.upper()).isNull();
        assertThat(nothing.estimate()).isZero();
        assertThat(nothing.reliable()).isFalse();
        // One sample of a few hundred is all.
        SampledCount one = mean(random -> random.nextInt(200) == 0 ? 1 : 0, new SampleConfig(0.95, 1, 0, 3), 1);
        assertThat(one.reliable()).isFalse();
    }

    /** Draws that find something a little more often than the bound says are mostly seen, a little less often are held. */
    @Test
    void nothingFoundHasAnUpperEndThatHoldsAsOftenAsAskedFor() {
        int seeds = 300;
        double confidence = 0.9;
        double chance = -Math.expm1(Math.log1p(-confidence) / (2.0 * (1 << 16)));
        int unseen = 0;
        for (int seed = 0; seed < seeds; seed++) {
            for (double factor : new double[] {1.02, 0.98}) {
                SampleConfig config = new SampleConfig(confidence, 0.01, 0, seed);
                double each = chance * factor;
                // Seen from outside, an estimate of two draws, of which each says 7.
                SampledCount count = SequentialEstimator.of(
                        3,
                        (worker, random, check) -> random.nextDouble() < 1 - (1 - each) * (1 - each) ? 7 : 0,
                        config,
                        new RareDraws(7, 2),
                        Deadline.NEVER,
                        Workers.of(1));
                if (count.estimate() == 3) {
                    assertThat(count.lower()).isEqualTo(3);
                    assertThat(count.reliable()).isFalse();
                    assertThat(count.upper() >= 3 + 7 * each).isEqualTo(factor < 1);
                    unseen += factor > 1 ? 1 : 0;
                }
            }
        }
        // A tenth of the seeds, within four deviations.
        assertThat(unseen).isLessThan((int) (seeds * 0.1 + 4 * Math.sqrt(seeds * 0.1 * 0.9)));
        assertThat(unseen).isPositive();
    }

    /** By a clock that goes on a millisecond with each estimate. */
    @Test
    void theTimeEndsSampling() {
        AtomicLong nanos = new AtomicLong();
        SampleConfig config = new SampleConfig(0.95, 0.0001, 0, 1);
        SequentialEstimator.Estimate slow = (worker, random, check) -> {
            nanos.addAndGet(1_000_000);
            check.run();
            return exponential(random);
        };
        SampledCount count = SequentialEstimator.of(0, slow, config, Deadline.after(100, nanos::get), Workers.of(2));
        assertThat(count.samples()).isBetween(8L, 99L);
        assertThat(count.upper() - count.lower()).isGreaterThan(0.1);
        assertThatThrownBy(() -> SequentialEstimator.of(0, slow, config, Deadline.after(5, nanos::get), Workers.of(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("sampling was stopped by `timeoutMillis` before it could say anything");
    }

    /** A share of the time is enough for the first estimates of none. */
    @Test
    void ofSeveralCountsThoseWithoutTimeAreUnknown() {
        SampleConfig config = new SampleConfig(0.95, 0.0001, 0, 1);
        for (int millis : new int[] {7, 20, 200}) {
            AtomicLong nanos = new AtomicLong();
            Deadline deadline = Deadline.after(millis, nanos::get);
            SequentialEstimator.Estimate slow = (worker, random, check) -> {
                check.run();
                nanos.addAndGet(1_000_000);
                return exponential(random);
            };
            List<SampledCount> counts = SequentialEstimator.ofEach(
                            4,
                            deadline,
                            (i, own) -> i == 1
                                    ? SampledCount.exact(5)
                                    : SequentialEstimator.of(0, slow, config, own, Workers.of(1)))
                    .counts();
            assertThat(counts.get(1)).isEqualTo(SampledCount.exact(5));
            assertThat(counts)
                    .hasSize(4)
                    .filteredOn(SampledCount::isKnown)
                    .hasSize(millis == 7 ? 1 : millis == 20 ? 3 : 4);
            assertThat(counts).filteredOn(count -> !count.isKnown()).allSatisfy(unknown -> {
                assertThat(unknown.isExact() || unknown.reliable()).isFalse();
                assertThat(unknown.estimate()).isNull();
                assertThat(unknown.lower()).isZero();
                assertThat(unknown.upper()).isNull();
            });
            assertThat(nanos.get()).isLessThanOrEqualTo(millis * 1_000_000L);
        }
    }

    @Test
    void cancellationInMidBatchIsNoResult() {
        AtomicInteger estimates = new AtomicInteger();
        Workers cancelled = new Workers(2, () -> estimates.get() > 50, Progress.NONE);
        SampleConfig never = new SampleConfig(0.95, 0.0001, 0, 1);
        assertThatThrownBy(() -> SequentialEstimator.of(
                        0,
                        (worker, random, check) -> {
                            for (int i = 0; estimates.get() > 50 && i < 10_000; i++) {
                                LockSupport.parkNanos(1_000_000);
                                check.run();
                            }
                            estimates.incrementAndGet();
                            return exponential(random);
                        },
                        never,
                        Deadline.NEVER,
                        cancelled))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void countsBeyondTheLargestDoubleAreAnError() {
        assertThatThrownBy(() -> mean(random -> Double.POSITIVE_INFINITY, CONFIG, 1))
                .isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0.4, 0.1, 0, confidence",
        "1, 0.1, 0, confidence",
        "NaN, 0.1, 0, confidence",
        "0.95, 0, 0, relativeError",
        "0.95, 1.1, 0, relativeError",
        "0.95, 0.1, -1, timeoutMillis"
    })
    void configurationsAreChecked(double confidence, double error, long timeout, String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SampleConfig(confidence, error, timeout, 1))
                .withMessageStartingWith("`" + name + "` must be");
    }
}
