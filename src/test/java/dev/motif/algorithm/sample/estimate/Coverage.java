package dev.motif.algorithm.sample.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.timing.Seeds;
import java.util.function.Function;

/** How often intervals hold a count that is known: sampled with many seeds. */
public final class Coverage {
    /** The seeds: few in a build; 1,000 take minutes. */
    private static final int SEEDS = Integer.getInteger("motif.coverage.seeds", Seeds.atMost(40));

    /** The seeds of a mean, of 32 samples each. */
    private static final int SEEDS_OF_MEAN = Seeds.atMost(40);

    /** Of 40 seeds; fewer tell less. */
    private static final double LARGEST_ERROR = 0.02 * Math.sqrt(40.0 / SEEDS_OF_MEAN);

    private Coverage() {}

    /**
     * Asserts that the mean of the estimates of many seeds is the count, as far as these can tell, and that 40 of
     * them can tell two in a hundred.
     */
    public static void assertMeanIs(String what, double count, Function<SampleConfig, SampledCount> sampled) {
        double sum = 0;
        double squares = 0;
        for (int seed = 0; seed < SEEDS_OF_MEAN; seed++) {
            double one = sampled.apply(new SampleConfig(0.95, 1, 0, seed)).estimate() / count - 1;
            sum += one;
            squares += one * one;
        }
        double error = Math.sqrt(squares) / SEEDS_OF_MEAN;
        System.out.printf("%s: mean %.4f of the count, standard error %.4f%n", what, 1 + sum / SEEDS_OF_MEAN, error);
        assertThat(error).as("standard error, %s", what).isLessThan(LARGEST_ERROR);
        assertThat(Math.abs(sum / SEEDS_OF_MEAN)).as("mean, %s", what).isLessThanOrEqualTo(4 * error + 1e-9);
    }

    /**
     * Asserts that intervals hold the count as often as their confidence of 95 % says, as far as so many seeds can tell,
     * and that the mean of the estimates is near the count.
     */
    public static void assertHolds(String what, double count, Function<SampleConfig, SampledCount> sampled) {
        int held = 0;
        double sum = 0;
        double squares = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SampledCount one = sampled.apply(new SampleConfig(0.95, 0.1, 0, seed));
            // An exact one is exact to 12 digits.
            double rounding = 1e-9 * count;
            held += one.lower() <= count + rounding && (one.upper() == null || count <= one.upper() + rounding) ? 1 : 0;
            sum += one.estimate();
            squares += (one.estimate() - count) * (one.estimate() - count);
        }
        // Of few seeds three standard errors below that.
        double fewest = 0.94 - (SEEDS < 1000 ? 3 * Math.sqrt(0.05 / SEEDS) : 0);
        System.out.printf("%s: %.1f %% held%n", what, 100.0 * held / SEEDS);
        assertThat(held / (double) SEEDS).as("held, %s", what).isGreaterThanOrEqualTo(fewest);
        double error = Math.sqrt(squares) / SEEDS;
        assertThat(Math.abs(sum / SEEDS - count)).as("mean, %s", what).isLessThanOrEqualTo(4 * error + 1e-9 * count);
    }
}
