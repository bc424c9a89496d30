package dev.motif.algorithm.maximal.near;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.util.function.LongConsumer;

/**
 * The part of a graph around a root that near-bicliques with it can be in, as rows of bits in both directions. Side 0 are
 * roots: the root itself, the candidates, then those that are excluded since they come before it. Side 1 are mates. Owns its
 * memory.
 */
final class NearGraph implements AutoCloseable {
    private final BipartiteCore core;
    private final int missing;
    private final int minRoots;
    private final int minMates;
    private final NativeMemory memory;
    private final OffHeapScope scope;

    /** For each vertex of a side how often it was met, and for mates then 1 + their number here. */
    private final OffHeapInts rootCounts;

    private final OffHeapInts mateCounts;
    private final OffHeapInts met;
    private final OffHeapInts[] vertices = new OffHeapInts[2];
    private final int[] sizes = new int[2];
    private final OffHeapLongs[] rows = new OffHeapLongs[2];
    private int candidates;

    NearGraph(BipartiteCore core, int missing, int minRoots, int minMates, NativeMemory memory) {
        this.core = core;
        this.missing = missing;
        this.minRoots = minRoots;
        this.minMates = minMates;
        this.memory = memory;
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            this.rootCounts = own.zeroedInts(core.rootCount());
            this.mateCounts = own.zeroedInts(core.mateCount());
            this.met = own.ints(core.rootCount());
            this.vertices[0] = own.ints(core.rootCount());
            this.vertices[1] = own.ints(core.mateCount());
            this.scope = building.keep(own);
        }
    }

    /** The bytes that do not depend on the root. */
    static long leastBytes(long roots, long mates) {
        return (3 * roots + 2 * mates) * Integer.BYTES;
    }

    /** The most bytes for the rows around a root. */
    static long mostRowBytes(long roots, long mates) {
        return 2 * (roots * words(mates) + mates * words(roots)) * Long.BYTES;
    }

    static long words(long bits) {
        return (bits + Long.SIZE - 1) / Long.SIZE;
    }

    /**
     * Takes the part around {@code root}; returns whether it is large enough.
     *
     * @param ordered whether roots before this one are excluded
     * @param work takes note of how many words are read
     */
    boolean open(int root, boolean ordered, LongConsumer work) {
        int found = meetRoots(root, work);
        int least = minMates - 2 * missing;
        int size = 0;
        vertices[0].set(size++, root);
        for (int i = 0; i < found; i++) {
            int other = met.get(i);
            if (rootCounts.get(other) >= least && (!ordered || other > root)) {
                vertices[0].set(size++, other);
            }
        }
        candidates = size;
        for (int i = 0; i < found; i++) {
            int other = met.get(i);
            if (ordered && candidates >= minRoots && rootCounts.get(other) >= least && other < root) {
                vertices[0].set(size++, other);
            }
            rootCounts.set(other, 0);
        }
        sizes[0] = size;
        if (candidates < minRoots) {
            return false;
        }
        sizes[1] = meetMates(work);
        boolean large = sizes[1] >= minMates;
        if (large) {
            fill(work);
        }
        for (int i = 0; i < sizes[1]; i++) {
            mateCounts.set(vertices[1].get(i), 0);
        }
        return large;
    }

    /** Counts the common mates of {@code root} with others; returns how many others there are. */
    private int meetRoots(int root, LongConsumer work) {
        Csr roots = core.roots();
        Csr mates = core.mates();
        int found = 0;
        for (long slot = roots.start(root); slot < roots.end(root); slot++) {
            int mate = roots.neighbor(slot);
            work.accept(mates.degree(mate));
            for (long back = mates.start(mate); back < mates.end(mate); back++) {
                int other = mates.neighbor(back);
                int count = rootCounts.get(other);
                if (other != root) {
                    if (count == 0) {
                        met.set(found++, other);
                    }
                    rootCounts.set(other, count + 1);
                }
            }
        }
        return found;
    }

    /** Finds and numbers the mates that enough of the root and the candidates are adjacent to; returns how many. */
    private int meetMates(LongConsumer work) {
        Csr roots = core.roots();
        OffHeapInts mates = vertices[1];
        int found = 0;
        for (int i = 0; i < candidates; i++) {
            int root = vertices[0].get(i);
            work.accept(roots.degree(root));
            for (long slot = roots.start(root); slot < roots.end(root); slot++) {
                int mate = roots.neighbor(slot);
                int count = mateCounts.get(mate);
                if (count == 0) {
                    mates.set(found++, mate);
                }
                mateCounts.set(mate, count + 1);
            }
        }
        int kept = 0;
        for (int i = 0; i < found; i++) {
            int mate = mates.get(i);
            if (mateCounts.get(mate) >= minRoots - missing) {
                mates.set(kept++, mate);
                mateCounts.set(mate, kept);
            } else {
                mateCounts.set(mate, 0);
            }
        }
        return kept;
    }

    private void fill(LongConsumer work) {
        Csr roots = core.roots();
        for (int side = 0; side < 2; side++) {
            long needed = sizes[side] * words(sizes[1 - side]);
            rows[side] = room(rows[side], needed, memory);
            rows[side].clear(0, needed);
            work.accept(needed);
        }
        long mateWords = words(sizes[1]);
        long rootWords = words(sizes[0]);
        for (int i = 0; i < sizes[0]; i++) {
            int root = vertices[0].get(i);
            work.accept(roots.degree(root));
            for (long slot = roots.start(root); slot < roots.end(root); slot++) {
                int number = mateCounts.get(roots.neighbor(slot)) - 1;
                if (number >= 0) {
                    rows[0].setBit(i * mateWords * Long.SIZE + number);
                    rows[1].setBit(number * rootWords * Long.SIZE + i);
                }
            }
        }
    }

    /** An array of at least {@code needed} elements: {@code before}, which may be null, or a new one in its place. */
    private static OffHeapLongs room(OffHeapLongs before, long needed, NativeMemory memory) {
        if (before != null && before.length() >= needed) {
            return before;
        }
        OffHeapLongs larger = memory.longs(needed);
        if (before != null) {
            before.close();
        }
        return larger;
    }

    /** The root and the candidates, which are the first of side 0. */
    int candidates() {
        return candidates;
    }

    int size(int side) {
        return sizes[side];
    }

    /** The number in the core of a vertex here. */
    int number(int side, int vertex) {
        return vertices[side].get(vertex);
    }

    /** The vertex in the graph of a vertex here. */
    int vertex(int side, int vertex) {
        return side == 0 ? core.rootVertex(vertices[0].get(vertex)) : core.mateVertex(vertices[1].get(vertex));
    }

    /** For each vertex of a side its neighbors. */
    OffHeapLongs rows(int side) {
        return rows[side];
    }

    @Override
    public void close() {
        for (OffHeapLongs each : rows) {
            if (each != null) {
                each.close();
            }
        }
        scope.close();
    }
}
