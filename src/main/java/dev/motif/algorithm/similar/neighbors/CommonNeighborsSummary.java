package dev.motif.algorithm.similar.neighbors;

import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.similar.neighbors.model.VertexTriangles;
import dev.motif.backend.Counts;
import dev.motif.backend.work.ExactSum;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of one run, as the procedures and the benchmark report them.
 *
 * @param triangles null when they do not fit 63 bits
 * @param trianglesText always exact
 * @param globalClusteringCoefficient 3 * triangles / paths of two edges, in [0, 1]; 0 for a graph without such paths
 * @param averageClusteringCoefficient the mean of {@link VertexTriangles#localClusteringCoefficient} over all vertices, 0
 *     for a graph without any
 * @param maxCommonNeighbors the largest count of an edge, 0 when there are no edges
 * @param histogram how many edges have a count in each of the ranges 0, 1, 2 to 3, 4 to 7 and so on, up to the last that
 *     has any: maps of min, max and relationshipCount
 */
public record CommonNeighborsSummary(
        Long triangles,
        String trianglesText,
        double globalClusteringCoefficient,
        double averageClusteringCoefficient,
        long maxCommonNeighbors,
        List<Map<String, Object>> histogram) {
    /** @param counts by vertex too */
    public static CommonNeighborsSummary of(UnipartiteGraph graph, CommonNeighborsResult counts) {
        OffHeapInts edges = counts.edges();
        long[] sizes = new long[Integer.SIZE];
        for (long edge = 0; edge < edges.length(); edge++) {
            int count = edges.get(edge);
            sizes[Integer.SIZE - Integer.numberOfLeadingZeros(count)]++;
        }
        BigInteger triangles = counts.triangles();
        double paths = pathsOfTwoEdges(graph.adjacency()).doubleValue();
        return new CommonNeighborsSummary(
                Counts.toLongOrNull(triangles),
                triangles.toString(),
                paths == 0 ? 0 : 3 * triangles.doubleValue() / paths,
                averageClusteringCoefficient(graph.adjacency(), counts),
                counts.largest(),
                histogram(sizes));
    }

    private static BigInteger pathsOfTwoEdges(Csr rows) {
        ExactSum paths = new ExactSum();
        for (int v = 0; v < rows.vertexCount(); v++) {
            paths.add(Counts.pairs(rows.degree(v)));
        }
        return paths.toBigInteger();
    }

    private static double averageClusteringCoefficient(Csr rows, CommonNeighborsResult counts) {
        double sum = 0;
        for (int v = 0; v < rows.vertexCount(); v++) {
            sum += VertexTriangles.localClusteringCoefficient(counts.vertices().get(v), rows.degree(v));
        }
        return rows.vertexCount() == 0 ? 0 : sum / rows.vertexCount();
    }

    /** @param sizes the number of edges by the length of their count in bits */
    private static List<Map<String, Object>> histogram(long[] sizes) {
        List<Map<String, Object>> ranges = new ArrayList<>();
        int bits = sizes.length;
        while (bits > 0 && sizes[bits - 1] == 0) {
            bits--;
        }
        for (int length = 0; length < bits; length++) {
            Map<String, Object> range = new LinkedHashMap<>();
            range.put("min", length == 0 ? 0L : 1L << (length - 1));
            range.put("max", (1L << length) - 1);
            range.put("relationshipCount", sizes[length]);
            ranges.add(range);
        }
        return ranges;
    }
}
