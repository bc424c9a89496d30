package dev.motif.projection.follow;

import dev.motif.graph.memory.RadixSort;
import java.util.Arrays;

/**
 * Nodes and relationships that may have changed. What has become of them is to be read from the database: some may be as
 * they were.
 *
 * @param nodes ids of nodes that were created, or whose labels or properties changed, ascending, each once
 * @param deletedNodes ids of nodes that were deleted, of any labels, likewise
 * @param relationships ids of relationships that were created or deleted, or whose properties changed, likewise
 * @param again ids of nodes of the graph whose relationships are all to be read again
 */
public record Changes(long[] nodes, long[] deletedNodes, long[] relationships, long[] again) {
    /** The ids of a log. */
    static Changes of(LongChunks.View ids, long[] again) {
        return new Changes(
                ChangedIds.of(ChangedIds.NODE, ids),
                ChangedIds.of(ChangedIds.DELETED_NODE, ids),
                ChangedIds.of(ChangedIds.RELATIONSHIP, ids),
                again);
    }

    /** A list of longs that grows. Not thread-safe. */
    static final class Longs {
        /** The length of the longest array of a JVM. */
        private static final int MOST = Integer.MAX_VALUE - 8;

        private long[] values = {};
        private int count;

        void add(long value) {
            if (count == values.length) {
                values = Arrays.copyOf(values, capacity(count + 1L));
            }
            values[count++] = value;
        }

        void addAll(Longs others) {
            addAll(others.values, others.count);
        }

        void addAll(long[] others) {
            addAll(others, others.length);
        }

        private void addAll(long[] others, int othersCount) {
            if (othersCount > values.length - count) {
                values = Arrays.copyOf(values, capacity((long) count + othersCount));
            }
            System.arraycopy(others, 0, values, count, othersCount);
            count += othersCount;
        }

        /** Makes room for some more values, at least for {@code needed} in all. */
        private int capacity(long needed) {
            return Math.toIntExact(Math.max(needed, Math.min(Math.max(4, 2L * count), MOST)));
        }

        void clear() {
            count = 0;
        }

        long get(int index) {
            return values[index];
        }

        int count() {
            return count;
        }

        long[] toArray() {
            return Arrays.copyOf(values, count);
        }

        /** A copy of values that are not below 0, ascending, without repetitions. */
        long[] toSet() {
            return distinct(toArray());
        }
    }

    /** The values, none below 0, ascending, without repetitions; {@code values} is overwritten. */
    public static long[] distinct(long[] values) {
        long[] sorted = RadixSort.sort(values);
        int count = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[count++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, count);
    }
}
