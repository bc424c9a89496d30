package dev.motif.projection.follow;

import dev.motif.graph.memory.RadixSort;
import java.util.Arrays;

/**
 * Nodes and relationships that may have changed. What has become of them is to be read from the database: some may be as
 * they were, or come from a transaction that was rolled back.
 *
 * @param nodes ids of nodes that were created or deleted, or whose labels or properties changed, in any order, with
 *     repetitions
 * @param relationships ids of relationships that were created, or whose properties changed, likewise; and of those that may
 *     be deleted, or may not
 * @param deleted of each relationship that is or may be deleted its id, and the ids of its source and its target
 * @param again ids of nodes of the graph whose relationships are all to be read again
 */
public record Changes(long[] nodes, long[] relationships, long[] deleted, long[] again) {
    /** The longs of a deleted relationship. */
    public static final int DELETED = 3;

    /** How many ids of nodes and relationships there are. */
    public long count() {
        return nodes.length + relationships.length + deleted.length / DELETED + again.length;
    }

    /** A list of longs that grows. Not thread-safe. */
    static final class Longs {
        private long[] values = {};
        private int count;

        void add(long value) {
            if (count == values.length) {
                values = Arrays.copyOf(values, Math.max(4, 2 * count));
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
            if (count + othersCount > values.length) {
                values = Arrays.copyOf(values, Math.max(count + othersCount, 2 * values.length));
            }
            System.arraycopy(others, 0, values, count, othersCount);
            count += othersCount;
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

        /** Leaves the values, none below 0, ascending, without repetitions. */
        void unite() {
            values = toSet();
            count = values.length;
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
