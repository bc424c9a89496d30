package dev.motif.algorithm.commonneighbors.model;

import dev.motif.graph.Csr;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.UnipartiteGraph;

/**
 * The number of the edge at every slot of a graph, which has two slots for each edge. That of the smaller end is found at
 * once, since edges are numbered in its order; that of the larger end by looking up the slot of the reverse edge.
 *
 * <p>Owns its memory, 8 bytes a vertex. Immutable.
 */
public final class EdgeNumbers implements AutoCloseable {
    private final Csr rows;
    /** What the slot of a larger neighbor of each vertex lacks to the edge's number; 0 or less. */
    private final OffHeapLongs shifts;

    private EdgeNumbers(Csr rows, OffHeapLongs shifts) {
        this.rows = rows;
        this.shifts = shifts;
    }

    /** Owned by the caller; the graph must stay open. */
    public static EdgeNumbers of(UnipartiteGraph graph, NativeMemory memory) {
        Csr rows = graph.adjacency();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs shifts = scope.longs(rows.vertexCount());
            long edges = 0;
            for (int u = 0; u < rows.vertexCount(); u++) {
                long first = rows.firstSlotFrom(u, u + 1);
                shifts.set(u, edges - first);
                edges += rows.end(u) - first;
            }
            return new EdgeNumbers(rows, scope.keep(shifts));
        }
    }

    /** The number of the edge at a slot of {@code u}: O(1) when the neighbor there is larger, else O(log degree). */
    public long at(int u, long slot) {
        int v = rows.neighbor(slot);
        return v > u ? slot + shifts.get(u) : rows.slotOf(v, u) + shifts.get(v);
    }

    @Override
    public void close() {
        shifts.close();
    }
}
