package dev.motif.algorithm.similar.pairs;

import dev.motif.backend.Backend;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.gpu.driver.GpuException;
import dev.motif.gpu.graph.DeviceBipartiteGraph;
import dev.motif.gpu.graph.DeviceSort;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.gpu.graph.DeviceWedges;
import dev.motif.gpu.graph.DeviceWeights;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.TwoPathCounter;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.WeightUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * Finds the pairs of some sources on a GPU (common_neighbors_pairs.cu). Nothing stays on the device but the copy of the
 * graph, so that a caller who reads slowly keeps no memory from others.
 */
public record PairBatchGpu(Graph graph, PairBatch.Config config, Execution execution, GpuDevice device) {
    private static final String MODULE = "common_neighbors_pairs";
    private static final KernelSignature WORK = KernelSignature.of(MODULE, "pairs_work_per_source");

    /** The most pairs of a source that the device chooses; where more are wanted, it gives all. */
    static final int MOST_CHOSEN = 512;

    /** The most pairs and headers of a batch, unless a single source may have more. */
    static final long ROWS = 1L << 23;

    private static final long MORE_HEADERS = 4096;
    private static final int MOST_SOURCES = 1 << 20;
    private static final int LEAST_CAPACITY = 512;

    /** The most shared memory of a kernel besides what its launch asks for, in bytes. */
    private static final int STATIC_BYTES = 14 << 10;

    /** The static shared memory that sums take in addition. */
    private static final int STATIC_SUM_BYTES = 5 << 10;

    /** The number of vertices below which counters of all vertices are cleared faster than large hash tables. */
    private static final int FEW_VERTICES = 1 << 18;

    /** The most kernels of a launch: of hash tables of three sizes, and of windows. */
    private static final int MOST_KINDS = 4;

    private static final int BYTES_PER_SLOT = 2 * Integer.BYTES;

    /** The least degree of a common neighbor. */
    private static final int LEAST_SHARED = 2;

    /** The blocks of a multiprocessor that count in windows. */
    private static final int WINDOW_BLOCKS = 2;

    private static final int COUNTERS_PER_WORD = 2;
    private static final int WORDS_AT_ONCE = 4;

    /**
     * A kernel for sources of some work, which a block takes one by one.
     *
     * @param hash whether it has hash tables; otherwise windows of counters
     * @param leastWork the least work of its sources, 2 or a power of two above; sources with more than the next kind's
     *     work are its own
     * @param units slots of a hash table, or words of counters
     * @param unitBytes of shared memory
     */
    private record Blocks(KernelSignature kernel, boolean hash, int leastWork, int threads, int units, int unitBytes) {
        int keyTo() {
            return KernelAbi.workKey(leastWork) + 1;
        }

        int sharedBytes(int capacity) {
            return capacity * KernelAbi.PAIRS_CANDIDATE_BYTES + units * unitBytes;
        }
    }

    /** The values of pairs, with the kernels that compute them. */
    private enum Values {
        /** The numbers of common neighbors. */
        COUNTS("pairs_hash_per_block", "pairs_windows_per_block", 0),
        /** Sums of weights. */
        SUMS("pairs_sums_hash_per_block", "pairs_sums_windows_per_block", 3),
        /** Sums of weights of edges that have fewer than 2^32 units. */
        NARROW_SUMS("pairs_narrow_hash_per_block", "pairs_narrow_windows_per_block", 1);

        private final KernelSignature hash;
        private final KernelSignature windows;

        /** The bytes of a sum beside a counter. */
        private final int sumBytes;

        Values(String hash, String windows, int sumWords) {
            this.hash = KernelSignature.of(MODULE, hash);
            this.windows = KernelSignature.of(MODULE, windows);
            this.sumBytes = sumWords * Integer.BYTES;
        }
    }

    record Version(PairBatch.Config config) implements GpuVersion.Undivided<Graph, PairBatch> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return device.obstacle(copyBytes(size) + workBytes(device.info(), size, config));
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.range(
                            "pairs of a batch", 0, Math.max(resultBytes(size, config), byDegreeBytes(size, config))),
                    copyBytes(size),
                    MemoryEstimate.of("pairs of a batch", workBytes(device.info(), size, config)));
        }

        /** Each of several devices claims ranges of the sources. */
        @Override
        public PairBatch run(Graph graph, Execution execution, List<GpuDevice> devices) {
            if (devices.size() == 1) {
                return new PairBatchGpu(graph, config, execution, devices.get(0)).find();
            }
            int most = mostSources(config.wanted());
            return PairBatch.of(DeviceGroup.run(devices, WorkPart.WHOLE, execution, (own, device, share) -> {
                share.begin(config.count(), config.from());
                LongUnaryOperator end =
                        from -> from + (long) Math.min(most, Math.ceil(share.next(config.count() - from)));
                List<PairBatch> found = new ArrayList<>();
                try {
                    for (Range range = share.claim(0, config.count(), end);
                            range != null;
                            range = share.claim(0, config.count(), end)) {
                        for (long from = range.from(); from < range.to(); ) {
                            PairBatch batch =
                                    new PairBatchGpu(graph, config.part(from, range.to()), own, device).find();
                            found.add(batch);
                            from = batch.end() - config.from();
                        }
                    }
                    return PairBatch.of(found);
                } catch (RuntimeException | Error e) {
                    found.forEach(PairBatch::close);
                    throw e;
                }
            }));
        }
    }

    /**
     * Makes a result that finds its pairs while it is read.
     *
     * @param <R> the result
     */
    @FunctionalInterface
    public interface Opener<R> {
        R open(Graph graph, Execution execution, Backend.Choice choice);
    }

    /**
     * Finds the pairs of all sources, in batches, while the result is read.
     *
     * @param batch as large as a batch is
     */
    private record All<R extends AutoCloseable>(
            Version batch, Function<GraphSize, MemoryEstimate> heap, Opener<R> opener)
            implements GpuVersion.Undivided<Graph, R> {
        @Override
        public String obstacle(GpuDevice device, Graph graph) {
            DeviceBatches.Wanted wanted = batch.config.wanted();
            String rounded = wanted.weights() == null ? null : wanted.weights().obstacle(wanted.squares());
            return rounded != null ? rounded : obstacle(device, GraphSize.of(graph));
        }

        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return batch.obstacle(device, size);
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return batch.estimate(device, size).withHeap(heap.apply(size));
        }

        @Override
        public R run(Graph graph, Execution execution, List<GpuDevice> devices) {
            return opener.open(graph, execution, new Backend.Choice(Backend.GPU, devices, "asked for"));
        }
    }

    /**
     * How a device finds all of these pairs while a result of {@code opener} is read, which uses {@link DeviceBatches}.
     *
     * @param heap what the result holds on the heap
     */
    public static <R extends AutoCloseable> GpuVersion<Graph, R> ofAll(
            DeviceBatches.Wanted wanted, Function<GraphSize, MemoryEstimate> heap, Opener<R> opener) {
        Version batch = new Version(new PairBatch.Config(wanted, 0, mostSources(wanted)));
        return new All<>(batch, heap, opener);
    }

    static int mostSources(DeviceBatches.Wanted wanted) {
        return (int) Math.min(MOST_SOURCES, ROWS / (chosen(wanted) * wanted.words() + 1));
    }

    /** How many pairs of a source the device chooses; 0 when it gives all. */
    private static int chosen(DeviceBatches.Wanted wanted) {
        return wanted.limit() <= MOST_CHOSEN ? wanted.limit() : 0;
    }

    private static long vertices(GraphSize size, PairBatch.Config config) {
        return config.wanted().side() == Side.RIGHT && size.right() > 0 ? size.right() : size.left();
    }

    /** The most sources of a batch of a graph on one device. */
    private static long sources(GraphSize size, PairBatch.Config config) {
        return Math.min(Math.min(config.count(), mostSources(config.wanted())), vertices(size, config));
    }

    private static long rows(GraphSize size, PairBatch.Config config) {
        long words = config.wanted().words();
        long chosen = chosen(config.wanted());
        long sources = sources(size, config);
        if (chosen > 0) {
            return sources * (chosen * words + 1);
        }
        // A source has a header for each time that its candidates have filled their room, and for each launch.
        long single = vertices(size, config) * words + vertices(size, config) / GpuSession.WARP_SIZE + MORE_HEADERS;
        return Math.max(single, Math.min(ROWS, sources * single));
    }

    private static long copyBytes(GraphSize size) {
        return size.right() > 0
                ? DeviceBipartiteGraph.bytes(size.vertices(), size.edges())
                : Math.max(
                        DeviceBipartiteGraph.bytes(size.vertices(), size.edges()),
                        DeviceUnipartiteGraph.bytes(size.vertices(), size.edges()));
    }

    private static long resultBytes(GraphSize size, PairBatch.Config config) {
        return rows(size, config) * Long.BYTES + sources(size, config) * Integer.BYTES;
    }

    private static long workBytes(GpuInfo device, GraphSize size, PairBatch.Config config) {
        return resultBytes(size, config)
                + DeviceSort.bytes(device, sources(size, config))
                + sources(size, config) * Integer.BYTES
                + weightBytes(size, config)
                + (KernelAbi.WORK_KEYS + 2L + MOST_KINDS + mostWindowBlocks(device)) * Long.BYTES
                + SlicedLaunches.bytes(MOST_KINDS)
                + DeviceArray.SLACK_BYTES;
    }

    /** The most bytes of weights: by degree, or of all edges, slots and vertices. */
    private static long weightBytes(GraphSize size, PairBatch.Config config) {
        if (config.wanted().weights() != null) {
            return DeviceWeights.bytes(size.vertices(), size.edges())
                    + (2 * size.edges() + vertices(size, config)) * Long.BYTES;
        }
        return byDegreeBytes(size, config);
    }

    /** The most bytes of weights by degree. */
    private static long byDegreeBytes(GraphSize size, PairBatch.Config config) {
        return config.wanted().sums() ? (LEAST_SHARED + vertices(size, config)) * Long.BYTES : 0;
    }

    private static int mostWindowBlocks(GpuInfo device) {
        return WINDOW_BLOCKS * device.multiprocessors();
    }

    private static int capacity(PairBatch.Config config) {
        return Math.max(LEAST_CAPACITY, 2 * Integer.highestOneBit(2 * chosen(config.wanted()) - 1));
    }

    /** The kernels, the one for the heaviest sources first. */
    private static List<Blocks> blocks(GpuInfo device, long vertices, PairBatch.Config config, Values values) {
        int candidates = capacity(config) * KernelAbi.PAIRS_CANDIDATE_BYTES;
        boolean sums = values != Values.COUNTS;
        int statics = STATIC_BYTES + (sums ? STATIC_SUM_BYTES : 0);
        int slotBytes = BYTES_PER_SLOT + values.sumBytes;
        int most = sums ? 1 << 13 : 1 << 14;
        List<Blocks> hash = new ArrayList<>();
        // Windows of sums are so small that tables are better for few vertices too.
        if (vertices > FEW_VERTICES || sums) {
            hash.add(new Blocks(values.hash, true, most / 4, KernelAbi.PAIRS_THREADS_MAX, most, slotBytes));
            hash.add(new Blocks(values.hash, true, 512, KernelAbi.PAIRS_THREADS_MAX, most / 2, slotBytes));
        }
        hash.add(new Blocks(values.hash, true, 2, 128, 1 << 10, slotBytes));
        hash.removeIf(kind -> kind.sharedBytes(capacity(config)) + statics > device.sharedBytesPerBlock());
        int wordBytes = Integer.BYTES + values.sumBytes;
        int countersPerWord = sums ? 1 : COUNTERS_PER_WORD;
        long free = (device.sharedBytesPerBlock() / WINDOW_BLOCKS - statics - candidates) / wordBytes;
        long needed = (vertices + countersPerWord - 1) / countersPerWord + WORDS_AT_ONCE - 1;
        int words = (int) Math.min(free, needed) / WORDS_AT_ONCE * WORDS_AT_ONCE;
        List<Blocks> all = new ArrayList<>();
        int leastOfWindows = hash.isEmpty() ? 2 : hash.get(0).units / 2;
        all.add(new Blocks(values.windows, false, leastOfWindows, KernelAbi.PAIRS_THREADS_MAX, words, wordBytes));
        all.addAll(hash);
        return all;
    }

    /** Finds the pairs of the sources that the memory has room for. The caller owns the result. */
    private PairBatch find() {
        GraphSize size = GraphSize.of(graph);
        try (GpuSession session =
                device.open(key(), workBytes(device.info(), size, config), copyBytes(size), execution.workers())) {
            Sides sides = execution.time(Stage.TRANSFER, () -> sides(session));
            Run run = execution.time(Stage.TRANSFER, () -> new Run(session, sides));
            int[] count = {config.count()};
            execution.times().add(Stage.COMPUTE, session.time(() -> count[0] = run.findSome()));
            return execution.time(Stage.TRANSFER, () -> run.download(count[0]));
        }
    }

    private record Sides(DeviceWedges.Rows first, DeviceWedges.Rows second) {}

    private DerivedGraphCache.Key key() {
        return graph instanceof BipartiteGraph bipartite
                ? DeviceBipartiteGraph.key(bipartite)
                : DeviceUnipartiteGraph.key((UnipartiteGraph) graph);
    }

    /** The side of the sources; of no meaning for a unipartite graph. */
    private Side side() {
        return Side.of(config.wanted().side() != Side.RIGHT);
    }

    private Values values() {
        EdgeWeights weights = config.wanted().weights();
        if (weights != null
                && weights.areSumsInts(
                        graph.rows(side()).largestDegree(), config.wanted().squares())) {
            return Values.NARROW_SUMS;
        }
        return config.wanted().sums() ? Values.SUMS : Values.COUNTS;
    }

    private Sides sides(GpuSession session) {
        if (graph instanceof BipartiteGraph bipartite) {
            DeviceBipartiteGraph copy = DeviceBipartiteGraph.of(session, bipartite);
            return config.wanted().side() == Side.RIGHT
                    ? new Sides(copy.right(), copy.left())
                    : new Sides(copy.left(), copy.right());
        }
        DeviceWedges.Rows rows =
                DeviceUnipartiteGraph.of(session, (UnipartiteGraph) graph).rows();
        return new Sides(rows, rows);
    }

    private DeviceWeights weightsOfEdges(GpuSession session, boolean narrow) {
        EdgeWeights weights = config.wanted().weights();
        return graph instanceof BipartiteGraph bipartite
                ? DeviceWeights.of(session, DeviceBipartiteGraph.of(session, bipartite), weights, unit(), narrow)
                : DeviceWeights.of(
                        session,
                        (UnipartiteGraph) graph,
                        weights,
                        unit(),
                        narrow,
                        execution.memory(),
                        execution.workers());
    }

    private WeightUnit unit() {
        return config.wanted().weights().unit(config.wanted().squares());
    }

    /** Finds the pairs of the sources on one device, and copies them to the host; holds the arrays of the device. */
    private final class Run {
        private final GpuSession session;
        private final Sides sides;
        private final List<Blocks> kinds;
        private final DeviceSort sort;
        private final DeviceArray order;
        private final DeviceArray keyStarts;
        private final DeviceArray heads;
        private final DeviceArray rows;
        private final long rowLimit;
        private final DeviceArray used;
        private final DeviceArray claimed;
        private final DeviceArray rests;
        /** Units of the weights of middles by their degrees, or of edges by slot; null where values are not sums. */
        private final DeviceArray weights;

        private final DeviceArray secondWeights;
        private final DeviceArray totals;

        private final SlicedLaunches launches;

        Run(GpuSession session, Sides sides) {
            this.session = session;
            this.sides = sides;
            Values values = values();
            this.kinds = blocks(session.info(), sides.first.count(), config, values);
            this.sort = new DeviceSort(session, config.count());
            this.order = session.ints(config.count());
            this.keyStarts = session.longs(KernelAbi.WORK_KEYS + 1L);
            this.heads = session.ints(config.count());
            this.rowLimit = rows(GraphSize.of(graph), config);
            this.rows = session.longs(rowLimit);
            this.used = session.longs(1);
            this.claimed = session.longs(kinds.size());
            this.rests = session.longs(mostWindowBlocks(session.info()));
            if (config.wanted().weights() == null) {
                this.weights = config.wanted().sums() ? weights() : null;
                this.secondWeights = DeviceArray.NULL;
                this.totals = DeviceArray.NULL;
            } else {
                DeviceWeights ofEdges = weightsOfEdges(session, values == Values.NARROW_SUMS);
                this.weights = ofEdges.bySlot(sides.first);
                this.secondWeights = graph instanceof UnipartiteGraph ? weights : ofEdges.bySlot(sides.second);
                this.totals =
                        ofEdges.totals(sides.first, weights, config.wanted().squares());
                ofEdges.free();
            }
            this.launches = new SlicedLaunches(
                    session, kinds.size(), execution.workers().cancellation());
        }

        private DeviceArray weights() {
            SimilarityMetric metric = config.wanted().metric();
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                OffHeapLongs byDegree = scope.zeroedLongs(
                        LEAST_SHARED + graph.rows(side().other()).largestDegree());
                for (long degree = LEAST_SHARED; degree < byDegree.length(); degree++) {
                    byDegree.set(degree, TwoPathCounter.units(metric.weight(degree)));
                }
                return session.uploaded(byDegree);
            }
        }

        /**
         * Finds the pairs of the sources that the memory has room for, trying half of them after each failure; returns
         * their number.
         */
        int findSome() {
            int count = config.count();
            find(count);
            while (session.readLongs(used, 1)[0] > rowLimit) {
                if (count == 1) {
                    throw new GpuException("one source has more pairs than there are vertices");
                }
                count /= 2;
                find(count);
            }
            return count;
        }

        private void find(int count) {
            List.of(heads, used, claimed, rests).forEach(session::clear);
            session.launchWarps(
                    WORK,
                    count,
                    new KernelArguments()
                            .with("firstOffsets", sides.first.offsets())
                            .with("firstNeighbors", sides.first.neighbors())
                            .with("secondOffsets", sides.second.offsets())
                            .with("from", config.from())
                            .with("count", count)
                            .with("leastDegree", config.wanted().degreeCutoff())
                            .with("mostDegree", config.wanted().upperDegreeCutoff())
                            .with("keys", sort.keys())
                            .with("values", sort.values()));
            sort.sortByDigit(count, order, keyStarts);
            int keyFrom = 0;
            for (int i = 0; i < kinds.size(); i++) {
                add(kinds.get(i), i, keyFrom, count);
                keyFrom = kinds.get(i).keyTo();
            }
            launches.run();
        }

        private void add(Blocks kind, int index, int keyFrom, int count) {
            int capacity = capacity(config);
            int sharedBytes = kind.sharedBytes(capacity);
            int resident = session.residentBlocks(kind.kernel, kind.threads, sharedBytes);
            KernelArguments arguments = new KernelArguments()
                    .with("firstOffsets", sides.first.offsets())
                    .with("firstNeighbors", sides.first.neighbors())
                    .with("secondOffsets", sides.second.offsets())
                    .with("secondNeighbors", sides.second.neighbors())
                    .with("vertices", sides.first.count())
                    .with("from", config.from())
                    .with("order", order)
                    .with("keyStarts", keyStarts)
                    .with("keyFrom", keyFrom)
                    .with("keyTo", kind.keyTo())
                    .with("metric", metric(config.wanted().metric()))
                    .with("flags", flags())
                    .with("cutoff", Double.doubleToRawLongBits(config.wanted().similarityCutoff()))
                    .with("minCommon", config.wanted().minCommon())
                    .with("leastDegree", config.wanted().degreeCutoff())
                    .with("mostDegree", config.wanted().upperDegreeCutoff())
                    .with("limit", chosen(config.wanted()))
                    .with("capacity", capacity)
                    .with("rows", rows)
                    .with("rowLimit", rowLimit)
                    .with("used", used)
                    .with("heads", heads)
                    .with("claimed", claimed.from((long) index * Long.BYTES))
                    .with(kind.hash() ? "slots" : "words", kind.units);
            if (!kind.hash()) {
                arguments.with("rests", rests);
            }
            if (weights != null) {
                arguments
                        .with("weights", weights)
                        .with("secondWeights", secondWeights)
                        .with("totals", totals)
                        .with("scale", scale());
            }
            int most = kind.hash() ? resident : Math.min(resident, mostWindowBlocks(session.info()));
            launches.add(kind.kernel, session.blocks(count, 1, most), kind.threads, sharedBytes, arguments);
        }

        /** The bits of the weight that a unit is. */
        private long scale() {
            return config.wanted().weights() == null ? 0 : Double.doubleToRawLongBits(unit().weight(1));
        }

        private int flags() {
            return (config.wanted().least() ? KernelAbi.PAIRS_LEAST : 0)
                    | (config.wanted().above() ? KernelAbi.PAIRS_ABOVE : 0)
                    | (graph instanceof UnipartiteGraph ? KernelAbi.PAIRS_ADJACENT : 0)
                    | (config.wanted().weights() != null ? KernelAbi.PAIRS_WEIGHED : 0);
        }

        private PairBatch download(int count) {
            long length = session.readLongs(used, 1)[0];
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                OffHeapInts ownHeads = scope.ints(count);
                OffHeapLongs ownRows = scope.longs(length);
                session.download(heads, ownHeads);
                session.download(rows, ownRows);
                return new PairBatch(List.of(new PairBatch.Piece(
                        config.from(),
                        scope.keep(ownHeads),
                        scope.keep(ownRows),
                        config.wanted().words())));
            }
        }
    }

    private static int metric(SimilarityMetric metric) {
        return switch (metric) {
            case COUNT -> KernelAbi.PAIRS_COUNT;
            case JACCARD -> KernelAbi.PAIRS_JACCARD;
            case OVERLAP -> KernelAbi.PAIRS_OVERLAP;
            case COSINE -> KernelAbi.PAIRS_COSINE;
            case STRUCTURAL -> KernelAbi.PAIRS_STRUCTURAL;
            case TOTAL_NEIGHBORS -> KernelAbi.PAIRS_TOTAL_NEIGHBORS;
            case PREFERENTIAL_ATTACHMENT -> KernelAbi.PAIRS_PREFERENTIAL_ATTACHMENT;
            case ADAMIC_ADAR, RESOURCE_ALLOCATION, NEWMAN -> KernelAbi.PAIRS_SUM;
        };
    }
}
