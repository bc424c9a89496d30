package dev.motif.algorithm.commonneighbors.model;

import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/** Counts the triangles of each vertex from those of each edge: a triangle has two edges at each of its vertices. */
public final class VertexTriangles {
    /** The name of the stage. */
    public static final String STAGE = "counting triangles by vertex";

    private static final long VERTICES_PER_TASK = 1 << 16;

    private VertexTriangles() {}

    /**
     * The number of triangles of each vertex. Owned by the caller.
     *
     * @param edges the number of triangles of each edge, by its number
     */
    public static OffHeapLongs of(UnipartiteGraph graph, OffHeapInts edges, Execution execution) {
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs triangles = scope.zeroedLongs(graph.vertexCount());
            workers.progress().begin(STAGE, 2 * graph.edgeCount());
            graph.forEachEdge(workers, (edge, u, v) -> {
                int ofEdge = edges.get(edge);
                if (ofEdge > 0) {
                    triangles.getAndAdd(u, ofEdge);
                    triangles.getAndAdd(v, ofEdge);
                }
            });
            workers.forRanges(triangles.length(), VERTICES_PER_TASK, (worker, from, to) -> {
                for (long v = from; v < to; v++) {
                    triangles.set(v, triangles.get(v) / 2);
                }
            });
            return scope.keep(triangles);
        }
    }

    /** The share of a vertex's pairs of neighbors that are adjacent, in [0, 1]; 0 for fewer than two neighbors. */
    public static double localClusteringCoefficient(long triangles, long degree) {
        return degree < 2 ? 0 : 2.0 * triangles / ((double) degree * (degree - 1));
    }
}
