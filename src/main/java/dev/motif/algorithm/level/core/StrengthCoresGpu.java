package dev.motif.algorithm.level.core;

import dev.motif.algorithm.order.KCoreCpu;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DevicePeeling;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.gpu.graph.DeviceWeights;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.WeightUnit;

/**
 * Computes core numbers by weights on a GPU: vertices are peeled in rounds (kcore.cu). Weights are counted in the
 * largest unit that all are multiples of, so that their sums are exact, and the core numbers are the same as by {@link
 * StrengthCores}.
 */
record StrengthCoresGpu(UnipartiteGraph graph, EdgeWeights weights, Execution execution) {
    private static final String MODULE = "kcore";
    private static final KernelSignature STRENGTHS = KernelSignature.of(MODULE, "kcore_strengths_per_vertex");
    private static final KernelSignature NUMBERS = KernelSignature.of(MODULE, "kcore_strong_numbers_per_grid");

    private static final long SLACK_BYTES = 64;

    /** Computes core numbers by weights. */
    record Version(EdgeWeights weights) implements GpuVersion<UnipartiteGraph, KCoreResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return device.obstacle(copyBytes(size) + workBytes(size));
        }

        @Override
        public String obstacle(GpuDevice device, UnipartiteGraph graph) {
            String rounded = weights.obstacle(false);
            return rounded != null ? rounded : obstacle(device, GraphSize.of(graph));
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.of("the result", (size.vertices() + 1) * Long.BYTES + DevicePeeling.HOST_BYTES),
                    copyBytes(size),
                    MemoryEstimate.of("core numbers", workBytes(size)));
        }

        @Override
        public KCoreResult run(UnipartiteGraph graph, Execution execution, GpuDevice device) {
            return new StrengthCoresGpu(graph, weights, execution).count(device);
        }
    }

    private static long copyBytes(GraphSize size) {
        return DeviceUnipartiteGraph.bytes(size.vertices(), size.edges());
    }

    private static long workBytes(GraphSize size) {
        return DeviceWeights.bytes(size.vertices(), size.edges())
                + 2 * size.edges() * Long.BYTES // weights by slot
                + size.vertices() * 2 * Long.BYTES // strengths, numbers
                + DevicePeeling.bytes(size.vertices(), size.vertices())
                + SLACK_BYTES;
    }

    private KCoreResult count(GpuDevice device) {
        GraphSize size = GraphSize.of(graph);
        WeightUnit unit = weights.unit(false);
        execution.workers().progress().begin("waiting for the GPU", 0);
        try (GpuSession session = device.open(
                        DeviceUnipartiteGraph.key(graph), workBytes(size), copyBytes(size), execution.workers());
                OffHeapScope scope = new OffHeapScope(execution.memory())) {
            DeviceUnipartiteGraph onDevice =
                    execution.time(Stage.TRANSFER, () -> DeviceUnipartiteGraph.of(session, graph));
            DeviceArray bySlot = execution.time(Stage.TRANSFER, () -> weights(session, onDevice, unit));
            DeviceArray numbers = session.longs(onDevice.vertices());
            DevicePeeling.Peeled[] peeled = {new DevicePeeling.Peeled(0, 0, 0)};
            execution
                    .times()
                    .add(Stage.COMPUTE, session.time(() -> peeled[0] = peel(session, onDevice, bySlot, numbers)));
            return execution.time(Stage.TRANSFER, () -> {
                OffHeapLongs cores = scope.longs(onDevice.vertices());
                session.download(numbers, cores.address(), cores.bytes());
                KCoreResult result = result(cores, peeled[0], unit);
                scope.keep(cores);
                return result;
            });
        }
    }

    private DeviceArray weights(GpuSession session, DeviceUnipartiteGraph onDevice, WeightUnit unit) {
        DeviceWeights ofEdges =
                DeviceWeights.of(session, graph, weights, unit, false, execution.memory(), execution.workers());
        DeviceArray bySlot = ofEdges.bySlot(onDevice.rows());
        ofEdges.free();
        return bySlot;
    }

    private DevicePeeling.Peeled peel(
            GpuSession session, DeviceUnipartiteGraph onDevice, DeviceArray bySlot, DeviceArray numbers) {
        int vertices = onDevice.vertices();
        if (vertices == 0) {
            return new DevicePeeling.Peeled(0, 0, 0);
        }
        DeviceArray strengths = session.longs(vertices);
        DevicePeeling peeling = new DevicePeeling(
                session, execution.workers(), execution.memory(), vertices, vertices, 0, strengths, numbers);
        execution.workers().progress().begin(KCoreCpu.STAGE, peeling.units());
        session.launchWarps(STRENGTHS, vertices, onDevice.offsets(), vertices, bySlot, strengths, peeling.list());
        return peeling.run(
                NUMBERS,
                new DevicePeeling.Items(
                        onDevice.slots(),
                        new KernelArguments()
                                .with("offsets", onDevice.offsets())
                                .with("neighbors", onDevice.neighbors())
                                .with("weights", bySlot)));
    }

    /** @param cores the core numbers in units, which become the bits of doubles */
    private KCoreResult result(OffHeapLongs cores, DevicePeeling.Peeled peeled, WeightUnit unit) {
        long atLargest = 0;
        for (long v = 0; v < cores.length(); v++) {
            atLargest += cores.get(v) == peeled.last() ? 1 : 0;
            cores.set(v, Double.doubleToRawLongBits(unit.weight(cores.get(v))));
        }
        return new KCoreResult(
                new KCoreResult.Strengths(cores, unit.weight(peeled.last()), peeled.levels(), atLargest));
    }
}
