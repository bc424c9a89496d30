package dev.motif.algorithm.count.butterfly.priority;

import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;

/** Puts the counts of a {@link RankedGraph} in the order of the graph that it was made from. */
public final class RankedCounts {
    private RankedCounts() {}

    /**
     * Makes the result of a count, which owns its arrays.
     *
     * @param perRank the butterflies by rank, or null
     * @param perSlot the butterflies by slot of the ranked graph, the butterflies of an edge split between its two
     *     slots; or null
     */
    public static ButterflyResult byInput(
            BipartiteGraph graph,
            RankedGraph ranked,
            BigInteger total,
            BigInteger threePaths,
            OffHeapLongs perRank,
            OffHeapLongs perSlot,
            Execution execution) {
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs left = perRank == null ? null : scope.longs(graph.leftCount());
            OffHeapLongs right = perRank == null ? null : scope.longs(graph.rightCount());
            OffHeapLongs edges = perSlot == null ? null : scope.longs(graph.edgeCount());
            if (perRank != null) {
                putVertices(graph, ranked, perRank, left, right);
            }
            if (perSlot != null) {
                putEdges(graph, ranked, perSlot, edges, workers);
            }
            // The arrays leave the scope only here, where nothing can be cancelled any more.
            for (OffHeapLongs counts : new OffHeapLongs[] {left, right, edges}) {
                scope.keep(counts);
            }
            return new ButterflyResult(total, threePaths, left, right, edges);
        }
    }

    private static void putVertices(
            BipartiteGraph graph, RankedGraph ranked, OffHeapLongs perRank, OffHeapLongs left, OffHeapLongs right) {
        for (int l = 0; l < graph.leftCount(); l++) {
            left.set(l, perRank.get(ranked.rankOfLeft(l)));
        }
        for (int r = 0; r < graph.rightCount(); r++) {
            right.set(r, perRank.get(ranked.rankOfRight(r)));
        }
    }

    /**
     * Sums the counts of each edge. An edge has two slots in the ranked graph, one for each direction; each holds a
     * part of its butterflies.
     */
    private static void putEdges(
            BipartiteGraph graph, RankedGraph ranked, OffHeapLongs perSlot, OffHeapLongs edges, Workers workers) {
        Csr rows = ranked.adjacency();
        graph.forEachEdge(workers, (worker, edge, left, right) -> {
            int u = ranked.rankOfLeft(left);
            int v = ranked.rankOfRight(right);
            edges.set(edge, perSlot.get(rows.slotOf(u, v)) + perSlot.get(rows.slotOf(v, u)));
        });
    }
}
