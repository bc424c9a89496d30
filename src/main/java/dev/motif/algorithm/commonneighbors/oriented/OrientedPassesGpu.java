package dev.motif.algorithm.commonneighbors.oriented;

import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.commonneighbors.model.RowParts;
import dev.motif.algorithm.commonneighbors.model.RowParts.Part;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Crew;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SharedWork.Range;
import dev.motif.backend.work.SharedWork.Share;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
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
import java.util.function.Supplier;

/**
 * Counts common neighbors by finding each triangle once, on a GPU that cannot hold the graph. The graph is oriented on
 * the host and divided into parts of consecutive rows. A pass has two parts on the device, one for the middle vertices
 * and the same or a later one for the vertices of highest rank, and finds the triangles between them. The host adds the
 * counts of all passes up. The device keeps nothing afterwards. Several devices claim passes, each with counts of its own
 * on the host.
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

    /**
     * Counts on one device.
     *
     * @param slotsPerPart the most slots of a part, at least the length of the longest row of the oriented graph
     */
    private OrientedPassesGpu(UnipartiteGraph graph, Execution execution, GpuDevice device, long slotsPerPart) {
        this.graph = graph;
        this.execution = execution;
        this.device = device;
        this.slotsPerPart = slotsPerPart;
        this.memory = execution.memory();
        this.workers = execution.workers();
        this.times = execution.times();
    }

    /**
     * Counts for each edge, by its number, the common neighbors of its ends, in parts as large as the device memory, and
     * what other calls use of it, allow. The caller owns the result.
     */
    static OffHeapInts count(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
        GraphSize size = GraphSize.of(graph);
        // Parts have the same rows on each device; one that others use too joins when there is room for them.
        long slots = devices.stream()
                .mapToLong(device -> slotsBesideOthers(device, size))
                .max()
                .orElseThrow();
        long most = devices.stream()
                .mapToLong(device -> slotsPerPart(device, size))
                .min()
                .orElseThrow();
        return count(graph, execution, devices, Math.min(slots, most));
    }

    /** As above, in parts of at most {@code slotsPerPart} slots. */
    public static OffHeapInts count(
            UnipartiteGraph graph, Execution execution, List<GpuDevice> devices, long slotsPerPart) {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        StageTimes times = execution.times();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            workers.progress().begin("ranking vertices by degree", 0);
            OrientedGraph ranked = scope.own(times.time(
                    Stage.PREPARE, () -> OrientedGraph.byDegree(graph, EdgeNumbers.BY_SLOT, memory, workers)));
            List<Part> parts = RowParts.of(ranked.adjacency(), slotsPerPart);
            // Each device has counts of its own on the host.
            long bytes = (graph.edgeCount() + Math.min(SLOTS_PER_COPY, slotsPerPart)) * Integer.BYTES;
            List<GpuDevice> used = Crew.within(memory, bytes, devices);
            OffHeapInts bySlot = scope.own(onDevices(graph, execution, used, slotsPerPart, ranked, parts));
            OffHeapInts byEdge = scope.ints(graph.edgeCount());
            times.time(Stage.COMPUTE, () -> OrientedCpu.byEdge(ranked, bySlot, byEdge, workers));
            return scope.keep(byEdge);
        }
    }

    private static OffHeapInts onDevices(
            UnipartiteGraph graph,
            Execution execution,
            List<GpuDevice> devices,
            long slotsPerPart,
            OrientedGraph ranked,
            List<Part> parts) {
        Workers workers = execution.workers();
        if (devices.size() == 1) {
            workers.progress().begin("waiting for the GPU", 0);
            return new OrientedPassesGpu(graph, execution, devices.get(0), slotsPerPart)
                    .bySlot(ranked, parts, Share.whole());
        }
        workers.progress().begin("finding triangles", RowParts.passes(parts.size()));
        return Crew.sum(
                devices,
                WorkPart.WHOLE,
                execution,
                (own, device, share) ->
                        new OrientedPassesGpu(graph, own, device, slotsPerPart).bySlot(ranked, parts, share),
                (sum, others) -> {
                    others.forEach(other -> Crew.add(other, sum, workers));
                    return sum;
                });
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

    /** The triangles that this device finds, by slots. The caller owns the result. */
    private OffHeapInts bySlot(OrientedGraph ranked, List<Part> parts, Share share) {
        try (OffHeapScope scope = new OffHeapScope(memory);
                GpuSession session = device.open(deviceBytes(device, GraphSize.of(graph), slotsPerPart), workers)) {
            OffHeapInts copied = scope.ints(Math.min(SLOTS_PER_COPY, slotsPerPart));
            OffHeapInts bySlot = scope.ints(graph.edgeCount());
            workers.forRanges(bySlot.length(), SLOTS_PER_TASK, (worker, from, to) -> bySlot.clear(from, to));
            new Passes(session, ranked, parts, bySlot, copied).count(share);
            return scope.keep(bySlot);
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

        /** The part whose rows are on the device as streamed ones; null before the first. */
        private Part open;

        Passes(GpuSession session, OrientedGraph ranked, List<Part> parts, OffHeapInts bySlot, OffHeapInts copied) {
            this.session = session;
            this.rows = ranked.adjacency();
            this.bySlot = bySlot;
            this.copied = copied;
            this.heavy = heavy(ranked);
            this.parts = parts;
            offsets = session.uploaded(rows.offsets());
            neighbors = session.ints(slotsPerPart);
            counts = session.ints(slotsPerPart);
            incoming = DeviceIncoming.allocated(session, rows.vertexCount(), slotsPerPart);
            sort = new DeviceSort(session, slotsPerPart);
            launch = new OrientedLaunchGpu(session, workers.cancellation());
        }

        /** Finds the triangles of the passes that this device claims, of all pairs of parts. */
        void count(Share share) {
            long passes = RowParts.passes(parts.size());
            if (share.isWhole()) {
                workers.progress().begin("finding triangles", passes);
            }
            Supplier<Range> claims = share.ranges(passes, slotsPerPart);
            for (Range claim = claims.get(); claim != null; claim = claims.get()) {
                for (long pass = claim.from(); pass < claim.to(); pass++) {
                    int streamed = RowParts.laterOf(pass);
                    count(parts.get((int) (pass - RowParts.passes(streamed))), parts.get(streamed));
                    workers.progress().advance(1);
                    workers.cancellation().check();
                }
            }
            closeStreamed();
        }

        private void count(Part owners, Part streamed) {
            if (streamed != open) {
                closeStreamed();
                open(streamed);
                open = streamed;
            }
            find(owners, streamed);
        }

        /** Adds the counts of the streamed rows to those on the host. */
        private void closeStreamed() {
            if (open != null) {
                times.time(Stage.TRANSFER, () -> addCounts(counts, open));
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

        private void find(Part owners, Part streamed) {
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
