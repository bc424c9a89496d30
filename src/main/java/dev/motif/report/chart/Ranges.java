package dev.motif.report.chart;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The consecutive ranges of whole numbers of a histogram. A range is a single number, or the numbers from one power of
 * two to below the next.
 *
 * @param min the first number, 0 or 1
 * @param count the number of ranges
 * @param single whether each range is a single number
 */
public record Ranges(int min, int count, boolean single) {
    /**
     * Chooses ranges for the numbers in {@code [min, max]}.
     *
     * @param min 0 or 1
     * @param max {@code min} or more
     * @param mostSingle the most numbers for which each has a range of its own; if there are more, none has
     */
    public static Ranges of(int min, long max, int mostSingle) {
        return max - min < mostSingle
                ? new Ranges(min, (int) (max - min) + 1, true)
                : new Ranges(min, bits(max) - bits(min) + 1, false);
    }

    /** The index, from 0, of the range that holds {@code value}. */
    public int indexOf(long value) {
        return single ? (int) value - min : bits(value) - bits(min);
    }

    /** The ranges in their order as people write them, such as {@code 4–7}. */
    public List<String> labels() {
        return IntStream.range(0, count).mapToObj(this::label).toList();
    }

    private String label(int index) {
        if (single) {
            return Numbers.text(min + index);
        }
        int bits = index + bits(min);
        long last = (1L << bits) - 1;
        return bits < 2 ? Numbers.text(last) : Numbers.text(1L << (bits - 1)) + "–" + Numbers.text(last);
    }

    private static int bits(long value) {
        return Long.SIZE - Long.numberOfLeadingZeros(value);
    }
}
