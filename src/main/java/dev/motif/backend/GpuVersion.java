package dev.motif.backend;

import dev.motif.gpu.GpuDevice;
import dev.motif.graph.Graph;

/**
 * How an algorithm runs on a GPU with one configuration.
 *
 * @param <G> the kind of graph it works on
 * @param <R> its result, owned by the caller
 */
public interface GpuVersion<G extends Graph, R extends AutoCloseable> {
    /** Why {@code device} cannot run it on a graph of this size, or null when it can. */
    String obstacle(GpuDevice device, GraphSize size);

    /**
     * Why {@code device} cannot run it on {@code graph}, or null when it can. May look at the graph, where its size does not
     * tell how much memory is needed.
     */
    default String obstacle(GpuDevice device, G graph) {
        return obstacle(device, GraphSize.of(graph));
    }

    /** About how many passes over a graph of this size {@code device} takes; more than 1 when it cannot hold the graph. */
    default long passes(GpuDevice device, GraphSize size) {
        return 1;
    }

    /** What a run on {@code device} needs; to be asked when there is no obstacle. */
    GpuEstimate estimate(GpuDevice device, GraphSize size);

    /** Runs on {@code device}. */
    R run(G graph, Execution execution, GpuDevice device);
}
