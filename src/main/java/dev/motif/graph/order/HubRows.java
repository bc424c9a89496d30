package dev.motif.graph.order;

import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;

/**
 * The edges of a graph towards the vertices of larger degrees, as in an {@link OrientedGraph} by degree, but with the
 * vertex ids of the input: nothing is sorted, so it takes a fraction of the time. Owns its memory.
 *
 * @param rows for each vertex its neighbors of larger degree, and its neighbors of equal degree with smaller ids,
 *     ascending
 */
public record HubRows(Csr rows) implements DerivedGraphCache.Form {
    private static final int VERTICES_PER_TASK = 1 << 10;

    /** The neighbors of a block, which are filtered without a branch that depends on which of them stay. */
    private static final int BLOCK = 1 << 8;

    /** The rows of {@code graph} as a form of it, see {@link NativeMemory#form}. The caller closes its use. */
    public static DerivedGraphCache.Use<HubRows> form(UnipartiteGraph graph, NativeMemory memory, Workers workers) {
        return memory.form(
                new DerivedGraphCache.Key(graph, "rows to hubs"),
                workers.cancellation(),
                () -> of(graph.adjacency(), memory, workers));
    }

    /**
     * Makes the rows of a graph, which the caller owns.
     *
     * @param adjacency symmetric, without self-loops
     */
    static HubRows of(Csr adjacency, NativeMemory memory, Workers workers) {
        int vertices = adjacency.vertexCount();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(vertices + 1L);
            OffHeapInts neighbors = scope.ints(adjacency.slotCount() / 2);
            workers.forRanges(vertices, VERTICES_PER_TASK, (worker, from, to, steps) -> {
                for (int u = (int) from; u < to; u++) {
                    long degree = adjacency.degree(u);
                    long hubs = 0;
                    for (long slot = adjacency.start(u); slot < adjacency.end(u); slot++) {
                        hubs += toHub(adjacency, u, degree, adjacency.neighbor(slot));
                        steps.add();
                    }
                    offsets.set(u, hubs);
                }
            });
            long start = 0;
            for (int u = 0; u < vertices; u++) {
                start += offsets.get(u);
                offsets.set(u, start - offsets.get(u));
            }
            offsets.set(vertices, start);
            workers.forRanges(vertices, VERTICES_PER_TASK, (worker, from, to, steps) -> {
                int[] hubs = new int[BLOCK];
                for (int u = (int) from; u < to; u++) {
                    copy(adjacency, u, hubs, neighbors, offsets.get(u), steps);
                }
            });
            return new HubRows(new Csr(scope.keep(offsets), scope.keep(neighbors)));
        }
    }

    private static void copy(Csr adjacency, int u, int[] hubs, OffHeapInts neighbors, long first, Steps steps) {
        long degree = adjacency.degree(u);
        long end = adjacency.end(u);
        long at = first;
        for (long slot = adjacency.start(u); slot < end; ) {
            int count = 0;
            for (long blockEnd = Math.min(end, slot + BLOCK); slot < blockEnd; slot++) {
                int v = adjacency.neighbor(slot);
                hubs[count] = v;
                count += (int) toHub(adjacency, u, degree, v);
            }
            neighbors.copyFrom(hubs, 0, at, count);
            steps.add(BLOCK);
            at += count;
        }
    }

    /** 1 when the edge from {@code u}, of this degree, to {@code v} is in the row of {@code u}, otherwise 0. */
    private static long toHub(Csr adjacency, int u, long degree, int v) {
        return degree - adjacency.degree(v) - (v - u >>> 31) >>> 63;
    }

    /** The bytes that {@link #close} frees, of a graph of this size; making the rows takes no more. */
    public static long bytes(long vertices, long edges) {
        return Csr.bytes(vertices, edges);
    }

    @Override
    public long bytes() {
        return rows.bytes();
    }

    @Override
    public void close() {
        rows.close();
    }
}
