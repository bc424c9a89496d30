package dev.motif.algorithm.group.near;

import dev.motif.gpu.KernelAbi;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/**
 * Parts of the graph around roots, each with the first node of its search, as near.cu takes them, until there is no room for
 * more. Thread-safe. Owns its memory.
 */
final class NearBatch implements AutoCloseable {
    /** Parts begin at a multiple of this many words. */
    private static final long ALIGNED = 32;

    /** The fewest words of a part. */
    static final long LEAST_INTS = 2 * ALIGNED;

    /** Says where a part is. */
    enum Answer {
        /** It is in the batch, or nothing is to be searched in it. */
        DONE,
        /** It fits the next batch. */
        LATER,
        /** It fits no batch. */
        NEVER
    }

    /** Says whether there is room for a search. */
    @FunctionalInterface
    interface Limit {
        /**
         * @param vertices which may be chosen in a part
         * @param setInts the 32-bit words of a set of both sides
         */
        boolean admits(int vertices, int setInts);
    }

    private final OffHeapInts pool;
    private final OffHeapLongs places;
    private final Limit limit;
    private long used;
    private int count;
    private int mostVertices;
    private int mostSetInts;
    private volatile boolean isFull;

    /** The sizes of a part. */
    private static final class Layout {
        final int sides;
        final int[] inner = new int[2];
        final int[] excluded = new int[2];
        final int[] innerInts = new int[2];
        final int[] ints = new int[2];

        Layout(NearPart part) {
            sides = part.sides();
            for (int side = 0; side < sides; side++) {
                inner[side] = part.candidates(side);
                excluded[side] = part.size(side) - part.firstExcluded(side);
                innerInts[side] = ints(inner[side]);
                ints[side] = innerInts[side] + ints(excluded[side]);
            }
        }

        private static int ints(int bits) {
            return (bits + Integer.SIZE - 1) / Integer.SIZE;
        }

        int setInts() {
            return ints[0] + ints[1];
        }

        long size() {
            long size = KernelAbi.NEAR_PART_HEADER + 3L * setInts();
            for (int side = 0; side < sides; side++) {
                size += (long) Integer.SIZE * ints[side] * innerInts[sides - 1 - side]
                        + (long) inner[side] * (ints[side] + 1);
            }
            return (size + ALIGNED - 1) / ALIGNED * ALIGNED;
        }
    }

    NearBatch(long capacity, Limit limit, NativeMemory memory) {
        this.limit = limit;
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapInts newPool = building.ints(capacity);
            OffHeapLongs newPlaces = building.longs(capacity / LEAST_INTS);
            this.pool = building.keep(newPool);
            this.places = building.keep(newPlaces);
        }
    }

    /** The off-heap bytes of a batch. */
    static long bytes(long capacity) {
        return capacity * Integer.BYTES + capacity / LEAST_INTS * Long.BYTES;
    }

    /** The 32-bit words of the parts, of which the first {@link #used} are used. */
    OffHeapInts pool() {
        return pool;
    }

    /** Where each part begins. */
    OffHeapLongs places() {
        return places;
    }

    long used() {
        return used;
    }

    /** How many parts there are. */
    int count() {
        return count;
    }

    int mostVertices() {
        return mostVertices;
    }

    int mostSetInts() {
        return mostSetInts;
    }

    void clear() {
        used = 0;
        count = 0;
        mostVertices = 0;
        mostSetInts = 0;
        isFull = false;
    }

    /** Whether a part found no room. */
    boolean isFull() {
        return isFull;
    }

    /**
     * Adds a part, if there is room.
     *
     * @param sets words with the chosen vertices, candidates and excluded vertices of each side at {@code first}, one behind the
     *     other
     */
    Answer add(NearPart part, OffHeapLongs sets, long[] first) {
        Layout layout = new Layout(part);
        int vertices = layout.inner[0] + layout.inner[1];
        if (layout.size() > pool.length() || !limit.admits(vertices, layout.setInts())) {
            return Answer.NEVER;
        }
        long at = reserve(layout, vertices);
        if (at < 0) {
            return Answer.LATER;
        }
        pool.clear(at, at + layout.size());
        for (int side = 0; side < layout.sides; side++) {
            pool.set(at + 2L * side, layout.inner[side]);
            pool.set(at + 2L * side + 1, layout.excluded[side]);
        }
        at += KernelAbi.NEAR_PART_HEADER;
        for (int kind = 0; kind < 3; kind++) {
            for (int side = 0; side < layout.sides; side++) {
                at = copy(layout, side, sets, first[side] + (long) kind * part.width(side), part.innerWords(side), at);
            }
        }
        for (int side = 0; side < layout.sides; side++) {
            at = addRows(part, layout, side, at);
            OffHeapLongs together = part.pairs().together(side);
            for (int v = 0; v < layout.inner[side]; v++) {
                at = copy(layout, side, together, (long) v * part.width(side), part.innerWords(side), at);
            }
            for (int v = 0; v < layout.inner[side]; v++) {
                pool.set(at++, part.vertex(side, v));
            }
        }
        return Answer.DONE;
    }

    private synchronized long reserve(Layout layout, int vertices) {
        int most = Math.max(mostVertices, vertices);
        int mostInts = Math.max(mostSetInts, layout.setInts());
        isFull |= used + layout.size() > pool.length() || !limit.admits(most, mostInts);
        if (isFull) {
            return -1;
        }
        long at = used;
        used += layout.size();
        places.set(count++, at);
        mostVertices = most;
        mostSetInts = mostInts;
        return at;
    }

    /** Copies a set of a side, with {@code innerWords} words before its excluded vertices; returns where it ends. */
    private long copy(Layout layout, int side, OffHeapLongs from, long start, int innerWords, long at) {
        int inner = layout.innerInts[side];
        for (int i = 0; i < layout.ints[side]; i++) {
            pool.set(at + i, i < inner ? half(from, start, i) : half(from, start + innerWords, i - inner));
        }
        return at + layout.ints[side];
    }

    private static int half(OffHeapLongs from, long start, int i) {
        return (int) (from.get(start + (i >> 1)) >>> (i & 1) * Integer.SIZE);
    }

    private long addRows(NearPart part, Layout layout, int side, long at) {
        int other = part.other(side);
        long stride = (long) Integer.SIZE * layout.ints[side];
        OffHeapLongs rows = part.rows(side);
        for (int v = 0; v < part.size(side); v = v + 1 == layout.inner[side] ? part.firstExcluded(side) : v + 1) {
            boolean isInner = v < layout.inner[side];
            long row = (long) v * part.width(other);
            long column = isInner ? v : (long) Integer.SIZE * layout.innerInts[side] + v - part.firstExcluded(side);
            for (int i = 0; i < layout.innerInts[other]; i++) {
                pool.set(at + i * stride + column, half(rows, row, i));
            }
        }
        return at + layout.innerInts[other] * stride;
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(pool, places);
    }
}
