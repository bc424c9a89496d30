package dev.motif.backend.cost;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;

/**
 * The facts of a graph that an estimate of work uses: its size, and how uneven its degrees are.
 *
 * @param size the numbers of vertices and edges
 * @param leftPairs the pairs of neighbors of each left vertex, added up; of a unipartite graph the pairs of all
 *     vertices
 * @param rightPairs the pairs of neighbors of each right vertex, added up; of a unipartite graph the same as {@code
 *     leftPairs}
 */
public record GraphShape(GraphSize size, double leftPairs, double rightPairs) {
    /**
     * The factor by which a graph is assumed to have more pairs than a graph of the same size with equal degrees: in
     * real graphs it is from one to some hundreds.
     */
    private static final double UNEVEN = 4;

    /** The shape of a graph that is there, from the degrees of its vertices. */
    public static GraphShape of(Graph graph) {
        if (graph instanceof BipartiteGraph bipartite) {
            return new GraphShape(GraphSize.of(graph), pairs(bipartite.left()), pairs(bipartite.right()));
        }
        double pairs = pairs(((UnipartiteGraph) graph).adjacency());
        return new GraphShape(GraphSize.of(graph), pairs, pairs);
    }

    /** The shape that a graph of which only the size is known is assumed to have. */
    public static GraphShape of(GraphSize size) {
        if (size.right() == 0) {
            double pairs = assumedPairs(size.left(), 2.0 * size.edges());
            return new GraphShape(size, pairs, pairs);
        }
        return new GraphShape(size, assumedPairs(size.left(), size.edges()), assumedPairs(size.right(), size.edges()));
    }

    private static double assumedPairs(double vertices, double slots) {
        double degree = slots / Math.max(1, vertices);
        return UNEVEN * slots * Math.max(0, degree - 1) / 2;
    }

    private static double pairs(Csr rows) {
        double sum = 0;
        for (int vertex = 0; vertex < rows.vertexCount(); vertex++) {
            double degree = rows.degree(vertex);
            sum += degree * (degree - 1) / 2;
        }
        return sum;
    }

    /** The smaller one of the two sums: about the number of wedges that butterfly counting walks. */
    public double pairs() {
        return Math.min(leftPairs, rightPairs);
    }
}
