package dev.motif.backend;

import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/**
 * When the relationships of a graph's edges happened, as 64-bit integers of any unit. Belongs to whoever made the
 * arrays.
 *
 * @param times the times of the relationships; the times of an edge are next to each other, in any order
 * @param offsets where the times of each edge begin, and behind them how many there are in all; null when each edge has
 *     one, at its own index
 */
public record EdgeTimes(OffHeapLongs times, OffHeapLongs offsets) implements Serializable {
    /** The first time of an edge. */
    public long start(long edge) {
        return offsets == null ? edge : offsets.get(edge);
    }

    public long end(long edge) {
        return offsets == null ? edge + 1 : offsets.get(edge + 1);
    }

    /** The edge that has the time with an index. Takes O(log edges). */
    public long edge(long index) {
        return offsets == null ? index : offsets.lowerBound(0, offsets.length(), index + 1) - 1;
    }

    /** Whether edges may stand for several relationships, or for none. */
    public boolean hasParallel() {
        return offsets != null;
    }

    public long count() {
        return times.length();
    }

    /** Whether two times, in either order, are no more than {@code window} apart, which is 0 or more. */
    public static boolean within(long a, long b, long window) {
        return Long.compareUnsigned(Math.max(a, b) - Math.min(a, b), window) <= 0;
    }

    /** {@code time + window}, or the latest time where that is later. */
    public static long plus(long time, long window) {
        long sum = time + window;
        return sum < time ? Long.MAX_VALUE : sum;
    }

    /** {@code time - window}, or the earliest time where that is earlier. */
    public static long minus(long time, long window) {
        long difference = time - window;
        return difference > time ? Long.MIN_VALUE : difference;
    }
}
