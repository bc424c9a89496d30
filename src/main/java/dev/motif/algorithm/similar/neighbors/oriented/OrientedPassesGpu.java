package dev.motif.algorithm.similar.neighbors.oriented;

import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.algorithm.count.wedge.EdgeTrianglesGpu;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.similar.neighbors.model.RowParts;
import dev.motif.algorithm.similar.neighbors.model.RowParts.Part;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
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
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Counts common neighbors by finding each triangle once, on a GPU that cannot hold the graph. The graph is oriented on
 * the host and divided into parts of consecutive rows. A pass has rows of two kinds on the device, a chunk of rows of
 * middle vertices and a part of the same or later rows for the vertices of highest rank, and finds the triangles
 * between them. Parts are large, since all chunks before a part are copied for it; chunks are half as large, so that
 * one is copied while the other is used. The host adds the counts of all passes up. The device keeps nothing
 * afterwards. Several devices claim passes, each with counts of its own on the host.
 */
public final class OrientedPassesGpu {
    /**
     * The device memory of a slot of a part: its neighbor and count, its place among the incoming slots, and keys and values to
     * sort these, which are then two chunks.
     */
    private static final long BYTES_PER_SLOT = 2L * Integer.BYTES + Long.BYTES + 2L * Integer.BYTES;

    private static final int CHUNKS = 2;

    /** The most passes: all rows are copied to the device once for each part, and beyond this it is mostly copying. */
    private static final long MOST_PASSES = 1 << 13;

    private static final long MOST_SLOTS = Integer.MAX_VALUE;

    private static final long SLOTS_PER_TASK = 1 << 16;

    /** The multiple of slots at which arrays of slots of a part that serve as two begin. */
    private static final long ALIGNED_SLOTS = 32;

    /** Room for arrays without elements, which take a byte each, and for alignment. */
    private static final long SLACK_BYTES = 64 + ALIGNED_SLOTS * BYTES_PER_SLOT;

    private final UnipartiteGraph graph;

    /** The vertices that have rows, and the edges. */
    private final GraphSize size;

    private final GpuDevice device;
    private final long slotsPerPart;
    private final long slotsPerChunk;
    private final NativeMemory memory;
    private final Workers workers;
    private final StageTimes times;

    /**
     * Counts on one device.
     *
     * @param slotsPerPart the most slots of a part, at least the length of the longest row of the oriented graph
     */
    private OrientedPassesGpu(
            UnipartiteGraph graph, GraphSize size, Execution execution, GpuDevice device, long slotsPerPart) {
        this.graph = graph;
        this.size = size;
        this.device = device;
        this.slotsPerPart = slotsPerPart;
        this.slotsPerChunk = slotsPerChunk(size, slotsPerPart);
        this.memory = execution.memory();
        this.workers = execution.workers();
        this.times = execution.times();
    }

    /**
     * Counts for each edge, by its number, the common neighbors of its ends, in parts as large as the device memory, and
     * what other calls use of it, allow. The caller owns the result.
     */
    static OffHeapInts count(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
        return count(graph, execution, devices, size -> slotsPerPart(devices, size));
    }

    /** Counts in parts of at most {@code slotsPerPart} slots. */
    public static OffHeapInts count(
            UnipartiteGraph graph, Execution execution, List<GpuDevice> devices, long slotsPerPart) {
        return count(graph, execution, devices, size -> slotsPerPart);
    }

    private static OffHeapInts count(
            UnipartiteGraph graph,
            Execution execution,
            List<GpuDevice> devices,
            ToLongFunction<GraphSize> slotsPerPart) {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        StageTimes times = execution.times();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OrientedGraph ranked = scope.own(
                    execution.rank(() -> OrientedGraph.byDegree(graph, EdgeNumbers.BY_SLOT, memory, workers)));
            // Each device has counts of its own on the host.
            List<GpuDevice> used = DeviceGroup.within(memory, graph.edgeCount() * Integer.BYTES, devices);
            GraphSize size = new GraphSize(RowParts.rows(ranked.adjacency()), 0, graph.edgeCount());
            OffHeapInts bySlot =
                    scope.own(onDevices(graph, size, execution, used, slotsPerPart.applyAsLong(size), ranked));
            OffHeapInts byEdge = scope.ints(graph.edgeCount());
            times.time(Stage.COMPUTE, () -> EdgeTriangles.byEdge(ranked, bySlot, byEdge, workers));
            return scope.keep(byEdge);
        }
    }

    private static OffHeapInts onDevices(
            UnipartiteGraph graph,
            GraphSize size,
            Execution execution,
            List<GpuDevice> devices,
            long slotsPerPart,
            OrientedGraph ranked) {
        Workers workers = execution.workers();
        List<Pass> passes = passes(ranked.adjacency(), slotsPerPart, slotsPerChunk(size, slotsPerPart));
        if (devices.size() == 1) {
            workers.progress().begin("waiting for the GPU", 0);
            return new OrientedPassesGpu(graph, size, execution, devices.get(0), slotsPerPart)
                    .bySlot(ranked, passes, Participant.whole());
        }
        workers.progress().begin("finding triangles", passes.size());
        return DeviceGroup.sum(
                devices,
                WorkPart.WHOLE,
                execution,
                (own, device, share) ->
                        new OrientedPassesGpu(graph, size, own, device, slotsPerPart).bySlot(ranked, passes, share),
                (sum, others) -> {
                    others.forEach(other -> DeviceGroup.add(other, sum, workers));
                    return sum;
                });
    }

    /**
     * A pass over rows of two kinds.
     *
     * @param owners the rows of the middle vertices
     * @param streamed the rows of the vertices of highest rank
     */
    private record Pass(Part owners, Part streamed) {}

    /** All pairs of a part and a chunk that begins before its end, part by part. */
    private static List<Pass> passes(Csr rows, long slotsPerPart, long slotsPerChunk) {
        List<Part> chunks = RowParts.of(rows, slotsPerChunk);
        List<Pass> passes = new ArrayList<>();
        for (Part streamed : RowParts.of(rows, slotsPerPart)) {
            chunks.stream()
                    .takeWhile(owners -> owners.from() < streamed.to())
                    .forEach(owners -> passes.add(new Pass(owners, streamed)));
        }
        return passes;
    }

    private static long slotsPerChunk(GraphSize size, long slotsPerPart) {
        return slotsPerPart / CHUNKS + RowParts.longestOriented(size);
    }

    private static long slotsPerPart(List<GpuDevice> devices, GraphSize size) {
        // Parts have the same rows on each device; one that others use too joins when there is room for them.
        long slots = devices.stream()
                .mapToLong(device -> slotsBesideOthers(device, size))
                .max()
                .orElseThrow();
        long most = devices.stream()
                .mapToLong(device -> slotsPerPart(device, size))
                .min()
                .orElseThrow();
        return Math.min(slots, most);
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
                + EdgeTrianglesGpu.bytes(device.info())
                + CHUNKS * RowParts.longestOriented(size) * 2 * Integer.BYTES
                + SLACK_BYTES;
    }

    private static long deviceBytes(GpuDevice device, GraphSize size, long slotsPerPart) {
        return fixedBytes(device, size) + slotsPerPart * BYTES_PER_SLOT;
    }

    static String obstacle(GpuDevice device, GraphSize size) {
        long longest = RowParts.longestOriented(size);
        if (slotsPerPart(device, size) < longest) {
            return GpuEstimate.noPasses(device, deviceBytes(device, size, longest), fixedBytes(device, size));
        }
        return GpuEstimate.passesObstacle(device, passes(device, size), MOST_PASSES);
    }

    static long passes(GpuDevice device, GraphSize size) {
        return CHUNKS * RowParts.passes(RowParts.count(size.edges(), slotsPerPart(device, size)));
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
                CommonNeighborsResult.edgesEstimate(size));
        return new GpuEstimate(
                MemoryEstimate.largest(CommonNeighborsResult.EDGES, ranking, counting),
                MemoryEstimate.sum(
                        GpuEstimate.nameOf(device) + ", in about " + passes(device, size) + " passes",
                        MemoryEstimate.of("by vertex, and counting", fixedBytes(device, size)),
                        MemoryEstimate.of("parts of the graph", slots * BYTES_PER_SLOT)));
    }

    /** The triangles that this device finds, by slots. The caller owns the result. */
    private OffHeapInts bySlot(OrientedGraph ranked, List<Pass> passes, Participant share) {
        try (OffHeapScope scope = new OffHeapScope(memory);
                GpuSession session = device.open(deviceBytes(device, size, slotsPerPart), workers)) {
            OffHeapInts bySlot = scope.ints(graph.edgeCount());
            workers.forRanges(bySlot.length(), SLOTS_PER_TASK, (worker, from, to) -> bySlot.clear(from, to));
            new Passes(session, ranked, bySlot).count(passes, share);
            return scope.keep(bySlot);
        }
    }

    /** The number of vertices of large degree, which have the first ranks. */
    private int heavy(OrientedGraph ranked) {
        int low = 0;
        int high = (int) size.vertices();
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

    /** The rows of middle vertices, and their counts. */
    private record Chunk(DeviceArray neighbors, DeviceArray counts) {}

    /** The passes of one session. */
    private final class Passes {
        private final GpuSession session;
        private final Csr rows;
        private final OffHeapInts bySlot;
        private final int heavy;

        private final DeviceArray offsets;
        private final DeviceArray neighbors;
        private final DeviceArray counts;
        private final DeviceIncoming incoming;
        private final DeviceSort sort;
        private final EdgeTrianglesGpu launch;

        /** The part whose rows are on the device as streamed ones; null before the first. */
        private Part open;

        /** The chunk that is used, and the one that is copied meanwhile. */
        private Chunk used;

        private Chunk other;

        /** The rows whose counts are in the other chunk; null when there are none. */
        private Part counted;

        Passes(GpuSession session, OrientedGraph ranked, OffHeapInts bySlot) {
            this.session = session;
            this.rows = ranked.adjacency();
            this.bySlot = bySlot;
            this.heavy = heavy(ranked);
            long slots = (slotsPerPart + ALIGNED_SLOTS - 1) / ALIGNED_SLOTS * ALIGNED_SLOTS;
            offsets = session.longs(size.vertices() + 1);
            session.upload(rows.offsets().address(), offsets.bytes(), offsets);
            neighbors = session.ints(slots);
            counts = session.ints(slots);
            incoming = DeviceIncoming.allocated(session, size.vertices(), slots);
            sort = DeviceSort.over(session, CHUNKS * slotsPerChunk, incoming.slots());
            launch = new EdgeTrianglesGpu(session, workers.cancellation());
        }

        /** Finds the triangles of the passes that this device claims. */
        void count(List<Pass> passes, Participant share) {
            if (share.isWhole()) {
                workers.progress().begin("finding triangles", passes.size());
            }
            Supplier<Pass> claims = claims(passes, share.ranges(passes.size(), slotsPerPart));
            Pass next = claims.get();
            while (next != null) {
                Pass pass = next;
                next = claims.get();
                if (pass.streamed != open) {
                    endPart();
                    times.time(Stage.TRANSFER, () -> upload(pass.streamed, neighbors));
                    times.time(Stage.PREPARE, () -> open(pass.streamed));
                    times.time(Stage.TRANSFER, () -> upload(pass.owners, used.neighbors));
                }
                find(pass, next != null && next.streamed == open ? next.owners : null);
                workers.progress().advance(1);
                workers.cancellation().check();
            }
            endPart();
        }

        /** Gives one pass after the other in {@code ranges}, and null at the end. */
        private Supplier<Pass> claims(List<Pass> passes, Supplier<Range> ranges) {
            Deque<Pass> claimed = new ArrayDeque<>();
            return () -> {
                Range range = claimed.isEmpty() ? ranges.get() : null;
                if (range != null) {
                    claimed.addAll(passes.subList((int) range.from(), (int) range.to()));
                }
                return claimed.poll();
            };
        }

        /** Adds the counts that are still on the device to the counts on the host. */
        private void endPart() {
            if (open != null) {
                times.time(
                        Stage.TRANSFER,
                        () -> session.copyBeside(
                                copies -> {
                                    takeCounts(copies);
                                    copies.addTo(bySlot, open.firstSlot(), open.slots(), counts);
                                },
                                () -> {}));
            }
            open = null;
        }

        /** Makes {@code streamed}, whose rows are on the device, the part in which triangles are found. */
        private void open(Part streamed) {
            DeviceIncoming.Slots slots = new DeviceIncoming.Slots(
                    offsets, (int) size.vertices(), neighbors, streamed.firstSlot(), streamed.slots());
            // The counts serve as scratch memory here, since they are not in use yet, and so do the incoming slots.
            incoming.fill(session, slots, sort, counts);
            session.clear(counts);
            session.await();
            open = streamed;
            // The arrays of the sort serve as chunks, since sorting is over.
            used = chunk(0);
            other = chunk(1);
            counted = null;
        }

        private Chunk chunk(int index) {
            long bytes = slotsPerChunk * Integer.BYTES;
            return new Chunk(
                    sort.keys().part(index * bytes, bytes), sort.values().part(index * bytes, bytes));
        }

        /** Finds the triangles of a pass while the counts of the pass before and the rows of {@code next} are copied. */
        private void find(Pass pass, Part next) {
            EdgeTrianglesGpu.Job job = new EdgeTrianglesGpu.Job(
                    offsets,
                    new EdgeTrianglesGpu.Slots(used.neighbors, used.counts, pass.owners.firstSlot()),
                    new EdgeTrianglesGpu.Slots(neighbors, counts, pass.streamed.firstSlot()),
                    incoming);
            StageTimes both = new StageTimes();
            both.time(
                    Stage.TRANSFER,
                    () -> session.copyBeside(
                            copies -> {
                                takeCounts(copies);
                                if (next != null) {
                                    copies.upload(addressOf(next), next.slots() * Integer.BYTES, other.neighbors);
                                }
                            },
                            () -> both.add(Stage.COMPUTE, session.time(() -> {
                                session.clear(used.counts);
                                launch.count(job, pass.owners.from(), pass.owners.to(), heavy);
                            }))));
            double millis = both.exactMillis(Stage.COMPUTE);
            times.add(Stage.COMPUTE, millis);
            times.add(Stage.TRANSFER, Math.max(0, both.exactMillis(Stage.TRANSFER) - millis));
            counted = pass.owners;
            Chunk before = used;
            used = other;
            other = before;
        }

        private void takeCounts(GpuSession.Copies copies) {
            if (counted != null) {
                copies.addTo(bySlot, counted.firstSlot(), counted.slots(), other.counts);
            }
        }

        private void upload(Part part, DeviceArray target) {
            session.upload(addressOf(part), part.slots() * Integer.BYTES, target);
        }

        private long addressOf(Part part) {
            return rows.neighbors().address() + part.firstSlot() * Integer.BYTES;
        }
    }
}
