package dev.motif.algorithm.sample.estimate;

/** Quantiles of the normal distribution and of Student's t. */
final class Quantiles {
    private Quantiles() {}

    /**
     * How many standard errors a two-sided interval reaches to either side.
     *
     * @param confidence in (0, 1)
     * @param degrees the degrees of freedom of the estimated error, 8 or more
     */
    static double twoSided(double confidence, double degrees) {
        double z = normal((1 + confidence) / 2);
        double z2 = z * z;
        // Cornish and Fisher's expansion: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5.
        return z
                * (1
                        + (z2 + 1) / (4 * degrees)
                        + ((5 * z2 + 16) * z2 + 3) / (96 * degrees * degrees)
                        + (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * degrees * degrees * degrees));
    }

    /** The value below which a standard normal variable is with this chance, in [0.5, 1); to about 9 digits. */
    static double normal(double chance) {
        double low = 0;
        double high = 40;
        while (high - low > 1e-12) {
            double middle = (low + high) / 2;
            if (tail(middle) > 1 - chance) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The chance of a standard normal variable to be above {@code x}, 0 or more. */
    private static double tail(double x) {
        double density = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
        if (x > 5) {
            // A continued fraction: Abramowitz and Stegun, 26.2.14.
            double fraction = x;
            for (int i = 60; i > 0; i--) {
                fraction = x + i / fraction;
            }
            return density / fraction;
        }
        // A series: Abramowitz and Stegun, 26.2.11.
        double term = x;
        double sum = x;
        for (int i = 3; term > 1e-18 * sum; i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return 0.5 - density * sum;
    }
}
