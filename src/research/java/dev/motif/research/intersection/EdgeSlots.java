package dev.motif.research.intersection;

import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Workers;

/**
 * The slot of each edge's count: the slot of its end of higher number in the row of the other end, where vertices may
 * have been renumbered. Slots are found by searching, which is work for the CPU while a GPU counts.
 *
 * <p>Owns its memory, 8 bytes an edge.
 */
record EdgeSlots(OffHeapLongs slots) implements AutoCloseable {
    private static final long EDGES_PER_TASK = 1 << 16;

    /**
     * Finds the slots of all edges of {@code graph}. The caller owns the result.
     *
     * @param ranked has the numbers of the vertices in {@code rows}; null when they are the graph's own
     * @param rows the neighbors of each vertex
     */
    static EdgeSlots of(UnipartiteGraph graph, OrientedGraph ranked, Csr rows, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs slots = scope.longs(graph.edgeCount());
            graph.forEachEdge(workers, (edge, u, v) -> {
                int a = ranked == null ? u : ranked.ranks().get(u);
                int b = ranked == null ? v : ranked.ranks().get(v);
                slots.set(edge, rows.slotOf(Math.min(a, b), Math.max(a, b)));
            });
            return new EdgeSlots(scope.keep(slots));
        }
    }

    static long bytes(long edges) {
        return edges * Long.BYTES;
    }

    /** Copies counts by slot to {@code byEdge}, in the order of the numbers of edges. */
    void assign(OffHeapInts bySlot, OffHeapInts byEdge, Workers workers) {
        workers.forRanges(byEdge.length(), EDGES_PER_TASK, (worker, from, to) -> {
            for (long edge = from; edge < to; edge++) {
                byEdge.set(edge, bySlot.get(slots.get(edge)));
            }
        });
    }

    @Override
    public void close() {
        slots.close();
    }
}
