package dev.motif.algorithm.similar.neighbors.model;

import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.io.Serializable;

/**
 * Gives the number of the edge at any slot of a graph, which has two slots for each edge. Edges are numbered in the
 * order of their slots at the smaller end, so the number follows from the slot there; for the slot at the larger end,
 * the slot at the smaller one is searched.
 *
 * <p>Owns its memory, 8 bytes a vertex. Immutable.
 *
 * @param shifts for each vertex, what to add to the slot of a larger neighbor to get the number of that edge; 0 or less
 */
public record EdgeNumbers(Csr rows, OffHeapLongs shifts) implements AutoCloseable, Serializable {
    /** Prepares the numbers for {@code graph}, which must stay open. The caller owns the result. */
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

    /**
     * The number of the edge at a slot of {@code u}, in O(1) when the neighbor there is larger, else in O(log degree).
     */
    public long at(int u, long slot) {
        int v = rows.neighbor(slot);
        return v > u ? slot + shifts.get(u) : rows.slotOf(v, u) + shifts.get(v);
    }

    @Override
    public void close() {
        shifts.close();
    }
}
