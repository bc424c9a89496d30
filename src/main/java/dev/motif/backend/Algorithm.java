package dev.motif.backend;

import dev.motif.gpu.GpuDevice;
import dev.motif.graph.Graph;
import java.util.List;

/**
 * An algorithm: the same exact result from every backend.
 *
 * @param <G> the kind of graph it works on
 * @param <C> its configuration
 * @param <R> its result, owned by the caller
 */
public interface Algorithm<G extends Graph, C, R extends AutoCloseable> {
    /** What little heap is at most. */
    long LITTLE_HEAP_BYTES = 4 << 20;

    /** The name in procedures, progress and benchmarks, such as {@code "butterfly"}. */
    String name();

    /** Runs on the CPU with all workers of {@code execution}. */
    R cpu(G graph, C config, Execution execution);

    /**
     * The stages of a run that may take long, in their order, as its progress calls them, whether or not all of them come;
     * nothing when that is not known beforehand.
     */
    default List<String> stages(GraphSize size, C config) {
        return List.of();
    }

    /** Why {@code device} cannot run it on a graph of this size, or null when it can. */
    default String gpuObstacle(GpuDevice device, GraphSize size, C config) {
        return name() + " has no GPU version";
    }

    /** The same for a graph that is there; may look at it, where its size does not tell how much memory is needed. */
    default String gpuObstacle(GpuDevice device, G graph, C config) {
        return gpuObstacle(device, GraphSize.of(graph), config);
    }

    /** About how many passes over a graph of this size {@code device} takes; more than 1 when it cannot hold the graph. */
    default long gpuPasses(GpuDevice device, GraphSize size, C config) {
        return 1;
    }

    /** What a run on {@code device} needs; to be asked when there is no {@link #gpuObstacle}. */
    default GpuEstimate gpuEstimate(GpuDevice device, GraphSize size, C config) {
        throw new UnsupportedOperationException(name() + " has no GPU version");
    }

    /** Runs on {@code device}. */
    default R gpu(G graph, C config, Execution execution, GpuDevice device) {
        throw new UnsupportedOperationException(name() + " has no GPU version");
    }

    /** What a run on the CPU with {@code concurrency} workers needs beyond the graph itself. */
    MemoryEstimate estimate(GraphSize size, C config, int concurrency);

    /** The same for a graph that is there; may look at it, where its size does not tell how much memory is needed. */
    default MemoryEstimate estimate(G graph, C config, Execution execution) {
        return estimate(GraphSize.of(graph), config, execution.workers().concurrency());
    }

    /**
     * What a run on the CPU holds on the heap at once. Little, whatever the graph, unless said otherwise, since all that is
     * large is kept off the heap. Null when it is not known.
     */
    default MemoryEstimate heapEstimate(GraphSize size, C config, int concurrency) {
        return heapOf();
    }

    /** Heap of which {@code parts} are what may be large. */
    static MemoryEstimate heapOf(MemoryEstimate... parts) {
        MemoryEstimate sum = MemoryEstimate.sum("heap", parts);
        return new MemoryEstimate(sum.name(), sum.minBytes(), Math.max(LITTLE_HEAP_BYTES, sum.maxBytes()), sum.parts());
    }

    /** The same for a graph that is there; may look at it, where its size does not tell. */
    default MemoryEstimate heapEstimate(G graph, C config, Execution execution) {
        return heapEstimate(GraphSize.of(graph), config, execution.workers().concurrency());
    }

    default R run(Backend.Choice choice, G graph, C config, Execution execution) {
        return choice.device() == null ? cpu(graph, config, execution) : gpu(graph, config, execution, choice.device());
    }
}
