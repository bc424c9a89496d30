package dev.motif.algorithm.commonneighbors;

import dev.motif.algorithm.commonneighbors.lists.BmpCpu;
import dev.motif.algorithm.commonneighbors.lists.MpsCpu;
import dev.motif.algorithm.commonneighbors.lists.NeighborBitmap;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.oriented.OrientedCpu;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.PreparedForms;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;
import java.util.List;

/** Counts the common neighbors of each edge on the CPU, by the technique that the configuration asks for. */
final class CommonNeighborsCpu {
    private final UnipartiteGraph graph;
    private final CommonNeighborsConfig config;
    private final List<WorkRange> found;
    private final Execution execution;
    private final NativeMemory memory;
    private final Workers workers;

    CommonNeighborsCpu(UnipartiteGraph graph, CommonNeighborsConfig config, Execution execution) {
        this(graph, config, WorkRange.ALL, execution);
    }

    /** @param found the edges that triangles are found with, where each is found once */
    CommonNeighborsCpu(
            UnipartiteGraph graph, CommonNeighborsConfig config, List<WorkRange> found, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.found = found;
        this.execution = execution;
        this.memory = execution.memory();
        this.workers = execution.workers();
    }

    /** Counts for each edge, by its number, the common neighbors of its ends. The caller owns the result. */
    OffHeapInts count() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OrientedGraph ranked = needsRanks(config) ? scope.own(ranked()).form() : null;
            OffHeapInts counts = scope.ints(graph.edgeCount());
            execution.times().time(Stage.COMPUTE, () -> count(ranked, counts));
            return scope.keep(counts);
        }
    }

    /** Cuts the edges that triangles are found with into at most {@code parts} ranges. */
    List<WorkRange> ranges(int parts) {
        try (PreparedForms.Use<OrientedGraph> ranked = ranked()) {
            return OrientedCpu.ranges(ranked.form().adjacency(), parts, workers, memory);
        }
    }

    private static boolean needsRanks(CommonNeighborsConfig config) {
        return config.isOriented() || config.bmp() != null && config.bmp().relabel();
    }

    private PreparedForms.Use<OrientedGraph> ranked() {
        return execution.times().time(Stage.PREPARE, () -> {
            workers.progress().begin("ranking vertices by degree", 0);
            return OrientedGraph.formByDegree(graph, EdgeNumbers.BY_SLOT, memory, workers);
        });
    }

    private void count(OrientedGraph ranked, OffHeapInts counts) {
        if (config.mps() != null) {
            MpsCpu.count(graph, config.mps(), counts, workers);
        } else if (config.bmp() == null) {
            countOriented(ranked, counts);
        } else if (ranked == null) {
            BmpCpu.count(graph.adjacency(), config.bmp(), counts, workers, memory);
        } else {
            BmpCpu.countRelabelled(ranked, config.bmp(), counts, workers, memory);
        }
    }

    private void countOriented(OrientedGraph ranked, OffHeapInts counts) {
        try (OffHeapInts bySlot = memory.zeroedInts(counts.length())) {
            OrientedCpu.count(ranked.adjacency(), found, bySlot, workers, memory);
            OrientedCpu.byEdge(ranked, bySlot, counts, workers);
        }
    }

    static MemoryEstimate estimate(String name, long vertices, long edges, CommonNeighborsConfig config, int workers) {
        MemoryEstimate ranking = MemoryEstimate.of(
                "ranking the vertices by degree",
                needsRanks(config) ? OrientedGraph.peakBytes(vertices, edges, EdgeNumbers.BY_SLOT) : 0);
        MemoryEstimate counting = MemoryEstimate.sum(
                "counting",
                MemoryEstimate.of(
                        "ranked graph",
                        needsRanks(config) ? OrientedGraph.bytes(vertices, edges, EdgeNumbers.BY_SLOT) : 0),
                work(vertices, edges, config, workers),
                MemoryEstimate.of("result", edges * Integer.BYTES));
        return MemoryEstimate.largest(name, ranking, counting);
    }

    private static MemoryEstimate work(long vertices, long edges, CommonNeighborsConfig config, int workers) {
        if (config.mps() != null) {
            return MemoryEstimate.of("merging", 0);
        }
        if (config.isOriented()) {
            return MemoryEstimate.of(
                    "triangles by slot, graph turned around, marked neighbors of each worker",
                    edges * Integer.BYTES + OrientedCpu.bytes(vertices, edges, workers));
        }
        MemoryEstimate bitmaps =
                MemoryEstimate.of("bitmaps, one a worker", workers * NeighborBitmap.bytes(vertices, config.bmp()));
        if (!config.bmp().relabel()) {
            return bitmaps;
        }
        long oneDirection = Csr.bytes(vertices, edges);
        long bothDirections = BmpCpu.bothDirectionsBytes(vertices, edges);
        return MemoryEstimate.largest(
                "ranked graph in both directions",
                MemoryEstimate.of("turning the graph around", oneDirection + CsrBuilder.transposingBytes(edges)),
                MemoryEstimate.of("joining both", oneDirection + bothDirections),
                MemoryEstimate.sum("in use", MemoryEstimate.of("both directions", bothDirections), bitmaps));
    }
}
