package dev.motif.algorithm.group.near;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The part of a graph around a root that groups with it can be in, as rows of bits. On side 0 are the root itself, which is
 * vertex 0, the candidates, then the excluded vertices, which come before the root. Of a bipartite graph, all of side 1 are
 * candidates; a unipartite one has no side 1, and each vertex is adjacent to itself. Owns its memory.
 */
public abstract class NearRows implements AutoCloseable {
    /** Owns what does not depend on the root. */
    protected final OffHeapScope scope;

    private final NativeMemory memory;
    private final int missing;
    private final int[] least;
    private final OffHeapInts[] vertices;
    private final OffHeapLongs[] rows;
    private final int[] sizes;
    private int candidates;

    /**
     * @param missing how many of the other side each vertex may miss, of the other vertices when there is one side
     * @param least the fewest vertices of each side
     * @param most how many vertices each side has in the whole graph
     */
    protected NearRows(int missing, int[] least, int[] most, NativeMemory memory) {
        this.memory = memory;
        this.missing = missing;
        this.least = least.clone();
        this.vertices = new OffHeapInts[most.length];
        this.rows = new OffHeapLongs[most.length];
        this.sizes = new int[most.length];
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            Arrays.setAll(vertices, side -> own.ints(most[side]));
            this.scope = building.keep(own);
        }
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

    /** The vertices of a side, by their numbers in the core; as many as {@link #sized} says. */
    protected final OffHeapInts vertices(int side) {
        return vertices[side];
    }

    /** @param first how many of side 0 are the root and the candidates */
    protected final void sized(int first, int... sizesOfSides) {
        candidates = first;
        System.arraycopy(sizesOfSides, 0, sizes, 0, sizes.length);
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

    /** How many of a side, the first ones, are the root and candidates. */
    final int candidates(int side) {
        return side == 0 ? candidates : sizes[side];
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

    @Override
    public final void close() {
        OffHeapScope.closeAll(rows);
        scope.close();
    }
}
