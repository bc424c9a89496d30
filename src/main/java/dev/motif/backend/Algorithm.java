package dev.motif.backend;

import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;

/**
 * An algorithm: the same exact result from every backend.
 *
 * @param <G> the kind of graph it works on
 * @param <C> its configuration
 * @param <R> its result, owned by the caller
 */
public interface Algorithm<G extends Graph, C, R extends AutoCloseable> {
    interface OfBipartite<C, R extends AutoCloseable> extends Algorithm<BipartiteGraph, C, R> {
        @Override
        default Class<BipartiteGraph> graphType() {
            return BipartiteGraph.class;
        }
    }

    interface OfUnipartite<C, R extends AutoCloseable> extends Algorithm<UnipartiteGraph, C, R> {
        @Override
        default Class<UnipartiteGraph> graphType() {
            return UnipartiteGraph.class;
        }
    }

    interface OfEither<C, R extends AutoCloseable> extends Algorithm<Graph, C, R> {
        @Override
        default Class<Graph> graphType() {
            return Graph.class;
        }
    }

    /** The name in procedures, progress and benchmarks, such as {@code "butterfly"}. */
    String name();

    /** The kind of graph it works on. */
    Class<G> graphType();

    /** Runs on the CPU with all workers of {@code execution}. */
    R cpu(G graph, C config, Execution execution);

    /**
     * The stages of a run that may take long, in their order, as its progress calls them, whether or not all of them come;
     * nothing when that is not known beforehand.
     */
    default List<String> stages(GraphSize size, C config) {
        return List.of();
    }

    /** How it runs on a GPU with this configuration, or null when it does not. */
    default GpuVersion<G, R> gpu(C config) {
        return null;
    }

    /** Why there is no way to run on a GPU with this configuration, where {@link #gpu} knows none. */
    default String withoutGpu(C config) {
        return name() + " has no GPU version";
    }

    /**
     * About how much work a run with this configuration is on either backend, from which {@link Backend#AUTO} chooses
     * one; null when nothing is known, and a GPU that can be used is right.
     */
    default RunCost cost(C config) {
        return null;
    }

    /** Why {@link Backend#AUTO} takes the CPU, whatever the graph and the GPU are; null where {@link #cost} decides. */
    default String cpuSuffices(C config) {
        return null;
    }

    /** The memory of a run on the CPU with {@code concurrency} workers beyond the graph itself. */
    CpuEstimate cpuEstimate(GraphSize size, C config, int concurrency);

    /** The same for a graph that is there; may look at it, where its size does not tell how much memory is needed. */
    default CpuEstimate cpuEstimate(G graph, C config, Execution execution) {
        return cpuEstimate(GraphSize.of(graph), config, execution.workers().concurrency());
    }

    /** Runs where {@code choice} says: on the CPU, on a GPU, or in the process that holds the GPUs. */
    default R run(Backend.Choice choice, G graph, C config, Execution execution) {
        if (choice.device() == null) {
            return cpu(graph, config, execution);
        }
        return Gpus.areIsolated()
                ? IsolatedRun.of(this, config, choice).in(Gpus.process(), graph, execution)
                : gpu(config).run(graph, execution, choice.devices());
    }
}
