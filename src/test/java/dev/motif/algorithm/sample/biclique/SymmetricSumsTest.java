package dev.motif.algorithm.sample.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SymmetricSumsTest {
    private static final int MOST = 5;

    /** The sum of the products of {@code r} of the factors from {@code from} on. */
    private static double sum(double[] factors, int from, int r) {
        double sum = r == 0 ? 1 : 0;
        for (int i = from; r > 0 && i < factors.length; i++) {
            sum += factors[i] * sum(factors, i + 1, r - 1);
        }
        return sum;
    }

    @Test
    void sumsAreThoseOfAllProducts() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 200; round++) {
            int times = random.nextInt(8);
            int others = random.nextInt(6);
            double[] factors = new double[times + others];
            double repeated = random.nextDouble();
            SymmetricSums sums = new SymmetricSums(MOST);
            sums.clear(MOST);
            for (int i = 0; i < factors.length; i++) {
                factors[i] = i < times ? repeated : random.nextDouble();
                if (i >= times) {
                    sums.add(factors[i], MOST);
                }
            }
            sums.add(repeated, times, MOST);
            for (int r = 0; r <= MOST; r++) {
                double sum = sum(factors, 0, r);
                assertThat(sums.of(r)).isCloseTo(sum, within(1e-12 * sum));
            }
        }
    }

    @Test
    void sumsAreNeitherRoundedToNothingNorInfinite() {
        SymmetricSums sums = new SymmetricSums(MOST);
        for (double factor : new double[] {1e-100, 1e100}) {
            sums.clear(MOST);
            sums.add(factor, 1_000_000_000, MOST);
            sums.add(factor, MOST);
            for (int r = 1; r <= MOST; r++) {
                assertThat(sums.of(r)).isPositive().isFinite();
            }
        }
        sums.clear(MOST);
        sums.add(0.5, 2, MOST);
        assertThat(sums.of(3)).isZero();
    }
}
