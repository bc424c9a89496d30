package dev.motif.algorithm.commonneighbors.ktruss;

import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.VertexMaxima;
import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/** The truss numbers of the edges of a graph. Closing it frees its array. */
public final class KTrussResult implements AutoCloseable, Serializable {
    private final OffHeapLongs edges;
    private final long levels;
    private final VertexMaxima vertices;

    KTrussResult(OffHeapLongs edges, long levels) {
        this(edges, levels, null);
    }

    private KTrussResult(OffHeapLongs edges, long levels, VertexMaxima vertices) {
        this.edges = edges;
        this.levels = levels;
        this.vertices = vertices;
    }

    /** This result with what the configuration asks for beside; takes it over, also when it fails. */
    KTrussResult with(KTrussConfig config, UnipartiteGraph graph, Execution execution) {
        if (!config.perVertex()) {
            return this;
        }
        try {
            return new KTrussResult(
                    edges,
                    levels,
                    VertexMaxima.of(
                            graph,
                            edges,
                            execution.memory(),
                            execution.workers().cancellation()));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** The truss number of each edge, 2 or more, by the number of the edge. */
    public OffHeapLongs edges() {
        return edges;
    }

    /** The number of different truss numbers. */
    public long levels() {
        return levels;
    }

    /** The largest number of each vertex, 0 without edges; null unless it was asked for. */
    public VertexMaxima vertices() {
        return vertices;
    }

    @Override
    public void close() {
        edges.close();
        if (vertices != null) {
            vertices.close();
        }
    }
}
