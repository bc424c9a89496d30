package dev.motif.algorithm.similar.neighbors.model;

import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.EdgeChunks;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.parallel.Workers;

/**
 * Counts the triangles of each vertex from the triangles of each edge: a triangle has two edges at each of its
 * vertices.
 */
public final class VertexTriangles {
    /** The name of the stage. */
    public static final String STAGE = "counting triangles by vertex";

    private static final long VERTICES_PER_TASK = 1 << 13;
    private static final long VERTICES_OF_ROWS_PER_TASK = 1 << 10;

    /** The factor for the weights of one vertex where their sums are too large: smaller weights that vanish matter nothing. */
    private static final double SMALLER = 0x1p-100;

    private VertexTriangles() {}

    /** The number of triangles of each vertex. Owned by the caller. */
    public static OffHeapLongs of(UnipartiteGraph graph, OffHeapInts edges, Execution execution) {
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs triangles = scope.zeroedLongs(graph.vertexCount());
            workers.progress().begin(STAGE, 2 * graph.edgeCount());
            Csr rows = graph.adjacency();
            new EdgeChunks(rows, workers).forEachTask((worker, task) -> {
                long[] next = {task.firstEdge()};
                task.forEachRange((u, first, end) -> {
                    long edge = next[0];
                    long sum = 0;
                    for (long slot = first; slot < end; slot++) {
                        int ofEdge = edges.get(edge++);
                        if (ofEdge > 0) {
                            triangles.getAndAdd(rows.neighbor(slot), ofEdge);
                            sum += ofEdge;
                        }
                    }
                    triangles.getAndAdd(u, sum);
                    next[0] = edge;
                });
                workers.progress().advance(2 * (next[0] - task.firstEdge()));
            });
            workers.forRanges(triangles.length(), VERTICES_PER_TASK, (worker, from, to) -> {
                for (long v = from; v < to; v++) {
                    triangles.set(v, triangles.get(v) / 2);
                }
            });
            return scope.keep(triangles);
        }
    }

    /**
     * The bits of the clustering coefficient of each vertex by weights, as Barrat and others define it: the share of a
     * vertex's pairs of neighbors that are adjacent, where a pair counts as much as the mean weight of the two edges to it.
     * A triangle has two edges at each of its vertices, so for a vertex of {@code d} edges it is the sum of their weights,
     * each times the triangles of the edge, divided by {@code d - 1} times the sum of their weights; 0 where that is 0.
     * Owned by the caller. Barrat, Barthélemy, Pastor-Satorras and Vespignani, PNAS 101(11), 2004, doi:10.1073/pnas.0400087101.
     */
    public static OffHeapLongs coefficients(
            UnipartiteGraph graph, OffHeapInts edges, EdgeNumbers numbers, EdgeWeights weights, Execution execution) {
        Csr rows = graph.adjacency();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs coefficients = scope.longs(rows.vertexCount());
            execution.workers().forRanges(coefficients.length(), VERTICES_OF_ROWS_PER_TASK, (worker, from, to) -> {
                for (int v = (int) from; v < to; v++) {
                    double coefficient = coefficient(rows, v, edges, numbers, weights, 1);
                    coefficients.set(
                            v,
                            Double.doubleToRawLongBits(
                                    Double.isFinite(coefficient)
                                            ? coefficient
                                            : coefficient(rows, v, edges, numbers, weights, SMALLER)));
                }
            });
            return scope.keep(coefficients);
        }
    }

    /** @return no finite number where a sum overflows */
    private static double coefficient(
            Csr rows, int v, OffHeapInts edges, EdgeNumbers numbers, EdgeWeights weights, double scale) {
        double closed = 0;
        double strength = 0;
        for (long slot = rows.start(v); slot < rows.end(v); slot++) {
            long edge = numbers.at(v, slot);
            double weight = weights.of(edge) * scale;
            closed += weight * edges.get(edge);
            strength += weight;
        }
        double all = strength * (rows.degree(v) - 1);
        // Divided by infinity, another sum would be 0.
        return all > Double.MAX_VALUE ? Double.NaN : all > 0 ? closed / all : 0;
    }

    /** The share of a vertex's pairs of neighbors that are adjacent, in [0, 1]; 0 for fewer than two neighbors. */
    public static double localClusteringCoefficient(long triangles, long degree) {
        return degree < 2 ? 0 : 2.0 * triangles / ((double) degree * (degree - 1));
    }
}
