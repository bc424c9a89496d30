package dev.motif.algorithm.butterfly.tip;

import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.ButterflyResult;
import dev.motif.algorithm.butterfly.priority.ButterflyGpu;
import dev.motif.backend.Execution;
import dev.motif.backend.GpuEstimate;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DevicePeeling;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.Side;
import dev.motif.parallel.Workers;

/** Computes tip numbers on a GPU (tip.cu): counts the butterflies of each vertex, then peels vertices. */
final class TipGpu {
    private static final String MODULE = "tip";
    private static final KernelSignature WEDGES = KernelSignature.of(MODULE, "tip_wedges_per_warp");
    private static final KernelSignature NUMBERS = KernelSignature.of(MODULE, "tip_numbers_per_grid");

    private static final int THREADS = 256;
    private static final int WARPS = THREADS / 32;
    private static final GpuVersion<BipartiteGraph, ButterflyResult> BUTTERFLIES =
            new ButterflyGpu.Version(new ButterflyConfig(true, false));

    /** The most wedge maps, one for each vertex that is peeled at a time; more do not make a step faster. */
    private static final long MOST_MAPS = 1024;

    /** The most device memory for all wedge maps together. */
    private static final long MOST_MAP_BYTES = 4L << 30;

    /** The most wedges of the vertices that are peeled at a time, so that a step takes well below a second. */
    private static final long MOST_WEDGES = 1L << 33;

    private final BipartiteGraph graph;
    private final TipConfig config;
    private final Execution execution;
    private final GpuDevice device;
    private final Workers workers;
    private final Csr side;
    private final Csr middles;

    private TipGpu(BipartiteGraph graph, TipConfig config, Execution execution, GpuDevice device) {
        boolean left = config.side() == Side.LEFT;
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.device = device;
        this.workers = execution.workers();
        this.side = left ? graph.left() : graph.right();
        this.middles = left ? graph.right() : graph.left();
    }

    /** Computes the tip numbers of one side. */
    record Version(TipConfig config) implements GpuVersion<BipartiteGraph, TipResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            if (size.edges() > Integer.MAX_VALUE) {
                return "on a GPU, tip numbers need fewer than 2^31 relationships";
            }
            String counting = BUTTERFLIES.obstacle(device, size);
            return counting != null ? counting : device.obstacle(bytes(device, size, config));
        }

        /**
         * Estimates the memory of a run. Butterflies are counted first; what that needs on the device is free again when
         * vertices are peeled.
         */
        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            GpuEstimate counting = BUTTERFLIES.estimate(device, size);
            return new GpuEstimate(
                    MemoryEstimate.sum(
                            "counting butterflies, and the result",
                            counting.offHeap(),
                            MemoryEstimate.of("result", items(size, config) * Long.BYTES)),
                    MemoryEstimate.largest(
                            GpuEstimate.nameOf(device),
                            counting.device(),
                            MemoryEstimate.of("peeling", bytes(device, size, config))));
        }

        @Override
        public TipResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            return new TipGpu(graph, config, execution, device).count();
        }
    }

    /** The number of vertices of the peeled side. */
    private static long items(GraphSize size, TipConfig config) {
        return config.side() == Side.LEFT ? size.left() : size.right();
    }

    private static long bytes(GpuDevice device, GraphSize size, TipConfig config) {
        long items = items(size, config);
        return bytes(device, items, size.vertices() - items, size.edges());
    }

    /** The device memory that peeling takes; {@code middles} is the number of vertices of the side that is kept. */
    private static long bytes(GpuDevice device, long items, long middles, long edges) {
        return (items + middles + 2) * Long.BYTES // offsets
                + 3 * edges * Integer.BYTES // neighbors, ends of wedges
                + 2 * items * Long.BYTES // supports, numbers
                + DevicePeeling.bytes(items, items)
                + maps(device, items) * items * Integer.BYTES
                + 1024;
    }

    /** The number of wedge maps, 1 or more: each has an int per vertex of the peeled side. */
    private static long maps(GpuDevice device, long items) {
        long bytes = Math.min(MOST_MAP_BYTES, device.limitBytes() / 8);
        return Math.max(1, Math.min(MOST_MAPS, bytes / (Math.max(1, items) * Integer.BYTES)));
    }

    private TipResult count() {
        try (ButterflyResult butterflies = BUTTERFLIES.run(graph, execution, device);
                OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs supports = config.side() == Side.LEFT ? butterflies.left() : butterflies.right();
            long items = side.vertexCount();
            workers.progress().begin("waiting for the GPU", 0);
            try (GpuSession session =
                    device.open(bytes(device, items, middles.vertexCount(), graph.edgeCount()), workers)) {
                Arrays arrays = execution.times().time(Stage.TRANSFER, () -> new Arrays(session, supports));
                workers.progress().begin("peeling vertices", arrays.peeling.units());
                long[] levels = new long[1];
                execution.times().add(Stage.COMPUTE, session.time(() -> levels[0] = peel(session, arrays)));
                OffHeapLongs tips = scope.longs(items);
                execution
                        .times()
                        .time(
                                Stage.TRANSFER,
                                () -> session.download(arrays.peeling.numbers(), tips.address(), tips.bytes()));
                return new TipResult(config.side(), scope.keep(tips), levels[0]);
            }
        }
    }

    /** The arrays on the device. */
    private final class Arrays {
        private final DeviceArray offsets;
        private final DeviceArray neighbors;
        private final DeviceArray middleOffsets;
        private final DeviceArray middleNeighbors;
        private final DeviceArray wedgeEnds;
        private final DeviceArray wedges;
        private final DevicePeeling peeling;
        private final DeviceArray maps;

        Arrays(GpuSession session, OffHeapLongs supports) {
            long items = side.vertexCount();
            offsets = session.uploaded(side.offsets());
            neighbors = session.uploaded(side.neighbors());
            middleOffsets = session.uploaded(middles.offsets());
            middleNeighbors = session.uploaded(middles.neighbors());
            wedgeEnds = session.ints(graph.edgeCount());
            wedges = session.zeroedLongs(2);
            peeling = new DevicePeeling(
                    session,
                    workers,
                    execution.memory(),
                    items,
                    items,
                    session.uploaded(supports),
                    session.longs(items));
            maps = session.zeroedInts(maps(device, items) * items);
        }
    }

    /** Peels all vertices and returns how many different tip numbers there are. */
    private long peel(GpuSession session, Arrays arrays) {
        int items = side.vertexCount();
        if (items == 0) {
            return 0;
        }
        session.launchOver(
                WEDGES,
                items,
                WARPS,
                THREADS,
                arrays.offsets,
                arrays.neighbors,
                items,
                arrays.middleOffsets,
                arrays.wedgeEnds,
                arrays.peeling.list(),
                arrays.wedges);
        long[] mostAndAll = session.readLongs(arrays.wedges, 2);
        long maps = Math.max(1, Math.min(maps(device, items), MOST_WEDGES / Math.max(1, mostAndAll[0])));
        return arrays.peeling
                .run(
                        NUMBERS,
                        mostAndAll[1],
                        new KernelArguments()
                                .with("offsets", arrays.offsets)
                                .with("neighbors", arrays.neighbors)
                                .with("wedgeEnds", arrays.wedgeEnds)
                                .with("middleOffsets", arrays.middleOffsets)
                                .with("middleNeighbors", arrays.middleNeighbors)
                                .with("itemEnd", items)
                                .with("maps", arrays.maps)
                                .with("mapCount", (int) maps))
                .levels();
    }
}
