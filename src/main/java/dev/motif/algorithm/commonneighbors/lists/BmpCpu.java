package dev.motif.algorithm.commonneighbors.lists;

import dev.motif.algorithm.commonneighbors.model.BmpConfig;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeTasks;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.OrientedGraph;
import dev.motif.parallel.Workers;

/** Bitmaps on the CPU: every worker keeps one, which it fills anew when the first end of its edges changes. */
public final class BmpCpu {
    /** What takes long. */
    public static final String STAGE = "looking neighbors up";

    private BmpCpu() {}

    /**
     * Fills {@code counts}, one for each edge of {@code rows}.
     *
     * @param rows both directions, in the graph's own numbering
     */
    public static void count(Csr rows, BmpConfig config, OffHeapInts counts, Workers workers, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            count(rows, config, workers, scope, (u, slot, edge, common) -> counts.set(edge, common));
        }
    }

    /**
     * Fills {@code counts}, one for each edge of the graph, with vertices numbered by descending degree: the bitmap is
     * that of the end of the larger degree, the other list is looked up.
     */
    public static void countRelabelled(
            OrientedGraph ranked, BmpConfig config, OffHeapInts counts, Workers workers, NativeMemory memory) {
        Csr toHubs = ranked.adjacency();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Csr rows = scope.own(bothDirections(toHubs, memory, workers));
            count(rows, config, workers, scope, (u, slot, edge, common) -> {
                // The graph's edge number is at the slot of the reverse edge.
                long reverse = toHubs.slotOf(rows.neighbor(slot), u);
                counts.set(ranked.edges().get(reverse), common);
            });
        }
    }

    /** The rows of a graph that is oriented, in both directions. Owned by the caller. */
    static Csr bothDirections(Csr toHubs, NativeMemory memory, Workers workers) {
        CsrBuilder builder = new CsrBuilder(memory, workers);
        try (Csr fromHubs = builder.transpose(toHubs, toHubs.vertexCount())) {
            return builder.symmetric(fromHubs, toHubs);
        }
    }

    /** The off-heap bytes of both directions. */
    public static long bothDirectionsBytes(long vertices, long edges) {
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
        EdgeTasks.Visitor[] visitors = new EdgeTasks.Visitor[workers.concurrency()];
        for (int worker = 0; worker < visitors.length; worker++) {
            NeighborBitmap bitmap = new NeighborBitmap(rows, config, scope);
            visitors[worker] = (u, slot, edge) -> {
                bitmap.moveTo(u);
                target.set(u, slot, edge, bitmap.common(rows.neighbor(slot)));
            };
        }
        EdgeTasks tasks = new EdgeTasks(rows, workers);
        workers.progress().begin(STAGE, rows.slotCount());
        tasks.forEach(visitors);
    }
}
