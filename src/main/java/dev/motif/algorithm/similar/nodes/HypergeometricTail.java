package dev.motif.algorithm.similar.nodes;

/**
 * The probability that two sets drawn at random from one population have at least {@code c} members in common: with
 * sizes {@code d1} and {@code d2} and a population of {@code n}
 *
 * <pre>{@code
 * P(X >= c) = sum for i from c to min(d1, d2) of C(d1, i) * C(n - d1, d2 - i) / C(n, d2)
 * }</pre>
 *
 * <p>The relative error is less than 1e-11 down to 1e-200, for any population: the first term is taken from its
 * differences to what is expected, as Loader, "Fast and Accurate Computation of Binomial Probabilities", 2000, does for
 * the binomial distribution, and not from logarithms of factorials, which are large and cancel. The other terms follow
 * from the one before. What was computed last is kept, since the pairs of a graph have few different degrees. For one
 * thread.
 */
final class HypergeometricTail {
    private static final int CACHE_BITS = 13;
    private static final long HASH = 0x9E3779B97F4A7C15L;

    /** A term smaller than this part of the sum ends it. */
    private static final double NEGLIGIBLE = 1e-22;

    private static final double SERIES_WITHIN = 0.1;
    private static final double HALF_LOG_OF_2_PI = Math.log(2 * Math.PI) / 2;

    /** The least number for which five terms of Stirling's series are exact. */
    private static final int STIRLING_FROM = 16;

    /** {@link #factorial} below {@link #STIRLING_FROM}. */
    private static final double[] SMALL = new double[STIRLING_FROM];

    static {
        double factorial = 1;
        for (int n = 1; n < STIRLING_FROM; n++) {
            factorial *= n;
            SMALL[n] = Math.log(factorial) - n * Math.log(n) + n;
        }
    }

    private final long population;
    private final long[] degrees = new long[1 << CACHE_BITS];
    private final int[] commons = new int[1 << CACHE_BITS];
    private final double[] tails = new double[1 << CACHE_BITS];

    HypergeometricTail(long population) {
        this.population = population;
    }

    /**
     * The probability of {@code common} or more common members; 0 when it is less than about 1e-300.
     *
     * @param common 1 or more, at most either size
     */
    double atLeast(int common, long size, long otherSize) {
        long smaller = Math.min(size, otherSize);
        long larger = Math.max(size, otherSize);
        long both = smaller << Integer.SIZE | larger;
        int at = (int) ((both * HASH + common) * HASH >>> Long.SIZE - CACHE_BITS);
        if (degrees[at] != both || commons[at] != common) {
            degrees[at] = both;
            commons[at] = common;
            tails[at] = tail(common, smaller, larger);
        }
        return tails[at];
    }

    private double tail(int common, long smaller, long larger) {
        // Sums go away from the largest term, so that they end soon and the first term is not 0 where others are not.
        return (double) common * population > (double) smaller * larger
                ? Math.min(1, sumFrom(common, smaller, larger))
                : 1 - sumDownFrom(common - 1, smaller, larger);
    }

    private double sumFrom(long common, long smaller, long larger) {
        double term = term(common, smaller, larger);
        double sum = term;
        for (long i = common; i < smaller && term > NEGLIGIBLE * sum; i++) {
            term *= (double) (smaller - i) / (i + 1) * (larger - i) / (population - smaller - larger + i + 1);
            sum += term;
        }
        return sum;
    }

    private double sumDownFrom(long common, long smaller, long larger) {
        long least = Math.max(0, smaller + larger - population);
        if (common < least) {
            return 0;
        }
        double term = term(common, smaller, larger);
        double sum = term;
        for (long i = common; i > least && term > NEGLIGIBLE * sum; i--) {
            term *= (double) i / (smaller - i + 1) * (population - smaller - larger + i) / (larger - i + 1);
            sum += term;
        }
        return sum;
    }

    /** The probability of exactly {@code common} common members. */
    private double term(long common, long smaller, long larger) {
        long neither = population - smaller - larger + common;
        double part = (double) larger / population;
        double rest = (double) (population - larger) / population;
        return Math.exp(factorial(smaller)
                + factorial(population - smaller)
                + factorial(larger)
                + factorial(population - larger)
                - factorial(population)
                - cell(common, smaller * part)
                - cell(smaller - common, smaller * rest)
                - cell(larger - common, (population - smaller) * part)
                - cell(neither, (population - smaller) * rest));
    }

    /** The share of one of the four parts of the population, in both, one or none of the sets, in the logarithm. */
    private static double cell(long members, double expected) {
        return factorial(members) + difference(members, expected);
    }

    /** {@code x log(x / e) + e - x}, exact also where {@code x} is close to {@code e}. */
    private static double difference(double x, double e) {
        if (x == 0) {
            return e;
        }
        if (Math.abs(x - e) >= SERIES_WITHIN * (x + e)) {
            return x * Math.log(x / e) + e - x;
        }
        double v = (x - e) / (x + e);
        double sum = (x - e) * v;
        double power = 2 * x * v;
        for (int i = 3; ; i += 2) {
            power *= v * v;
            double next = sum + power / i;
            if (next == sum) {
                return sum;
            }
            sum = next;
        }
    }

    /** {@code log(n! / (n / e)^n)}, which is small: 0 for 0. */
    private static double factorial(long n) {
        if (n < STIRLING_FROM) {
            return SMALL[(int) n];
        }
        double s = 1.0 / n / n;
        return HALF_LOG_OF_2_PI
                + Math.log(n) / 2
                + (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s / 1188)))) / n;
    }
}
