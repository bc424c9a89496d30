package dev.motif.algorithm.similar.neighbors.model;

import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Mergeable;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;

/**
 * How many common neighbors the two ends of each edge have. Owns its arrays.
 *
 * @param edges for each edge, by its number, how many common neighbors its ends have, which is how many triangles it is
 *     in
 * @param vertices for each vertex the number of triangles that it is in; null when these were not asked for
 * @param numbers the number of the edge at each slot of the graph; null when they were not asked for
 * @param coefficients the bits of the clustering coefficient of each vertex by weights; null without weights
 */
public record CommonNeighborsResult(
        OffHeapInts edges, OffHeapLongs vertices, EdgeNumbers numbers, OffHeapLongs coefficients)
        implements Mergeable<CommonNeighborsResult> {
    /** The name for estimates of the counts by edge. */
    public static final String EDGES = "edges";

    /**
     * @param edges for each edge, by its number, the common neighbors of its ends
     * @param vertices for each vertex the triangles that it is in; null when they were not asked for
     * @param numbers the number of the edge at each slot of the graph; null when they were not asked for
     */
    public CommonNeighborsResult(OffHeapInts edges, OffHeapLongs vertices, EdgeNumbers numbers) {
        this(edges, vertices, numbers, null);
    }

    /** The off-heap memory of the counts by edge for a graph of this size. */
    public static MemoryEstimate edgesEstimate(GraphSize size) {
        return MemoryEstimate.of("result", size.edges() * Integer.BYTES);
    }

    /** The number of triangles of the graph: a third of the sum over its edges. */
    public BigInteger triangles() {
        ExactSum sum = new ExactSum();
        for (long edge = 0; edge < edges.length(); edge++) {
            sum.add(edges.get(edge));
        }
        return sum.toBigInteger().divide(BigInteger.valueOf(3));
    }

    /** The largest count of an edge; 0 without edges. */
    public int largest() {
        int largest = 0;
        for (long edge = 0; edge < edges.length(); edge++) {
            largest = Math.max(largest, edges.get(edge));
        }
        return largest;
    }

    /** The sum of counts by edge; those by vertex, which are halves of sums, do not add up. */
    @Override
    public CommonNeighborsResult plus(List<CommonNeighborsResult> others, Workers workers) {
        others.forEach(other -> DeviceGroup.add(other.edges, edges, workers));
        return new CommonNeighborsResult(edges, vertices, numbers, coefficients);
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(edges, vertices, numbers, coefficients);
    }
}
