package dev.motif.algorithm.group.near;

import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchStream;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.Graph;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Near-groups on a GPU, or on several: see {@link NearSearchGpu}.
 *
 * @param algorithm the algorithm, whose result on the CPU takes the same memory of the host
 * @param streams whether the search goes on while the result is read
 */
record NearGroupsGpu<G extends Graph, C, R extends AutoCloseable>(
        Algorithm<G, C, R> algorithm, C config, boolean streams, Run<G, R> run) implements GpuVersion.Undivided<G, R> {
    /** A run on one device, or on several together. */
    @FunctionalInterface
    interface Run<G, R> {
        R of(G graph, Execution execution, List<GpuDevice> devices);
    }

    /** Counts what a search passes to the sink of each worker. */
    @FunctionalInterface
    interface Counting<R> {
        R of(Execution execution, Consumer<IntFunction<Consumer<NearGroup>>> search);
    }

    @Override
    public String obstacle(GpuDevice device, GraphSize size) {
        String incomplete = streams ? Gpus.streamingObstacle() : null;
        return incomplete == null ? NearSearchGpu.memory(device, size).obstacle() : incomplete;
    }

    @Override
    public GpuEstimate estimate(GpuDevice device, GraphSize size) {
        CpuEstimate ofHost = algorithm.cpuEstimate(size, config, Workers.MOST);
        return NearSearchGpu.memory(device, size)
                .estimate(
                        MemoryEstimate.sum(
                                algorithm.name(),
                                ofHost.offHeap(),
                                MemoryEstimate.range(
                                        "parts of the graph, and what the device has found",
                                        0,
                                        NearSearchGpu.MOST_HOST_BYTES)),
                        ofHost.heap(),
                        "words that launches share",
                        "parts of the graph, and stacks");
    }

    @Override
    public R run(G graph, Execution execution, List<GpuDevice> devices) {
        return run.of(graph, execution, devices);
    }

    /**
     * Counts the groups from some roots, and adds up what several devices have counted.
     *
     * @param withMembers whether counting takes the members of groups
     */
    static <R extends AutoCloseable> R count(
            NearRoots roots,
            boolean withMembers,
            Graph graph,
            Execution execution,
            List<GpuDevice> devices,
            Counting<R> counting,
            BiFunction<R, List<R>, R> plus) {
        DeviceGroup.Body<R> body = (own, device, share) -> counting.of(
                own,
                sinks -> NearSearchGpu.run(
                        roots, withMembers, NearSearchGpu.memory(device, GraphSize.of(graph)), share, sinks, own));
        if (devices.size() == 1) {
            return body.run(execution, devices.get(0), Participant.whole());
        }
        execution.workers().progress().begin(roots.stage(), 0);
        return DeviceGroup.sum(devices, WorkPart.WHOLE, execution, body, plus);
    }

    /**
     * Passes on the groups from some roots, with their members.
     *
     * @param again whether groups may be passed on again after the loss of one of several devices; otherwise a loss is an error
     *     once one was passed on
     * @param found takes them on any worker of a device, with what ends the search of this device
     */
    static void find(
            NearRoots roots,
            Graph graph,
            Execution execution,
            List<GpuDevice> devices,
            boolean again,
            SearchStream.Consumer<NearGroup> found) {
        if (devices.size() > 1) {
            execution.workers().progress().begin(roots.stage(), 0);
        }
        DeviceGroup.<NearGroup>find(
                devices,
                execution,
                found,
                again,
                (own, device, share, once) -> NearSearchGpu.run(
                        roots,
                        true,
                        NearSearchGpu.memory(device, GraphSize.of(graph)),
                        share,
                        worker -> group -> once.accept(group, own.workers().cancellation()),
                        own));
    }
}
