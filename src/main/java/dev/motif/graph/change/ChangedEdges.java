package dev.motif.graph.change;

import dev.motif.graph.memory.RadixSort;
import java.util.Arrays;

/**
 * The edges in which a graph differs from an earlier state of it, as pairs of vertices, see {@link #pair}. Removed
 * vertices have the numbers after the graph's vertices. In a unipartite graph the smaller end comes first.
 *
 * @param goneLeft how many left vertices, or vertices of a unipartite graph, were removed
 * @param goneRight how many right vertices were removed
 * @param removed the edges of the earlier state that were removed, also those that came back, ascending
 * @param inserted the edges that are there now and were not, or that came back, ascending
 */
public record ChangedEdges(int goneLeft, int goneRight, long[] removed, long[] inserted) {
    /** No change. */
    public static final ChangedEdges NONE = new ChangedEdges(0, 0, new long[0], new long[0]);

    /** How many edges were removed and inserted; those that came back count twice. */
    public int count() {
        return removed.length + inserted.length;
    }

    /** The edges that were removed and did not come back, ascending. */
    public long[] gone() {
        return Arrays.stream(removed)
                .filter(pair -> Arrays.binarySearch(inserted, pair) < 0)
                .toArray();
    }

    /** An edge by its ends; pairs ascend as edges are numbered. */
    public static long pair(long first, long second) {
        return first << 32 | second;
    }

    public static int first(long pair) {
        return (int) (pair >>> 32);
    }

    public static int second(long pair) {
        return (int) pair;
    }

    /** The same edges with the other end first, ascending. */
    public static long[] turned(long[] pairs) {
        long[] turned = new long[pairs.length];
        Arrays.setAll(turned, i -> pair(second(pairs[i]), first(pairs[i])));
        return RadixSort.sort(turned);
    }

    /** The same edges with either end first, ascending. */
    public static long[] both(long[] pairs) {
        long[] both = Arrays.copyOf(pairs, 2 * pairs.length);
        System.arraycopy(turned(pairs), 0, both, pairs.length, pairs.length);
        return RadixSort.sort(both);
    }
}
