package dev.motif.algorithm.group.cohesion;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;

/**
 * The neighbors of the vertices of a graph of either kind, in one id space: right vertex {@code r} of a bipartite graph has
 * id {@code leftCount + r}.
 */
final class VertexRows {
    private final Csr left;

    /** Null for a unipartite graph. */
    private final Csr right;

    /** The vertices on the left, which come first; all of a unipartite graph. */
    final int leftCount;

    final int count;

    /** @throws IllegalArgumentException when the two sides together have 2^31 vertices or more */
    VertexRows(Graph graph) {
        if (graph.vertexCount() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "the two sides together must have fewer than 2^31 nodes, got " + graph.vertexCount());
        }
        left = graph instanceof BipartiteGraph bipartite ? bipartite.left() : ((UnipartiteGraph) graph).adjacency();
        right = graph instanceof BipartiteGraph bipartite ? bipartite.right() : null;
        leftCount = left.vertexCount();
        count = (int) graph.vertexCount();
    }

    private boolean isLeft(int vertex) {
        return vertex < leftCount;
    }

    private Csr rows(int vertex) {
        return isLeft(vertex) ? left : right;
    }

    private int row(int vertex) {
        return isLeft(vertex) ? vertex : vertex - leftCount;
    }

    long degree(int vertex) {
        return rows(vertex).degree(row(vertex));
    }

    /** The first slot of {@code vertex}, in rows of its own side. */
    long start(int vertex) {
        return rows(vertex).start(row(vertex));
    }

    /** The slot after the last one of {@code vertex}. */
    long end(int vertex) {
        return rows(vertex).end(row(vertex));
    }

    /** The first slot of {@code vertex} with a neighbor that is greater; each edge has one such slot. */
    long firstForward(int vertex) {
        if (right != null) {
            return isLeft(vertex) ? start(vertex) : end(vertex);
        }
        return left.firstSlotFrom(vertex, vertex + 1);
    }

    int neighbor(int vertex, long slot) {
        int neighbor = rows(vertex).neighbor(slot);
        return right != null && isLeft(vertex) ? leftCount + neighbor : neighbor;
    }
}
