package dev.motif.algorithm.count.cycle;

import dev.motif.backend.Counts;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.AllReduce;
import dev.motif.backend.work.CyclicPartition;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Mergeable;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedDirectedGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Counts directed cycles of at most {@value #MAX_LENGTH} vertices with GPUs (cycle.cu): closed walks from each root by the
 * number of ways on which they go out and come back, less walks that visit a vertex twice. The CPU ranks the vertices.
 *
 * @param counts arrays for the counts by rank and by slot, of which this device writes the ones that it adds up
 * @param share which part of the roots to count from
 */
record CycleGpu(RankedCycles counts, CycleConfig config, Execution execution, GpuDevice device, Participant share) {
    /** The largest length of cycles that a GPU counts. */
    static final int MAX_LENGTH = 5;

    private static final String MODULE = "cycle";
    private static final KernelSignature MUTUAL = KernelSignature.of(MODULE, "cycle_mutual_per_slot");
    private static final KernelSignature TOTALS = KernelSignature.of(MODULE, "cycle_totals_per_root");
    private static final KernelSignature ARCS = KernelSignature.of(MODULE, "cycle_arcs_per_root");
    private static final KernelSignature TRIANGLES = KernelSignature.of(MODULE, "cycle_triangles_per_vertex");
    private static final KernelSignature OF_SLOTS = KernelSignature.of(MODULE, "cycle_arcs_per_slot");
    private static final KernelSignature OF_VERTICES = KernelSignature.of(MODULE, "cycle_arcs_per_vertex");

    private static final long MOST_VERTICES = 1L << 30;
    private static final long MOST_ARCS = 1L << 31;

    /** The most blocks of a multiprocessor, for which it has registers. */
    private static final int BLOCKS_PER_MULTIPROCESSOR = 3;

    /** The most memory for the arrays of all blocks. */
    private static final long MOST_SCRATCH_BYTES = 16L << 30;

    private static final int TOTAL_WORDS = 2 * KernelAbi.CYCLE_TOTALS;

    /** Counts what its configuration asks for. */
    record Version(CycleConfig config) implements GpuVersion.Undivided<UnipartiteGraph, CycleResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            if (size.vertices() >= MOST_VERTICES || leastArcs(size) >= MOST_ARCS) {
                return "cycles need fewer than 2^30 nodes and 2^31 relationships on a GPU, of which each direction counts";
            }
            return device.obstacle(deviceBytes(device, size, config, leastArcs(size)));
        }

        /** The number of arcs, or the least where the directions are not known yet. */
        private long leastArcs(GraphSize size) {
            return config.directions() == null ? size.edges() : config.arcs(size.edges());
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            long least = leastArcs(size);
            long most = config.directions() == null ? 2 * size.edges() : least;
            return new GpuEstimate(
                    offHeap(size, least).to(offHeap(size, most)),
                    MemoryEstimate.sum(
                            GpuEstimate.nameOf(device),
                            MemoryEstimate.range(
                                    "arcs, counts, and arrays of all blocks",
                                    deviceBytes(device, size, config, least),
                                    deviceBytes(device, size, config, most))));
        }

        /** The CPU ranks the vertices, with any number of threads. */
        private MemoryEstimate offHeap(GraphSize size, long arcs) {
            MemoryEstimate search = MemoryEstimate.of("search, on the GPU", 0);
            return CycleAlgorithm.ofAnyTime(size, config, arcs, 1, search)
                    .to(CycleAlgorithm.ofAnyTime(
                            size, config, arcs, Runtime.getRuntime().availableProcessors(), search));
        }

        @Override
        public CycleResult run(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                RankedDirectedGraph ranked = scope.own(execution.rank(() ->
                        RankedDirectedGraph.of(graph, config.directions(), execution.memory(), execution.workers())));
                RankedCycles counts = new RankedCycles(
                        ranked,
                        config.perVertex() ? scope.longs(graph.vertexCount()) : null,
                        config.perArc() ? scope.longs(ranked.arcs().arcCount()) : null);
                execution.workers().progress().begin("waiting for the GPU", 0);
                BigInteger[] byLength = totals(counts, execution, devices).byLength(config);
                return execution.time(Stage.TRANSFER, () -> counts.result(graph, config, byLength, execution));
            }
        }

        private Totals totals(RankedCycles counts, Execution execution, List<GpuDevice> devices) {
            return devices.size() == 1
                    ? new CycleGpu(counts, config, execution, devices.get(0), Participant.whole()).count()
                    : DeviceGroup.sum(devices, WorkPart.WHOLE, execution, (own, device, share) -> new CycleGpu(
                                    counts, config, own, device, share)
                            .count());
        }
    }

    /**
     * Closed walks of all roots of a device.
     *
     * @param walks by what they are, as the kernels number them
     */
    private record Totals(List<BigInteger> walks) implements Mergeable<Totals> {
        BigInteger[] byLength(CycleConfig config) {
            BigInteger[] cycles = Counts.zeros(MAX_LENGTH + 1);
            cycles[2] = walks.get(KernelAbi.CYCLE_PAIRS);
            cycles[3] = walks.get(KernelAbi.CYCLE_TRIANGLES);
            cycles[4] = difference(KernelAbi.CYCLE_WALKS_OF_FOUR, KernelAbi.CYCLE_OTHERS_OF_FOUR);
            cycles[5] = difference(KernelAbi.CYCLE_WALKS_OF_FIVE, KernelAbi.CYCLE_OTHERS_OF_FIVE);
            BigInteger[] wanted = Counts.zeros(config.maxLength() + 1);
            for (int length = config.minLength(); length <= config.maxLength(); length++) {
                wanted[length] = cycles[length];
            }
            return wanted;
        }

        private BigInteger difference(int all, int others) {
            return walks.get(all).subtract(walks.get(others));
        }

        @Override
        public Totals plus(List<Totals> others, Workers workers) {
            BigInteger[] sums = walks.toArray(BigInteger[]::new);
            for (Totals other : others) {
                Arrays.setAll(sums, i -> sums[i].add(other.walks.get(i)));
            }
            return new Totals(List.of(sums));
        }

        @Override
        public void close() {}
    }

    private static boolean each(CycleConfig config) {
        return config.perVertex() || config.perArc();
    }

    /** The blocks of a launch: each needs memory for all vertices. */
    private static int blocks(GpuDevice device, long vertices, CycleConfig config) {
        long room = Math.min(MOST_SCRATCH_BYTES, device.limitBytes() / 4) / Math.max(1, scratchBytes(vertices, config));
        long most = (long) BLOCKS_PER_MULTIPROCESSOR * device.info().multiprocessors();
        return (int) Math.max(1, Math.min(Math.min(room, vertices), most));
    }

    /** The bytes of the arrays of a block. */
    private static long scratchBytes(long vertices, CycleConfig config) {
        int arrays = each(config) ? KernelAbi.CYCLE_ARC_ARRAYS : KernelAbi.CYCLE_TOTAL_ARRAYS;
        return arrays * vertices * Integer.BYTES;
    }

    private static long deviceBytes(GpuDevice device, GraphSize size, CycleConfig config, long arcs) {
        long vertices = size.vertices();
        long rows = (vertices + 1) * Long.BYTES + arcs * Integer.BYTES;
        long blocks = blocks(device, vertices, config);
        return 2 * rows
                + 2 * vertices * Integer.BYTES // mutual, lower
                + blocks * (scratchBytes(vertices, config) + KernelAbi.CYCLE_STATE_WORDS * Integer.BYTES)
                + TOTAL_WORDS * Long.BYTES
                + SlicedLaunches.bytes(1)
                + Long.BYTES // claimed
                + (each(config) ? arcs * (Integer.BYTES + 3L * Long.BYTES) + 2 * vertices * Long.BYTES : 0)
                + DeviceArray.SLACK_BYTES;
    }

    private Totals count() {
        Csr successors = counts.ranked().arcs().successors();
        GraphSize size = new GraphSize(successors.vertexCount(), 0, successors.slotCount());
        try (GpuSession session =
                        device.open(deviceBytes(device, size, config, successors.slotCount()), execution.workers());
                AllReduce exchange = new AllReduce(
                        session, device, share, execution.workers().cancellation())) {
            Search search = execution.time(Stage.TRANSFER, () -> new Search(session));
            execution.workers().cancellation().check();
            execution.workers().progress().begin(CycleCpu.STAGE, 0);
            execution.times().add(Stage.COMPUTE, session.time(() -> {
                search.count();
                search.addUp(exchange);
            }));
            execution.workers().cancellation().check();
            return execution.time(Stage.TRANSFER, () -> search.download(exchange));
        }
    }

    /** The arrays of a session, and what is done with them. Arrays that are not wanted are null. */
    private final class Search {
        private final GpuSession session;
        private final int vertices;
        private final long arcs;
        private final DeviceArray offsets;
        private final DeviceArray neighbors;
        private final DeviceArray incomingOffsets;
        private final DeviceArray incomingNeighbors;
        private final DeviceArray mutual;
        private final DeviceArray lower;
        private final DeviceArray totals;
        private final DeviceArray triangles;
        private final DeviceArray rooted;
        private final DeviceArray bySlot;
        private final DeviceArray incoming;
        private final DeviceArray pairs;

        /** The triangles, and in the end the cycles, of each vertex. */
        private final DeviceArray byRank;

        Search(GpuSession session) {
            Csr successors = counts.ranked().arcs().successors();
            Csr predecessors = counts.ranked().arcs().predecessors();
            boolean each = each(config);
            this.session = session;
            vertices = successors.vertexCount();
            arcs = successors.slotCount();
            offsets = session.uploaded(successors.offsets());
            neighbors = session.uploaded(successors.neighbors());
            incomingOffsets = session.uploaded(predecessors.offsets());
            incomingNeighbors = session.uploaded(predecessors.neighbors());
            mutual = session.zeroedInts(vertices);
            lower = session.zeroedInts(vertices);
            totals = session.zeroedLongs(TOTAL_WORDS);
            triangles = each ? session.zeroedInts(arcs) : null;
            rooted = each ? session.zeroedLongs(vertices) : null;
            bySlot = each ? session.zeroedLongs(arcs) : null;
            incoming = each ? session.zeroedLongs(arcs) : null;
            pairs = each ? session.zeroedLongs(arcs) : null;
            byRank = each ? session.longs(vertices) : null;
        }

        void count() {
            session.launchSlots(
                    MUTUAL,
                    arcs,
                    rows().with("slotCount", arcs).with("mutual", mutual).with("lower", lower));
            search();
            if (each(config)) {
                session.launchWarps(TRIANGLES, vertices, offsets, vertices, triangles, byRank);
                session.launchSlots(
                        OF_SLOTS,
                        arcs,
                        rows().with(lengths())
                                .with(outputs())
                                .with("slotCount", arcs)
                                .with("ofVertex", byRank));
            }
            if (config.perVertex()) {
                session.launchWarps(OF_VERTICES, vertices, offsets, vertices, bySlot, byRank);
            }
        }

        private void search() {
            KernelSignature kernel = each(config) ? ARCS : TOTALS;
            int blocks = blocks(device, vertices, config);
            int grid = Math.min(blocks, session.residentBlocks(kernel, KernelAbi.CYCLE_THREADS, 0));
            DeviceArray states = session.zeroedInts((long) blocks * KernelAbi.CYCLE_STATE_WORDS);
            DeviceArray scratch = session.bytes(blocks * scratchBytes(vertices, config));
            session.clear(scratch);
            DeviceArray claimed = session.longs(1);
            SlicedLaunches launches =
                    new SlicedLaunches(session, 1, execution.workers().cancellation());
            CyclicPartition chunks = CyclicPartition.of(vertices);
            Supplier<Range> ranges = share.ranges(chunks.count(), 0);
            for (Range range = ranges.get(); range != null; range = ranges.get()) {
                session.clear(claimed);
                KernelArguments arguments = rows().with(lengths())
                        .with("mutual", mutual)
                        .with("lower", lower)
                        .with("chunks", chunks.count())
                        .with("firstChunk", range.from())
                        .with("held", range.to() - range.from())
                        .with("rootCount", chunks.tasksOf(range))
                        .with("claimed", claimed)
                        .with("states", states)
                        .with("scratch", scratch)
                        .with("totals", totals);
                launches.add(
                        kernel, grid, KernelAbi.CYCLE_THREADS, 0, each(config) ? arguments.with(outputs()) : arguments);
                launches.run();
            }
        }

        private KernelArguments rows() {
            return new KernelArguments()
                    .with("offsets", offsets)
                    .with("neighbors", neighbors)
                    .with("incomingOffsets", incomingOffsets)
                    .with("incomingNeighbors", incomingNeighbors)
                    .with("count", vertices);
        }

        private KernelArguments lengths() {
            return new KernelArguments().with("minLength", config.minLength()).with("maxLength", config.maxLength());
        }

        private KernelArguments outputs() {
            return new KernelArguments()
                    .with("triangles", triangles)
                    .with("rooted", rooted)
                    .with("counts", bySlot)
                    .with("incoming", incoming)
                    .with("pairs", pairs);
        }

        private AllReduce.Counts ofSlots() {
            return AllReduce.Counts.longs(bySlot, arcs);
        }

        private AllReduce.Counts ofRanks() {
            return AllReduce.Counts.longs(byRank, vertices);
        }

        /**
         * Adds up what all devices counted, but totals, which are added up on the host, so that no device waits for them.
         */
        void addUp(AllReduce exchange) {
            List<AllReduce.Counts> wanted = new ArrayList<>();
            if (config.perVertex()) {
                wanted.add(ofRanks());
            }
            if (config.perArc()) {
                wanted.add(ofSlots());
            }
            if (!wanted.isEmpty()) {
                exchange.begin(wanted.toArray(AllReduce.Counts[]::new));
            }
            if (config.perVertex()) {
                exchange.sum(ofRanks(), rooted);
            }
            if (config.perArc()) {
                exchange.sum(ofSlots(), incoming);
            }
        }

        Totals download(AllReduce exchange) {
            if (config.perVertex()) {
                exchange.download(ofRanks(), 0, counts.byRank());
            }
            if (config.perArc()) {
                exchange.download(ofSlots(), 0, counts.bySlot());
            }
            List<BigInteger> walks = new ArrayList<>();
            for (int i = 0; i < KernelAbi.CYCLE_TOTALS; i++) {
                walks.add(session.readSum(totals.from(2L * i * Long.BYTES)));
            }
            return new Totals(walks);
        }
    }
}
