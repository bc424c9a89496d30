package dev.motif.algorithm.count.graphlet;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The graphlets of a graph. Owns its array.
 *
 * @param counts how many there are of each
 * @param orbits for each vertex the numbers of its orbits, one after another; null when they were not asked for
 */
public record GraphletResult(Map<Graphlet, BigInteger> counts, OffHeapLongs orbits)
        implements AutoCloseable, Serializable {
    /** The orbits of a vertex, numbered from 0: the places that are different in the edge and in all {@link Graphlet}s. */
    public static final int ORBITS = 15;

    public BigInteger count(Graphlet graphlet) {
        return counts.get(graphlet);
    }

    /** The number of graphlets in which the vertex has the place {@code orbit}. */
    public long orbit(long vertex, int orbit) {
        return orbits.get(ORBITS * vertex + orbit);
    }

    public List<Long> orbits(long vertex) {
        return LongStream.range(ORBITS * vertex, ORBITS * (vertex + 1))
                .map(orbits::get)
                .boxed()
                .toList();
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(orbits);
    }
}
