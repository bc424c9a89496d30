package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.model.Stars;
import dev.motif.algorithm.count.biclique.pivot.PivotSearchGpu.Counted;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.SearchMemoryGpu;
import dev.motif.backend.work.AllReduce;
import dev.motif.backend.work.AllReduce.Counts;
import dev.motif.backend.work.ClaimedPositions;
import dev.motif.backend.work.CyclicPartition;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchStream;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceGraphCache;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The search with pivots on a GPU, with all of its preparation (biclique_pivot.cu).
 *
 * <p>Bicliques are listed by leaves, which have each of them once. A total is added up in 128 bits. When it does not fit, it is counted again by kinds of leaves, which are
 * multiplied out on the host; a table is always counted that way. Counts by vertex and by edge have 127 bits.
 *
 * @param share which part of the bicliques to count
 */
public record PivotGpu(
        BipartiteGraph graph,
        BicliqueConfig config,
        Deadline deadline,
        Execution execution,
        GpuDevice device,
        Participant share) {
    private static final String MODULE = "biclique_pivot";
    private static final KernelSignature BY_VERTEX = KernelSignature.of(MODULE, "biclique_values_per_vertex");
    private static final KernelSignature BY_EDGE = KernelSignature.of(MODULE, "biclique_values_per_edge");

    private static final long VERTICES_PER_TASK = 1 << 16;
    /** The places for kinds of leaves in the hash table on the device. */
    private static final int KIND_SLOTS = 1 << 18;

    private static final int FREE_MASK = (1 << KernelAbi.PIVOT_FREE_BITS) - 1;
    private static final int FIXED_MASK = (1 << KernelAbi.PIVOT_FIXED_BITS) - 1;
    private static final long KIND_BYTES = 2L * Long.BYTES * KIND_SLOTS;

    /** The error when the leaves of a search are of more kinds than the device can count apart. */
    public static final class TooManyKinds extends ArithmeticException {
        private static final long serialVersionUID = 1;

        private TooManyKinds() {
            super("there are too many kinds of leaves to be counted on a GPU: use `backend: 'CPU'`");
        }
    }

    /** Counts what its configuration asks for. */
    public record Version(BicliqueConfig config) implements GpuVersion<BipartiteGraph, BicliqueResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            if (!DeviceRankedGraph.canHold(size.vertices())) {
                return "the two sides together must have fewer than 2^31 nodes";
            }
            return memory(device, size, null, config).obstacle();
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return memory(device, size, null, config)
                    .estimate(
                            MemoryEstimate.of("result", BicliqueResult.bytes(size, config)),
                            MemoryEstimate.range("leaves by kind", 0, KIND_BYTES),
                            "roots and counts",
                            "local graphs");
        }

        @Override
        public BicliqueResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            return execution.inTime(
                    config.timeoutMillis(),
                    timed -> counts(graph, config, timed, into -> new PivotGpu(
                                    graph, config, timed.deadline(), timed, device, Participant.whole())
                            .count(into)));
        }

        @Override
        public boolean canShare(GpuDevice device, GraphSize size) {
            return true;
        }

        @Override
        public BicliqueResult share(BipartiteGraph graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
            execution.workers().progress().begin("searching bicliques", 0);
            return execution.inTime(
                    config.timeoutMillis(),
                    timed -> counts(
                            graph,
                            config,
                            timed,
                            into -> DeviceGroup.sum(devices, part, timed, (own, device, share) -> new PivotGpu(
                                            graph, config, own.deadline(), own, device, share)
                                    .count(into))));
        }
    }

    /**
     * Lists leaves while they are read, which together have all bicliques of one size.
     *
     * @param config has the size, of 2 vertices or more on each side
     * @param stage what the search is called in progress
     */
    public record Leaves(BicliqueConfig config, String stage)
            implements GpuVersion.Undivided<BipartiteGraph, SearchStream<Leaf>> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            String incomplete = Gpus.streamingObstacle();
            return incomplete == null ? new Version(config).obstacle(device, size) : incomplete;
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            GpuEstimate search = new Version(config).estimate(device, size);
            return new GpuEstimate(
                    MemoryEstimate.sum(
                            "found",
                            StreamingAlgorithm.unread("bicliques"),
                            MemoryEstimate.range(
                                    "bicliques that the device has found",
                                    0,
                                    PivotSearchGpu.mostOutputBytes(size.vertices())),
                            MemoryEstimate.of("ranks of vertices", 2 * size.vertices() * Integer.BYTES)),
                    MemoryEstimate.sum(
                            "heap",
                            search.heap(),
                            MemoryEstimate.range(
                                    "the nodes of some bicliques", 0, 2 * size.vertices() * Integer.BYTES)),
                    search.device());
        }

        @Override
        public SearchStream<Leaf> run(BipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
            return new SearchStream<>(
                    stage,
                    0,
                    (searching, consumer) -> {
                        if (graph.edgeCount() > 0) {
                            DeviceGroup.<Leaf>find(
                                    devices, searching, consumer, false, (own, device, share, found) -> new PivotGpu(
                                                    graph, config, Deadline.NEVER, own, device, share)
                                            .list(leaf -> found.accept(
                                                    leaf, own.workers().cancellation())));
                        }
                    },
                    Leaf.FORM,
                    Long.MAX_VALUE,
                    execution,
                    DeviceGroup.keepsOthersWaiting(devices));
        }
    }

    /**
     * Runs {@code counting}, which puts counts by vertex or by edge into the arrays of the result that it gets, and
     * returns the totals alone.
     */
    private static BicliqueResult counts(
            BipartiteGraph graph, BicliqueConfig config, Execution execution, UnaryOperator<BicliqueResult> counting) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            boolean byVertex = config.result() == Result.VERTEX;
            OffHeapSums left = byVertex ? sums(graph.leftCount(), execution, scope) : null;
            OffHeapSums right = byVertex ? sums(graph.rightCount(), execution, scope) : null;
            OffHeapSums edges = config.result() == Result.EDGE ? sums(graph.edgeCount(), execution, scope) : null;
            BicliqueResult totals =
                    counting.apply(new BicliqueResult(config, Technique.PIVOT, null, null, left, right, edges));
            for (OffHeapSums counts : new OffHeapSums[] {left, right, edges}) {
                // No count is larger than their total.
                if (counts != null && totals.total().bitLength() >= 2 * Long.SIZE && !counts.allFit()) {
                    throw tooLarge(config);
                }
            }
            for (OffHeapSums counts : new OffHeapSums[] {left, right, edges}) {
                scope.keep(counts);
            }
            return totals.with(left, right, edges);
        }
    }

    private static OffHeapSums sums(long length, Execution execution, OffHeapScope scope) {
        return scope.own(OffHeapSums.zeroed(execution.memory(), length));
    }

    /**
     * The device memory of a search.
     *
     * @param graph null when only the bytes are wanted
     */
    private static SearchMemoryGpu memory(
            GpuDevice device, GraphSize size, BipartiteGraph graph, BicliqueConfig config) {
        List<DeviceGraphCache.Need> copies = List.of(
                new DeviceGraphCache.Need(
                        DeviceRankedGraph.key(graph),
                        DeviceRankedGraph.peakBytes(device.info(), size.vertices(), size.edges())),
                new DeviceGraphCache.Need(
                        CoreGpu.key(graph, config), CoreGpu.peakBytes(device.info(), size.vertices(), size.edges())));
        return new SearchMemoryGpu(device, copies, fixedBytes(size, config), size.edges());
    }

    /** The device memory that is needed besides the copies of the graph and the memory of the search. */
    private static long fixedBytes(GraphSize size, BicliqueConfig config) {
        long vertices = size.vertices();
        long edges = size.edges();
        long counts = config.result() == Result.VERTEX
                ? 2 * vertices * OffHeapSums.BYTES
                : config.result() == Result.EDGE ? 3 * edges * OffHeapSums.BYTES : 0;
        return CoreGpu.workBytes(vertices) + PivotSearchGpu.bytes(vertices) + KIND_BYTES + counts;
    }

    /** @param into see {@link Run#count} */
    private BicliqueResult count(BicliqueResult into) {
        return inSession(run -> run.count(into));
    }

    /** Passes the leaves that this device finds on. */
    private void list(Consumer<Leaf> found) {
        inSession(run -> {
            run.list(found);
            return null;
        });
    }

    private <T> T inSession(Function<Run, T> use) {
        SearchMemoryGpu memory = memory(device, GraphSize.of(graph), graph, config);
        try (GpuSession session = memory.open(execution.workers())) {
            execution.workers().progress().begin("preparing the search", 0);
            Run run = execution.time(Stage.PREPARE, () -> new Run(session, memory.searchBytes()));
            return use.apply(run);
        }
    }

    /** The preparation and the searches of one session. */
    private final class Run {
        private final GpuSession session;
        private final DeviceRankedGraph ranked;
        private final CoreGpu core;
        private final SearchSizes sizes;
        private final PivotSearchGpu.Budget budget;
        private final ClaimedPositions claims;

        Run(GpuSession session, long searchBytes) {
            this.session = session;
            ranked = DeviceRankedGraph.of(session, graph);
            // A quarter for counters of ends that spill, the rest for the search.
            core = CoreGpu.of(session, graph, ranked, config, searchBytes / 4, execution.workers());
            budget = PivotSearchGpu.Budget.of(searchBytes - searchBytes / 4);
            sizes = SearchSizes.of(config, core.facts().side());
            CyclicPartition chunks = core.chunks();
            // One position at least, since who has the first one also counts what no search finds.
            claims = ClaimedPositions.of(
                    share, Math.max(1, chunks.count()), core.facts().checksum(), chunks::countOf);
        }

        /**
         * Returns the numbers of the bicliques of this device.
         *
         * @param into has the arrays for the counts by vertex or edge of all devices; this one adds up and writes some
         *     of them
         */
        BicliqueResult count(BicliqueResult into) {
            BigInteger[][] found =
                    switch (config.result()) {
                        case TOTAL -> new BigInteger[][] {{total()}};
                        case TABLE -> table();
                        case VERTEX, EDGE -> new BigInteger[][] {{members(into)}};
                    };
            return new BicliqueResult(config, Technique.PIVOT, sizes.side(), found, null, null, null);
        }

        /** Passes the leaves of this device on. */
        void list(Consumer<Leaf> found) {
            try (OffHeapInts vertices = vertices();
                    PivotSearchGpu pivot = pivot(claims)) {
                long outputInts = pivot.outputInts();
                DeviceArray output = session.ints(outputInts);
                KernelArguments outputs = new KernelArguments()
                        .with("offsets", core.offsets())
                        .with("coreNeighbors", core.neighbors())
                        .with("lengths", core.lengths())
                        .with("output", output)
                        .with("outputWords", outputInts);
                pivot.search(Counted.LEAVES, outputs, result -> {
                    long end = result[KernelAbi.PIVOT_OUTPUT_END];
                    long used = result[KernelAbi.PIVOT_OUTPUT_USED];
                    read(output, end == 0 ? used : Math.min(used, ~end), vertices, found);
                    return true;
                });
            }
        }

        /** The vertices by rank, left ones first. */
        private OffHeapInts vertices() {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                OffHeapInts ranks = scope.ints(graph.vertexCount());
                OffHeapInts vertices = scope.ints(graph.vertexCount());
                session.download(ranked.ranks(), ranks);
                execution.workers().forRanges(ranks.length(), VERTICES_PER_TASK, (worker, from, to) -> {
                    for (long vertex = from; vertex < to; vertex++) {
                        vertices.set(ranks.get(vertex), (int) vertex);
                    }
                });
                return scope.keep(vertices);
            }
        }

        /** Passes on the leaves in the first {@code count} words of {@code output}. */
        private void read(DeviceArray output, long count, OffHeapInts vertices, Consumer<Leaf> found) {
            if (count == 0) {
                return;
            }
            try (OffHeapInts words = execution.memory().ints(count)) {
                session.download(output, words);
                boolean rootsLeft = sizes.side() == Side.LEFT;
                for (long at = 0; at < count; ) {
                    int[][] ofLeaf = new int[KernelAbi.PIVOT_LEAF_WORDS][];
                    long next = at + ofLeaf.length;
                    for (int i = 0; i < ofLeaf.length; i++) {
                        boolean left = i < 2 == rootsLeft;
                        ofLeaf[i] = new int[words.get(at + i)];
                        for (int j = 0; j < ofLeaf[i].length; j++) {
                            ofLeaf[i][j] = vertices.get(words.get(next++)) - (left ? 0 : graph.leftCount());
                        }
                    }
                    at = next;
                    found.accept(
                            rootsLeft
                                    ? new Leaf(ofLeaf[0], ofLeaf[1], ofLeaf[2], ofLeaf[3])
                                    : new Leaf(ofLeaf[2], ofLeaf[3], ofLeaf[0], ofLeaf[1]));
                }
            }
        }

        private PivotSearchGpu pivot(ClaimedPositions chunks) {
            return new PivotSearchGpu(session, core, chunks, sizes, budget, deadline, execution);
        }

        private BigInteger total() {
            try (PivotSearchGpu pivot = pivot(claims)) {
                if (pivot.binomialsFit()) {
                    long[] found = pivot.search(Counted.TOTAL, new KernelArguments(), result -> false);
                    if (found != null) {
                        return sum(found);
                    }
                }
            }
            return kinds(claims.again()).bicliques()[0][0];
        }

        /**
         * Counts how often each kind of leaf is reached.
         *
         * @throws TooManyKinds when too many new kinds were found at once
         */
        private BicliqueLeafHistogram kinds(ClaimedPositions chunks) {
            BicliqueLeafHistogram leaves = new BicliqueLeafHistogram(sizes);
            DeviceArray kinds = session.zeroedLongs(KIND_SLOTS);
            DeviceArray times = session.zeroedLongs(KIND_SLOTS);
            try (PivotSearchGpu pivot = pivot(chunks)) {
                KernelArguments outputs = new KernelArguments()
                        .with("kinds", kinds)
                        .with("counts", times)
                        .with("slots", (long) KIND_SLOTS);
                pivot.search(Counted.KINDS, outputs, result -> {
                    if (result[KernelAbi.PIVOT_KINDS_LOST] != 0) {
                        throw new TooManyKinds();
                    }
                    drain(kinds, times, leaves);
                    return true;
                });
                drain(kinds, times, leaves);
            }
            session.free(kinds);
            session.free(times);
            return leaves;
        }

        /** Moves the kinds of leaves from the device to {@code leaves}. */
        private void drain(DeviceArray kinds, DeviceArray times, BicliqueLeafHistogram leaves) {
            long[] kindOf = session.readLongs(kinds, KIND_SLOTS);
            long[] timesOf = session.readLongs(times, KIND_SLOTS);
            for (int slot = 0; slot < KIND_SLOTS; slot++) {
                if (kindOf[slot] != 0) {
                    addKind(kindOf[slot] - 1, timesOf[slot], leaves);
                }
            }
            session.clear(kinds);
            session.clear(times);
        }

        /** Adds leaves of a kind that the kernel has packed into a number. */
        private static void addKind(long kind, long times, BicliqueLeafHistogram leaves) {
            int freeMates = (int) kind & FREE_MASK;
            int freeRoots = (int) (kind >>> KernelAbi.PIVOT_FREE_BITS) & FREE_MASK;
            int fixed = (int) (kind >>> 2 * KernelAbi.PIVOT_FREE_BITS);
            int fixedMates = fixed & FIXED_MASK;
            int fixedRoots = (fixed >>> KernelAbi.PIVOT_FIXED_BITS) + 1;
            leaves.add(fixedRoots, freeRoots, fixedMates, freeMates, times);
        }

        private BigInteger[][] table() {
            BigInteger[][] found = kinds(claims).bicliques();
            BigInteger[][] table = claims.hasFirst() ? new Stars(graph, config, execution).table() : noStars();
            boolean rootsLeft = sizes.side() == Side.LEFT;
            for (int i = config.minP(); i <= config.p(); i++) {
                for (int j = config.minQ(); j <= config.q(); j++) {
                    int left = i - config.minP();
                    int right = j - config.minQ();
                    table[i - 1][j - 1] = rootsLeft ? found[left][right] : found[right][left];
                }
            }
            return table;
        }

        private BigInteger[][] noStars() {
            BigInteger[][] table = new BigInteger[config.p()][config.q()];
            for (BigInteger[] row : table) {
                Arrays.fill(row, BigInteger.ZERO);
            }
            return table;
        }

        /** Counts the bicliques of each vertex or edge; returns how many this device has found. */
        private BigInteger members(BicliqueResult into) {
            boolean byVertex = config.result() == Result.VERTEX;
            long items =
                    byVertex ? graph.vertexCount() : ranked.wedges().starts().slots();
            DeviceArray counts = session.zeroedLongs(2 * items);
            BigInteger total = totalWith(byVertex ? Counted.VERTICES : Counted.EDGES, counts);
            try (AllReduce exchange =
                    new AllReduce(session, device, share, execution.workers().cancellation())) {
                exchange.all(
                        Counts.wide(counts, items),
                        (low, high) -> {
                            if (byVertex) {
                                putByVertex(counts, low, high);
                            } else {
                                putByEdge(counts, low, high);
                            }
                        },
                        byVertex ? List.of(into.left(), into.right()) : List.of(into.edges()),
                        execution.times());
            }
            return total;
        }

        private void putByVertex(DeviceArray counts, DeviceArray low, DeviceArray high) {
            int vertices = (int) graph.vertexCount();
            session.launchThreads(BY_VERTEX, vertices, counts, ranked.ranks(), vertices, low, high);
        }

        private void putByEdge(DeviceArray counts, DeviceArray low, DeviceArray high) {
            session.launchWarps(
                    BY_EDGE,
                    graph.leftCount(),
                    new KernelArguments()
                            .with("counts", counts)
                            .with("offsets", core.offsets())
                            .with("coreNeighbors", core.neighbors())
                            .with("lengths", core.lengths())
                            .with("leftOffsets", ranked.leftOffsets())
                            .with("leftNeighbors", ranked.leftNeighbors())
                            .with("leftCount", graph.leftCount())
                            .with("rankOf", ranked.ranks())
                            .with("rootsOnRight", sizes.side() == Side.LEFT ? 0 : 1)
                            .with("low", low)
                            .with("high", high));
        }

        /** Adds the counts by vertex or by edge to {@code counts}; returns the number of all bicliques. */
        private BigInteger totalWith(Counted counted, DeviceArray counts) {
            long[] found;
            try (PivotSearchGpu pivot = pivot(claims)) {
                KernelArguments outputs = new KernelArguments()
                        .with("offsets", core.offsets())
                        .with("coreNeighbors", core.neighbors())
                        .with("lengths", core.lengths())
                        .with("counts", counts);
                found = pivot.search(counted, outputs, result -> false);
            }
            if (found == null) {
                throw tooLarge(config);
            }
            return found[KernelAbi.PIVOT_SUM_OVERFLOW] == 0
                    ? sum(found)
                    : kinds(claims.again()).bicliques()[0][0];
        }
    }

    private static ArithmeticException tooLarge(BicliqueConfig config) {
        return new ArithmeticException("a node or relationship is in 2^127 or more (" + config.p() + "," + config.q()
                + ")-bicliques, more than can be counted for each of them");
    }

    private static BigInteger sum(long[] result) {
        return OffHeapSums.toBigInteger(result[KernelAbi.PIVOT_SUM + 1], result[KernelAbi.PIVOT_SUM]);
    }
}
