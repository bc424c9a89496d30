package dev.motif.report;

import java.math.BigInteger;
import java.util.Locale;

/** Formats numbers for readers. */
final class Numbers {
    private Numbers() {}

    /** A count with commas between groups of three digits, such as {@code 1,234}. */
    static String text(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A count with commas between groups of three digits, such as {@code 1,234}. */
    static String text(BigInteger count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A share or coefficient with four digits after the decimal point. */
    static String text(double share) {
        return String.format(Locale.ROOT, "%.4f", share);
    }
}
