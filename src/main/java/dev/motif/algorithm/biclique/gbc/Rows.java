package dev.motif.algorithm.biclique.gbc;

import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;

/** Rows that were given more room than they needed. */
final class Rows {
    private Rows() {}

    /**
     * Closes the gaps: row {@code r} has {@code lengths[r]} items from {@code offsets[r]} on, and will have them from
     * its new offset on.
     *
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

    /** The same, without changing the offsets. */
    static void move(OffHeapInts items, OffHeapLongs offsets, OffHeapInts lengths) {
        long end = 0;
        for (long row = 0; row < lengths.length(); row++) {
            items.copyFrom(items, offsets.get(row), end, lengths.get(row));
            end += lengths.get(row);
        }
        items.truncate(end);
    }
}
