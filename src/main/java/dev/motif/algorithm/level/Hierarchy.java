package dev.motif.algorithm.level;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Communities at one level or at all. Those of different levels are disjoint or nested, so each has at most one parent: the
 * smallest other one that it is a part of. They are numbered from 0: by level, the highest first, then by vertices, the
 * most first, then by the order of {@link Connections#forEach}. So a parent has a greater number. Owns its arrays.
 */
public final class Hierarchy implements AutoCloseable, Serializable {
    /** The bytes of all arrays for one community. */
    static final long BYTES_PER_COMMUNITY = 5L * Integer.BYTES + 2L * Long.BYTES;

    final OffHeapLongs levels;
    final OffHeapInts parents;
    final OffHeapInts left;
    final OffHeapInts right;
    final OffHeapLongs edges;
    /** Where the members of each community begin, and where they end. */
    final OffHeapInts starts;

    final OffHeapInts ends;
    final OffHeapInts members;
    final OffHeapInts ofIndex;

    private final PeeledElements elements;
    private final boolean bipartite;
    private final int leftCount;

    /**
     * Makes a hierarchy whose arrays are to be filled.
     *
     * @param members receives the indexes of the elements, those of each community side by side; owned by the scope
     * @param ofIndex receives the deepest community of each element, -1 for none; owned by the scope
     * @param scope owns all arrays
     */
    Hierarchy(
            int communities,
            PeeledElements elements,
            boolean bipartite,
            int leftCount,
            OffHeapInts members,
            OffHeapInts ofIndex,
            OffHeapScope scope) {
        levels = scope.longs(communities);
        parents = scope.ints(communities);
        left = scope.ints(communities);
        right = scope.ints(communities);
        edges = scope.longs(communities);
        starts = scope.ints(communities);
        ends = scope.ints(communities);
        this.members = members;
        this.ofIndex = ofIndex;
        this.elements = elements;
        this.bipartite = bipartite;
        this.leftCount = leftCount;
    }

    /** Takes the arrays from the scope that owns them. */
    Hierarchy keptBy(OffHeapScope scope) {
        for (AutoCloseable array :
                new AutoCloseable[] {levels, parents, left, right, edges, starts, ends, members, ofIndex}) {
            scope.keep(array);
        }
        return this;
    }

    public PeeledElements elements() {
        return elements;
    }

    public boolean isBipartite() {
        return bipartite;
    }

    public int count() {
        return (int) levels.length();
    }

    /** The level of a community: the least number of its elements. */
    public long level(int community) {
        return levels.get(community);
    }

    /** The parent of a community; -1 where it has none. */
    public int parent(int community) {
        return parents.get(community);
    }

    /** The vertices of a community, on both sides of a bipartite graph. */
    public long vertexCount(int community) {
        return (long) left.get(community) + right.get(community);
    }

    public long edgeCount(int community) {
        return edges.get(community);
    }

    /** The edges of a community, as a part of those that its vertices could have. */
    public double density(int community) {
        double most = bipartite
                ? (double) left.get(community) * right.get(community)
                : 0.5 * left.get(community) * (left.get(community) - 1.0);
        return edges.get(community) / most;
    }

    public int size(int community) {
        return ends.get(community) - starts.get(community);
    }

    /** The indexes of the elements of a community, ascending. */
    public int[] members(int community) {
        int[] of = new int[size(community)];
        members.copyTo(starts.get(community), of, of.length);
        Arrays.sort(of);
        return of;
    }

    /** The deepest community with an element; -1 where there is none. */
    public int deepest(long index) {
        return ofIndex.get(index);
    }

    /** The deepest community with a right vertex, where {@link #elements} are vertices; -1 where there is none. */
    public int deepestOfRight(long vertex) {
        return ofIndex.get(elements == PeeledElements.RIGHT ? vertex : leftCount + vertex);
    }

    public long levelCount() {
        long count = 0;
        for (int community = 0; community < count(); community++) {
            count += community == 0 || level(community) != level(community - 1) ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close() {
        for (OffHeapInts array : new OffHeapInts[] {parents, left, right, starts, ends, members, ofIndex}) {
            array.close();
        }
        levels.close();
        edges.close();
    }
}
