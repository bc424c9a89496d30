package dev.motif.algorithm.count.cycle;

import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedDirectedGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;

/**
 * Counts of cycles in the order in which they are searched.
 *
 * @param byRank the cycles of each vertex by its rank, or null
 * @param bySlot the cycles through each arc by its slot in the rows of successors, or null
 */
record RankedCycles(RankedDirectedGraph ranked, OffHeapLongs byRank, OffHeapLongs bySlot) {
    /** The off-heap bytes of these counts, and of a result with {@code arcs} edges in two directions. */
    static long bytes(CycleConfig config, long vertices, long arcs) {
        return (config.perVertex() ? vertices * Long.BYTES : 0) + (config.perArc() ? arcs * Long.BYTES : 0);
    }

    /** The result, with the counts in the order of the graph; the caller owns it. */
    CycleResult result(UnipartiteGraph graph, CycleConfig config, BigInteger[] byLength, Execution execution) {
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs vertices =
                    byRank == null ? null : scope.own(byRank.at(ranked.ranks(), execution.memory(), workers));
            OffHeapLongs forward = bySlot == null ? null : scope.zeroedLongs(graph.edgeCount());
            OffHeapLongs backward = bySlot == null ? null : scope.zeroedLongs(graph.edgeCount());
            if (bySlot != null) {
                copy(graph, config.directions(), forward, backward, workers);
            }
            return new CycleResult(byLength, scope.keep(vertices), scope.keep(forward), scope.keep(backward));
        }
    }

    /** Copies the counts of slots to the edges of the graph. */
    private void copy(
            UnipartiteGraph graph,
            EdgeDirections directions,
            OffHeapLongs forward,
            OffHeapLongs backward,
            Workers workers) {
        Csr successors = ranked.arcs().successors();
        OffHeapInts ranks = ranked.ranks();
        graph.forEachEdge(workers.beside(), (edge, u, v) -> {
            long ways = directions.of(edge);
            if ((ways & EdgeDirections.FORWARD) != 0) {
                forward.set(edge, bySlot.get(successors.slotOf(ranks.get(u), ranks.get(v))));
            }
            if ((ways & EdgeDirections.BACKWARD) != 0) {
                backward.set(edge, bySlot.get(successors.slotOf(ranks.get(v), ranks.get(u))));
            }
        });
    }
}
