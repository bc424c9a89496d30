package dev.motif.research.gbc;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;

/** Closes the gaps between rows that were given more room than they needed. */
final class Rows {
    private Rows() {}

    /**
     * Moves the items of all rows together and adapts the offsets. Row {@code r} has {@code lengths[r]} items, which
     * begin at {@code offsets[r]}, both before and after.
     *
     * @param offsets one for each row, and the end of the last one; changed
     * @return {@code items}, truncated
     */
    static OffHeapInts close(OffHeapInts items, OffHeapLongs offsets, OffHeapInts lengths) {
        move(items, offsets, lengths);
        long end = 0;
        for (long row = 0; row < lengths.length(); row++) {
            offsets.set(row, end);
            end += lengths.get(row);
        }
        offsets.set(lengths.length(), end);
        return items;
    }

    /** Moves the items of all rows together, as {@link #close} does, but leaves the offsets unchanged. */
    static void move(OffHeapInts items, OffHeapLongs offsets, OffHeapInts lengths) {
        long end = 0;
        for (long row = 0; row < lengths.length(); row++) {
            items.copyFrom(items, offsets.get(row), end, lengths.get(row));
            end += lengths.get(row);
        }
        items.truncate(end);
    }
}
