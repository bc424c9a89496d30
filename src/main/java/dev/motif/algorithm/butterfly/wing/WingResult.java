package dev.motif.algorithm.butterfly.wing;

import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.VertexMaxima;
import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/** The wing numbers of the edges of a graph. Closing it frees its array. */
public final class WingResult implements AutoCloseable, Serializable {
    private final OffHeapLongs edges;
    private final long levels;
    private final VertexMaxima vertices;

    WingResult(OffHeapLongs edges, long levels) {
        this(edges, levels, null);
    }

    private WingResult(OffHeapLongs edges, long levels, VertexMaxima vertices) {
        this.edges = edges;
        this.levels = levels;
        this.vertices = vertices;
    }

    /** This result with what the configuration asks for beside; takes it over, also when it fails. */
    WingResult with(WingConfig config, BipartiteGraph graph, Execution execution) {
        if (!config.perVertex()) {
            return this;
        }
        try {
            return new WingResult(
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

    /** The wing number of each edge, by edge index. */
    public OffHeapLongs edges() {
        return edges;
    }

    /** The number of different wing numbers. */
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
