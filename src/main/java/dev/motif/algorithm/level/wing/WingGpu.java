package dev.motif.algorithm.level.wing;

import dev.motif.algorithm.count.wedge.WedgeCounter;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DevicePeeling;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.gpu.graph.DeviceWedges;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.VertexMaxima;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.LongAdder;

/**
 * Computes wing numbers on a GPU (wing.cu): counts blooms, lists them, then peels edges. An edge is named there by one
 * of its two slots in the ranked graph.
 */
final class WingGpu {
    private static final String MODULE = "wing";
    private static final KernelSignature COUNTS = KernelSignature.of(MODULE, "wing_counts_per_block");
    private static final KernelSignature EDGES = KernelSignature.of(MODULE, "wing_edges_per_slot");
    private static final KernelSignature BLOOMS = KernelSignature.of(MODULE, "wing_blooms_per_block");
    private static final KernelSignature PARTS = KernelSignature.of(MODULE, "wing_parts_per_warp");
    private static final KernelSignature LARGE_PARTS = KernelSignature.of(MODULE, "wing_parts_per_block");
    private static final KernelSignature NUMBERS = KernelSignature.of(MODULE, "wing_numbers_per_grid");

    /** The most device memory for all maps together. */
    private static final long MOST_MAP_BYTES = 8L << 30;

    private static final long THREADS_PER_MULTIPROCESSOR = 2048;

    /** The words of a bloom in the list of those that lose wedges. */
    private static final long TOUCHED_WORDS = 4;

    /**
     * The bytes of a bloom: its start, its span, its size, its remaining wedges, and its place in the list of changed
     * blooms.
     */
    private static final long BYTES_PER_BLOOM = Long.BYTES + (3 + TOUCHED_WORDS) * Integer.BYTES;

    /** The bytes that parts of blooms take for each wedge, if every wedge is a part: a bloom and a member. */
    private static final long BYTES_PER_PART = BYTES_PER_BLOOM + 2L * Integer.BYTES;

    /** The most wedges of which every one can be a part of its own. */
    private static final long MOST_PARTS = Integer.MAX_VALUE;

    /** The bytes of a wedge: a member is two edges, and each of these has a link of a bloom and a twin. */
    private static final long BYTES_PER_WEDGE = 6L * Integer.BYTES;

    private static final long EDGES_PER_TASK = 1 << 16;

    private final BipartiteGraph graph;
    private final Execution execution;
    private final GpuDevice device;
    private final Workers workers;

    private WingGpu(BipartiteGraph graph, Execution execution, GpuDevice device) {
        this.graph = graph;
        this.execution = execution;
        this.device = device;
        this.workers = execution.workers();
    }

    /** Computes wing numbers. */
    record Version(WingConfig config) implements GpuVersion<BipartiteGraph, PeeledEdges> {
        /** Leaves out the memory of the blooms, which depends on the graph. */
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return WingGpu.obstacle(device, size, 0);
        }

        /** Counts the wedges of the graph when the most that its size allows do not fit. */
        @Override
        public String obstacle(GpuDevice device, BipartiteGraph graph) {
            GraphSize size = GraphSize.of(graph);
            return WingGpu.obstacle(device, size, WedgeCounter.mostInBlooms(size)) == null
                    ? null
                    : WingGpu.obstacle(
                            device,
                            size,
                            largestWedges(graph, Workers.of(Runtime.getRuntime().availableProcessors())));
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            long vertices = size.vertices();
            long edges = size.edges();
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.of(
                            "result", edges * Long.BYTES + (config.perVertex() ? VertexMaxima.bytes(vertices) : 0)),
                    DeviceRankedGraph.peakBytes(device.info(), vertices, edges),
                    MemoryEstimate.range(
                            "blooms and peeling",
                            workBytes(device, vertices, edges, 0),
                            wantedBytes(device, size, WedgeCounter.mostInBlooms(size))));
        }

        @Override
        public PeeledEdges run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            return new WingGpu(graph, execution, device)
                    .count()
                    .withVertices(
                            config.perVertex(),
                            graph,
                            execution.memory(),
                            execution.workers().cancellation());
        }
    }

    /**
     * Returns why this device cannot compute wing numbers, or null when it can.
     *
     * @param wedges the most wedges in blooms that there can be
     */
    private static String obstacle(GpuDevice device, GraphSize size, long wedges) {
        if (size.edges() > Integer.MAX_VALUE) {
            return "wing numbers need fewer than 2^31 relationships";
        }
        if (!DeviceRankedGraph.canHold(size.vertices())) {
            return "the two sides together must have fewer than 2^31 nodes";
        }
        return device.obstacle(workBytes(device, size.vertices(), size.edges(), wedges) + copyBytes(device, size));
    }

    private static long copyBytes(GpuDevice device, GraphSize size) {
        return DeviceRankedGraph.peakBytes(device.info(), size.vertices(), size.edges());
    }

    /** The device memory of a run: with parts of blooms if the device has room for them. */
    private static long wantedBytes(GpuDevice device, GraphSize size, long wedges) {
        return workBytes(device, size.vertices(), size.edges(), wedges)
                + (hasParts(device, size, wedges) ? wedges * BYTES_PER_PART : 0);
    }

    /** Whether blooms can be split, so that ranges of levels can be peeled side by side. */
    private static boolean hasParts(GpuDevice device, GraphSize size, long wedges) {
        return wedges <= MOST_PARTS
                && device.obstacle(workBytes(device, size.vertices(), size.edges(), wedges)
                                + wedges * BYTES_PER_PART
                                + copyBytes(device, size))
                        == null;
    }

    /**
     * An upper bound for the wedges in blooms of a graph. Each wedge u-v-w of the index has an edge v-w in which {@code
     * w} ranks first, so {@code v} has the smaller degree: an edge has at most that degree minus 1 of them.
     */
    static long largestWedges(BipartiteGraph graph, Workers workers) {
        Csr left = graph.left();
        Csr right = graph.right();
        LongAdder wedges = new LongAdder();
        workers.forRanges(graph.edgeCount(), EDGES_PER_TASK, (worker, from, to) -> {
            int l = left.vertexOf(from);
            long sum = 0;
            for (long edge = from; edge < to; edge++) {
                while (edge >= left.end(l)) {
                    l++;
                }
                sum += Math.min(left.degree(l), right.degree(left.neighbor(edge))) - 1;
            }
            wedges.add(sum);
        });
        return wedges.sum();
    }

    private static long workBytes(GpuDevice device, long vertices, long edges, long wedges) {
        return maps(device, vertices) * vertices * Integer.BYTES
                + vertices * (Integer.BYTES + Long.BYTES) // blooms and their wedges by start vertex
                + 2 * edges * (2L * Long.BYTES + Integer.BYTES) // by slot: supports, starts of links, links
                + DevicePeeling.bytes(edges, 2 * edges)
                + wedges * BYTES_PER_WEDGE
                + wedges / 2 * BYTES_PER_BLOOM
                + edges * Long.BYTES // result
                + 1024;
    }

    /** The number of maps, each of an int per vertex; a block that counts or lists blooms has one. */
    private static long maps(GpuDevice device, long vertices) {
        long bytes = Math.min(MOST_MAP_BYTES, device.limitBytes() / 8);
        long blocks = device.info().multiprocessors() * (THREADS_PER_MULTIPROCESSOR / KernelAbi.BLOOM_THREADS);
        return Math.max(1, Math.min(blocks, bytes / (Math.max(1, vertices) * Integer.BYTES)));
    }

    /** Counts of a graph's wedges that later calls on the graph use again. */
    private record Wedges(long count) implements DerivedGraphCache.Form {
        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void close() {}
    }

    private long keptLargestWedges() {
        DerivedGraphCache.Key key = new DerivedGraphCache.Key(graph, "wedges in blooms at most");
        try (DerivedGraphCache.Use<Wedges> use =
                execution.memory().form(key, workers.cancellation(), () -> new Wedges(largestWedges(graph, workers)))) {
            return use.form().count();
        }
    }

    private PeeledEdges count() {
        GraphSize size = GraphSize.of(graph);
        long edges = graph.edgeCount();
        long wedges = keptLargestWedges();
        workers.progress().begin("waiting for the GPU", 0);
        try (GpuSession session = device.open(
                DeviceRankedGraph.key(graph), wantedBytes(device, size, wedges), copyBytes(device, size), workers)) {
            DeviceRankedGraph ranked = execution.rank(() -> DeviceRankedGraph.of(session, graph));
            Run run = new Run(session, ranked.wedges(), hasParts(device, size, wedges));
            DeviceArray numbers = session.longs(edges);
            long[] levels = new long[1];
            execution.times().add(Stage.COMPUTE, session.time(() -> {
                levels[0] = run.numbers();
                ranked.byEdge(session, run.supports, numbers);
            }));
            return execution.time(Stage.TRANSFER, () -> download(session, numbers, levels[0]));
        }
    }

    private PeeledEdges download(GpuSession session, DeviceArray numbers, long levels) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs edges = scope.longs(graph.edgeCount());
            session.download(numbers, edges.address(), edges.bytes());
            return new PeeledEdges(scope.keep(edges), levels);
        }
    }

    /** The launches on one graph, and the arrays that they use. */
    private final class Run {
        private final GpuSession session;
        private final DeviceWedges wedges;
        private final boolean hasParts;
        private final long slots;
        /** The number of start vertices that have wedges. */
        private final long starts;

        private final long mapCount;
        private final DeviceArray maps;
        private final DeviceArray bloomsOf;
        private final DeviceArray wedgesOf;
        private final DeviceArray supports;
        private final DeviceArray linkStarts;
        private final DeviceArray linkCounts;

        Run(GpuSession session, DeviceWedges wedges, boolean hasParts) {
            int vertices = wedges.starts().count();
            this.session = session;
            this.wedges = wedges;
            this.hasParts = hasParts;
            this.slots = wedges.starts().slots();
            this.starts = session.readLongs(wedges.keyStarts(), KernelAbi.WORK_KEYS)[KernelAbi.WORK_KEY_IDLE];
            this.mapCount = WingGpu.maps(device, vertices);
            this.maps = session.zeroedInts(mapCount * vertices);
            this.bloomsOf = session.ints(vertices);
            this.wedgesOf = session.longs(vertices);
            this.supports = session.zeroedLongs(slots);
            this.linkStarts = session.longs(slots);
            this.linkCounts = session.zeroedInts(slots);
        }

        /** Computes the wing numbers in place of the supports; returns the number of different ones. */
        long numbers() {
            if (slots == 0) {
                return 0;
            }
            DeviceArray totals = session.zeroedLongs(2);
            workers.progress().begin("counting blooms", 0);
            forEachStart(
                    COUNTS,
                    startArguments()
                            .with("supports", supports)
                            .with("linkCounts", linkCounts)
                            .with("totals", totals));
            long[] bloomsAndWedges = session.readLongs(totals, 2);
            BloomIndex.checkCount(bloomsAndWedges[0]);
            DevicePeeling peeling = new DevicePeeling(
                    session,
                    workers,
                    execution.memory(),
                    slots / 2,
                    slots,
                    DevicePeeling.LEAST_WIDTH,
                    supports,
                    supports);
            listEdges(peeling);
            Blooms blooms = new Blooms(session, bloomsAndWedges[0], bloomsAndWedges[1]);
            listBlooms(blooms);
            workers.progress().begin("peeling edges", peeling.units());
            DevicePeeling.Items all = items(blooms);
            return (hasParts
                            ? peeling.run(NUMBERS, all, ranges -> items(split(blooms, peeling.rangeOf(), ranges)))
                            : peeling.runInOnePass(NUMBERS, all))
                    .levels();
        }

        private DevicePeeling.Items items(Blooms blooms) {
            return new DevicePeeling.Items(
                    blooms.wedges,
                    blooms.arguments()
                            .with("linkStarts", linkStarts)
                            .with("linkCounts", linkCounts)
                            .with("touchedBlooms", blooms.touched)
                            .with("touchedCounts", session.zeroedLongs(2)));
        }

        /** Splits blooms into their parts in ranges of levels. */
        private Blooms split(Blooms blooms, DeviceArray rangeOf, DevicePeeling.Ranges ranges) {
            Blooms parts = new Blooms(session, blooms);
            session.clear(linkCounts);
            KernelArguments arguments = parts.arguments()
                    .with("wholeStarts", blooms.starts)
                    .with("wholeSpans", blooms.spans)
                    .with("wholeMembers", blooms.members)
                    .with("rangeOf", rangeOf)
                    .with("bloomCount", (int) blooms.count)
                    .with("firstRange", ranges.first())
                    .with("rangeCount", ranges.count())
                    .with("linkStarts", linkStarts)
                    .with("linkCounts", linkCounts)
                    .with("partCount", session.zeroedLongs(1));
            int warps = KernelAbi.BLOOM_THREADS / GpuSession.WARP_SIZE;
            session.launchOver(PARTS, blooms.count, warps, KernelAbi.BLOOM_THREADS, arguments);
            session.launchOver(LARGE_PARTS, blooms.count, warps, KernelAbi.BLOOM_THREADS, arguments);
            return parts;
        }

        /** Lists the slots that name edges, and sets where the links of each edge begin. */
        private void listEdges(DevicePeeling peeling) {
            DeviceArray counters = session.zeroedLongs(2);
            session.launchSlots(
                    EDGES,
                    slots,
                    new KernelArguments()
                            .with("offsets", wedges.starts().offsets())
                            .with("neighbors", wedges.starts().neighbors())
                            .with("vertexCount", wedges.starts().count())
                            .with("slotCount", slots)
                            .with("linkCounts", linkCounts)
                            .with("linkStarts", linkStarts)
                            .with("edges", peeling.list())
                            .with("listed", counters)
                            .with("linked", counters.from(Long.BYTES)));
        }

        private void listBlooms(Blooms blooms) {
            workers.progress().begin("listing blooms", 0);
            DeviceArray listed = session.zeroedLongs(2);
            forEachStart(
                    BLOOMS,
                    startArguments()
                            .with("listed", listed)
                            .with("linkStarts", linkStarts)
                            .with(blooms.arguments()));
        }

        /** The arguments that both kernels that go through start vertices have in common. */
        private KernelArguments startArguments() {
            return new KernelArguments()
                    .with("offsets", wedges.starts().offsets())
                    .with("neighbors", wedges.starts().neighbors())
                    .with("prefixes", wedges.prefixes())
                    .with("vertexCount", wedges.starts().count())
                    .with("order", wedges.order())
                    .with("keyStarts", wedges.keyStarts())
                    .with("nanos", session.slice())
                    .with("maps", maps)
                    .with("bloomsOf", bloomsOf)
                    .with("wedgesOf", wedgesOf);
        }

        /** Launches a kernel again and again, until it has gone through all start vertices. */
        private void forEachStart(KernelSignature kernel, KernelArguments arguments) {
            DeviceArray claimed = session.zeroedLongs(1);
            arguments.with("claimed", claimed);
            int blocks = (int) Math.min(mapCount, session.residentBlocks(kernel, KernelAbi.BLOOM_THREADS, 0));
            for (long done = 0; done < starts; done = session.readLongs(claimed, 1)[0]) {
                workers.cancellation().check();
                session.launch(kernel, blocks, KernelAbi.BLOOM_THREADS, 0, arguments);
            }
        }
    }

    /** An index of blooms on the device; see wing.cu. */
    private static final class Blooms {
        private final long count;
        private final long wedges;
        private final DeviceArray starts;
        private final DeviceArray spans;
        private final DeviceArray sizes;
        private final DeviceArray lefts;
        private final DeviceArray members;
        private final DeviceArray links;
        private final DeviceArray touched;

        Blooms(GpuSession session, long blooms, long wedges) {
            this(session, blooms, wedges, session.ints(4 * wedges));
        }

        /** Room for the parts of {@code whole} blooms, each of a wedge or more. Their links take the place of those. */
        Blooms(GpuSession session, Blooms whole) {
            this(session, whole.wedges, whole.wedges, whole.links);
        }

        private Blooms(GpuSession session, long count, long wedges, DeviceArray links) {
            this.count = count;
            this.wedges = wedges;
            this.starts = session.longs(count);
            this.spans = session.ints(count);
            this.sizes = session.ints(count);
            this.lefts = session.ints(count);
            this.members = session.ints(2 * wedges);
            this.links = links;
            this.touched = session.ints(TOUCHED_WORDS * count);
        }

        KernelArguments arguments() {
            return new KernelArguments()
                    .with("bloomStarts", starts)
                    .with("spans", spans)
                    .with("sizes", sizes)
                    .with("lefts", lefts)
                    .with("members", members)
                    .with("links", links);
        }
    }
}
