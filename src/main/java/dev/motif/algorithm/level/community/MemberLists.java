package dev.motif.algorithm.level.community;

import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * Makes the vertices and edges of communities, of one community after the other, as {@link Hierarchy} counts them: a
 * community of vertices has all edges among these, a community of one side its neighbors and all edges to these, any other
 * one the edges that it consists of and their ends. For one thread, while the graph is open.
 *
 * <p>Memory: off the heap a bit a vertex, and 8 bytes a vertex of a unipartite graph; on the heap one community.
 */
public final class MemberLists implements AutoCloseable {
    /** About the heap of a vertex in a row: the vertex, its node, the id of that, and their places in lists. */
    private static final long VERTEX_BYTES = 96;

    /** About the heap of an edge in a row, likewise. */
    private static final long EDGE_BYTES = 112;

    /** The longest array that every JVM allows. */
    private static final int LONGEST = Integer.MAX_VALUE - 8;

    private final Graph graph;
    private final Csr rows;
    private final Hierarchy all;
    private final boolean bipartite;
    private final HeapBudget.Share heap;
    private final Steps steps;
    private final OffHeapScope owned;

    /** A bit for each vertex, of the right side behind the left one: whether it has been found; zeros in between. */
    private final OffHeapLongs found;

    /** The number of each vertex's first edge to a greater one, in a unipartite graph; null in a bipartite graph. */
    private final OffHeapLongs firstEdges;

    /**
     * The members of a community.
     *
     * @param left its left vertices, or all of a unipartite graph, ascending
     * @param right its right vertices, ascending; none in a unipartite graph
     * @param edges the numbers of its edges in the graph, ascending; null unless they were asked for
     */
    public record Members(int[] left, int[] right, long[] edges) {
        public int[][] vertices() {
            return new int[][] {left, right};
        }
    }

    /** @param heap gets the bytes of one community after the other, with its row, and is the caller's */
    public MemberLists(Graph graph, Hierarchy all, NativeMemory memory, Workers workers, HeapBudget.Share heap) {
        this.graph = graph;
        this.all = all;
        this.heap = heap;
        bipartite = graph instanceof BipartiteGraph;
        rows = bipartite ? ((BipartiteGraph) graph).left() : ((UnipartiteGraph) graph).adjacency();
        steps = new Steps(workers.cancellation());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            found = scope.zeroedLongs(words(graph.vertexCount()));
            firstEdges = bipartite ? null : ((UnipartiteGraph) graph).firstEdges(scope, workers);
            owned = new OffHeapScope(memory);
            owned.own(scope.keep(found));
            owned.own(scope.keep(firstEdges));
        }
    }

    private static long words(long vertices) {
        return (vertices + Long.SIZE - 1) / Long.SIZE;
    }

    /** The most off-heap bytes. */
    static long bytes(GraphSize size) {
        return (words(size.vertices()) + size.vertices() + 1) * Long.BYTES;
    }

    /** The most heap of a community, with its row. */
    static long heapBytes(GraphSize size, long edgesOfElements, boolean withEdges) {
        return size.vertices() * VERTEX_BYTES
                + size.edges() * (withEdges ? EDGE_BYTES : 0)
                + edgesOfElements * Integer.BYTES;
    }

    /**
     * The members of a community.
     *
     * @throws HeapBudget.Exceeded when there is no heap for them and a row of them
     * @throws IllegalStateException when there are more than an array holds
     */
    public Members of(int community, boolean withEdges) {
        long edgesOfElements = all.edgesOfMembers(community);
        checkFits(community, "nodes", all.vertexCount(community));
        checkFits(community, "relationships", withEdges ? all.edgeCount(community) : 0);
        checkFits(community, "relationships of triangles", edgesOfElements);
        heap.become(all.vertexCount(community) * VERTEX_BYTES
                + (withEdges ? all.edgeCount(community) * EDGE_BYTES : 0)
                + edgesOfElements * Integer.BYTES);
        return switch (all.elements()) {
            case VERTICES -> ofVertices(community, withEdges);
            case LEFT, RIGHT -> ofSide(community, withEdges);
            case EDGES, TRIANGLES -> ofEdges(community, withEdges);
        };
    }

    private static void checkFits(int community, String what, long count) {
        if (count > LONGEST) {
            throw new IllegalStateException(
                    "community " + community + " has " + count + " " + what + ", and a list holds at most " + LONGEST);
        }
    }

    private Members ofVertices(int community, boolean withEdges) {
        int[] members = all.members(community);
        steps.add(members.length);
        int split = bipartite ? all.leftCount(community) : members.length;
        int[] left = Arrays.copyOf(members, split);
        int[] right = Arrays.copyOfRange(members, split, members.length);
        int firstRight = bipartite ? rows.vertexCount() : 0;
        for (int i = 0; i < right.length; i++) {
            right[i] -= firstRight;
        }
        return new Members(left, right, withEdges ? edgesAmong(community, left, bipartite ? right : left) : null);
    }

    /** The edges from {@code left} to {@code others}, both ascending. */
    private long[] edgesAmong(int community, int[] left, int[] others) {
        long[] edges = new long[(int) all.edgeCount(community)];
        int count = 0;
        Found ends = new Found(others.length, bipartite ? rows.vertexCount() : 0);
        for (int v : others) {
            ends.add(v);
        }
        for (int u : left) {
            long from = bipartite ? rows.start(u) : ((UnipartiteGraph) graph).firstForward(u);
            long firstEdge = bipartite ? from : ((UnipartiteGraph) graph).edgeOf(from, u, firstEdges);
            for (long slot = from; slot < rows.end(u); slot++) {
                steps.add();
                if (ends.has(rows.neighbor(slot))) {
                    edges[count++] = firstEdge + slot - from;
                }
            }
        }
        ends.clear();
        return edges;
    }

    private Members ofSide(int community, boolean withEdges) {
        boolean isLeft = all.elements() == PeeledElements.LEFT;
        BipartiteGraph both = (BipartiteGraph) graph;
        Csr own = isLeft ? both.left() : both.right();
        int[] members = all.members(community);
        Found others =
                new Found(isLeft ? all.rightCount(community) : all.leftCount(community), isLeft ? both.leftCount() : 0);
        long[] edges = new long[withEdges ? (int) all.edgeCount(community) : 0];
        int count = 0;
        for (int v : members) {
            for (long slot = own.start(v); slot < own.end(v); slot++) {
                steps.add();
                int other = own.neighbor(slot);
                others.add(other);
                if (withEdges) {
                    edges[count++] = isLeft ? slot : both.left().slotOf(other, v);
                }
            }
        }
        if (!isLeft) {
            Arrays.sort(edges);
        }
        int[] neighbors = others.sorted();
        return new Members(isLeft ? members : neighbors, isLeft ? neighbors : members, withEdges ? edges : null);
    }

    private Members ofEdges(int community, boolean withEdges) {
        int[] edges = all.edges(community);
        Found left = new Found(all.leftCount(community), 0);
        Found right = bipartite ? new Found(all.rightCount(community), rows.vertexCount()) : left;
        int u = -1;
        long start = 0;
        long behind = 0;
        for (int edge : edges) {
            steps.add();
            if (edge >= behind) {
                u = bipartite ? rows.vertexOf(edge) : Csr.vertexOf(firstEdges, edge);
                // The slot of the edge is its number and a distance, which is the same for all edges of a vertex.
                start = bipartite ? 0 : ((UnipartiteGraph) graph).slotOf(edge, u, firstEdges) - edge;
                behind = bipartite ? rows.end(u) : firstEdges.get(u + 1L);
                left.add(u);
            }
            right.add(rows.neighbor(start + edge));
        }
        return new Members(
                left.sorted(),
                bipartite ? right.sorted() : new int[0],
                withEdges ? Arrays.stream(edges).asLongStream().toArray() : null);
    }

    /** Vertices of a side, each once. */
    private final class Found {
        private final int[] vertices;
        private final long firstBit;
        private int count;

        /** @param size how many vertices there will be */
        Found(int size, long firstBit) {
            this.vertices = new int[size];
            this.firstBit = firstBit;
        }

        void add(int vertex) {
            if (!has(vertex)) {
                long bit = firstBit + vertex;
                found.set(bit / Long.SIZE, found.get(bit / Long.SIZE) | 1L << bit);
                vertices[count++] = vertex;
            }
        }

        boolean has(int vertex) {
            long bit = firstBit + vertex;
            return (found.get(bit / Long.SIZE) >>> bit & 1) != 0;
        }

        void clear() {
            for (int vertex : vertices) {
                found.set((firstBit + vertex) / Long.SIZE, 0);
            }
        }

        int[] sorted() {
            clear();
            Arrays.sort(vertices);
            return vertices;
        }
    }

    @Override
    public void close() {
        owned.close();
    }
}
