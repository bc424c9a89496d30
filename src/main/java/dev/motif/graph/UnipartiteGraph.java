package dev.motif.graph;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * An undirected graph: vertices {@code 0 .. vertexCount-1}, every edge stored in both directions. Edges are numbered in
 * the order of (u, v) with {@code u < v}.
 */
public final class UnipartiteGraph implements Graph {
    private static final long VERTICES_PER_TASK = 1 << 12;

    private final Csr adjacency;
    private final ClosingActions closing = new ClosingActions();

    /**
     * Takes ownership of {@code adjacency}.
     *
     * @param adjacency symmetric, without self-loops
     * @throws IllegalArgumentException when the number of slots is odd, so that it cannot be symmetric
     */
    public UnipartiteGraph(Csr adjacency) {
        if (adjacency.slotCount() % 2 != 0) {
            throw new IllegalArgumentException(
                    "the adjacency must be symmetric, got an odd number of slots: " + adjacency.slotCount());
        }
        this.adjacency = adjacency;
    }

    /** For each vertex its neighbors, ascending; every edge has a slot in the rows of both of its ends. */
    public Csr adjacency() {
        return adjacency;
    }

    /** Receives an edge: its number and its ends, {@code u < v}. */
    @FunctionalInterface
    public interface EdgeConsumer {
        void accept(long edge, int u, int v);
    }

    /**
     * Hands every edge to {@code consumer}, which several workers call at the same time. Progress advances by 2 for
     * each edge.
     */
    public void forEachEdge(Workers workers, EdgeConsumer consumer) {
        EdgeChunks.Visitor visitor = (u, slot, edge) -> consumer.accept(edge, u, adjacency.neighbor(slot));
        EdgeChunks.Visitor[] visitors = new EdgeChunks.Visitor[workers.concurrency()];
        Arrays.fill(visitors, visitor);
        new EdgeChunks(adjacency, workers).forEach(visitors);
    }

    /** Whether all of {@code vertices}, which differ, are adjacent to each other. */
    public boolean isClique(int... vertices) {
        return edgesAmong(vertices) == (long) vertices.length * (vertices.length - 1) / 2;
    }

    /** The number of edges between {@code vertices}, which differ. */
    public long edgesAmong(int... vertices) {
        long edges = 0;
        for (int i = 0; i < vertices.length; i++) {
            for (int j = 0; j < i; j++) {
                edges += adjacency.slotOf(vertices[i], vertices[j]) >= 0 ? 1 : 0;
            }
        }
        return edges;
    }

    /** The first slot of {@code u} whose neighbor is greater than {@code u}; the end of the row when there is none. */
    public long firstForward(int u) {
        return adjacency.firstSlotFrom(u, u + 1);
    }

    /** For each vertex the number of its first edge to a greater one, and at the end the number of edges; the scope owns it. */
    public OffHeapLongs firstEdges(OffHeapScope scope, Workers workers) {
        OffHeapLongs first = scope.longs(adjacency.vertexCount() + 1L);
        workers.forRanges(adjacency.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (int u = (int) from; u < to; u++) {
                first.set(u, adjacency.end(u) - firstForward(u));
            }
        });
        InducedSubgraph.prefixSums(first);
        return first;
    }

    /**
     * The slot of an edge in the row of its smaller end.
     *
     * @param smaller the end, as {@link Csr#vertexOf(OffHeapLongs, long)} finds it
     * @param firstEdges see {@link #firstEdges}
     */
    public long slotOf(long edge, int smaller, OffHeapLongs firstEdges) {
        return adjacency.end(smaller) - (firstEdges.get(smaller + 1L) - edge);
    }

    /**
     * The number of the edge that has a slot in the row of its smaller end.
     *
     * @param firstEdges see {@link #firstEdges}
     */
    public long edgeOf(long slot, int smaller, OffHeapLongs firstEdges) {
        return firstEdges.get(smaller + 1L) - (adjacency.end(smaller) - slot);
    }

    @Override
    public long vertexCount() {
        return adjacency.vertexCount();
    }

    @Override
    public Csr rows(Side side) {
        return adjacency;
    }

    @Override
    public long edgeCount() {
        return adjacency.slotCount() / 2;
    }

    @Override
    public long bytes() {
        return adjacency.bytes();
    }

    @Override
    public void whenClosed(Runnable action) {
        closing.add(action);
    }

    @Override
    public void close() {
        closing.run();
        adjacency.close();
    }
}
