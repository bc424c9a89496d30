package dev.motif.algorithm.level.community;

import dev.motif.graph.memory.HeapBytes;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import java.io.Serializable;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;

/**
 * Communities at one level or at all. Communities of different levels are disjoint or nested, so each has at most one
 * parent: the smallest other one that it is a part of. They are numbered from 0: by level, the highest first, then by
 * vertices, the most first, then by the order of {@link Connections#forEach}. So a parent has a greater number. Owns
 * its arrays.
 */
public final class Hierarchy implements AutoCloseable, Serializable {
    /** The bytes of all arrays for one community. */
    static final long BYTES_PER_COMMUNITY = 5L * Integer.BYTES + 2L * Long.BYTES;

    /** The heap of the number of a community. */
    static final long HEAP_BYTES_OF_NUMBER = HeapBytes.object(Integer.BYTES);

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

    /** The edges of each member, side by side in the order of the members; null where members are vertices or edges. */
    private OffHeapInts edgesOfMembers;

    private final PeeledElements elements;
    private final boolean bipartite;
    private final int leftCount;
    private CommunityChoice choice = CommunityChoice.ALL;

    /**
     * Makes a hierarchy whose arrays are to be filled.
     *
     * @param members receives the indexes of the elements, the elements of each community side by side; owned by the
     *     scope
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

    /**
     * The off-heap bytes of {@code communities} communities of {@code elements} elements, with {@code listed} listed
     * edges.
     */
    static long bytes(long communities, long elements, long listed) {
        return communities * BYTES_PER_COMMUNITY + (2 * elements + listed) * Integer.BYTES;
    }

    /** Takes the arrays from the scope that owns them. */
    Hierarchy keptBy(OffHeapScope scope) {
        for (AutoCloseable array :
                new AutoCloseable[] {levels, parents, left, right, edges, starts, ends, members, ofIndex}) {
            scope.keep(array);
        }
        return this;
    }

    /** This with what says which communities are returned. */
    Hierarchy choosing(CommunityChoice these) {
        choice = these;
        return this;
    }

    CommunityChoice choice() {
        return choice;
    }

    /**
     * Lists the edges of the members, which are cliques of the same number of edges each.
     *
     * @param connections describe the members
     */
    void listEdges(Connections connections, NativeMemory memory, Cancellation cancellation) {
        Steps steps = new Steps(cancellation);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts edgesOfEach = scope.ints(members.length() * elements.edgesOfEach());
            EdgesInto into = new EdgesInto(edgesOfEach);
            for (long i = 0; i < members.length(); i++) {
                steps.add();
                connections.describe(members.get(i), into);
            }
            edgesOfMembers = scope.keep(edgesOfEach);
        }
    }

    /** Appends the edges that members bring. */
    private static final class EdgesInto implements Connections.Extent {
        private final OffHeapInts edges;
        private long count;

        EdgesInto(OffHeapInts edges) {
            this.edges = edges;
        }

        @Override
        public void left(int vertex) {
            // Edges say which vertices there are.
        }

        @Override
        public void right(int vertex) {
            // Likewise.
        }

        @Override
        public void edge(int edge) {
            edges.set(count++, edge);
        }
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

    /** The left vertices of a community, or all of a unipartite graph. */
    int leftCount(int community) {
        return left.get(community);
    }

    int rightCount(int community) {
        return right.get(community);
    }

    public long edgeCount(int community) {
        return edges.get(community);
    }

    /** The edges of a community, as a fraction of the edges that its vertices could have, in [0, 1]. */
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

    /** The communities of the sizes that are asked for, by number. */
    IntStream sized() {
        return IntStream.range(0, count()).filter(community -> choice.hasSizeOf(this, community));
    }

    /** The sum of the edges of a community's members: an edge counts once for each member that has it. */
    long edgesOfMembers(int community) {
        return size(community) * (long) elements.edgesOfEach();
    }

    /** The edges of the members of a community, ascending, each once. */
    int[] edges(int community) {
        if (edgesOfMembers == null) {
            return members(community);
        }
        int[] edges = new int[(int) edgesOfMembers(community)];
        edgesOfMembers.copyTo(starts.get(community) * (long) elements.edgesOfEach(), edges, edges.length);
        Arrays.sort(edges);
        int count = 0;
        for (int i = 0; i < edges.length; i++) {
            if (i == 0 || edges[i] != edges[i - 1]) {
                edges[count++] = edges[i];
            }
        }
        return count == edges.length ? edges : Arrays.copyOf(edges, count);
    }

    /** The deepest community with an element; -1 where there is none. */
    public int deepest(long index) {
        return ofIndex.get(index);
    }

    /** The deepest community with a right vertex, where {@link #elements} are vertices; -1 where there is none. */
    public int deepestOfRight(long vertex) {
        return ofIndex.get(elements == PeeledElements.RIGHT ? vertex : leftCount + vertex);
    }

    /** How many different levels the communities of the sizes that are asked for have. */
    public long levelCount() {
        long count = 0;
        long last = -1;
        for (PrimitiveIterator.OfInt all = sized().iterator(); all.hasNext(); ) {
            long level = level(all.nextInt());
            count += level == last ? 0 : 1;
            last = level;
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
        if (edgesOfMembers != null) {
            edgesOfMembers.close();
        }
    }
}
