package dev.motif.algorithm.sample.biclique;

import dev.motif.algorithm.sample.estimate.ApproximateBinomials;
import java.util.Arrays;

/**
 * The sums of the products of {@code r} of some factors, for each small {@code r}: their elementary symmetric polynomials.
 * As weights, which are neither rounded to 0 nor infinite ({@link ApproximateBinomials#factor}).
 */
final class SymmetricSums {
    private final double[] sums;
    private final double[] terms;

    /** @param most the most factors of a product */
    SymmetricSums(int most) {
        sums = new double[most + 1];
        terms = new double[most + 1];
    }

    /** Begins with no factor. */
    void clear(int most) {
        Arrays.fill(sums, 0, most + 1, 0);
        sums[0] = 1;
    }

    /** The sum of the products of {@code r} factors; 0 when there are fewer. */
    double of(int r) {
        return sums[r];
    }

    /** Adds a factor, in a step for each number of factors up to {@code most}. */
    void add(double factor, int most) {
        for (int r = most; r > 0; r--) {
            if (sums[r - 1] > 0) {
                sums[r] = ApproximateBinomials.factor(sums[r] + factor * sums[r - 1]);
            }
        }
    }

    /** Adds a factor {@code times} times, in {@code most * most} steps at most. */
    void add(double factor, int times, int most) {
        if (times <= most) {
            for (int i = 0; i < times; i++) {
                add(factor, most);
            }
            return;
        }
        terms[0] = 1;
        for (int r = 1; r <= most; r++) {
            terms[r] = ApproximateBinomials.factor(terms[r - 1] * factor * (times - r + 1) / r);
        }
        for (int r = most; r > 0; r--) {
            for (int own = 1; own <= r; own++) {
                if (sums[r - own] > 0) {
                    sums[r] = ApproximateBinomials.factor(sums[r] + terms[own] * sums[r - own]);
                }
            }
        }
    }
}
