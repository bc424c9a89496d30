package dev.motif.algorithm.sample.estimate;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.function.IntToDoubleFunction;

/** Binomial coefficients C(n, k) as doubles, to 12 digits or so; infinite beyond the largest double. */
public final class ApproximateBinomials {
    /** Two factors of a weight in [1 / MOST, MOST] make a weight that is neither rounded to 0 nor infinite. */
    private static final double MOST = 1e100;

    private final double[] logFactorials;

    /** @param maxN the largest n that {@link #of} may be asked for */
    public ApproximateBinomials(long maxN) {
        logFactorials = new double[Math.toIntExact(maxN + 1)];
        for (int n = 1; n <= maxN; n++) {
            logFactorials[n] = logFactorials[n - 1] + Math.log(n);
        }
    }

    /**
     * A factor of a weight in place of one, more than 0, that may have been rounded to 0 or to infinity. Any weight above
     * 0 is right; it only decides how often something is chosen.
     */
    public static double factor(double weight) {
        return Math.min(MOST, Math.max(1 / MOST, weight));
    }

    /** The bits of the logarithms of the factorials of 0, 1, and so on; {@code scope} owns the array. */
    public OffHeapLongs logFactorials(OffHeapScope scope) {
        return bits(logFactorials.length, n -> logFactorials[n], scope);
    }

    /** The bits of C(n, k) for n = 0, 1, and so on; {@code scope} owns the array. */
    public OffHeapLongs column(int k, OffHeapScope scope) {
        return bits(logFactorials.length, n -> of(n, k), scope);
    }

    private static OffHeapLongs bits(int length, IntToDoubleFunction value, OffHeapScope scope) {
        OffHeapLongs bits = scope.longs(length);
        for (int n = 0; n < length; n++) {
            bits.set(n, Double.doubleToRawLongBits(value.applyAsDouble(n)));
        }
        return bits;
    }

    /** Writes C(n, k) for n = 0, 1, up to {@code most}, in a step each. */
    public static void column(int k, int most, double[] into) {
        double choices = 1;
        for (int n = 0; n <= most; n++) {
            into[n] = n < k ? 0 : choices;
            choices *= n < k ? 1 : (n + 1.0) / (n + 1 - k);
        }
    }

    /** C(n, k), 0 when {@code n < k}. */
    public double of(int n, int k) {
        return switch (k) {
            case 0 -> 1;
            case 1 -> Math.max(0, n);
            case 2 -> 0.5 * n * Math.max(0, n - 1);
            default -> n < k ? 0 : Math.exp(logFactorials[n] - logFactorials[k] - logFactorials[n - k]);
        };
    }
}
