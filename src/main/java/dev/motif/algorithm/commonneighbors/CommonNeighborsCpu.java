package dev.motif.algorithm.commonneighbors;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.wedge.EdgeTriangles;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;
import java.util.List;

/** Counts the common neighbors of each edge on the CPU. */
final class CommonNeighborsCpu {
    private final UnipartiteGraph graph;
    private final List<WorkRange> found;
    private final Execution execution;
    private final NativeMemory memory;
    private final Workers workers;

    /** @param found the edges that triangles are found with, where each is found once */
    CommonNeighborsCpu(UnipartiteGraph graph, List<WorkRange> found, Execution execution) {
        this.graph = graph;
        this.found = found;
        this.execution = execution;
        this.memory = execution.memory();
        this.workers = execution.workers();
    }

    /** Counts for each edge, by its number, the common neighbors of its ends. The caller owns the result. */
    OffHeapInts count() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OrientedGraph ranked = scope.own(ranked()).form();
            OffHeapInts counts = scope.ints(graph.edgeCount());
            execution.times().time(Stage.COMPUTE, () -> count(ranked, counts));
            return scope.keep(counts);
        }
    }

    /** Cuts the edges that triangles are found with into at most {@code parts} ranges. */
    List<WorkRange> ranges(int parts) {
        try (DerivedGraphCache.Use<OrientedGraph> ranked = ranked()) {
            return EdgeTriangles.ranges(ranked.form().adjacency(), parts, workers, memory);
        }
    }

    private DerivedGraphCache.Use<OrientedGraph> ranked() {
        return execution.times().time(Stage.PREPARE, () -> {
            workers.progress().begin("ranking vertices by degree", 0);
            return OrientedGraph.formByDegree(graph, EdgeNumbers.BY_SLOT, memory, workers);
        });
    }

    private void count(OrientedGraph ranked, OffHeapInts counts) {
        try (OffHeapInts bySlot = memory.zeroedInts(counts.length())) {
            EdgeTriangles.count(ranked.adjacency(), found, bySlot, workers, memory);
            EdgeTriangles.byEdge(ranked, bySlot, counts, workers);
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
