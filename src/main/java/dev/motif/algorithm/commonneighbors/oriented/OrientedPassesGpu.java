package dev.motif.algorithm.commonneighbors.oriented;

import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.commonneighbors.model.RowParts;
import dev.motif.algorithm.commonneighbors.model.RowParts.Part;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.graph.DeviceIncoming;
import dev.motif.gpu.graph.DeviceSort;
import dev.motif.gpu.graph.DeviceTriangleGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * Counts common neighbors by finding each triangle once, on a GPU that cannot hold the graph. The graph is oriented on
 * the host and divided into parts of consecutive rows. A pass has two parts on the device, one for the middle vertices
 * and the same or a later one for the vertices of highest rank, and finds the triangles between them. The host adds the
 * counts of all passes up. The device keeps nothing afterwards.
 */
public final class OrientedPassesGpu {
    /** The device memory of a slot: its neighbor and count, its place among the incoming slots, and sorting these. */
    private static final long BYTES_PER_SLOT = 2L * Integer.BYTES + Long.BYTES + 4L * Integer.BYTES;

    /** The most passes: all rows are copied to the device once for each part, and beyond this it is mostly copying. */
    private static final long MOST_PASSES = 1 << 12;

    private static final long MOST_SLOTS = Integer.MAX_VALUE;

    /** The most counts that are copied from the device at once. */
    private static final long SLOTS_PER_COPY = 1 << 24;

    private static final long SLOTS_PER_TASK = 1 << 16;

    /** Room for arrays without elements, which take a byte each. */
    private static final long SLACK_BYTES = 64;

    private final UnipartiteGraph graph;
    private final Execution execution;
    private final GpuDevice device;
    private final long slotsPerPart;
    private final NativeMemory memory;
    private final Workers workers;
    private final StageTimes times;

    /** Counts in parts as large as the device memory, and what other calls use of it, allow. */
    OrientedPassesGpu(UnipartiteGraph graph, Execution execution, GpuDevice device) {
        this(graph, execution, device, slotsBesideOthers(device, GraphSize.of(graph)));
    }

    /** @param slotsPerPart the most slots of a part, at least the length of the longest row of the oriented graph */
    public OrientedPassesGpu(UnipartiteGraph graph, Execution execution, GpuDevice device, long slotsPerPart) {
        this.graph = graph;
        this.execution = execution;
        this.device = device;
        this.slotsPerPart = slotsPerPart;
        this.memory = execution.memory();
        this.workers = execution.workers();
        this.times = execution.times();
    }

    private static long slotsPerPart(GpuDevice device, GraphSize size) {
        return slotsPerPart(device.limitBytes(), device, size);
    }

    private static long slotsPerPart(long bytes, GpuDevice device, GraphSize size) {
        long slots = (bytes - fixedBytes(device, size)) / BYTES_PER_SLOT;
        return Math.min(slots, Math.min(Math.max(1, size.edges()), MOST_SLOTS));
    }

    private static long slotsBesideOthers(GpuDevice device, GraphSize size) {
        long beside = slotsPerPart(device.roomBytes(), device, size);
        return beside < RowParts.longestOriented(size) ? slotsPerPart(device, size) : beside;
    }

    /** The device memory that does not depend on the parts: where rows and incoming slots begin, sorting, launching. */
    private static long fixedBytes(GpuDevice device, GraphSize size) {
        return (size.vertices() + 1) * Long.BYTES
                + DeviceIncoming.bytes(size.vertices(), 0)
                + DeviceSort.bytes(device.info(), 0)
                + OrientedLaunchGpu.bytes(device.info())
                + SLACK_BYTES;
    }

    private static long deviceBytes(GpuDevice device, GraphSize size, long slotsPerPart) {
        return fixedBytes(device, size) + slotsPerPart * BYTES_PER_SLOT;
    }

    static String obstacle(GpuDevice device, GraphSize size) {
        long longest = RowParts.longestOriented(size);
        if (slotsPerPart(device, size) < longest) {
            return Bytes.toText(deviceBytes(device, size, longest))
                    + " of device memory are needed even in many passes over the graph ("
                    + Bytes.toText(fixedBytes(device, size))
                    + " for its nodes, the rest for the largest one), but only "
                    + Bytes.toText(device.limitBytes()) + " may be used";
        }
        return passes(device, size) <= MOST_PASSES
                ? null
                : "about " + passes(device, size) + " passes over the graph would be needed with the "
                        + Bytes.toText(device.limitBytes()) + " of device memory that may be used, more than "
                        + MOST_PASSES;
    }

    static long passes(GpuDevice device, GraphSize size) {
        return RowParts.passes(RowParts.count(size.edges(), slotsPerPart(device, size)));
    }

    static GpuEstimate estimate(GpuDevice device, GraphSize size) {
        long slots = slotsPerPart(device, size);
        MemoryEstimate ranking = MemoryEstimate.of(
                "ranking the vertices by degree",
                OrientedGraph.peakBytes(size.vertices(), size.edges(), EdgeNumbers.BY_SLOT));
        MemoryEstimate counting = MemoryEstimate.sum(
                "counting",
                MemoryEstimate.of(
                        "ranked graph", OrientedGraph.bytes(size.vertices(), size.edges(), EdgeNumbers.BY_SLOT)),
                MemoryEstimate.of("counts by slot", size.edges() * Integer.BYTES),
                MemoryEstimate.largest(
                        "copies, then the result",
                        MemoryEstimate.of("copies", Math.min(SLOTS_PER_COPY, slots) * Integer.BYTES),
                        CommonNeighborsResult.edgesEstimate(size)));
        return new GpuEstimate(
                MemoryEstimate.largest(CommonNeighborsResult.EDGES, ranking, counting),
                MemoryEstimate.sum(
                        GpuEstimate.nameOf(device) + ", in about " + passes(device, size) + " passes",
                        MemoryEstimate.of("by vertex, and counting", fixedBytes(device, size)),
                        MemoryEstimate.of("parts of the graph", slots * BYTES_PER_SLOT)));
    }

    /** Counts for each edge, by its number, the common neighbors of its ends. The caller owns the result. */
    public OffHeapInts count() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            workers.progress().begin("ranking vertices by degree", 0);
            OrientedGraph ranked = scope.own(times.time(
                    Stage.PREPARE, () -> OrientedGraph.byDegree(graph, EdgeNumbers.BY_SLOT, memory, workers)));
            OffHeapInts bySlot = scope.zeroedInts(graph.edgeCount());
            countOnDevice(ranked, bySlot);
            OffHeapInts byEdge = scope.ints(graph.edgeCount());
            times.time(Stage.COMPUTE, () -> OrientedCpu.byEdge(ranked, bySlot, byEdge, workers));
            return scope.keep(byEdge);
        }
    }

    private void countOnDevice(OrientedGraph ranked, OffHeapInts bySlot) {
        workers.progress().begin("waiting for the GPU", 0);
        try (OffHeapInts copied = memory.ints(Math.min(SLOTS_PER_COPY, slotsPerPart));
                GpuSession session = device.open(deviceBytes(device, GraphSize.of(graph), slotsPerPart), workers)) {
            new Passes(session, ranked, bySlot, copied).count();
        }
    }

    /** The number of vertices of large degree, which have the first ranks. */
    private int heavy(OrientedGraph ranked) {
        int low = 0;
        int high = (int) graph.vertexCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (graph.adjacency().degree(ranked.vertices().get(middle)) >= DeviceTriangleGraph.HEAVY_DEGREE) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The passes of one session. */
    private final class Passes {
        private final GpuSession session;
        private final Csr rows;
        private final OffHeapInts bySlot;
        private final OffHeapInts copied;
        private final int heavy;
        private final List<Part> parts;

        private final DeviceArray offsets;
        private final DeviceArray neighbors;
        private final DeviceArray counts;
        private final DeviceIncoming incoming;
        private final DeviceSort sort;
        private final OrientedLaunchGpu launch;

        Passes(GpuSession session, OrientedGraph ranked, OffHeapInts bySlot, OffHeapInts copied) {
            this.session = session;
            this.rows = ranked.adjacency();
            this.bySlot = bySlot;
            this.copied = copied;
            this.heavy = heavy(ranked);
            parts = RowParts.of(rows, slotsPerPart);
            offsets = session.uploaded(rows.offsets());
            neighbors = session.ints(slotsPerPart);
            counts = session.ints(slotsPerPart);
            incoming = DeviceIncoming.allocated(session, rows.vertexCount(), slotsPerPart);
            sort = new DeviceSort(session, slotsPerPart);
            launch = new OrientedLaunchGpu(session, workers.cancellation());
        }

        public void count() {
            workers.progress().begin("finding triangles", RowParts.passes(parts.size()));
            for (int i = 0; i < parts.size(); i++) {
                Part streamed = parts.get(i);
                open(streamed);
                for (Part owners : parts.subList(0, i + 1)) {
                    count(owners, streamed);
                    workers.progress().advance(1);
                    workers.cancellation().check();
                }
                times.time(Stage.TRANSFER, () -> addCounts(counts, streamed));
            }
        }

        private void open(Part streamed) {
            times.time(Stage.TRANSFER, () -> upload(streamed, neighbors));
            times.time(Stage.PREPARE, () -> {
                DeviceIncoming.Slots slots = new DeviceIncoming.Slots(
                        offsets, rows.vertexCount(), neighbors, streamed.firstSlot(), streamed.slots());
                // The counts serve as scratch memory here, since they are not in use yet.
                incoming.fill(session, slots, sort, counts);
                session.clear(counts);
                session.await();
            });
        }

        private void count(Part owners, Part streamed) {
            // The arrays of the sort serve as the owners' rows and counts, since sorting is over.
            DeviceArray ownerNeighbors = sort.keys();
            DeviceArray ownerCounts = sort.values();
            times.time(Stage.TRANSFER, () -> upload(owners, ownerNeighbors));
            session.clear(ownerCounts);
            OrientedLaunchGpu.Job job = new OrientedLaunchGpu.Job(
                    offsets,
                    new OrientedLaunchGpu.Slots(ownerNeighbors, ownerCounts, owners.firstSlot()),
                    new OrientedLaunchGpu.Slots(neighbors, counts, streamed.firstSlot()),
                    incoming);
            times.add(Stage.COMPUTE, session.time(() -> launch.count(job, owners.from(), owners.to(), heavy)));
            times.time(Stage.TRANSFER, () -> addCounts(ownerCounts, owners));
        }

        private void upload(Part part, DeviceArray target) {
            session.upload(
                    rows.neighbors().address() + part.firstSlot() * Integer.BYTES,
                    part.slots() * Integer.BYTES,
                    target);
        }

        private void addCounts(DeviceArray source, Part part) {
            for (long from = 0; from < part.slots(); from += copied.length()) {
                long count = Math.min(copied.length(), part.slots() - from);
                long first = part.firstSlot() + from;
                session.download(source.from(from * Integer.BYTES), copied.address(), count * Integer.BYTES);
                workers.forRanges(count, SLOTS_PER_TASK, (worker, low, high) -> {
                    for (long i = low; i < high; i++) {
                        bySlot.set(first + i, bySlot.get(first + i) + copied.get(i));
                    }
                });
            }
        }
    }
}
