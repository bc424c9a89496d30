package dev.motif.algorithm.level.core;

import dev.motif.algorithm.order.CoreOrderGpu;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceGraphCache;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.graph.DevicePeeling;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.List;

/** Computes core numbers on a GPU: vertices are peeled in rounds (kcore.cu). */
record KCoreGpu(UnipartiteGraph graph, boolean ordered, Execution execution, GpuDevice device) {
    /**
     * Computes core numbers.
     *
     * @param ordered whether the result has a degeneracy order too
     */
    record Version(boolean ordered) implements GpuVersion<UnipartiteGraph, KCoreResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return device.obstacle(
                    DeviceGraphCache.Need.sum(needs(device, size, null)) + CoreOrderGpu.workBytes(size.vertices()));
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.range(
                            "result",
                            (ordered ? 2 : 1) * size.vertices() * Integer.BYTES,
                            (ordered ? 2 : 1) * size.vertices() * Integer.BYTES + DevicePeeling.HOST_BYTES),
                    DeviceGraphCache.Need.sum(needs(device, size, null)),
                    MemoryEstimate.of("core numbers", CoreOrderGpu.workBytes(size.vertices())));
        }

        @Override
        public KCoreResult run(UnipartiteGraph graph, Execution execution, GpuDevice device) {
            return new KCoreGpu(graph, ordered, execution, device).count();
        }
    }

    /**
     * The copies of a graph that a call needs.
     *
     * @param graph null when only their bytes are wanted
     */
    private static List<DeviceGraphCache.Need> needs(GpuDevice device, GraphSize size, UnipartiteGraph graph) {
        return List.of(
                new DeviceGraphCache.Need(
                        DeviceUnipartiteGraph.key(graph), DeviceUnipartiteGraph.bytes(size.vertices(), size.edges())),
                new DeviceGraphCache.Need(
                        CoreOrderGpu.key(graph), CoreOrderGpu.peakBytes(device.info(), size.vertices())));
    }

    private KCoreResult count() {
        GraphSize size = GraphSize.of(graph);
        Workers workers = execution.workers();
        workers.progress().begin("waiting for the GPU", 0);
        try (GpuSession session =
                        device.open(needs(device, size, graph), CoreOrderGpu.workBytes(size.vertices()), workers);
                OffHeapScope scope = new OffHeapScope(execution.memory())) {
            DeviceUnipartiteGraph onDevice =
                    execution.time(Stage.TRANSFER, () -> DeviceUnipartiteGraph.of(session, graph));
            CoreOrderGpu[] found = new CoreOrderGpu[1];
            execution
                    .times()
                    .add(
                            Stage.COMPUTE,
                            session.time(() ->
                                    found[0] = CoreOrderGpu.of(session, graph, onDevice, execution.memory(), workers)));
            return execution.time(Stage.TRANSFER, () -> {
                OffHeapInts cores = download(session, found[0].values(session), scope);
                OffHeapInts order = ordered ? download(session, found[0].order(), scope) : scope.ints(0);
                return new KCoreResult(scope.keep(cores), scope.keep(order), found[0].degeneracy());
            });
        }
    }

    private OffHeapInts download(GpuSession session, DeviceArray from, OffHeapScope scope) {
        OffHeapInts to = scope.ints(graph.vertexCount());
        session.download(from, to.address(), to.bytes());
        return to;
    }
}
