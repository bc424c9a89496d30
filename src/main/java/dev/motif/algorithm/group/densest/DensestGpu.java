package dev.motif.algorithm.group.densest;

import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.Graph;
import java.util.function.Function;

/**
 * Finds a dense subgraph: each round counts on a GPU, to which the remaining graph is copied.
 *
 * @param name of the algorithm
 * @param counting how each round counts, within the deadline of all rounds
 * @param timeoutMillis the time limit of all rounds together, in milliseconds; 0 for none
 * @param <R> the counts by vertex
 */
public record DensestGpu<G extends Graph, R extends AutoCloseable>(
        String name, GpuVersion<G, R> counting, long timeoutMillis, Search<G, R> search)
        implements GpuVersion<G, DensestSubgraph> {
    /** Searches with a way to count by vertex. */
    @FunctionalInterface
    public interface Search<G, R> {
        DensestSubgraph find(G graph, Execution execution, Function<G, R> counting);
    }

    @Override
    public String obstacle(GpuDevice device, GraphSize size) {
        return counting.obstacle(device, size);
    }

    @Override
    public GpuEstimate estimate(GpuDevice device, GraphSize size) {
        GpuEstimate ofCounting = counting.estimate(device, size);
        return new GpuEstimate(
                DensestSearch.estimate(name, size, ofCounting.offHeap()), ofCounting.heap(), ofCounting.device());
    }

    @Override
    public DensestSubgraph run(G graph, Execution execution, GpuDevice device) {
        return execution.inTime(
                timeoutMillis, timed -> search.find(graph, timed, rest -> counting.run(rest, timed, device)));
    }
}
