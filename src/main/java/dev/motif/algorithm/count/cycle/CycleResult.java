package dev.motif.algorithm.count.cycle;

import dev.motif.graph.EdgeDirections;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The directed cycles of a graph: by length and, when asked for, by vertex or by arc. Closing it frees its arrays, which it
 * takes over.
 *
 * @param byLength the number of cycles by their number of vertices, from 0 on
 * @param vertices the cycles of each vertex, or null
 * @param forward the cycles through each edge from its smaller end to its larger one, or null
 * @param backward the cycles through each edge from its larger end to its smaller one, or null
 * @param directions of the edges, which stay the caller's
 */
public record CycleResult(
        BigInteger[] byLength,
        OffHeapLongs vertices,
        OffHeapLongs forward,
        OffHeapLongs backward,
        EdgeDirections directions)
        implements AutoCloseable, Serializable {
    public BigInteger count(int length) {
        return byLength[length];
    }

    public BigInteger total() {
        return Arrays.stream(byLength).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** The cycles through an edge in either direction. */
    public long ofEdge(long edge) {
        return Math.addExact(forward.get(edge), backward.get(edge));
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(vertices, forward, backward);
    }
}
