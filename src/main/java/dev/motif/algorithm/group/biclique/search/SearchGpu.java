package dev.motif.algorithm.group.biclique.search;

import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceCopy;
import dev.motif.gpu.DeviceGraphCache;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.gpu.graph.DeviceWedges;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The ranked graph, the words by which kernels and host communicate, and the output of the kernels, for both searches
 * on a GPU. A launch ends after a while, or when its output is full; {@link #launch} then passes the output to the
 * consumer, and the next launch goes on from there. Its arrays belong to the session.
 */
public final class SearchGpu {
    private static final KernelSignature COSTS = KernelSignature.of("maximal_bitmap", "maximal_costs_per_vertex");

    private static final long OUTPUT_WORDS = 4L << 20;
    private static final int RECORD_HEADER = 2;

    /** Room for arrays without elements, which take a byte each. */
    private static final long SLACK_BYTES = 256;

    private final GpuSession session;
    private final BipartiteGraph graph;
    private final MaximalBicliqueConfig config;
    private final Pruning pruning;
    private final MaximalBicliqueConsumer consumer;
    private final Execution execution;
    private final long sizeCapacity;
    private final long outputWords;
    private final DeviceArray control;
    private final DeviceArray sizes;
    private final DeviceArray perVertex;
    private final DeviceArray output;
    private DeviceRankedGraph ranked;
    private DeviceArray vertexOf;
    private Facts facts;
    private long claims;
    private long claimed;
    private boolean rootsAreLeft;
    private long[] words = new long[KernelAbi.MAXIMAL_CONTROL_WORDS];

    /**
     * When a launch ends, if it has not done all before.
     *
     * @param nanos the nanoseconds after which it ends at the latest
     * @param early ends it as soon as this is true; asked some thousand times a second
     */
    public record End(long nanos, BooleanSupplier early) {
        /** After the time of a slice. */
        public static final End OF_SLICE = new End(Long.MAX_VALUE, () -> false);
    }

    /**
     * @param consumer receives the bicliques with their members; null to count only
     * @param sizeCapacity how many different sizes can be counted, a power of two; 0 to count none
     */
    public SearchGpu(
            GpuSession session,
            BipartiteGraph graph,
            MaximalBicliqueConfig config,
            Pruning pruning,
            MaximalBicliqueConsumer consumer,
            long sizeCapacity,
            Execution execution) {
        this.session = session;
        this.graph = graph;
        this.config = config;
        this.pruning = pruning;
        this.consumer = consumer;
        this.sizeCapacity = sizeCapacity;
        this.execution = execution;
        long vertices = graph.vertexCount();
        outputWords = consumer == null ? 0 : outputWords(vertices);
        control = session.zeroedLongs(KernelAbi.MAXIMAL_CONTROL_WORDS);
        sizes = session.zeroedLongs(2 * sizeCapacity);
        perVertex = config.perVertex() == PerVertex.NOTHING ? DeviceArray.NULL : session.zeroedLongs(vertices);
        output = session.ints(outputWords);
    }

    /**
     * The copies of a graph that a search needs.
     *
     * @param graph null when only their bytes are wanted
     */
    public static List<DeviceGraphCache.Need> needs(GpuInfo device, GraphSize size, BipartiteGraph graph) {
        return List.of(
                new DeviceGraphCache.Need(
                        DeviceRankedGraph.key(graph),
                        DeviceRankedGraph.peakBytes(device, size.vertices(), size.edges())),
                new DeviceGraphCache.Need(key(graph), size.vertices() * Integer.BYTES + SLACK_BYTES));
    }

    private static DerivedGraphCache.Key key(BipartiteGraph graph) {
        return new DerivedGraphCache.Key(graph, "vertices by rank");
    }

    /** The device memory that this takes beside the copies of the graph. */
    public static long bytes(GraphSize size, MaximalBicliqueConfig config, long sizeCapacity) {
        long vertices = size.vertices();
        return (KernelAbi.MAXIMAL_CONTROL_WORDS + 2 * sizeCapacity) * Long.BYTES
                + (config.perVertex() == PerVertex.NOTHING ? 0 : vertices * Long.BYTES)
                + (sizeCapacity == 0 ? outputWords(vertices) * Integer.BYTES : 0)
                + SLACK_BYTES;
    }

    /** The words of the output, in which there is room for any one biclique. */
    private static long outputWords(long vertices) {
        return Math.max(OUTPUT_WORDS, vertices + RECORD_HEADER);
    }

    /** Facts that the host keeps: an estimate of the work with the roots on either side, and the largest degrees there. */
    private record Facts(long leftCost, long rightCost, long maxLeftDegree, long maxRightDegree) {}

    /** Ranks the graph and chooses the side of the roots, unless the session holds the copies that say this. */
    public void prepare() {
        ranked = DeviceRankedGraph.of(session, graph);
        DeviceCopy copy = session.copy(key(graph));
        if (copy == null) {
            copy = rankVertices();
        }
        vertexOf = copy.arrays().get(0);
        facts = (Facts) copy.facts();
        rootsAreLeft = config.side() == null ? facts.leftCost < facts.rightCost : config.side() == Side.LEFT;
    }

    /** Makes the copy that has the vertex of each rank, and knows about both sides. */
    private DeviceCopy rankVertices() {
        DeviceArray vertices = session.ints(graph.vertexCount());
        DeviceWedges.Rows rows = ranked.wedges().starts();
        session.launchWarps(
                COSTS,
                graph.vertexCount(),
                rows.offsets(),
                rows.neighbors(),
                ranked.ranks(),
                rows.count(),
                graph.leftCount(),
                vertices,
                control);
        long[] found = session.readLongs(control, words.length);
        return session.keepCopy(
                key(graph),
                List.of(vertices),
                new Facts(
                        found[KernelAbi.MAXIMAL_COST_LEFT],
                        found[KernelAbi.MAXIMAL_COST_RIGHT],
                        graph.left().largestDegree(),
                        graph.right().largestDegree()));
    }

    public boolean rootsAreLeft() {
        return rootsAreLeft;
    }

    public long vertexCount() {
        return graph.vertexCount();
    }

    public long edgeCount() {
        return graph.edgeCount();
    }

    public GraphSize size() {
        return GraphSize.of(graph);
    }

    /** The largest degree of a vertex of the root side. */
    public long maxRootDegree() {
        return rootsAreLeft ? facts.maxLeftDegree : facts.maxRightDegree;
    }

    /** A word of the control array, as the last launch has left it. */
    public long word(int word) {
        return words[word];
    }

    public void setWord(int word, long value) {
        words[word] = value;
    }

    /** Whether the last launch ended before the search was over, so that another one must follow. */
    public boolean stopped() {
        return words[KernelAbi.MAXIMAL_STOP] != 0;
    }

    /** Whether there are more different sizes than can be counted. */
    public boolean sizesAreFull() {
        return words[KernelAbi.MAXIMAL_FAILED] == KernelAbi.MAXIMAL_SIZES_FULL;
    }

    /** The number of nodes of the search tree that kernels have looked at. */
    public long nodes() {
        return words[KernelAbi.MAXIMAL_NODES];
    }

    /** Launches a kernel of the search, which nothing but the end of its slice stops. */
    public boolean launch(KernelSignature kernel, int grid, KernelArguments own) {
        return launch(kernel, grid, own, End.OF_SLICE);
    }

    /**
     * Launches a kernel of the search, waits for it, and passes its output to the consumer.
     *
     * @param own the arguments that only this kernel takes
     * @return false when the search cannot go on, since {@link #sizesAreFull}
     */
    public boolean launch(KernelSignature kernel, int grid, KernelArguments own, End end) {
        execution.workers().cancellation().check();
        setWord(KernelAbi.MAXIMAL_STOP, 0);
        setWord(KernelAbi.MAXIMAL_OUTPUT_USED, 0);
        setWord(KernelAbi.MAXIMAL_OUTPUT_END, outputWords);
        setWord(
                KernelAbi.MAXIMAL_THRESHOLD,
                Math.max(word(KernelAbi.MAXIMAL_THRESHOLD), pruning.threshold().getAsLong()));
        session.writeLongs(control, words);
        session.launch(
                kernel, grid, KernelAbi.MAXIMAL_THREADS, 0, arguments(end).with(own));
        boolean[] ended = {false};
        session.await(() -> {
            if (!ended[0] && end.early.getAsBoolean()) {
                session.setBeside(control.from((long) KernelAbi.MAXIMAL_STOP * Long.BYTES), 1);
                ended[0] = true;
            }
        });
        words = session.readLongs(control, words.length);
        if (consumer != null) {
            show(Math.min(words[KernelAbi.MAXIMAL_OUTPUT_USED], words[KernelAbi.MAXIMAL_OUTPUT_END]));
        }
        return !sizesAreFull();
    }

    /**
     * Begins a stage of the search.
     *
     * @param branches the volume of the stage: how many branches there are to search
     */
    public void begin(String stage, long branches) {
        execution.workers().progress().begin(stage, branches);
        claims = branches;
        claimed = 0;
    }

    /**
     * Shows the progress of the stage.
     *
     * @param branches about how many branches have been searched so far; kernels may claim more than there are
     */
    public void showClaimed(long branches) {
        long now = Math.max(claimed, Math.min(branches, claims));
        execution.workers().progress().advance(now - claimed);
        claimed = now;
    }

    private KernelArguments arguments(End end) {
        DeviceWedges.Rows rows = ranked.wedges().starts();
        LongSupplier slice = session.slice();
        LongSupplier nanos = () -> Math.min(slice.getAsLong(), end.nanos);
        Limits limits = new Limits(config.sizes(), rootsAreLeft, pruning);
        return new KernelArguments()
                .with("offsets", rows.offsets())
                .with("neighbors", rows.neighbors())
                .with("vertexOf", vertexOf)
                .with("count", rows.count())
                .with("leftCount", graph.leftCount())
                .with("rootsAreLeft", rootsAreLeft ? 1 : 0)
                .with("minCommons", limits.minCommon)
                .with("maxCommons", limits.maxCommon)
                .with("minRoots", limits.minRoots)
                .with("maxRoots", limits.maxRoots)
                .with("wanted", wanted())
                .with("control", control)
                .with("sizes", sizes)
                .with("sizeCapacity", sizeCapacity)
                .with("perVertex", perVertex)
                .with("output", output)
                .with("outputWords", outputWords)
                .with("nanos", nanos);
    }

    private int wanted() {
        int balanced = pruning.size() == BicliqueSize.BALANCED ? KernelAbi.MAXIMAL_BY_BALANCED_SIZE : 0;
        int one = pruning.one() ? KernelAbi.MAXIMAL_WANT_ONE : 0;
        int members = consumer == null ? 0 : KernelAbi.MAXIMAL_WANT_MEMBERS;
        return balanced
                | one
                | members
                | switch (config.perVertex()) {
                    case NOTHING -> 0;
                    case COUNT -> KernelAbi.MAXIMAL_WANT_VERTEX_COUNTS;
                    case LARGEST -> KernelAbi.MAXIMAL_WANT_VERTEX_LARGEST;
                };
    }

    private void show(long count) {
        if (count == 0) {
            return;
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapInts records = scope.ints(count);
            session.download(output, records);
            FoundOnDevice found = new FoundOnDevice(records, rootsAreLeft);
            for (long at = 0; at < count; at = found.end()) {
                found.read(at);
                consumer.accept(found);
            }
        }
    }

    /**
     * Reads the number of bicliques of each size.
     *
     * @throws ArithmeticException when there are 2^63 or more of one size
     */
    public SizeHistogram sizes() {
        long[] table = session.readLongs(sizes, Math.toIntExact(2 * sizeCapacity));
        SizeHistogram histogram = new SizeHistogram();
        for (int slot = 0; slot < sizeCapacity; slot++) {
            if (table[slot] != 0) {
                long count = table[slot + (int) sizeCapacity];
                if (count < 0) {
                    throw new ArithmeticException("2^63 or more maximal bicliques of one size");
                }
                histogram.add((int) (table[slot] >>> Integer.SIZE), (int) table[slot], count);
            }
        }
        return histogram;
    }

    /** Copies what was counted for each vertex to the arrays of the two sides. */
    public void readVertices(OffHeapLongs left, OffHeapLongs right) {
        session.download(perVertex, left);
        session.download(perVertex.from(left.bytes()), right);
    }

    /**
     * The sum of the workers' run times, divided by the longest of them times the number of workers.
     *
     * @param states the states of the workers on the device
     * @param busyWord the index of the run time in a state
     * @param count the number of workers
     */
    public double busyRatio(DeviceArray states, int wordsPerState, int busyWord, int count) {
        double sum = 0;
        double longest = 1;
        for (double busy : busyNanos(states, wordsPerState, busyWord, count)) {
            sum += busy;
            longest = Math.max(longest, busy);
        }
        return sum / (longest * count);
    }

    /** The run time of each worker in nanoseconds; see {@link #busyRatio}. */
    public double[] busyNanos(DeviceArray states, int wordsPerState, int busyWord, int count) {
        long[] all = session.readLongs(states, wordsPerState * count);
        double[] busy = new double[count];
        Arrays.setAll(busy, worker -> all[worker * wordsPerState + busyWord]);
        return busy;
    }
}
