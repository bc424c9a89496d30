package dev.motif.algorithm.count.wedge;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;

/**
 * Counts the wedges from one start vertex after another by their end. One worker owns it. Nothing is cleared between two
 * starts: the counts of each begin at a number that no count of those before has passed.
 */
public final class EndCounts {
    private final OffHeapInts counts;

    /**
     * Values up to {@code none} mean "not counted for this start vertex"; it starts too large for any vertex, so that
     * the first start clears all.
     */
    private int none = Integer.MAX_VALUE;

    /** The most wedges that an end of the current start can have. */
    private int most;

    /** @param scope owns the array, 4 bytes for each of {@code vertices} */
    public EndCounts(int vertices, OffHeapScope scope) {
        this.counts = scope.ints(vertices);
    }

    public static long bytes(long vertices, int workers) {
        return vertices * Integer.BYTES * workers;
    }

    /** Begins with another start, of this degree. */
    public void begin(long degree) {
        none += most;
        most = (int) degree;
        if (none > Integer.MAX_VALUE - most) {
            counts.clear();
            none = 0;
        }
    }

    /** Adds a wedge that ends at {@code w}; returns how many others there are. They sum up to the pairs of wedges. */
    public int add(int w) {
        int before = Math.max(counts.get(w), none);
        counts.set(w, before + 1);
        return before - none;
    }

    /** How many wedges end at {@code w} beside one that does. */
    public int others(int w) {
        return counts.get(w) - none - 1;
    }
}
