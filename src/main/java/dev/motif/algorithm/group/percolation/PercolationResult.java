package dev.motif.algorithm.group.percolation;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;
import java.math.BigInteger;

/**
 * Communities of cliques, the largest first; of equally large ones the one whose vertices come first. Owns its arrays.
 *
 * @param vertices in how many communities each vertex is
 * @param cliques the maximal cliques of k vertices or more; null when they were not counted
 */
public record PercolationResult(OffHeapLongs starts, OffHeapInts members, OffHeapLongs vertices, BigInteger cliques)
        implements AutoCloseable, Serializable {
    /**
     * @param starts where the members of each community begin, and where the members of the last one end
     * @param members the vertices of the communities, one community after the other, ascending within each
     * @param vertices in how many communities each vertex is
     */
    PercolationResult(OffHeapLongs starts, OffHeapInts members, OffHeapLongs vertices) {
        this(starts, members, vertices, null);
    }

    /** The same communities with the number of maximal cliques, in whose place this result is not used any more. */
    PercolationResult withCliques(BigInteger count) {
        return new PercolationResult(starts, members, vertices, count);
    }

    public long count() {
        return starts.length() - 1;
    }

    public int size(long community) {
        return (int) (starts.get(community + 1) - starts.get(community));
    }

    /** The vertices of a community, ascending. */
    public int[] members(long community) {
        int[] of = new int[size(community)];
        members.copyTo(starts.get(community), of, of.length);
        return of;
    }

    @Override
    public void close() {
        starts.close();
        members.close();
        vertices.close();
    }
}
