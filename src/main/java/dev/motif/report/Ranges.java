package dev.motif.report;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Consecutive ranges of whole numbers, which a histogram counts in: single numbers, or from one power of two to the next.
 *
 * @param min the first number, 0 or 1
 * @param count how many ranges there are
 * @param single whether every range is one number
 */
record Ranges(int min, int count, boolean single) {
    /**
     * Ranges for the numbers in {@code [min, max]}.
     *
     * @param min 0 or 1
     * @param max {@code min} or more
     * @param mostSingle how many numbers may have a range of their own; if there are more, no one has
     */
    static Ranges of(int min, long max, int mostSingle) {
        return max - min < mostSingle
                ? new Ranges(min, (int) (max - min) + 1, true)
                : new Ranges(min, bits(max) - bits(min) + 1, false);
    }

    /** The number of the range, from 0, that {@code value} is in. */
    int indexOf(long value) {
        return single ? (int) value - min : bits(value) - bits(min);
    }

    /** The ranges as people write them, such as {@code 4–7}. */
    List<String> labels() {
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
