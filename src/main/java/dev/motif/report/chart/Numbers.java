package dev.motif.report.chart;

import java.math.BigInteger;
import java.util.Locale;

/** Numbers as a report shows them. */
public final class Numbers {
    private Numbers() {}

    /** A count with commas between groups of three digits, such as {@code 1,234}. */
    public static String text(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A count with commas between groups of three digits, such as {@code 1,234}. */
    public static String text(BigInteger count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A share or coefficient with four digits after the decimal point. */
    public static String text(double share) {
        return String.format(Locale.ROOT, "%.4f", share);
    }
}
