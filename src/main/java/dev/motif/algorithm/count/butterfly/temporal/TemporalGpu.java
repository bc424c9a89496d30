package dev.motif.algorithm.count.butterfly.temporal;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.gpu.graph.DeviceSort;
import dev.motif.gpu.graph.DeviceWedges;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;

/**
 * Counts the butterflies within a window of time on a GPU (butterfly_temporal.cu): the wedges of some start vertices at
 * a time are listed and sorted by their ends and times.
 *
 * <p>Work and memory are as for {@link TemporalCpu}, except that all wedges are walked, also outside of the window.
 * There is room for the wedges of any one start vertex, and {@value #PREFERRED_ROOM} where the device has it.
 */
public final class TemporalGpu {
    /** The number of wedges that fills the device. */
    static final long PREFERRED_ROOM = 1 << 24;

    private static final String MODULE = "butterfly_temporal";
    private static final KernelSignature TIME_KEYS = KernelSignature.of(MODULE, "temporal_keys_per_relationship");
    private static final KernelSignature REACHES = KernelSignature.of(MODULE, "temporal_reaches_per_place");
    private static final KernelSignature EDGES = KernelSignature.of(MODULE, "temporal_edges_per_place");
    private static final KernelSignature SLOTS = KernelSignature.of(MODULE, "temporal_slots_per_edge");
    private static final KernelSignature COUNT = KernelSignature.of(MODULE, "temporal_count_per_slot");
    private static final KernelSignature LIST = KernelSignature.of(MODULE, "temporal_list_per_slot");
    private static final KernelSignature KEYS = KernelSignature.of(MODULE, "temporal_keys_per_wedge");
    private static final KernelSignature SORTED = KernelSignature.of(MODULE, "temporal_sorted_per_wedge");
    private static final KernelSignature LEADERS = KernelSignature.of(MODULE, "temporal_leaders_per_wedge");
    private static final KernelSignature PARTNERS = KernelSignature.of(MODULE, "temporal_partners_per_wedge");
    private static final int THREADS = 256;

    private static final int TOTAL_WORDS = 2;

    /** About the number of wedges that are walked in one launch, some milliseconds of work. */
    private static final double WALKED_AT_ONCE = 1 << 27;

    /** Places, slots and positions of wedges have 31 bits. */
    private static final long MOST = Integer.MAX_VALUE;

    /** Device memory for small arrays, and for those without elements, which take a byte each. */
    private static final long SLACK_BYTES = 1024;

    private final BipartiteGraph graph;
    private final ButterflyConfig config;
    private final Execution execution;
    private final GpuDevice device;
    private final Workers workers;
    private final EdgeTimes times;
    private final Sizes sizes;

    private TemporalGpu(BipartiteGraph graph, ButterflyConfig config, Execution execution, GpuDevice device) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.device = device;
        this.workers = execution.workers();
        this.times = config.window().times();
        this.sizes = Sizes.of(device, GraphSize.of(graph), config);
    }

    /** Counts what its configuration asks for. */
    public record Version(ButterflyConfig config) implements GpuVersion<BipartiteGraph, ButterflyResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            if (!DeviceRankedGraph.canHold(size.vertices())) {
                return "the two sides together must have fewer than 2^31 nodes";
            }
            Sizes sizes = Sizes.of(device, size, config);
            if (sizes.relationships() > MOST || size.edges() > MOST) {
                return "butterflies within a window of time need fewer than 2^31 relationships";
            }
            if (sizes.room() > MOST) {
                return "2^31 or more pairs of relationships of the neighbors of a node may lie within the window";
            }
            if (config.perVertex() || config.perEdge()) {
                // A butterfly of u is a relationship of u and one opposite, in two ways, and two that join them.
                double ofVertex = (double) sizes.relationships()
                        * Math.min(sizes.relationships(), Math.max(size.left(), size.right()) * sizes.perEdge())
                        * sizes.perEdge()
                        * sizes.perEdge();
                if (ofVertex >= 0x1p63) {
                    return "counts of nodes may exceed 63 bits";
                }
            }
            return device.obstacle(sizes.workBytes() + copyBytes(device, size));
        }

        private long resultBytes(GraphSize size) {
            return (config.perVertex() ? size.vertices() * Long.BYTES : 0)
                    + (config.perEdge() ? size.edges() * Long.BYTES : 0);
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.sum(
                            "counting",
                            MemoryEstimate.of("wedges by start vertex", size.vertices() * Long.BYTES),
                            MemoryEstimate.of("result", resultBytes(size))),
                    copyBytes(device, size),
                    MemoryEstimate.of("counting", Sizes.of(device, size, config).workBytes()));
        }

        @Override
        public ButterflyResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            return new TemporalGpu(graph, config, execution, device).count();
        }
    }

    /**
     * How large the arrays on a device are.
     *
     * @param relationships all relationships with times
     * @param perEdge the most of them that an edge stands for
     * @param room the wedges that are listed at once
     */
    private record Sizes(
            GpuInfo device, GraphSize size, ButterflyConfig config, long relationships, long perEdge, long room) {
        static Sizes of(GpuDevice device, GraphSize size, ButterflyConfig config) {
            EdgeTimes times = config.window().times();
            long relationships = times == null ? size.edges() : times.count();
            long perEdge = TemporalCpu.mostOfAnEdge(times, size.edges());
            Sizes none = new Sizes(device.info(), size, config, relationships, perEdge, 0);
            // The ends of a slot are at most the neighbors of its middle, each with at least the middle's degree:
            // sqrt(m) at most.
            double ofSlot = Math.min(Math.sqrt(size.edges()), Math.max(size.left(), size.right()));
            double all = 2.0 * size.edges() * Math.ceil(ofSlot) * perEdge * perEdge;
            long least = (long) Math.min(none.mostOfStart(), all);
            long left = device.limitBytes() - none.workBytes() - copyBytes(device, size);
            long wanted = (long) Math.min(all, PREFERRED_ROOM);
            return new Sizes(
                    device.info(),
                    size,
                    config,
                    relationships,
                    perEdge,
                    Math.max(least, Math.min(wanted, left / none.wedgeBytes())));
        }

        boolean parallel() {
            EdgeTimes times = config.window().times();
            return times != null && times.hasParallel();
        }

        boolean local() {
            return config.perVertex() || config.perEdge();
        }

        /**
         * The most wedges of a start vertex: each relationship of the ends is in one with the relationships of one
         * other edge.
         */
        long mostOfStart() {
            return (long) Math.min(Long.MAX_VALUE, (double) relationships * perEdge);
        }

        /** The bytes of a wedge in a list, without the bytes of its sort. */
        long listedBytes() {
            return (7L + (parallel() ? 1 : 0) + (local() ? 1 : 0)) * Integer.BYTES;
        }

        /** The bytes of a wedge, including the bytes of its sort. */
        private long wedgeBytes() {
            return listedBytes() + DeviceSort.bytes(device, 2) - DeviceSort.bytes(device, 1);
        }

        long workBytes() {
            long parallelBytes = parallel() ? relationships * Integer.BYTES + (size.edges() + 1) * Long.BYTES : 0;
            long outputs = (config.perVertex() ? 2 * size.vertices() * Long.BYTES : 0)
                    + (config.perEdge() ? 3 * size.edges() * Long.BYTES : 0);
            return relationships * Integer.BYTES
                    + 2 * size.edges() * Integer.BYTES
                    + parallelBytes
                    + size.vertices() * Long.BYTES
                    + outputs
                    + Math.max(
                            relationships * Long.BYTES + DeviceSort.bytes(device, relationships),
                            room * listedBytes() + DeviceSort.bytes(device, room))
                    + SLACK_BYTES;
        }
    }

    private static long copyBytes(GpuDevice device, GraphSize size) {
        return DeviceRankedGraph.peakBytes(device.info(), size.vertices(), size.edges());
    }

    private ButterflyResult count() {
        GraphSize size = GraphSize.of(graph);
        workers.progress().begin("waiting for the GPU", 0);
        try (OffHeapScope scope = new OffHeapScope(execution.memory());
                GpuSession session = device.open(
                        DeviceRankedGraph.key(graph), sizes.workBytes(), copyBytes(device, size), workers)) {
            DeviceRankedGraph ranked = execution.rank(() -> DeviceRankedGraph.of(session, graph));
            workers.cancellation().check();
            DeviceArray deviceTimes = execution.time(Stage.TRANSFER, () -> session.uploaded(times.times()));
            Counting counting = new Counting(session, ranked);
            execution.times().add(Stage.PREPARE, session.time(() -> counting.findPlaces(deviceTimes)));
            workers.cancellation().check();
            workers.progress().begin(FourCycles.STAGE, graph.vertexCount());
            execution.times().add(Stage.COMPUTE, session.time(() -> counting.count(scope)));
            workers.cancellation().check();
            return execution.time(Stage.TRANSFER, () -> counting.download(scope));
        }
    }

    /** The arrays of a session, and what is done with them. */
    private final class Counting {
        private final GpuSession session;
        private final DeviceRankedGraph ranked;
        private final DeviceWedges wedges;
        private final DeviceArray reaches;
        private final DeviceArray ofSlot;
        private final DeviceArray placeOffsets;
        private final DeviceArray total;
        private final DeviceArray totalTakenOff;
        private final DeviceArray perRank;
        private final DeviceArray perSlot;
        private final DeviceArray cursor;

        /** The places of the relationships of each edge, where there may be several. */
        private DeviceArray places = DeviceArray.NULL;

        private DeviceSort sort;
        private DeviceArray starts;
        private DeviceArray firsts;
        private DeviceArray seconds;
        private DeviceArray begins;
        private DeviceArray reachOf;
        private DeviceArray leaders;
        private DeviceArray sortedMiddles;
        private DeviceArray sortedEnds;
        private DeviceArray sortedKeys;

        Counting(GpuSession session, DeviceRankedGraph ranked) {
            this.session = session;
            this.ranked = ranked;
            this.wedges = ranked.wedges();
            reaches = session.ints(times.count());
            ofSlot = session.ints(2 * graph.edgeCount());
            placeOffsets = sizes.parallel() ? session.uploaded(times.offsets()) : DeviceArray.NULL;
            total = session.zeroedLongs(TOTAL_WORDS);
            totalTakenOff = session.zeroedLongs(TOTAL_WORDS);
            perRank = config.perVertex() ? session.zeroedLongs(graph.vertexCount()) : DeviceArray.NULL;
            perSlot = config.perEdge() ? session.zeroedLongs(2 * graph.edgeCount()) : DeviceArray.NULL;
            cursor = session.longs(1);
        }

        /** Sorts the relationships by time, and finds the places of each edge's relationships. */
        void findPlaces(DeviceArray deviceTimes) {
            long count = times.count();
            if (count == 0) {
                return;
            }
            DeviceSort byTime = new DeviceSort(session, count);
            for (int shift = 0; shift < Long.SIZE; shift += Integer.SIZE) {
                session.launchThreads(TIME_KEYS, count, deviceTimes, count, shift, byTime.keys(), byTime.values());
                byTime.sort(count, Integer.SIZE);
            }
            session.launchThreads(
                    REACHES,
                    count,
                    deviceTimes,
                    byTime.values(),
                    count,
                    config.window().length(),
                    reaches);
            session.launchThreads(
                    EDGES, count, placeOffsets, (int) graph.edgeCount(), count, byTime.keys(), byTime.values());
            byTime.sort(count, DeviceSort.bits(graph.edgeCount()));
            if (sizes.parallel()) {
                places = session.copied(byTime.values(), count * Integer.BYTES);
            }
            session.launchSlots(
                    SLOTS,
                    graph.edgeCount(),
                    new KernelArguments()
                            .with("offsets", wedges.starts().offsets())
                            .with("neighbors", wedges.starts().neighbors())
                            .with("prefixes", wedges.prefixes())
                            .with("leftOffsets", ranked.leftOffsets())
                            .with("leftNeighbors", ranked.leftNeighbors())
                            .with("leftCount", graph.leftCount())
                            .with("edgeCount", graph.edgeCount())
                            .with("rankOf", ranked.ranks())
                            .with("places", byTime.values())
                            .with("placeOffsets", placeOffsets)
                            .with("ofSlot", ofSlot));
            session.await();
            byTime.free();
            session.free(deviceTimes);
        }

        /** Counts from all start vertices, some of them at a time. */
        void count(OffHeapScope scope) {
            int vertices = (int) graph.vertexCount();
            if (times.count() == 0) {
                return;
            }
            OffHeapLongs ofStart = wedgesOfStarts(scope);
            allocateLists();
            for (int low = 0; low < vertices; ) {
                int high = low;
                long listed = 0;
                while (high < vertices && listed + ofStart.get(high) <= sizes.room()) {
                    listed += ofStart.get(high++);
                }
                if (listed > 1) {
                    list(low, high);
                    countListed((int) listed, low, false);
                    if (sizes.parallel()) {
                        countListed((int) listed, low, true);
                    }
                }
                workers.progress().advance(high - low);
                low = high;
            }
        }

        /** How many wedges within the window each start vertex has. */
        private OffHeapLongs wedgesOfStarts(OffHeapScope scope) {
            OffHeapLongs ofStart = scope.longs(graph.vertexCount());
            DeviceArray counts = session.zeroedLongs(graph.vertexCount());
            forSlots(
                    0,
                    2 * graph.edgeCount(),
                    (from, to) -> session.launchThreads(
                            COUNT,
                            to - from,
                            rows().with("vertexCount", (int) graph.vertexCount())
                                    .with("from", from)
                                    .with("to", to)
                                    .with("counts", counts)));
            session.download(counts, ofStart);
            return ofStart;
        }

        private KernelArguments rows() {
            return new KernelArguments()
                    .with("offsets", wedges.starts().offsets())
                    .with("neighbors", wedges.starts().neighbors())
                    .with("prefixes", wedges.prefixes())
                    .with("ofSlot", ofSlot)
                    .with("places", places)
                    .with("placeOffsets", placeOffsets)
                    .with("reaches", reaches);
        }

        private void forSlots(long first, long end, SlotLaunch launch) {
            double ofSlot = session.readSum(wedges.total()).doubleValue() / (2.0 * graph.edgeCount());
            double ofEdge = (double) times.count() / graph.edgeCount();
            long step = (long) Math.max(THREADS, WALKED_AT_ONCE / (1 + ofSlot * (1 + ofEdge)));
            for (long from = first; from < end; from += step) {
                launch.over(from, Math.min(end, from + step));
                session.await();
                workers.cancellation().check();
            }
        }

        private void allocateLists() {
            long room = sizes.room();
            sort = new DeviceSort(session, room);
            starts = session.ints(room);
            firsts = session.ints(room);
            seconds = session.ints(room);
            begins = session.ints(room);
            reachOf = session.ints(room);
            leaders = sizes.local() ? session.ints(room) : DeviceArray.NULL;
            sortedMiddles = sizes.parallel() ? session.ints(room) : DeviceArray.NULL;
            sortedEnds = session.ints(room);
            sortedKeys = session.ints(room);
        }

        /** Lists the wedges of the start vertices {@code [low, high)}. */
        private void list(int low, int high) {
            session.clear(cursor);
            DeviceArray offsets = wedges.starts().offsets();
            long first = session.readLongs(offsets.from((long) low * Long.BYTES), 1)[0];
            long end = session.readLongs(offsets.from((long) high * Long.BYTES), 1)[0];
            forSlots(
                    first,
                    end,
                    (from, to) -> session.launchThreads(
                            LIST,
                            to - from,
                            rows().with("low", low)
                                    .with("high", high)
                                    .with("from", from)
                                    .with("to", to)
                                    .with("cursor", cursor)
                                    .with("room", sizes.room())
                                    .with("starts", starts)
                                    .with("firsts", firsts)
                                    .with("seconds", seconds)
                                    .with("begins", begins)
                                    .with("reachOf", reachOf)));
        }

        /**
         * Counts the pairs of the wedges that are listed.
         *
         * @param low the first of their start vertices
         * @param sameMiddle whether they are the pairs with the same middle, which are taken off
         */
        private void countListed(int count, int low, boolean sameMiddle) {
            DeviceArray middles = sameMiddle ? sortedMiddles : DeviceArray.NULL;
            sort(count, begins, middles);
            session.launchThreads(
                    LEADERS,
                    count,
                    sorted(count, middles, sameMiddle)
                            .with("reaches", reachOf)
                            .with("low", low)
                            .with("total", sameMiddle ? totalTakenOff : total)
                            .with("leaders", leaders)
                            .with("perRank", perRank));
            if (sizes.local()) {
                sort(count, reachOf, middles);
                session.launchThreads(
                        PARTNERS,
                        count,
                        sorted(count, middles, sameMiddle)
                                .with("begins", begins)
                                .with("leaders", leaders)
                                .with("neighbors", wedges.starts().neighbors())
                                .with("firsts", firsts)
                                .with("seconds", seconds)
                                .with("perRank", perRank)
                                .with("perSlot", perSlot));
            }
            session.await();
            workers.cancellation().check();
        }

        private KernelArguments sorted(int count, DeviceArray middles, boolean takenOff) {
            return new KernelArguments()
                    .with("starts", sort.keys())
                    .with("wedges", sort.values())
                    .with("middles", middles)
                    .with("ends", sortedEnds)
                    .with("keys", sortedKeys)
                    .with("count", count)
                    .with("takenOff", takenOff ? 1 : 0);
        }

        /** Sorts the wedges by start, end, middle if there is an array for that, and {@code key}. */
        private void sort(int count, DeviceArray key, DeviceArray middles) {
            DeviceArray neighbors = wedges.starts().neighbors();
            int vertexBits = DeviceSort.bits(graph.vertexCount());
            sortBy(count, key, DeviceArray.NULL, DeviceSort.bits(times.count()), true);
            if (!middles.equals(DeviceArray.NULL)) {
                sortBy(count, firsts, neighbors, vertexBits, false);
            }
            sortBy(count, seconds, neighbors, vertexBits, false);
            sortBy(count, starts, DeviceArray.NULL, vertexBits, false);
            session.launchThreads(
                    SORTED,
                    count,
                    new KernelArguments()
                            .with("wedges", sort.values())
                            .with("neighbors", neighbors)
                            .with("firsts", firsts)
                            .with("seconds", seconds)
                            .with("source", key)
                            .with("count", (long) count)
                            .with("middles", middles)
                            .with("ends", sortedEnds)
                            .with("keys", sortedKeys));
        }

        private void sortBy(int count, DeviceArray source, DeviceArray table, int bits, boolean first) {
            session.launchThreads(KEYS, count, source, table, (long) count, first ? 1 : 0, sort.keys(), sort.values());
            sort.sort(count, bits);
        }

        ButterflyResult download(OffHeapScope scope) {
            OffHeapLongs left = config.perVertex() ? scope.longs(graph.leftCount()) : null;
            OffHeapLongs right = config.perVertex() ? scope.longs(graph.rightCount()) : null;
            OffHeapLongs edges = config.perEdge() ? scope.longs(graph.edgeCount()) : null;
            if (config.perVertex()) {
                DeviceArray perVertex = session.longs(graph.vertexCount());
                ranked.byVertex(session, perRank, perVertex);
                session.download(perVertex, left);
                session.download(perVertex.from(left.bytes()), right);
            }
            if (config.perEdge()) {
                DeviceArray perEdge = session.longs(graph.edgeCount());
                ranked.byEdge(session, perSlot, perEdge);
                session.download(perEdge, edges);
            }
            BigInteger butterflies = session.readSum(total).subtract(session.readSum(totalTakenOff));
            for (OffHeapLongs counts : new OffHeapLongs[] {left, right, edges}) {
                scope.keep(counts);
            }
            return new ButterflyResult(butterflies, null, left, right, edges);
        }
    }

    @FunctionalInterface
    private interface SlotLaunch {
        void over(long from, long to);
    }
}
