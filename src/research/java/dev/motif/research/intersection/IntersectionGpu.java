package dev.motif.research.intersection;

import dev.motif.algorithm.similar.intersection.MergeLaunchGpu;
import dev.motif.algorithm.similar.intersection.RowsLaunchGpu;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.similar.neighbors.model.RowParts;
import dev.motif.algorithm.similar.neighbors.model.RowParts.Part;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;
import dev.motif.research.intersection.IntersectionConfig.PassMemory;
import java.util.List;

/**
 * Runs MPS or BMP on a GPU: intersects the neighbor lists of the two ends of each edge. Where co-processing is asked
 * for, the CPU meanwhile finds the slot of each edge's count.
 *
 * <p>A graph that does not fit the device memory is taken in passes. For each range of vertices u, a pass has their
 * rows and the rows of a range of vertices v, and counts the edges u-v between the two. The length of the ranges
 * follows from the memory that the bitmaps leave. The rows of a range are copied, or, as in the paper, fetched from
 * unified memory; the device has the rows of two ranges at most either way.
 */
public final class IntersectionGpu {
    /** The device memory of a slot when the device holds all rows: neighbor and count. */
    private static final long BYTES_PER_SLOT = 2L * Integer.BYTES;

    /** The device memory of a slot in passes: the neighbors of two ranges, and the counts of one. */
    private static final long BYTES_PER_SLOT_OF_PARTS = 3L * Integer.BYTES;

    private static final long MOST_PASSES = 1 << 12;

    private final UnipartiteGraph graph;
    private final IntersectionConfig config;
    private final Execution execution;
    private final GpuDevice device;
    private final long slotsPerPart;
    private final NativeMemory memory;
    private final Workers workers;

    /** @param slotsPerPart the most slots of a part, at least the largest degree */
    public IntersectionGpu(
            UnipartiteGraph graph,
            IntersectionConfig config,
            Execution execution,
            GpuDevice device,
            long slotsPerPart) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.device = device;
        this.slotsPerPart = slotsPerPart;
        this.memory = execution.memory();
        this.workers = execution.workers();
    }

    private static long fixedBytes(GpuDevice device, GraphSize size, IntersectionConfig config) {
        return (size.vertices() + 1) * Long.BYTES
                + (config.bmp() == null
                        ? MergeLaunchGpu.bytes(device.info())
                        : BitmapsLaunchGpu.bytes(device.info(), config.bmp(), size.vertices()))
                + DeviceArray.SLACK_BYTES;
    }

    private static boolean usesUnified(GpuDevice device, GraphSize size, IntersectionConfig config) {
        return config.memory() == PassMemory.UNIFIED && slotsPerPart(device, size, config) < 2 * size.edges();
    }

    private static long slotsPerPart(GpuDevice device, GraphSize size, IntersectionConfig config) {
        return slotsPerPart(device.limitBytes(), device, size, config);
    }

    private static long slotsPerPart(long bytes, GpuDevice device, GraphSize size, IntersectionConfig config) {
        long room = bytes - fixedBytes(device, size, config);
        long all = Math.max(1, 2 * size.edges());
        return all <= room / BYTES_PER_SLOT ? all : room / BYTES_PER_SLOT_OF_PARTS;
    }

    private static long slotsBesideOthers(GpuDevice device, GraphSize size, IntersectionConfig config) {
        long alone = slotsPerPart(device, size, config);
        if (alone >= 2 * size.edges()) {
            return alone;
        }
        long beside = slotsPerPart(device.roomBytes(), device, size, config);
        return beside < largestDegree(size) ? alone : beside;
    }

    private static long largestDegree(GraphSize size) {
        return Math.max(1, Math.min(size.edges(), size.vertices() - 1));
    }

    private static long deviceBytes(GpuDevice device, GraphSize size, IntersectionConfig config, long slotsPerPart) {
        long perSlot = slotsPerPart < 2 * size.edges() ? BYTES_PER_SLOT_OF_PARTS : BYTES_PER_SLOT;
        return fixedBytes(device, size, config) + slotsPerPart * perSlot;
    }

    /** Counts by edge as its configuration says. */
    record Version(IntersectionConfig config) implements GpuVersion<UnipartiteGraph, CommonNeighborsResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            if (slotsPerPart(device, size, config) < largestDegree(size)) {
                return GpuEstimate.noPasses(
                        device,
                        deviceBytes(device, size, config, largestDegree(size)),
                        fixedBytes(device, size, config));
            }
            if (usesUnified(device, size, config) && !device.hasUnifiedMemory()) {
                return "the graph is larger than the device memory that may be used, and "
                        + device.info().name() + " cannot fetch pages of unified memory here: use `memory: 'PASSES'`";
            }
            return GpuEstimate.passesObstacle(device, passes(device, size), MOST_PASSES);
        }

        @Override
        public long passes(GpuDevice device, GraphSize size) {
            return RowParts.passes(RowParts.count(2 * size.edges(), slotsPerPart(device, size, config)));
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            long vertices = size.vertices();
            long edges = size.edges();
            MemoryEstimate counting = MemoryEstimate.sum(
                    "counting",
                    MemoryEstimate.of(
                            "ranked graph",
                            config.relabels()
                                    ? OrientedGraph.bytes(vertices, edges, EdgeNumbers.NONE)
                                            + BmpCpu.bothDirectionsBytes(vertices, edges)
                                    : 0),
                    MemoryEstimate.of("counts by slot", 2 * edges * Integer.BYTES),
                    MemoryEstimate.of(
                            "rows in unified memory",
                            usesUnified(device, size, config) ? 2 * edges * Integer.BYTES : 0),
                    MemoryEstimate.of("slots of edges", EdgeSlots.bytes(edges)),
                    CommonNeighborsResult.edgesEstimate(size));
            MemoryEstimate ranking = MemoryEstimate.of(
                    "ranking the vertices by degree",
                    config.relabels()
                            ? Math.max(
                                    OrientedGraph.peakBytes(vertices, edges, EdgeNumbers.NONE),
                                    OrientedGraph.bytes(vertices, edges, EdgeNumbers.NONE)
                                            + BmpCpu.bothDirectionsPeakBytes(vertices, edges))
                            : 0);
            long slots = slotsPerPart(device, size, config);
            return new GpuEstimate(
                    MemoryEstimate.largest(CommonNeighborsResult.EDGES, ranking, counting),
                    MemoryEstimate.sum(
                            GpuEstimate.nameOf(device),
                            MemoryEstimate.of("by vertex, and counting", fixedBytes(device, size, config)),
                            MemoryEstimate.of(
                                    "rows and counts",
                                    deviceBytes(device, size, config, slots) - fixedBytes(device, size, config))));
        }

        @Override
        public CommonNeighborsResult run(UnipartiteGraph graph, Execution execution, GpuDevice device) {
            // The whole graph at once where it fits, else parts as large as other calls leave room for.
            long slots = slotsBesideOthers(device, GraphSize.of(graph), config);
            OffHeapInts counts = new IntersectionGpu(graph, config, execution, device, slots).count();
            return new CommonNeighborsResult(counts, null, null);
        }
    }

    /** Counts for each edge, by its number, the common neighbors of its ends. The caller owns the result. */
    public OffHeapInts count() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OrientedGraph ranked = config.relabels()
                    ? scope.own(execution.rank(() -> OrientedGraph.byDegree(graph, EdgeNumbers.NONE, memory, workers)))
                    : null;
            Csr rows = ranked == null
                    ? graph.adjacency()
                    : scope.own(execution.time(
                            Stage.PREPARE, () -> BmpCpu.bothDirections(ranked.adjacency(), memory, workers)));
            OffHeapInts bySlot = scope.ints(rows.slotCount());
            EdgeSlots slots = scope.own(countOnDevice(ranked, rows, bySlot));
            OffHeapInts byEdge = scope.ints(graph.edgeCount());
            execution.time(Stage.COMPUTE, () -> slots.assign(bySlot, byEdge, workers));
            return scope.keep(byEdge);
        }
    }

    private EdgeSlots countOnDevice(OrientedGraph ranked, Csr rows, OffHeapInts bySlot) {
        workers.progress().begin("waiting for the GPU", 0);
        boolean unified = config.memory() == PassMemory.UNIFIED && slotsPerPart < rows.slotCount();
        // Closed after the session, which frees the unified memory.
        try (OffHeapScope scope = new OffHeapScope(memory);
                NativeMemory.Reserved reserved =
                        memory.reserved(unified ? rows.neighbors().bytes() : 0);
                GpuSession session =
                        device.open(deviceBytes(device, GraphSize.of(graph), config, slotsPerPart), workers)) {
            Passes passes = new Passes(session, rows, bySlot, unified);
            EdgeSlots[] slots = new EdgeSlots[1];
            Runnable find = () -> slots[0] = scope.own(EdgeSlots.of(graph, ranked, rows, memory, workers.beside()));
            passes.count(config.coProcesses() ? find : null);
            if (slots[0] == null) {
                execution.time(Stage.COMPUTE, find);
            }
            return scope.keep(slots[0]);
        }
    }

    /** The passes over pairs of ranges of vertices on one device, with the rows and counts of the current pass. */
    private final class Passes {
        private final GpuSession session;
        private final Csr rows;
        private final OffHeapInts bySlot;
        private final List<Part> parts;

        private final DeviceArray offsets;
        private final DeviceArray counts;
        private final RowsLaunchGpu launch;

        /** All rows in unified memory, or null. */
        private final DeviceArray unified;

        /** Room for the rows of one range each, or null with unified memory. */
        private final DeviceArray firsts;

        private final DeviceArray seconds;

        Passes(GpuSession session, Csr rows, OffHeapInts bySlot, boolean inUnified) {
            this.session = session;
            this.rows = rows;
            this.bySlot = bySlot;
            parts = RowParts.of(rows, slotsPerPart);
            offsets = session.uploaded(rows.offsets());
            counts = session.ints(slotsPerPart);
            unified = inUnified
                    ? execution.time(
                            Stage.TRANSFER, () -> session.unified(rows.neighbors(), 2 * slotsPerPart * Integer.BYTES))
                    : null;
            firsts = inUnified ? null : session.ints(slotsPerPart);
            seconds = inUnified || parts.size() == 1 ? firsts : session.ints(slotsPerPart);
            MpsConfig mps = config.mps();
            launch = mps == null
                    ? new BitmapsLaunchGpu(session, config.bmp(), rows.vertexCount(), workers.cancellation())
                    : new MergeLaunchGpu(session, mps.skewThreshold(), mps.warpsPerBlock(), workers.cancellation());
        }

        /** @param meanwhile is run once, on another thread, while the device counts the first pass; may be null */
        public void count(Runnable meanwhile) {
            long passes = RowParts.passes(parts.size());
            // Progress is known by passes only, so with a single pass there is none.
            workers.progress().begin(config.stage(), passes == 1 ? 0 : passes);
            Runnable beside = meanwhile;
            for (int i = 0; i < parts.size(); i++) {
                Part u = parts.get(i);
                RowsLaunchGpu.Rows ofU = open(u, firsts);
                for (Part v : parts.subList(i, parts.size())) {
                    RowsLaunchGpu.Rows ofV = v == u ? ofU : open(v, seconds);
                    execution.times().add(Stage.COMPUTE, count(ofU, ofV, beside));
                    if (v != u) {
                        close(v);
                    }
                    beside = null;
                    workers.progress().advance(1);
                    workers.cancellation().check();
                }
                close(u);
                execution.time(
                        Stage.TRANSFER,
                        () -> session.download(
                                counts, bySlot.address() + u.firstSlot() * Integer.BYTES, u.slots() * Integer.BYTES));
            }
        }

        private double count(RowsLaunchGpu.Rows u, RowsLaunchGpu.Rows v, Runnable meanwhile) {
            Runnable launches = () -> launch.count(offsets, u, counts, v);
            return session.time(meanwhile == null ? launches : () -> workers.runBeside(meanwhile, launches));
        }

        /** Brings the rows of a range to the device: into {@code room}, unless they are in unified memory. */
        private RowsLaunchGpu.Rows open(Part part, DeviceArray room) {
            long first = part.firstSlot() * Integer.BYTES;
            long bytes = part.slots() * Integer.BYTES;
            execution.time(Stage.TRANSFER, () -> {
                if (unified == null) {
                    session.upload(rows.neighbors().address() + first, bytes, room);
                } else {
                    session.fetch(unified.from(first), bytes);
                    session.await();
                }
            });
            DeviceArray neighbors = unified == null ? room : unified.from(first);
            return new RowsLaunchGpu.Rows(neighbors, part.firstSlot(), part.slots(), part.from(), part.to());
        }

        /** Takes the rows of a range from the device, if they are in unified memory. */
        private void close(Part part) {
            if (unified != null) {
                session.drop(unified.from(part.firstSlot() * Integer.BYTES), part.slots() * Integer.BYTES);
            }
        }
    }
}
