package dev.motif.algorithm.level.truss;

import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.parallel.Workers;

/** Counts the triangles of each edge, and peels the edges of the fewest: see {@link EdgePeeling}. */
final class KTrussCpu {
    /** The name of the peeling stage, which follows the stages of counting, as progress shows it. */
    static final String STAGE = "peeling edges";

    private static final long EDGES_PER_BATCH = 1 << 16;
    private static final int LEAST_TRUSS = 2;

    private KTrussCpu() {}

    static PeeledEdges count(UnipartiteGraph graph, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OrientedGraph ranked = scope.own(execution.rank(() -> OrientedGraph.formByDegree(
                            graph, EdgeNumbers.BY_SLOT, execution.memory(), execution.workers())))
                    .form();
            return execution.time(Stage.COMPUTE, () -> count(ranked, execution, scope));
        }
    }

    private static PeeledEdges count(OrientedGraph ranked, Execution execution, OffHeapScope scope) {
        Csr toHubs = ranked.adjacency();
        Workers workers = execution.workers();
        OffHeapInts triangles = scope.zeroedInts(toHubs.slotCount());
        Csr fromHubs = scope.own(new CsrBuilder(execution.memory(), workers).transpose(toHubs, toHubs.vertexCount()));
        EdgeTriangles.count(toHubs, fromHubs, WorkRange.ALL, triangles, workers, execution.memory());
        workers.progress().begin(STAGE, toHubs.slotCount());
        ShrinkingAdjacency left = new ShrinkingAdjacency(toHubs, fromHubs, workers, scope);
        scope.close(fromHubs);
        EdgePeeling peeling = new EdgePeeling(left, triangles, workers, scope);
        peeling.peel();
        OffHeapLongs trusses = scope.longs(toHubs.slotCount());
        workers.forRanges(trusses.length(), EDGES_PER_BATCH, (worker, from, to) -> {
            for (long slot = from; slot < to; slot++) {
                trusses.set(ranked.edges().get(slot), triangles.get(slot) + LEAST_TRUSS);
            }
        });
        return new PeeledEdges(scope.keep(trusses), peeling.levelCount());
    }

    static MemoryEstimate estimate(GraphSize size, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        MemoryEstimate ranked =
                MemoryEstimate.of("ranked graph", OrientedGraph.bytes(vertices, edges, EdgeNumbers.BY_SLOT));
        MemoryEstimate triangles = MemoryEstimate.of("triangles by slot", edges * Integer.BYTES);
        MemoryEstimate rows =
                MemoryEstimate.of("rows of the edges that are left", ShrinkingAdjacency.bytes(vertices, edges));
        return MemoryEstimate.largest(
                "ktruss",
                MemoryEstimate.of(
                        "ranking the vertices by degree",
                        OrientedGraph.peakBytes(vertices, edges, EdgeNumbers.BY_SLOT)),
                MemoryEstimate.sum(
                        "counting",
                        ranked,
                        triangles,
                        MemoryEstimate.of(
                                "graph turned around, marked neighbors of each worker",
                                EdgeTriangles.bytes(vertices, edges, concurrency))),
                MemoryEstimate.sum(
                        "peeling",
                        ranked,
                        rows,
                        triangles,
                        MemoryEstimate.of(
                                "edges that are left, marked neighbors of each worker",
                                EdgePeeling.bytes(vertices, edges, concurrency)),
                        MemoryEstimate.of("result", edges * Long.BYTES)));
    }
}
