package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Common neighbors as paths of two edges: the square of the adjacency matrix, of which a bipartite graph has one for
 * each side. No lists are intersected.
 */
public final class CommonNeighborsOracle {
    private final EdgeList graph;
    private final int[][] matrix;
    private final int[][] paths;

    private CommonNeighborsOracle(EdgeList graph, int[][] matrix) {
        this.graph = graph;
        this.matrix = matrix;
        this.paths = timesTranspose(matrix);
    }

    /** @param graph a unipartite graph, whose vertices are all on both sides */
    public static CommonNeighborsOracle ofUnipartite(EdgeList graph) {
        int[][] matrix = new int[graph.left()][graph.left()];
        for (Edge edge : graph.edges()) {
            matrix[edge.left()][edge.right()] = 1;
            matrix[edge.right()][edge.left()] = 1;
        }
        return new CommonNeighborsOracle(graph, matrix);
    }

    public static CommonNeighborsOracle ofLeftSide(EdgeList graph) {
        int[][] matrix = new int[graph.left()][graph.right()];
        graph.edges().forEach(edge -> matrix[edge.left()][edge.right()] = 1);
        return new CommonNeighborsOracle(graph, matrix);
    }

    private static int[][] timesTranspose(int[][] matrix) {
        int[][] product = new int[matrix.length][matrix.length];
        for (int u = 0; u < matrix.length; u++) {
            for (int w = 0; w < matrix[u].length; w++) {
                for (int v = 0; v < matrix.length && matrix[u][w] != 0; v++) {
                    product[u][v] += matrix[u][w] * matrix[v][w];
                }
            }
        }
        return product;
    }

    /** The sum of the weights of the common neighbors by their degrees: see {@link #sum}. */
    public double weights(int u, int v, LongToDoubleFunction weight) {
        return sum(IntStream.range(0, matrix[u].length)
                .filter(w -> matrix[u][w] * matrix[v][w] != 0)
                .mapToDouble(w -> weight.applyAsDouble(
                        Arrays.stream(matrix).filter(row -> row[w] != 0).count())));
    }

    /** The double nearest to the sum of weights that are rounded to 62 binary digits after the point. */
    public static double sum(DoubleStream weights) {
        BigDecimal scale = BigDecimal.valueOf(2).pow(62);
        return weights.mapToObj(weight -> new BigDecimal(weight).multiply(scale).setScale(0, RoundingMode.HALF_UP))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(scale)
                .doubleValue();
    }

    /** The double nearest to a cosine: of {@code part} common members of two sets of so many. */
    public static double cosine(long part, long size, long otherSize) {
        BigDecimal product = BigDecimal.valueOf(size).multiply(BigDecimal.valueOf(otherSize));
        BigDecimal square = BigDecimal.valueOf(part).pow(2);
        double cosine = part == 0 ? 0 : part / Math.sqrt(product.doubleValue()) * (1 - 1e-15);
        while (part > 0 && middleAfter(cosine).pow(2).multiply(product).compareTo(square) < 0) {
            cosine = Math.nextUp(cosine);
        }
        return cosine;
    }

    private static BigDecimal middleAfter(double value) {
        return new BigDecimal(value).add(new BigDecimal(Math.nextUp(value))).multiply(new BigDecimal("0.5"));
    }

    public int common(int u, int v) {
        return paths[u][v];
    }

    public int degree(int u) {
        return paths[u][u];
    }

    /** The common neighbors of each edge, in the order of (u, v) with {@code u < v}. */
    public List<Integer> perEdge() {
        return graph.sorted().edges().stream()
                .map(edge -> common(edge.left(), edge.right()))
                .toList();
    }

    /** The triangles of each vertex: half of the closed walks of three edges that begin there. */
    public List<Long> trianglesPerVertex() {
        long[] walks = new long[graph.left()];
        for (Edge edge : graph.edges()) {
            walks[edge.left()] += common(edge.left(), edge.right());
            walks[edge.right()] += common(edge.left(), edge.right());
        }
        return IntStream.range(0, walks.length).mapToObj(v -> walks[v] / 2).toList();
    }
}
