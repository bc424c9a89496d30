package dev.motif.research.intersection;

import dev.motif.algorithm.similar.intersection.NeighborBitmap;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeChunks;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Workers;

/** Runs BMP on the CPU: each worker has one bitmap, which it fills anew when the first end of its edges changes. */
final class BmpCpu {
    /** The name of the stage. */
    static final String STAGE = "looking neighbors up";

    private BmpCpu() {}

    /**
     * Counts the common neighbors of each edge.
     *
     * @param rows the neighbors of each vertex, in the graph's own numbering
     * @param counts receives the count of each edge, by its number
     */
    static void count(Csr rows, BmpConfig config, OffHeapInts counts, Workers workers, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            count(rows, config, workers, scope, (u, slot, edge, common) -> counts.set(edge, common));
        }
    }

    /**
     * Counts the common neighbors of each edge with vertices numbered by descending degree: the bitmap is the one of
     * the end of the larger degree, and the list of the other end is looked up.
     *
     * @param ranked the graph oriented by degree, with the numbers of edges
     * @param counts receives the count of each edge, by its number in the graph
     */
    static void countRelabelled(
            OrientedGraph ranked, BmpConfig config, OffHeapInts counts, Workers workers, NativeMemory memory) {
        Csr toHubs = ranked.adjacency();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Csr rows = scope.own(bothDirections(toHubs, memory, workers));
            count(rows, config, workers, scope, (u, slot, edge, common) -> {
                // The oriented graph has the number of this edge at the slot in the row of the other end.
                long reverse = toHubs.slotOf(rows.neighbor(slot), u);
                counts.set(ranked.edges().get(reverse), common);
            });
        }
    }

    /**
     * The rows of the graph that {@code toHubs} orients, with each edge in the rows of both ends. Owned by the caller.
     */
    static Csr bothDirections(Csr toHubs, NativeMemory memory, Workers workers) {
        CsrBuilder builder = new CsrBuilder(memory, workers);
        try (Csr fromHubs = builder.transpose(toHubs, toHubs.vertexCount())) {
            return builder.symmetric(fromHubs, toHubs);
        }
    }

    /** The off-heap bytes of the result of {@link #bothDirections}. */
    static long bothDirectionsBytes(long vertices, long edges) {
        return Csr.bytes(vertices, 2 * edges);
    }

    /** The most off-heap bytes that {@link #bothDirections} needs at once, its result included. */
    static long bothDirectionsPeakBytes(long vertices, long edges) {
        return Csr.bytes(vertices, edges)
                + Math.max(CsrBuilder.transposingBytes(edges), bothDirectionsBytes(vertices, edges));
    }

    private interface Target {
        void set(int u, long slot, long edge, int common);
    }

    private static void count(Csr rows, BmpConfig config, Workers workers, OffHeapScope scope, Target target) {
        EdgeChunks.Visitor[] visitors = new EdgeChunks.Visitor[workers.concurrency()];
        for (int worker = 0; worker < visitors.length; worker++) {
            NeighborBitmap bitmap = new NeighborBitmap(rows, config.filterRange(), scope);
            visitors[worker] = (u, slot, edge) -> {
                bitmap.moveTo(u);
                target.set(u, slot, edge, bitmap.common(rows.neighbor(slot)));
            };
        }
        EdgeChunks tasks = new EdgeChunks(rows, config.taskSize(), workers);
        workers.progress().begin(STAGE, rows.slotCount());
        tasks.forEach(visitors);
    }
}
