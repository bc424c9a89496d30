package dev.motif.examples.wedges;

import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.io.Serializable;

/**
 * The wedges of each vertex: the paths of two edges with the vertex in the middle. A vertex with {@code d} neighbors has
 * {@code d(d-1)/2}. Takes {@code O(vertices)} work and 8 bytes a vertex.
 */
public final class WedgeAlgorithm implements Algorithm.OfUnipartite<WedgeAlgorithm.Config, WedgeAlgorithm.Result> {
    private static final long VERTICES_PER_TASK = 1 << 12;

    /** There is nothing to configure. */
    public record Config() implements Serializable {}

    /**
     * The wedges of each vertex.
     *
     * @param vertices freed when this is closed
     */
    public record Result(OffHeapLongs vertices) implements AutoCloseable, Serializable {
        @Override
        public void close() {
            vertices.close();
        }
    }

    @Override
    public String name() {
        return "wedge";
    }

    @Override
    public Result cpu(UnipartiteGraph graph, Config config, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs wedges = scope.longs(graph.vertexCount());
            execution.workers().progress().begin("counting wedges", graph.vertexCount());
            execution.time(
                    Stage.COMPUTE,
                    () -> execution.workers().forRanges(graph.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
                        for (long v = from; v < to; v++) {
                            long degree = graph.adjacency().degree((int) v);
                            wedges.set(v, degree * (degree - 1) / 2);
                        }
                    }));
            return new Result(scope.keep(wedges));
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, Config config, int concurrency) {
        return CpuEstimate.of(MemoryEstimate.of(name(), size.vertices() * Long.BYTES));
    }
}
