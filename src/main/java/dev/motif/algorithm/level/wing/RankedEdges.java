package dev.motif.algorithm.level.wing;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Workers;

/**
 * Numbers for the edges of a ranked graph, from 0: by their later vertex, then by their earlier one. So the edges from a
 * vertex to its earlier neighbors, which are the first ones of its row, have numbers side by side.
 */
final class RankedEdges {
    private final RankedGraph ranked;
    private final Csr rows;
    private final OffHeapLongs firsts;

    /** @param scope owns the first number of each vertex, 8 bytes a vertex */
    RankedEdges(RankedGraph ranked, OffHeapScope scope) {
        this.ranked = ranked;
        this.rows = ranked.adjacency();
        this.firsts = scope.longs(rows.vertexCount() + 1L);
        long first = 0;
        for (int v = 0; v < rows.vertexCount(); v++) {
            firsts.set(v, first);
            first += rows.firstSlotFrom(v, v) - rows.start(v);
        }
        firsts.set(rows.vertexCount(), first);
    }

    Csr rows() {
        return rows;
    }

    /** The number of the edge from {@code v} to the first vertex of its row, if that comes before {@code v}. */
    int firstOf(int v) {
        return (int) firsts.get(v);
    }

    /**
     * The number of the edge {@code u-v}.
     *
     * @param slotOfV the slot of {@code v} in the row of {@code u}
     * @param slotOfU the slot of {@code u} in the row of {@code v}; not used when {@code v} comes first
     */
    int numberOf(int u, long slotOfV, int v, long slotOfU) {
        return (int) (v < u ? firsts.get(u) + slotOfV - rows.start(u) : firsts.get(v) + slotOfU - rows.start(v));
    }

    /** Sets the number of each edge of the graph, in the order of its left rows. */
    void number(BipartiteGraph graph, OffHeapInts numbers, Workers workers) {
        graph.forEachEdge(workers, (worker, edge, left, right) -> {
            int u = ranked.rankOfLeft(left);
            int v = ranked.rankOfRight(right);
            int later = Math.max(u, v);
            long slot = rows.slotOf(later, Math.min(u, v));
            numbers.set(edge, (int) (firsts.get(later) + slot - rows.start(later)));
        });
    }
}
