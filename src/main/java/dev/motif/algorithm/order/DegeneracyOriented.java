package dev.motif.algorithm.order;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;

/**
 * A graph that is oriented by degeneracy: no vertex has more lower neighbors than the degeneracy of the graph.
 *
 * @param degeneracy the largest core number
 */
public record DegeneracyOriented(OrientedGraph oriented, int degeneracy) implements DerivedGraphCache.Form {
    /** The form of {@code graph}, see {@link NativeMemory#form}. The caller closes its use. */
    public static DerivedGraphCache.Use<DegeneracyOriented> formOf(
            UnipartiteGraph graph, EdgeNumbers numbers, NativeMemory memory, Workers workers) {
        return memory.form(
                new DerivedGraphCache.Key(graph, "oriented by degeneracy", numbers),
                workers.cancellation(),
                () -> of(graph, numbers, memory, workers));
    }

    private static DegeneracyOriented of(
            UnipartiteGraph graph, EdgeNumbers numbers, NativeMemory memory, Workers workers) {
        try (KCoreResult cores = new KCoreCpu(graph, true, memory, workers).count()) {
            cores.reverseOrder();
            workers.progress().begin("ordering the graph", 0);
            return new DegeneracyOriented(
                    OrientedGraph.byOrder(graph, cores.order(), numbers, memory, workers), cores.degeneracy());
        }
    }

    /** The off-heap memory of making one, the graph included. */
    public static MemoryEstimate estimate(long vertices, long edges, EdgeNumbers numbers) {
        long oriented = OrientedGraph.bytes(vertices, edges, numbers);
        return MemoryEstimate.range(
                "ordering",
                oriented,
                KCoreCpu.peakBytes(vertices, true) + OrientedGraph.peakBytes(vertices, edges, numbers));
    }

    @Override
    public long bytes() {
        return oriented.bytes();
    }

    @Override
    public void close() {
        oriented.close();
    }
}
