package dev.motif.backend;

import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.Graph;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * How an algorithm runs on a GPU with one configuration.
 *
 * @param <G> the kind of graph it works on
 * @param <R> its result, owned by the caller
 */
public interface GpuVersion<G extends Graph, R extends AutoCloseable> {
    /** A version for one device or several together, which never does a part of the work. */
    interface Undivided<G extends Graph, R extends AutoCloseable> extends GpuVersion<G, R> {
        @Override
        R run(G graph, Execution execution, List<GpuDevice> devices);

        @Override
        default R run(G graph, Execution execution, GpuDevice device) {
            return run(graph, execution, List.of(device));
        }

        @Override
        default boolean canShare(GpuDevice device, GraphSize size) {
            return true;
        }

        @Override
        default boolean canDivide(GpuDevice device, GraphSize size) {
            return false;
        }

        @Override
        default R share(G graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
            return run(graph, execution, devices);
        }
    }

    /** A run on the CPU where a GPU is asked for, of a configuration for which a GPU has nothing to do. */
    static <G extends Graph, C, R extends AutoCloseable> GpuVersion<G, R> onCpu(
            Algorithm<G, C, R> algorithm, C config) {
        return new GpuVersion<>() {
            @Override
            public String obstacle(GpuDevice device, GraphSize size) {
                return null;
            }

            @Override
            public GpuEstimate estimate(GpuDevice device, GraphSize size) {
                CpuEstimate withOneWorker = algorithm.cpuEstimate(size, config, 1);
                return new GpuEstimate(
                        withOneWorker.offHeap(),
                        withOneWorker.heap(),
                        MemoryEstimate.of(GpuEstimate.nameOf(device), 0));
            }

            @Override
            public R run(G graph, Execution execution, GpuDevice device) {
                return algorithm.cpu(graph, config, execution);
            }
        };
    }

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

    /** The memory of a run on {@code device}; to be asked when there is no obstacle. */
    GpuEstimate estimate(GpuDevice device, GraphSize size);

    /** The memory of a run on all of {@code devices}: one, or several which {@link #canShare}. */
    default GpuEstimate estimate(List<GpuDevice> devices, GraphSize size) {
        return estimate(devices.get(0), size).sharedBy(devices.size());
    }

    R run(G graph, Execution execution, GpuDevice device);

    /** Whether several devices can share a run on a graph of this size, each of which has no obstacle. */
    default boolean canShare(GpuDevice device, GraphSize size) {
        return false;
    }

    /**
     * Whether the work can be done in parts on devices that do not know of each other, each of which {@link #canShare}. They
     * must have the same {@link StageTimes#order}, see {@link DivisibleAlgorithm#settled}.
     */
    default boolean canDivide(GpuDevice device, GraphSize size) {
        return canShare(device, size);
    }

    /**
     * Does a part of the work on all of {@code devices} together, which {@link #canShare}. Parts other than the whole need
     * {@link #canDivide}; what all of them give adds up to the result.
     */
    default R share(G graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
        throw new UnsupportedOperationException("devices cannot share this");
    }

    /**
     * The devices of a shared run that hold the graph; none when all of the work is to be done in passes.
     *
     * @throws IllegalArgumentException when there is none, and only a part of the work is to be done
     */
    static List<GpuDevice> holding(List<GpuDevice> devices, WorkPart part, Predicate<GpuDevice> fits) {
        List<GpuDevice> holding = devices.stream().filter(fits).toList();
        if (holding.isEmpty() && !part.isWhole()) {
            throw new IllegalArgumentException("a part can be counted only on a device that holds the graph");
        }
        return holding;
    }

    /** Runs on all of {@code devices}: one, or several which {@link #canShare}. */
    default R run(G graph, Execution execution, List<GpuDevice> devices) {
        return devices.size() == 1
                ? run(graph, execution, devices.get(0))
                : share(graph, execution, devices, WorkPart.WHOLE);
    }

    /**
     * Work on the CPU that follows a run on a GPU.
     *
     * @param <G> the kind of graph
     * @param <R> the result of the GPU, which becomes a part of the result, or is closed
     */
    @FunctionalInterface
    interface Rest<G extends Graph, R extends AutoCloseable, S extends AutoCloseable> {
        S run(G graph, Execution execution, R result);
    }

    /**
     * This version, and {@code rest} after it on the CPU.
     *
     * @param offHeap makes the off-heap memory of both from the memory of this version
     */
    default <S extends AutoCloseable> GpuVersion<G, S> followedBy(
            Rest<G, R, S> rest, BiFunction<MemoryEstimate, GraphSize, MemoryEstimate> offHeap) {
        return followedBy(rest, offHeap, (heap, size) -> heap);
    }

    /**
     * This version, and {@code rest} after it on the CPU; see {@link #followedBy(Rest, BiFunction)}.
     *
     * @param heap makes the heap of both, which is null where it is not known
     */
    default <S extends AutoCloseable> GpuVersion<G, S> followedBy(
            Rest<G, R, S> rest,
            BiFunction<MemoryEstimate, GraphSize, MemoryEstimate> offHeap,
            BiFunction<MemoryEstimate, GraphSize, MemoryEstimate> heap) {
        GpuVersion<G, R> first = this;
        return new GpuVersion<>() {
            @Override
            public String obstacle(GpuDevice device, GraphSize size) {
                return first.obstacle(device, size);
            }

            @Override
            public String obstacle(GpuDevice device, G graph) {
                return first.obstacle(device, graph);
            }

            @Override
            public long passes(GpuDevice device, GraphSize size) {
                return first.passes(device, size);
            }

            @Override
            public GpuEstimate estimate(GpuDevice device, GraphSize size) {
                GpuEstimate estimate = first.estimate(device, size);
                return new GpuEstimate(
                        offHeap.apply(estimate.offHeap(), size), heap.apply(estimate.heap(), size), estimate.device());
            }

            @Override
            public S run(G graph, Execution execution, GpuDevice device) {
                return rest.run(graph, execution, first.run(graph, execution, device));
            }

            @Override
            public boolean canShare(GpuDevice device, GraphSize size) {
                return first.canShare(device, size);
            }

            @Override
            public boolean canDivide(GpuDevice device, GraphSize size) {
                return false;
            }

            @Override
            public S share(G graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
                return rest.run(graph, execution, first.share(graph, execution, devices, part));
            }
        };
    }
}
