package dev.motif.graph;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The directed edges, called arcs, of a unipartite graph whose edges have directions. It is simple: without loops, and with
 * at most one arc from a vertex to another. The number of an arc is its slot in {@code successors}. Owns both directions.
 *
 * @param successors for each vertex the ends of its outgoing arcs, ascending
 * @param predecessors for each vertex the starts of its incoming arcs, ascending: the transpose of {@code successors}
 */
public record DirectedGraph(Csr successors, Csr predecessors) implements AutoCloseable {
    /**
     * Makes the arcs of a graph, which the caller then owns. An edge becomes an arc for each of its directions.
     *
     * @param directions of the edges of {@code graph}
     */
    public static DirectedGraph of(
            UnipartiteGraph graph, EdgeDirections directions, NativeMemory memory, Workers workers) {
        return of(graph, directions, vertex -> vertex, memory, workers);
    }

    /**
     * Makes the arcs of a graph with other numbers of its vertices, which the caller then owns.
     *
     * @param directions of the edges of {@code graph}
     * @param number gives the number that a vertex of {@code graph} has here, below their number, each once
     */
    public static DirectedGraph of(
            UnipartiteGraph graph,
            EdgeDirections directions,
            IntUnaryOperator number,
            NativeMemory memory,
            Workers workers) {
        int vertices = graph.adjacency().vertexCount();
        CsrBuilder builder = new CsrBuilder(memory, workers);
        try (OffHeapScope scope = new OffHeapScope(memory);
                EdgeBuckets buckets = new EdgeBuckets(memory, vertices, vertices, graph.edgeCount(), false)) {
            EdgeBuckets.Writer[] writers = new EdgeBuckets.Writer[workers.concurrency()];
            Arrays.setAll(writers, worker -> buckets.writer());
            addArcs(graph, directions, number, writers, workers);
            OffHeapScope.closeAll(writers);
            Csr successors = scope.own(builder.build(buckets).csr());
            Csr predecessors = scope.own(builder.transpose(successors, vertices));
            return new DirectedGraph(scope.keep(successors), scope.keep(predecessors));
        }
    }

    private static void addArcs(
            UnipartiteGraph graph,
            EdgeDirections directions,
            IntUnaryOperator number,
            EdgeBuckets.Writer[] writers,
            Workers workers) {
        Csr adjacency = graph.adjacency();
        EdgeChunks.Visitor[] visitors = new EdgeChunks.Visitor[writers.length];
        Arrays.setAll(visitors, worker -> (smaller, slot, edge) -> {
            int u = number.applyAsInt(smaller);
            int v = number.applyAsInt(adjacency.neighbor(slot));
            long direction = directions.of(edge);
            if ((direction & EdgeDirections.FORWARD) != 0) {
                writers[worker].add(u, v);
            }
            if ((direction & EdgeDirections.BACKWARD) != 0) {
                writers[worker].add(v, u);
            }
        });
        new EdgeChunks(adjacency, workers).forEach(visitors);
    }

    /** The off-heap bytes of a directed graph: what {@link #close} frees. */
    public static long bytes(long vertices, long arcs) {
        return 2 * Csr.bytes(vertices, arcs);
    }

    /** About the most off-heap bytes that {@link #of} needs at once, its result included. */
    public static long peakBytes(long vertices, long arcs, int workers) {
        int sources = (int) Math.min(vertices, Integer.MAX_VALUE);
        return Math.max(
                EdgeBuckets.estimateBytes(sources, arcs, 0, workers)
                        + Csr.bytes(vertices, arcs)
                        + CsrBuilder.largestSortingBytes(sources, arcs, 0, workers),
                bytes(vertices, arcs) + CsrBuilder.transposingBytes(arcs));
    }

    public int vertexCount() {
        return successors.vertexCount();
    }

    public long arcCount() {
        return successors.slotCount();
    }

    @Override
    public void close() {
        successors.close();
        predecessors.close();
    }
}
