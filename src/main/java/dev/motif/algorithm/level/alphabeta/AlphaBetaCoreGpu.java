package dev.motif.algorithm.level.alphabeta;

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
import dev.motif.gpu.graph.DeviceBipartiteGraph;
import dev.motif.gpu.graph.DevicePeeling;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds (alpha,beta)-cores on a GPU (alpha_beta_core.cu): for one alpha after the other, right vertices are peeled in
 * rounds.
 */
record AlphaBetaCoreGpu(BipartiteGraph graph, List<Integer> alphas, Execution execution, GpuDevice device) {
    private static final String MODULE = "alpha_beta_core";
    private static final KernelSignature DEGREES = KernelSignature.of(MODULE, "alpha_beta_core_degrees_per_vertex");
    private static final KernelSignature SUPPORTS = KernelSignature.of(MODULE, "alpha_beta_core_supports_per_warp");
    private static final KernelSignature RANGE_DEGREES =
            KernelSignature.of(MODULE, "alpha_beta_core_range_degrees_per_warp");
    private static final KernelSignature NUMBERS = KernelSignature.of(MODULE, "alpha_beta_core_numbers_per_grid");
    private static final KernelSignature VALUES = KernelSignature.of(MODULE, "alpha_beta_core_values_per_vertex");

    record Version(List<Integer> alphas) implements GpuVersion<BipartiteGraph, AlphaBetaCoreResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return device.obstacle(workBytes(size) + copyBytes(size));
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            long result = alphas.size() * size.vertices() * Integer.BYTES;
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.range("result", result, result + DevicePeeling.HOST_BYTES),
                    copyBytes(size),
                    MemoryEstimate.of("peeling", workBytes(size)));
        }

        @Override
        public AlphaBetaCoreResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            return new AlphaBetaCoreGpu(graph, alphas, execution, device).find();
        }
    }

    private static long copyBytes(GraphSize size) {
        return DeviceBipartiteGraph.bytes(size.vertices(), size.edges());
    }

    private static long workBytes(GraphSize size) {
        return 4 * size.left() * Integer.BYTES // degrees, betas and ranges, those that go
                + size.right() * (Long.BYTES + Integer.BYTES) // supports, betas
                + DevicePeeling.bytes(size.right(), size.right())
                + 2 * Long.BYTES
                + DeviceArray.SLACK_BYTES;
    }

    private AlphaBetaCoreResult find() {
        GraphSize size = GraphSize.of(graph);
        execution.workers().progress().begin("waiting for the GPU", 0);
        try (GpuSession session = device.open(
                        DeviceBipartiteGraph.key(graph), workBytes(size), copyBytes(size), execution.workers());
                OffHeapScope scope = new OffHeapScope(execution.memory())) {
            DeviceBipartiteGraph copy = execution.time(Stage.TRANSFER, () -> DeviceBipartiteGraph.of(session, graph));
            execution.workers().progress().begin(AlphaBetaCoreCpu.STAGE, 2 * alphas.size() * size.right());
            Run run = new Run(session, copy);
            List<OffHeapInts> left = new ArrayList<>();
            List<OffHeapInts> right = new ArrayList<>();
            for (int alpha : alphas) {
                execution.workers().cancellation().check();
                execution.times().add(Stage.COMPUTE, session.time(() -> run.find(alpha)));
                execution.time(Stage.TRANSFER, () -> {
                    left.add(download(session, run.leftBetas, graph.leftCount(), scope));
                    right.add(download(session, run.rightBetas, graph.rightCount(), scope));
                });
            }
            left.forEach(scope::keep);
            right.forEach(scope::keep);
            return new AlphaBetaCoreResult(alphas, List.copyOf(left), List.copyOf(right));
        }
    }

    private static OffHeapInts download(GpuSession session, DeviceArray from, long count, OffHeapScope scope) {
        OffHeapInts to = scope.ints(count);
        session.download(from, to);
        return to;
    }

    /** The launches on one graph, and the arrays that they use; alpha_beta_core.cu says what each has. */
    private final class Run {
        private final GpuSession session;
        private final DeviceBipartiteGraph copy;
        private final int leftCount = graph.left().vertexCount();
        private final int rightCount = graph.right().vertexCount();
        private final DeviceArray degrees;
        private final DeviceArray leftBetas;
        private final DeviceArray leftRangeOf;
        private final DeviceArray gone;
        private final DeviceArray goneCounts;
        private final DeviceArray supports;
        private final DeviceArray rightBetas;

        Run(GpuSession session, DeviceBipartiteGraph copy) {
            this.session = session;
            this.copy = copy;
            degrees = session.ints(leftCount);
            leftBetas = session.ints(leftCount);
            leftRangeOf = session.ints(leftCount);
            gone = session.ints(leftCount);
            goneCounts = session.longs(2);
            supports = session.longs(rightCount);
            rightBetas = session.ints(rightCount);
        }

        /** Finds the largest beta of each vertex. */
        void find(int alpha) {
            if (leftCount > 0) {
                session.launchThreads(DEGREES, leftCount, left(alpha));
            }
            if (rightCount > 0) {
                peel(alpha);
                session.launchThreads(VALUES, rightCount, supports, rightCount, rightBetas);
            }
        }

        private void peel(int alpha) {
            DevicePeeling peeling = new DevicePeeling(
                    session, execution.workers(), execution.memory(), rightCount, rightCount, 0, supports, supports);
            session.launchWarps(
                    SUPPORTS,
                    rightCount,
                    copy.right().offsets(),
                    copy.right().neighbors(),
                    rightCount,
                    degrees,
                    supports,
                    peeling.list());
            peeling.run(NUMBERS, items(alpha), ranges -> {
                session.launchWarps(
                        RANGE_DEGREES,
                        leftCount,
                        left(alpha).with("rangeOf", peeling.rangeOf()).with("firstRange", ranges.first()));
                return items(alpha);
            });
            session.await();
            peeling.free();
        }

        private DevicePeeling.Items items(int alpha) {
            session.clear(goneCounts);
            return new DevicePeeling.Items(
                    2 * graph.edgeCount(),
                    left(alpha)
                            .with("offsets", copy.right().offsets())
                            .with("neighbors", copy.right().neighbors())
                            .with("gone", gone)
                            .with("goneCounts", goneCounts));
        }

        private KernelArguments left(int alpha) {
            return new KernelArguments()
                    .with("leftOffsets", copy.left().offsets())
                    .with("leftNeighbors", copy.left().neighbors())
                    .with("degrees", degrees)
                    .with("betas", leftBetas)
                    .with("leftRangeOf", leftRangeOf)
                    .with("leftCount", leftCount)
                    .with("alpha", alpha);
        }
    }
}
