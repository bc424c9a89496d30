package dev.motif.report;

import java.math.BigInteger;
import java.util.Locale;

/** Numbers as people read them. */
final class Numbers {
    private Numbers() {}

    /** With a comma after each thousand. */
    static String text(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** With a comma after each thousand. */
    static String text(BigInteger count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A share or coefficient, with four digits after the point. */
    static String text(double share) {
        return String.format(Locale.ROOT, "%.4f", share);
    }
}
