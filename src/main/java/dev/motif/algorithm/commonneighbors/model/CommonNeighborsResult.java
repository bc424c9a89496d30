package dev.motif.algorithm.commonneighbors.model;

import dev.motif.backend.ExactSum;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import java.math.BigInteger;

/** The common neighbors of the two ends of every edge. Owns its arrays. */
public final class CommonNeighborsResult implements AutoCloseable {
    /** What estimates of the counts by edge are called. */
    public static final String EDGES = "edges";

    private final OffHeapInts edges;
    private final OffHeapLongs vertices;
    private final EdgeNumbers numbers;

    public CommonNeighborsResult(OffHeapInts edges, OffHeapLongs vertices, EdgeNumbers numbers) {
        this.edges = edges;
        this.vertices = vertices;
        this.numbers = numbers;
    }

    /** The host's memory for the counts by edge of a graph of this size. */
    public static MemoryEstimate edgesEstimate(GraphSize size) {
        return MemoryEstimate.of("result", size.edges() * Integer.BYTES);
    }

    /** For each edge, by its number, the common neighbors of its ends: the triangles that it is in. Below 2^31. */
    public OffHeapInts edges() {
        return edges;
    }

    /** For each vertex the triangles that it is in; null when they were not asked for. */
    public OffHeapLongs vertices() {
        return vertices;
    }

    /** The number of the edge at each slot of the graph; null when they were not asked for. */
    public EdgeNumbers numbers() {
        return numbers;
    }

    /** The triangles of the graph: a third of the sum over its edges. */
    public BigInteger triangles() {
        ExactSum sum = new ExactSum();
        for (long edge = 0; edge < edges.length(); edge++) {
            sum.add(edges.get(edge));
        }
        return sum.toBigInteger().divide(BigInteger.valueOf(3));
    }

    @Override
    public void close() {
        edges.close();
        if (vertices != null) {
            vertices.close();
        }
        if (numbers != null) {
            numbers.close();
        }
    }
}
