package dev.motif.algorithm.count.butterfly.priority;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.priority.PassSizes.Range;
import dev.motif.algorithm.count.wedge.FourCyclesGpu;
import dev.motif.algorithm.count.wedge.FourCyclesGpu.Kernels;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.graph.DeviceWedgeParts;
import dev.motif.gpu.graph.DeviceWedges;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Counts butterflies on a GPU that cannot hold the graph, which is ranked on the host instead. A pass copies the rows
 * of some start vertices and, of all rows, the pieces with some ends, and counts the wedges between these. Totals and
 * counts by vertex add up on the device, counts by edge on the host. The device keeps nothing afterwards. Several devices
 * claim passes, each with counts of its own on the host.
 */
final class ButterflyPassesGpu {
    /** The number of slots that are copied between the host and the device at a time. */
    private static final long SLOTS_PER_COPY = 1 << 24;

    /**
     * The most passes. The rows of start vertices are copied once for each range of ends, so beyond this many passes a
     * run is mostly copying.
     */
    private static final long MOST_PASSES = 256;

    private static final long ITEMS_PER_TASK = 1 << 16;

    private final BipartiteGraph graph;
    private final ButterflyConfig config;
    private final Execution execution;
    private final GpuDevice device;
    private final NativeMemory memory;
    private final Workers workers;
    private final StageTimes times;
    private final GraphSize size;
    private final PassSizes sizes;

    /** Counts on one device, in passes of the given sizes. */
    private ButterflyPassesGpu(
            BipartiteGraph graph, ButterflyConfig config, Execution execution, GpuDevice device, PassSizes sizes) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.device = device;
        this.memory = execution.memory();
        this.workers = execution.workers();
        this.times = execution.times();
        this.size = GraphSize.of(graph);
        this.sizes = sizes;
    }

    /** The sizes of passes that fit the device; null when not even the smallest pass fits. */
    private static PassSizes sizes(GpuDevice device, GraphSize size, ButterflyConfig config) {
        return sizes(device.limitBytes(), device, size, config);
    }

    private static PassSizes sizes(long bytes, GpuDevice device, GraphSize size, ButterflyConfig config) {
        return PassSizes.within(bytes - fixedBytes(device, size, config), size, cost(config));
    }

    private static PassSizes sizesBesideOthers(GpuDevice device, GraphSize size, ButterflyConfig config) {
        PassSizes beside = sizes(device.roomBytes(), device, size, config);
        return beside == null ? sizes(device, size, config) : beside;
    }

    private static PassSizes.Cost cost(ButterflyConfig config) {
        long credits = config.perEdge() ? Long.BYTES : 0;
        return new PassSizes.Cost(
                DeviceWedgeParts.BYTES_PER_START,
                DeviceWedgeParts.BYTES_PER_START_SLOT + credits,
                DeviceWedgeParts.BYTES_PER_END_SLOT + credits);
    }

    /** The device memory that does not depend on the sizes of passes. */
    private static long fixedBytes(GpuDevice device, GraphSize size, ButterflyConfig config) {
        return DeviceWedgeParts.fixedBytes(device.info(), size.vertices())
                + FourCyclesGpu.bytes(device, size.vertices())
                + Outputs.fixedBytes(size, config);
    }

    private static long deviceBytes(GpuDevice device, GraphSize size, ButterflyConfig config, PassSizes sizes) {
        return fixedBytes(device, size, config) + cost(config).bytes(sizes);
    }

    /** Returns why this device cannot count in passes, or null when it can. */
    static String obstacle(GpuDevice device, GraphSize size, ButterflyConfig config) {
        PassSizes sizes = sizes(device, size, config);
        if (sizes != null) {
            return GpuEstimate.passesObstacle(device, sizes.passes(size), MOST_PASSES);
        }
        return GpuEstimate.noPasses(
                device, deviceBytes(device, size, config, PassSizes.smallest(size)), fixedBytes(device, size, config));
    }

    /** The number of passes, about. There must be no {@link #obstacle}. */
    static long passes(GpuDevice device, GraphSize size, ButterflyConfig config) {
        return sizes(device, size, config).passes(size);
    }

    /** Estimates the host and device memory of a count. There must be no {@link #obstacle}. */
    static GpuEstimate estimate(GpuDevice device, GraphSize size, ButterflyConfig config) {
        PassSizes sizes = sizes(device, size, config);
        return new GpuEstimate(
                hostEstimate(size, config, sizes),
                MemoryEstimate.sum(
                        GpuEstimate.nameOf(device) + ", in about " + sizes.passes(size) + " passes",
                        MemoryEstimate.of("by vertex, and counting", fixedBytes(device, size, config)),
                        MemoryEstimate.of("part of the graph", cost(config).bytes(sizes))));
    }

    private static MemoryEstimate hostEstimate(GraphSize size, ButterflyConfig config, PassSizes sizes) {
        MemoryEstimate ranking = MemoryEstimate.of(
                "ranking the vertices by degree", RankedGraph.peakBytes(size.vertices(), size.edges()));
        return MemoryEstimate.largest("butterfly", ranking, countingEstimate(size, config, sizes));
    }

    private static MemoryEstimate countingEstimate(GraphSize size, ButterflyConfig config, PassSizes sizes) {
        long vertices = size.vertices();
        long edges = size.edges();
        long copied = Math.min(SLOTS_PER_COPY, Math.max(sizes.startSlots(), sizes.endSlots()));
        return MemoryEstimate.sum(
                "counting",
                MemoryEstimate.of("ranked graph", RankedGraph.bytes(vertices, edges)),
                MemoryEstimate.of("rows of ends", EndRows.bytes(vertices)),
                MemoryEstimate.of(
                        "copies", (sizes.starts() + 1) * Long.BYTES + copied * (config.perEdge() ? 12 : Integer.BYTES)),
                MemoryEstimate.of("counters by vertex", config.perVertex() ? vertices * Long.BYTES : 0),
                MemoryEstimate.of("counters by edge and direction", config.perEdge() ? 2 * edges * Long.BYTES : 0),
                MemoryEstimate.of("result", ButterflyGpu.resultBytes(size, config)));
    }

    /**
     * Counts what the configuration asks for, without paths, in passes that are as large as the devices, and what other
     * calls use of them, allow.
     */
    static ButterflyResult count(
            BipartiteGraph graph, ButterflyConfig config, Execution execution, List<GpuDevice> devices) {
        GraphSize size = GraphSize.of(graph);
        Comparator<PassSizes> byBytes = Comparator.comparingLong(cost(config)::bytes);
        // Passes are the same on each device; one that others use too joins when there is room for them.
        PassSizes sizes = devices.stream()
                .map(device -> sizesBesideOthers(device, size, config))
                .max(byBytes)
                .orElseThrow();
        PassSizes most = devices.stream()
                .map(device -> sizes(device, size, config))
                .min(byBytes)
                .orElseThrow();
        return count(graph, config, execution, devices, byBytes.compare(sizes, most) < 0 ? sizes : most);
    }

    /** Counts in passes of the given sizes. */
    static ButterflyResult count(
            BipartiteGraph graph,
            ButterflyConfig config,
            Execution execution,
            List<GpuDevice> devices,
            PassSizes sizes) {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        try (RankedGraph ranked = execution.rank(() -> RankedGraph.of(graph, memory, workers))) {
            List<Pass> passes = passes(ranked.adjacency(), sizes, execution);
            // Each device has all of this but the ranked graph for itself.
            long bytes = countingEstimate(GraphSize.of(graph), config, sizes).maxBytes() - ranked.bytes();
            List<GpuDevice> used = DeviceGroup.within(memory, bytes, devices);
            if (used.size() == 1) {
                workers.progress().begin("waiting for the GPU", 0);
                return new ButterflyPassesGpu(graph, config, execution, used.get(0), sizes)
                        .count(ranked, passes, Participant.whole());
            }
            workers.progress().begin("counting wedges", passes.size());
            return DeviceGroup.sum(used, WorkPart.WHOLE, execution, (own, device, share) -> new ButterflyPassesGpu(
                            graph, config, own, device, sizes)
                    .count(ranked, passes, share));
        }
    }

    /** The ranges of ends and of start vertices of a pass. */
    private record Pass(Range ends, Range starts) {}

    /** All passes; passes with the same ends are next to each other. */
    private static List<Pass> passes(Csr rows, PassSizes sizes, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            List<Range> startRanges = sizes.startRanges(rows);
            return new EndRows(rows, scope, execution.workers())
                    .ranges(sizes).stream()
                            .flatMap(ends -> startRanges.stream()
                                    .filter(starts -> PassSizes.hasWedges(starts, ends))
                                    .map(starts -> new Pass(ends, starts)))
                            .toList();
        }
    }

    /** Counts what the share has, without paths. */
    private ButterflyResult count(RankedGraph ranked, List<Pass> passes, Participant share) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs perRank = config.perVertex() ? scope.longs(graph.vertexCount()) : null;
            OffHeapLongs perSlot = config.perEdge() ? scope.longs(2 * graph.edgeCount()) : null;
            BigInteger total = countOnDevice(ranked.adjacency(), passes, share, perRank, perSlot);
            return times.time(
                    Stage.COMPUTE,
                    () -> RankedCounts.byInput(graph, ranked, total, BigInteger.ZERO, perRank, perSlot, execution));
        }
    }

    private BigInteger countOnDevice(
            Csr rows, List<Pass> passes, Participant share, OffHeapLongs perRank, OffHeapLongs perSlot) {
        try (OffHeapScope scope = new OffHeapScope(memory);
                GpuSession session = device.open(deviceBytes(device, size, config, sizes), workers)) {
            if (perSlot != null) {
                workers.forRanges(perSlot.length(), ITEMS_PER_TASK, (worker, from, to) -> perSlot.clear(from, to));
            }
            return new Passes(session, rows, perSlot, scope).count(passes, share, perRank);
        }
    }

    /** The arrays that the kernels write to. Arrays that are not wanted are null. */
    private static final class Outputs {
        private final DeviceArray total;
        /** A second total, for kernels that count the butterflies once more. */
        private final DeviceArray totalAgain;

        private final DeviceArray perRank;
        private final DeviceArray startCredits;
        private final DeviceArray endCredits;

        Outputs(GpuSession session, GraphSize size, ButterflyConfig config, PassSizes sizes) {
            total = session.zeroedLongs(ButterflyGpu.TOTAL_WORDS);
            totalAgain = session.zeroedLongs(ButterflyGpu.TOTAL_WORDS);
            perRank = config.perVertex() ? session.zeroedLongs(size.vertices()) : null;
            startCredits = config.perEdge() ? session.longs(sizes.startSlots()) : null;
            endCredits = config.perEdge() ? session.longs(sizes.endSlots()) : null;
        }

        /**
         * The bytes of the arrays that do not depend on the sizes of passes, and a byte for each array without
         * elements.
         */
        static long fixedBytes(GraphSize size, ButterflyConfig config) {
            return 2L * ButterflyGpu.TOTAL_WORDS * Long.BYTES
                    + (config.perVertex() ? size.vertices() * Long.BYTES : 0)
                    + 3;
        }
    }

    /** The passes of one device, with its buffers: a range of starts against a range of ends is one pass. */
    private final class Passes {
        private final GpuSession session;
        private final Csr rows;
        private final OffHeapLongs perSlot;
        private final EndRows endRows;
        private final DeviceWedgeParts parts;
        private final FourCyclesGpu launch;
        private final Outputs outputs;
        private final OffHeapLongs startOffsets;
        private final OffHeapInts copiedNeighbors;
        private final OffHeapLongs copiedCredits;

        /** The ends whose pieces are on the device; null before the first. */
        private Range open;

        Passes(GpuSession session, Csr rows, OffHeapLongs perSlot, OffHeapScope scope) {
            this.session = session;
            this.rows = rows;
            this.perSlot = perSlot;
            endRows = new EndRows(rows, scope, workers);
            parts = new DeviceWedgeParts(
                    session, (int) sizes.starts(), sizes.startSlots(), rows.vertexCount(), sizes.endSlots());
            launch = new FourCyclesGpu(session, device, execution, rows.vertexCount());
            outputs = new Outputs(session, size, config, sizes);
            long copied = Math.min(SLOTS_PER_COPY, Math.max(sizes.startSlots(), sizes.endSlots()));
            startOffsets = scope.longs(sizes.starts() + 1);
            copiedNeighbors = scope.ints(copied);
            copiedCredits = config.perEdge() ? scope.longs(copied) : null;
        }

        /**
         * Runs the passes that this device claims. Returns the total, and puts the counts by vertex into {@code perRank}
         * unless it is null.
         */
        BigInteger count(List<Pass> passes, Participant share, OffHeapLongs perRank) {
            if (share.isWhole()) {
                workers.progress().begin("counting wedges", passes.size());
            }
            Supplier<DynamicSchedule.Range> claims = share.ranges(passes.size(), sizes.hashCode());
            for (DynamicSchedule.Range claim = claims.get(); claim != null; claim = claims.get()) {
                for (Pass pass : passes.subList((int) claim.from(), (int) claim.to())) {
                    count(pass);
                    workers.progress().advance(1);
                    workers.cancellation().check();
                }
            }
            closeEnds();
            if (perRank != null) {
                times.time(Stage.TRANSFER, () -> session.download(outputs.perRank, perRank));
            }
            return session.readSum(outputs.total);
        }

        private void count(Pass pass) {
            if (pass.ends != open) {
                closeEnds();
                openEnds(pass.ends);
                open = pass.ends;
            }
            countPass(pass.starts, pass.ends);
        }

        /** Copies the pieces of all rows with these ends to the device. */
        private void openEnds(Range ends) {
            times.time(Stage.PREPARE, () -> endRows.restrictTo(ends));
            times.time(Stage.TRANSFER, () -> {
                OffHeapLongs offsets = endRows.offsets();
                session.upload(offsets, parts.ends().offsets());
                inCopies(endRows.slots(), (from, to) -> {
                    endRows.forPieces(
                            from,
                            to,
                            (at, slot, length) -> copiedNeighbors.copyFrom(rows.neighbors(), slot, at - from, length));
                    session.upload(
                            copiedNeighbors.address(),
                            (to - from) * Integer.BYTES,
                            parts.ends().neighbors().from(from * Integer.BYTES));
                });
            });
            if (config.perEdge()) {
                session.clear(outputs.endCredits);
            }
        }

        private void countPass(Range starts, Range ends) {
            times.time(Stage.TRANSFER, () -> upload(starts));
            int count = starts.high() - starts.low();
            long slots = rows.start(starts.high()) - rows.start(starts.low());
            DeviceWedges wedges =
                    times.time(Stage.PREPARE, () -> parts.wedges(starts.low(), count, slots, endRows.slots()));
            times.add(Stage.COMPUTE, session.time(() -> launch(wedges, ends)));
            if (config.perEdge()) {
                times.time(Stage.TRANSFER, () -> addStartCredits(rows.start(starts.low()), slots));
            }
        }

        private void upload(Range starts) {
            long first = rows.start(starts.low());
            int count = starts.high() - starts.low();
            workers.forRanges(count + 1L, ITEMS_PER_TASK, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    startOffsets.set(i, rows.offsets().get(starts.low() + i) - first);
                }
            });
            session.upload(
                    startOffsets.address(),
                    (count + 1L) * Long.BYTES,
                    parts.starts().offsets());
            session.upload(
                    rows.neighbors().address() + first * Integer.BYTES,
                    startOffsets.get(count) * Integer.BYTES,
                    parts.starts().neighbors());
        }

        private void launch(DeviceWedges wedges, Range ends) {
            if (config.perVertex()) {
                launch.count(wedges, ends.low(), ends.high(), Kernels.VERTICES, outputs.total, outputs.perRank);
            }
            if (config.perEdge()) {
                session.clear(outputs.startCredits);
                DeviceArray total = config.perVertex() ? outputs.totalAgain : outputs.total;
                launch.count(
                        wedges,
                        ends.low(),
                        ends.high(),
                        Kernels.EDGES,
                        total,
                        outputs.startCredits,
                        outputs.endCredits);
            }
            if (!config.perVertex() && !config.perEdge()) {
                launch.count(wedges, ends.low(), ends.high(), Kernels.TOTAL, outputs.total);
            }
        }

        private void addStartCredits(long firstSlot, long slots) {
            inCopies(slots, (from, to) -> {
                downloadCredits(outputs.startCredits, from, to);
                workers.forRanges(
                        to - from,
                        ITEMS_PER_TASK,
                        (worker, low, high) -> addCredits(low, firstSlot + from + low, high - low));
            });
        }

        /** Adds the counts by edge that belong to the current ends to the counts on the host. */
        private void closeEnds() {
            if (config.perEdge() && open != null) {
                times.time(
                        Stage.TRANSFER,
                        () -> inCopies(endRows.slots(), (from, to) -> {
                            downloadCredits(outputs.endCredits, from, to);
                            endRows.forPieces(from, to, (at, slot, length) -> addCredits(at - from, slot, length));
                        }));
            }
        }

        private void downloadCredits(DeviceArray credits, long from, long to) {
            session.download(credits.from(from * Long.BYTES), copiedCredits.address(), (to - from) * Long.BYTES);
        }

        private void addCredits(long copied, long slot, long length) {
            for (long i = 0; i < length; i++) {
                perSlot.add(slot + i, copiedCredits.get(copied + i));
            }
        }
    }

    /** Copies the slots in {@code [from, to)}. */
    @FunctionalInterface
    private interface Copy {
        void run(long from, long to);
    }

    /** Runs {@code copy} on consecutive ranges of slots, each small enough to be copied at once. */
    private static void inCopies(long slots, Copy copy) {
        for (long from = 0; from < slots; from += SLOTS_PER_COPY) {
            copy.run(from, Math.min(slots, from + SLOTS_PER_COPY));
        }
    }
}
