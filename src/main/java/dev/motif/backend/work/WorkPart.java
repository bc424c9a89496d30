package dev.motif.backend.work;

import java.io.Serializable;
import java.math.BigInteger;

/**
 * A part of the work of a run on GPUs: the positions from {@code from / count} to {@code to / count} of all. What belongs
 * to no position, such as what a formula counts, belongs to the part that begins at 0.
 */
public record WorkPart(long from, long to, long count) implements Serializable {
    /**
     * The order that gives positions their meaning. Parts of different orders do not add up.
     *
     * @param positions how many there are
     * @param checksum of what is at each
     */
    public record Order(long positions, long checksum) implements Serializable {
        @Override
        public String toString() {
            return positions + " positions, checksum " + checksum;
        }
    }

    public static final WorkPart WHOLE = new WorkPart(0, 1, 1);

    /** @throws IllegalArgumentException when this is no part */
    public WorkPart {
        if (from < 0 || to < from || count < to || count < 1) {
            throw new IllegalArgumentException(
                    "a part must have 0 <= from <= to <= count, got from " + from + " to " + to + " of " + count);
        }
    }

    public boolean isWhole() {
        return from == 0 && to == count;
    }

    /** The first of {@code positions} positions that is in this part. */
    long first(long positions) {
        return share(from, positions);
    }

    /** The position behind the last one of {@code positions} that is in this part. */
    long end(long positions) {
        return share(to, positions);
    }

    private long share(long pieces, long positions) {
        return BigInteger.valueOf(positions)
                .multiply(BigInteger.valueOf(pieces))
                .divide(BigInteger.valueOf(count))
                .longValueExact();
    }
}
