package dev.motif.algorithm.count.butterfly.priority;

import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.Csr;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * The most that one pass over a ranked graph takes when the graph is larger than the device. A pass counts the wedges
 * between some start vertices and some ends; every wedge belongs to one pass.
 *
 * @param starts the number of start vertices
 * @param startSlots the number of neighbors of the start vertices
 * @param endSlots the number of edges between the ends and the vertices that rank after them, which are the middles of
 *     wedges to these ends
 */
record PassSizes(long starts, long startSlots, long endSlots) {
    /** A range of ranks, {@code [low, high)}. */
    record Range(int low, int high) {}

    /** The device memory, in bytes, that each item of a pass takes. */
    record Cost(long perStart, long perStartSlot, long perEndSlot) {
        long bytes(PassSizes sizes) {
            return sizes.starts * perStart + sizes.startSlots * perStartSlot + sizes.endSlots * perEndSlot;
        }
    }

    /** The sizes of a single pass for the whole graph. */
    static PassSizes all(GraphSize size) {
        return new PassSizes(Math.max(1, size.vertices()), 2 * size.edges(), size.edges());
    }

    /** The smallest sizes with which each vertex fits a pass, whatever its degree. */
    static PassSizes smallest(GraphSize size) {
        return of(largestDegree(size), largestDegree(size), size);
    }

    /**
     * Sizes whose start vertices together have {@code startSlots} neighbors on average, so that neither limit is
     * reached long before the other.
     */
    private static PassSizes of(long startSlots, long endSlots, GraphSize size) {
        long starts = 1 + (long) (startSlots * startsPerSlot(size));
        return new PassSizes(Math.min(starts, all(size).starts), startSlots, endSlots);
    }

    private static double startsPerSlot(GraphSize size) {
        return size.vertices() / Math.max(1.0, 2.0 * size.edges());
    }

    /** An upper bound for the degree of a vertex. */
    static long largestDegree(GraphSize size) {
        return Math.min(size.edges(), Math.max(size.left(), size.right()));
    }

    /**
     * Returns the sizes of passes that take {@code bytes} of device memory or less; null when even {@link #smallest}
     * takes more.
     *
     * <p>All rows of start vertices are copied once for each range of ends, so the ends get most of the memory.
     */
    static PassSizes within(long bytes, GraphSize size, Cost cost) {
        PassSizes all = all(size);
        PassSizes smallest = smallest(size);
        if (cost.bytes(all) <= bytes) {
            return all;
        }
        if (cost.bytes(smallest) > bytes) {
            return null;
        }
        long forAllStarts = cost.bytes(new PassSizes(all.starts, all.startSlots, 0));
        long forFewestStarts = cost.bytes(new PassSizes(smallest.starts, smallest.startSlots, 0));
        long forEnds = Math.min(Math.max(bytes / 4 * 3, bytes - forAllStarts), bytes - forFewestStarts);
        long endSlots = Math.max(smallest.endSlots, Math.min(all.endSlots, forEnds / cost.perEndSlot));
        long forStarts = bytes - endSlots * cost.perEndSlot;
        double perSlot = cost.perStartSlot + cost.perStart * startsPerSlot(size);
        // One slot less makes up for rounding.
        long startSlots = (long) ((forStarts - cost.perStart) / perSlot) - 1;
        return of(Math.max(smallest.startSlots, Math.min(all.startSlots, startSlots)), endSlots, size);
    }

    /** The number of passes over the graph, about. */
    long passes(GraphSize size) {
        PassSizes all = all(size);
        long startRanges = all.starts / starts + (startSlots == 0 ? 0 : all.startSlots / startSlots);
        long endRanges = endSlots == 0 ? 1 : (all.endSlots + endSlots - 1) / endSlots;
        return equals(all) ? 1 : startRanges * endRanges;
    }

    /** Divides the start vertices into ranges that fit a pass each; {@code rows} are the rows of the ranked graph. */
    List<Range> startRanges(Csr rows) {
        return ranges(rows.vertexCount(), rows::degree, starts, startSlots);
    }

    /**
     * Divides the ends into ranges that fit a pass each.
     *
     * @param laterNeighbors gives the number of neighbors of a vertex that rank after it
     */
    List<Range> endRanges(int vertices, IntToLongFunction laterNeighbors) {
        return ranges(vertices, laterNeighbors, vertices, endSlots);
    }

    /**
     * Divides the vertices into consecutive ranges of at most this many vertices and slots; ranges without slots are
     * left out.
     */
    private static List<Range> ranges(int vertices, IntToLongFunction slots, long mostVertices, long mostSlots) {
        List<Range> ranges = new ArrayList<>();
        int low = 0;
        long sum = 0;
        for (int v = 0; v < vertices; v++) {
            long own = slots.applyAsLong(v);
            if (sum + own > mostSlots || v - low == mostVertices) {
                add(ranges, low, v, sum);
                low = v;
                sum = 0;
            }
            sum += own;
        }
        add(ranges, low, vertices, sum);
        return ranges;
    }

    private static void add(List<Range> ranges, int low, int high, long slots) {
        if (slots > 0) {
            ranges.add(new Range(low, high));
        }
    }

    /**
     * Whether there can be wedges between these ranges: a wedge ends at a vertex that ranks before its start vertex.
     */
    static boolean hasWedges(Range starts, Range ends) {
        return starts.high - 1 > ends.low;
    }
}
