package dev.motif.algorithm.group.near;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * The part of a graph around a root that groups with it can be in, as rows of bits. On side 0 are the root itself, which is
 * vertex 0, the candidates, then the excluded vertices, which come before the root. Of a bipartite graph, all of side 1 are
 * candidates; a unipartite one has no side 1, and each vertex is adjacent to itself. Several searches may read it once it is
 * complete; owns its memory until all of them have closed it.
 */
public abstract class NearRows implements AutoCloseable {
    /** Says how large groups must be to be wanted; may only want larger ones while a search runs. */
    @FunctionalInterface
    interface Bound {
        /** Wants groups of all sizes. */
        Bound NONE = ofOther -> 0;

        /**
         * The fewest vertices that a wanted group has on a side.
         *
         * @param ofOther the most that it has on the other side, which is the same one when there is one side
         */
        long least(int ofOther);
    }

    /** Owns what does not depend on the root. */
    protected final OffHeapScope scope;

    private final NativeMemory memory;
    private final int missing;
    private final int[] least;
    private final Bound bound;
    private final OffHeapInts[] vertices;
    private final OffHeapLongs[] rows;
    private final NearPairs pairs;
    private final AtomicInteger users = new AtomicInteger(1);
    private final int[] sizes;
    private final int[] candidates = new int[2];

    /**
     * @param missing how many of the other side each vertex may miss, of the other vertices when there is one side
     * @param least the fewest vertices of each side
     * @param bound may want only larger groups
     * @param most how many vertices each side has in the whole graph
     */
    protected NearRows(int missing, int[] least, Bound bound, int[] most, NativeMemory memory) {
        this.memory = memory;
        this.missing = missing;
        this.least = least.clone();
        this.bound = bound;
        this.vertices = new OffHeapInts[most.length];
        this.rows = new OffHeapLongs[most.length];
        this.pairs = new NearPairs(memory);
        this.sizes = new int[most.length];
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            Arrays.setAll(vertices, side -> own.ints(most[side]));
            this.scope = building.keep(own);
        }
    }

    /** A graph with the sides and bounds of another one, without room for vertices yet. */
    NearRows(NearRows like, NativeMemory memory) {
        this(like.missing, like.least, like.bound, new int[like.sizes.length], memory);
    }

    public static long words(long bits) {
        return (bits + Long.SIZE - 1) / Long.SIZE;
    }

    /**
     * Takes the part around {@code root}; returns whether it is large enough.
     *
     * @param ordered whether vertices before the root are excluded
     * @param work takes note of how many words are read
     */
    public abstract boolean open(int root, boolean ordered, LongConsumer work);

    /** The vertex in the graph of a vertex here. */
    public abstract int vertex(int side, int vertex);

    /** The vertices of a side, by their numbers in the core; {@link #sized} says how many they are. */
    protected final OffHeapInts vertices(int side) {
        return vertices[side];
    }

    /** @param first how many of side 0 are the root and the candidates */
    protected final void sized(int first, int... sizesOfSides) {
        candidates[0] = first;
        candidates[1] = sizesOfSides.length == 2 ? sizesOfSides[1] : 0;
        System.arraycopy(sizesOfSides, 0, sizes, 0, sizes.length);
    }

    /** @param first how many of a side are chosen vertices and candidates */
    final void sizedSide(int side, int first, int size) {
        candidates[side] = first;
        sizes[side] = size;
    }

    /** Gives this to one more search, which closes it as the others do. */
    final NearRows share() {
        users.incrementAndGet();
        return this;
    }

    /** Makes room for the vertices of a side. */
    final void makeRoomForVertices(int side) {
        if (vertices[side].length() < sizes[side]) {
            OffHeapInts larger = memory.ints(sizes[side]);
            scope.close(vertices[side]);
            vertices[side] = scope.own(larger);
        }
    }

    /** Makes room for rows of all vertices, without a neighbor yet. */
    protected final void clear(LongConsumer work) {
        for (int side = 0; side < sizes.length; side++) {
            long needed = sizes[side] * words(sizes[other(side)]);
            if (rows[side] == null || rows[side].length() < needed) {
                OffHeapLongs larger = memory.longs(needed);
                if (rows[side] != null) {
                    rows[side].close();
                }
                rows[side] = larger;
            }
            rows[side].clear(0, needed);
            work.accept(needed);
        }
    }

    /** Makes a vertex of {@code side} adjacent to one of the other side. */
    protected final void join(int side, int vertex, int neighbor) {
        rows[side].setBit(vertex * words(sizes[other(side)]) * Long.SIZE + neighbor);
    }

    /** Makes a vertex of {@code side} not adjacent to one of the other side. */
    final void part(int side, int vertex, int neighbor) {
        long at = vertex * words(sizes[other(side)]) + (neighbor >> 6);
        rows[side].set(at, rows[side].get(at) & ~(1L << neighbor));
    }

    /** The words of a set of all vertices of a side. */
    final int width(int side) {
        return (int) words(sizes[side]);
    }

    /** The words of a set of chosen vertices and candidates of a side. */
    final int innerWords(int side) {
        return (int) words(candidates[side]);
    }

    /** The first excluded vertex of a side, if there are any. */
    int firstExcluded(int side) {
        return candidates[side];
    }

    /** 2, or 1 for a unipartite graph. */
    final int sides() {
        return sizes.length;
    }

    /** The side of the neighbors of a side. */
    final int other(int side) {
        return sizes.length - 1 - side;
    }

    protected final int missing() {
        return missing;
    }

    /** The fewest vertices that a group has on a side. */
    protected final int least(int side) {
        return least[side];
    }

    /** The fewest vertices that a group still wanted has on a side, when it has at most {@code ofOther} on the other side. */
    final int leastWanted(int side, int ofOther) {
        return (int) Math.max(least[side], Math.min(Integer.MAX_VALUE, bound.least(ofOther)));
    }

    /** Takes the fewest vertices of each side from a search of a larger graph. */
    final void raise(int[] leastOfSides) {
        System.arraycopy(leastOfSides, 0, least, 0, least.length);
    }

    /** How many of a side, the first ones, are the root and candidates. */
    final int candidates(int side) {
        return candidates[side];
    }

    protected final int size(int side) {
        return sizes[side];
    }

    /** The number in the core of a vertex here. */
    protected final int number(int side, int vertex) {
        return vertices[side].get(vertex);
    }

    /** For each vertex of a side its neighbors on the other one. */
    final OffHeapLongs rows(int side) {
        return rows[side];
    }

    /** The pairs of vertices that may be in one group, once a search has found them. */
    final NearPairs pairs() {
        return pairs;
    }

    @Override
    public final void close() {
        if (users.decrementAndGet() == 0) {
            OffHeapScope.closeAll(rows);
            OffHeapScope.closeAll(pairs, scope);
        }
    }
}
