package dev.motif.backend.cost;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;

/**
 * The size of a graph that may not have been read yet.
 *
 * @param left vertices on the left, or all vertices of a unipartite graph
 * @param right vertices on the right, 0 for a unipartite graph
 * @param edges undirected edges
 */
public record GraphSize(long left, long right, long edges) {
    public static GraphSize of(Graph graph) {
        return graph instanceof BipartiteGraph bipartite
                ? new GraphSize(bipartite.leftCount(), bipartite.rightCount(), bipartite.edgeCount())
                : new GraphSize(graph.vertexCount(), 0, graph.edgeCount());
    }

    public long vertices() {
        return left + right;
    }

    /** The most lower neighbors of a vertex of a unipartite graph: {@code sqrt(2 m)}, by degree and by degeneracy. */
    public long mostLowerNeighbors() {
        return Math.min(vertices(), (long) Math.ceil(Math.sqrt(2.0 * edges)));
    }
}
