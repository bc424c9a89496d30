package dev.motif.graph.memory;

import java.util.Locale;

/** Formats and parses byte counts as people read and write them. */
public final class Bytes {
    private static final String[] UNITS = {"Bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Bytes() {}

    /**
     * Formats a byte count with a binary unit, for example {@code 1536} as {@code "1.5 KiB"}; below 1 KiB without a
     * fraction.
     */
    public static String toText(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " Bytes" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    /**
     * Parses {@code "512"}, {@code "512k"}, {@code "512m"} or {@code "8g"} (powers of 1024, any case).
     *
     * @param name what the error message calls the value
     * @throws IllegalArgumentException when {@code text} has another form, is 0 or less, or does not fit 64 bits
     */
    public static long parse(String name, String text) {
        String digits = text.strip();
        int shift = digits.matches(".*[gG]") ? 30 : digits.matches(".*[mM]") ? 20 : digits.matches(".*[kK]") ? 10 : 0;
        if (shift > 0) {
            digits = digits.substring(0, digits.length() - 1);
        }
        try {
            long value = Math.multiplyExact(Long.parseLong(digits), 1L << shift);
            if (value > 0) {
                return value;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            // reported below, with the text that was given
        }
        throw new IllegalArgumentException(
                "`" + name + "` must be a number of bytes above 0, or one with k, m or g, got '" + text + "'");
    }
}
