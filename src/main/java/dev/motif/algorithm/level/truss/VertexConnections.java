package dev.motif.algorithm.level.truss;

import dev.motif.algorithm.level.community.Connections;
import dev.motif.algorithm.level.community.Joins;
import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/** Edges that vertices connect: all edges of a vertex are joined with the first one of it. */
final class VertexConnections implements Connections {
    private static final int NONE = 0;
    private static final int ACCESSES = 16;

    private final OffHeapLongs levels;

    /** The ends of each edge, side by side. */
    private final OffHeapInts ends;

    /** The position of the first joined edge of each vertex, plus 1. */
    private final OffHeapInts firsts;

    /** @param scope owns the memory */
    VertexConnections(UnipartiteGraph graph, OffHeapLongs levels, Workers workers, OffHeapScope scope) {
        this.levels = levels;
        this.ends = scope.ints(2 * graph.edgeCount());
        this.firsts = scope.zeroedInts(graph.vertexCount());
        graph.forEachEdge(workers, (edge, u, v) -> {
            ends.set(2 * edge, u);
            ends.set(2 * edge + 1, v);
        });
    }

    /** The off-heap bytes. */
    static long bytes(GraphSize size) {
        return (2 * size.edges() + size.vertices()) * Integer.BYTES;
    }

    @Override
    public int count() {
        return (int) levels.length();
    }

    @Override
    public long level(int edge) {
        return levels.get(edge);
    }

    @Override
    public long accesses() {
        return ACCESSES;
    }

    @Override
    public int join(int worker, int edge, int position, Joins joins) {
        joinAt(ends.get(2L * edge), position, joins);
        joinAt(ends.get(2L * edge + 1), position, joins);
        return 1;
    }

    private void joinAt(int vertex, int position, Joins joins) {
        if (firsts.get(vertex) != NONE || !firsts.compareAndSet(vertex, NONE, position + 1)) {
            joins.join(firsts.get(vertex) - 1, position);
        }
    }

    @Override
    public void describe(int edge, Extent extent) {
        extent.left(ends.get(2L * edge));
        extent.left(ends.get(2L * edge + 1));
    }
}
