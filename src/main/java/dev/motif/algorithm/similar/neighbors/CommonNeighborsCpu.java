package dev.motif.algorithm.similar.neighbors;

import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.util.List;

/**
 * Counts the common neighbors of each edge on the CPU.
 *
 * @param found the edges that triangles are found with, where each is found once
 */
record CommonNeighborsCpu(UnipartiteGraph graph, List<WorkRange> found, Execution execution) {
    /** Counts for each edge, by its number, the common neighbors of its ends. The caller owns the result. */
    OffHeapInts count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OrientedGraph ranked = scope.own(ranked()).form();
            OffHeapInts counts = scope.ints(graph.edgeCount());
            execution.time(Stage.COMPUTE, () -> count(ranked, counts));
            return scope.keep(counts);
        }
    }

    /** Cuts the edges that triangles are found with into at most {@code parts} ranges. */
    List<WorkRange> ranges(int parts) {
        try (DerivedGraphCache.Use<OrientedGraph> ranked = ranked()) {
            return EdgeTriangles.ranges(ranked.form().adjacency(), parts, execution.workers(), execution.memory());
        }
    }

    private DerivedGraphCache.Use<OrientedGraph> ranked() {
        return execution.rank(
                () -> OrientedGraph.formByDegree(graph, EdgeNumbers.BY_SLOT, execution.memory(), execution.workers()));
    }

    private void count(OrientedGraph ranked, OffHeapInts counts) {
        try (OffHeapInts bySlot = execution.memory().zeroedInts(counts.length())) {
            EdgeTriangles.count(ranked.adjacency(), found, bySlot, execution.workers(), execution.memory());
            EdgeTriangles.byEdge(ranked, bySlot, counts, execution.workers());
        }
    }

    static MemoryEstimate estimate(String name, long vertices, long edges, int workers) {
        MemoryEstimate ranking = MemoryEstimate.of(
                "ranking the vertices by degree", OrientedGraph.peakBytes(vertices, edges, EdgeNumbers.BY_SLOT));
        MemoryEstimate counting = MemoryEstimate.sum(
                "counting",
                MemoryEstimate.of("ranked graph", OrientedGraph.bytes(vertices, edges, EdgeNumbers.BY_SLOT)),
                MemoryEstimate.of(
                        "triangles by slot, graph turned around, marked neighbors of each worker",
                        edges * Integer.BYTES + EdgeTriangles.bytes(vertices, edges, workers)),
                MemoryEstimate.of("result", edges * Integer.BYTES));
        return MemoryEstimate.largest(name, ranking, counting);
    }
}
