package dev.motif.algorithm.level.tip;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.priority.ButterflyGpu;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceGraphCache;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceBipartiteGraph;
import dev.motif.gpu.graph.DevicePeeling;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.gpu.graph.DeviceWedges;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.List;

/** Computes tip numbers on a GPU (tip.cu): counts the butterflies of each vertex, then peels vertices. */
record TipGpu(BipartiteGraph graph, TipConfig config, Execution execution, GpuDevice device) {
    private static final String MODULE = "tip";
    private static final KernelSignature WEDGES = KernelSignature.of(MODULE, "tip_wedges_per_warp");
    private static final KernelSignature GROUPS = KernelSignature.of(MODULE, "tip_groups_per_warp");
    private static final KernelSignature LARGE_GROUPS = KernelSignature.of(MODULE, "tip_groups_per_block");
    private static final KernelSignature NUMBERS = KernelSignature.of(MODULE, "tip_numbers_per_grid");

    private static final GpuVersion<BipartiteGraph, ButterflyResult> BUTTERFLIES =
            new ButterflyGpu.Version(new ButterflyConfig(true, false));

    /** The most wedge maps, one for each vertex that is peeled at a time; more do not make a step faster. */
    private static final long MOST_MAPS = 1024;

    /** The most device memory for all wedge maps together. */
    private static final long MOST_MAP_BYTES = 4L << 30;

    /** The most wedges of the vertices that are peeled at a time, so that a step takes well below a second. */
    private static final long MOST_WEDGES = 1L << 33;

    /** The version of tip numbers for a GPU: what device it can run on, its memory and its passes. */
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
         * Estimates the memory of a run. Butterflies are counted first; on a device without room for both, what that needs
         * is free again when vertices are peeled.
         */
        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            GpuEstimate counting = BUTTERFLIES.estimate(device, size);
            long result = config.items(size) * Long.BYTES;
            if (countsStay(device, size, config)) {
                return GpuEstimate.of(
                        device,
                        MemoryEstimate.of("result", result),
                        plainBytes(size) + rankedBytes(device, size),
                        MemoryEstimate.of(
                                "counting and peeling",
                                workBytes(device, config.items(size), size.edges())
                                        + ButterflyGpu.vertexBytes(device, size)));
            }
            return new GpuEstimate(
                    MemoryEstimate.sum(
                            "counting butterflies, and the result",
                            counting.offHeap(),
                            MemoryEstimate.of("result", result)),
                    MemoryEstimate.largest(
                            GpuEstimate.nameOf(device),
                            counting.device(),
                            MemoryEstimate.of("peeling", bytes(device, size, config))));
        }

        @Override
        public TipResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            return new TipGpu(graph, config, execution, device).count();
        }

        /** Several devices count the butterflies; then one peels, since the rounds of that take microseconds. */
        @Override
        public boolean canShare(GpuDevice device, GraphSize size) {
            return BUTTERFLIES.canShare(device, size);
        }

        @Override
        public boolean canDivide(GpuDevice device, GraphSize size) {
            return false;
        }

        @Override
        public TipResult share(BipartiteGraph graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
            try (ButterflyResult butterflies = BUTTERFLIES.share(graph, execution, devices, part)) {
                GpuDevice left = devices.stream()
                        .filter(device -> device.loss() == null)
                        .findFirst()
                        .orElse(devices.get(0));
                return new TipGpu(graph, config, execution, left).numbers(butterflies);
            }
        }
    }

    /** The device memory that peeling takes, the copy of the graph included. */
    private static long bytes(GpuDevice device, GraphSize size, TipConfig config) {
        return workBytes(device, config.items(size), size.edges()) + plainBytes(size);
    }

    private static long plainBytes(GraphSize size) {
        return DeviceBipartiteGraph.bytes(size.vertices(), size.edges());
    }

    private static long workBytes(GpuDevice device, long items, long edges) {
        return 3 * edges * Integer.BYTES // wedges by slot: starts, ends; grouped neighbors
                + 2 * items * Long.BYTES // supports, numbers
                + DevicePeeling.bytes(items, items)
                + maps(device, items) * items * Integer.BYTES
                + 1024;
    }

    /** The device memory that counting butterflies takes. */
    private static long countingBytes(GpuDevice device, GraphSize size) {
        return ButterflyGpu.vertexBytes(device, size) + rankedBytes(device, size);
    }

    private static long rankedBytes(GpuDevice device, GraphSize size) {
        return DeviceRankedGraph.peakBytes(device.info(), size.vertices(), size.edges());
    }

    /** Whether there is room for the counts of butterflies and what counts them while vertices are peeled. */
    private static boolean countsStay(GpuDevice device, GraphSize size, TipConfig config) {
        return device.obstacle(Math.addExact(bytes(device, size, config), countingBytes(device, size))) == null;
    }

    /** The number of wedge maps, 1 or more: each has an int per vertex of the peeled side. */
    private static long maps(GpuDevice device, long items) {
        long bytes = Math.min(MOST_MAP_BYTES, device.limitBytes() / 8);
        return Math.max(1, Math.min(MOST_MAPS, bytes / (Math.max(1, items) * Integer.BYTES)));
    }

    private static long workBytes(GpuDevice device, GraphSize size, TipConfig config) {
        return workBytes(device, config.items(size), size.edges());
    }

    private DeviceGraphCache.Need plain(GraphSize size) {
        return new DeviceGraphCache.Need(DeviceBipartiteGraph.key(graph), plainBytes(size));
    }

    /** Peels vertices of which the butterflies are known. */
    private TipResult numbers(ButterflyResult butterflies) {
        GraphSize size = GraphSize.of(graph);
        execution.workers().progress().begin("waiting for the GPU", 0);
        try (GpuSession session =
                device.open(List.of(plain(size)), workBytes(device, size, config), execution.workers())) {
            OffHeapLongs supports = config.side() == Side.LEFT ? butterflies.left() : butterflies.right();
            return new Run(session).numbers(execution.time(Stage.TRANSFER, () -> session.uploaded(supports)));
        }
    }

    private TipResult count() {
        GraphSize size = GraphSize.of(graph);
        long workBytes = workBytes(device, size, config);
        if (!countsStay(device, size, config)) {
            try (ButterflyResult butterflies = BUTTERFLIES.run(graph, execution, device)) {
                return numbers(butterflies);
            }
        }
        execution.workers().progress().begin("waiting for the GPU", 0);
        DeviceGraphCache.Need ranked =
                new DeviceGraphCache.Need(DeviceRankedGraph.key(graph), rankedBytes(device, size));
        try (GpuSession session = device.open(
                List.of(plain(size), ranked),
                workBytes + ButterflyGpu.vertexBytes(device, size),
                execution.workers())) {
            DeviceArray counts = ButterflyGpu.countVertices(session, graph, execution, device);
            return new Run(session)
                    .numbers(counts.from(config.side() == Side.LEFT ? 0 : graph.leftCount() * (long) Long.BYTES));
        }
    }

    /** The launches on one graph, and the arrays that they use. */
    private final class Run {
        private final GpuSession session;
        private final DeviceWedges.Rows rows;
        private final DeviceWedges.Rows middleRows;
        private final int items = graph.rows(config.side()).vertexCount();
        private final DeviceArray wedgeStarts;
        private final DeviceArray wedgeEnds;
        private final DeviceArray grouped;
        private final int mapCount;
        private final DeviceArray maps;

        Run(GpuSession session) {
            this.session = session;
            DeviceBipartiteGraph copy = execution.time(Stage.TRANSFER, () -> DeviceBipartiteGraph.of(session, graph));
            boolean left = config.side() == Side.LEFT;
            rows = left ? copy.left() : copy.right();
            middleRows = left ? copy.right() : copy.left();
            wedgeStarts = session.ints(graph.edgeCount());
            wedgeEnds = session.ints(graph.edgeCount());
            grouped = session.ints(graph.edgeCount());
            mapCount = (int) TipGpu.maps(device, items);
            maps = session.zeroedInts((long) mapCount * items);
        }

        /** @param supports the butterflies of each vertex; they are changed */
        TipResult numbers(DeviceArray supports) {
            DevicePeeling peeling = new DevicePeeling(
                    session,
                    execution.workers(),
                    execution.memory(),
                    items,
                    items,
                    DevicePeeling.LEAST_WIDTH,
                    supports,
                    session.longs(items));
            execution.workers().progress().begin("peeling vertices", peeling.units());
            long[] levels = new long[1];
            execution.times().add(Stage.COMPUTE, session.time(() -> levels[0] = peel(peeling)));
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                OffHeapLongs tips = scope.longs(items);
                execution.time(Stage.TRANSFER, () -> session.download(peeling.numbers(), tips.address(), tips.bytes()));
                return new TipResult(config.side(), scope.keep(tips), levels[0]);
            }
        }

        /** Peels all vertices and returns how many different tip numbers there are. */
        private long peel(DevicePeeling peeling) {
            return items == 0
                    ? 0
                    : peeling.run(
                                    NUMBERS,
                                    items(peeling, middleRows.neighbors(), DeviceArray.NULL),
                                    ranges -> items(peeling, grouped(peeling, ranges), peeling.rangeOf()))
                            .levels();
        }

        /** The neighbors of the middles, grouped by range. */
        private DeviceArray grouped(DevicePeeling peeling, DevicePeeling.Ranges ranges) {
            KernelArguments arguments = new KernelArguments()
                    .with("offsets", middleRows.offsets())
                    .with("neighbors", middleRows.neighbors())
                    .with("count", middleRows.count())
                    .with("rangeOf", peeling.rangeOf())
                    .with("rangeCount", ranges.count())
                    .with("grouped", grouped);
            int warps = KernelAbi.GROUP_THREADS / 32;
            session.launchOver(GROUPS, middleRows.count(), warps, KernelAbi.GROUP_THREADS, arguments);
            session.launchOver(LARGE_GROUPS, middleRows.count(), warps, KernelAbi.GROUP_THREADS, arguments);
            return grouped;
        }

        /**
         * The items and conditions of a pass.
         *
         * @param middleNeighbors the neighbors of the middles
         * @param rangeOf the ranges by which these are grouped, and which wedges do not leave; null in the coarse pass
         */
        private DevicePeeling.Items items(DevicePeeling peeling, DeviceArray middleNeighbors, DeviceArray rangeOf) {
            DeviceArray wedges = session.zeroedLongs(2);
            session.launchWarps(
                    WEDGES,
                    items,
                    new KernelArguments()
                            .with("offsets", rows.offsets())
                            .with("neighbors", rows.neighbors())
                            .with("count", items)
                            .with("middleOffsets", middleRows.offsets())
                            .with("middleNeighbors", middleNeighbors)
                            .with("rangeOf", rangeOf)
                            .with("wedgeStarts", wedgeStarts)
                            .with("wedgeEnds", wedgeEnds)
                            .with("list", peeling.list())
                            .with("wedges", wedges));
            long[] mostAndAll = session.readLongs(wedges, 2);
            long fewer = Math.max(1, Math.min(mapCount, MOST_WEDGES / Math.max(1, mostAndAll[0])));
            return new DevicePeeling.Items(
                    mostAndAll[1],
                    new KernelArguments()
                            .with("offsets", rows.offsets())
                            .with("neighbors", rows.neighbors())
                            .with("wedgeStarts", wedgeStarts)
                            .with("wedgeEnds", wedgeEnds)
                            .with("middleOffsets", middleRows.offsets())
                            .with("middleNeighbors", middleNeighbors)
                            .with("itemEnd", items)
                            .with("maps", maps)
                            .with("mapCount", (int) fewer));
        }
    }
}
