package dev.motif.algorithm.group.clique;

import dev.motif.algorithm.count.clique.search.CliqueLeafHistogramGpu;
import dev.motif.algorithm.count.clique.search.CliqueRootsGpu;
import dev.motif.backend.Counts;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceOrientedGraph;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Searches maximal cliques, or all of one size, on a device (maximal_clique.cu): makes the graphs around roots until their pool is full,
 * searches them, and so on. A launch stops after a slice of time, or when its output is full, and the next one goes on from
 * there. Its arrays belong to the session.
 */
final class MaximalCliqueSearchGpu {
    private static final String MODULE = "maximal_clique";
    private static final KernelSignature GRAPHS = KernelSignature.of(MODULE, "maximal_clique_graphs_per_block");
    private static final KernelSignature SIZES = KernelSignature.of(MODULE, "maximal_clique_sizes_per_warp");
    private static final KernelSignature VERTICES = KernelSignature.of(MODULE, "maximal_clique_vertices_per_warp");
    private static final KernelSignature LISTS = KernelSignature.of(MODULE, "maximal_clique_lists_per_warp");
    private static final KernelSignature SIZED_LISTS = KernelSignature.of(MODULE, "clique_lists_of_size_per_warp");

    enum Output {
        /** The number of maximal cliques by size, and by vertex where this is asked for. */
        COUNTS,
        /** Maximal cliques with their members. */
        MAXIMAL,
        /** All cliques with their members, whose size is the least and the most that is wanted, 2 or more. */
        SIZED
    }

    /** A block keeps this part of the histogram in shared memory: the smallest sizes, and the fewest pairs. */
    private static final int WINDOW_ROWS = 96;

    private static final int WINDOW_COLUMNS = 4;

    private static final int WARPS_PER_BLOCK = KernelAbi.KCLIQUE_THREADS / Integer.SIZE;
    private static final int QUEUE_SLOTS = 8192;
    private static final long MOST_OUTPUT_INTS = 4L << 20;

    /** The output of the first launch; it doubles with each that it was too small for, so that the first cliques come soon. */
    private static final long FIRST_OUTPUT_INTS = 1L << 16;

    private static final long CLIQUES_PER_TASK = 1 << 12;

    private final GpuSession session;
    private final CliqueRootsGpu roots;
    private final DeviceUnipartiteGraph plain;
    private final DeviceArray order;
    private final MaximalCliqueConfig config;
    private final Deadline deadline;
    private final Execution execution;
    private final Workers workers;
    private final Output output;

    private final KernelSignature kernel;

    private final int setInts;
    private final int frameInts;
    private final int frames;
    private final int listInts;
    private final int sharedBytes;
    private final int graphSharedBytes;
    private final int blocks;
    private final int graphBlocks;
    private final int queueSlots;
    private final long poolInts;
    private final long outputBytes;

    private final DeviceArray pool;
    private final DeviceArray places;

    /** The words of the queue, and then the words of the state. */
    private final DeviceArray words;

    /** The same as the host has them. */
    private long[] host = new long[KernelAbi.QUEUE_CONTROL_WORDS + KernelAbi.MAXIMAL_CLIQUE_STATE_WORDS];

    private long taskCount;
    private long graphCount;

    /** The words of the output that the next launch may use. */
    private long outputInts;

    /**
     * Allocates what all launches share.
     *
     * @param order the vertices of {@code plain} by falling ranks
     * @param largestDegree the largest degree of {@code plain}
     * @param budgetBytes the device memory that graphs, stacks, the queue and outputs, without the caller's, may take
     * @throws IllegalArgumentException when the root with the most candidates needs more
     */
    MaximalCliqueSearchGpu(
            GpuSession session,
            CliqueRootsGpu roots,
            DeviceUnipartiteGraph plain,
            DeviceArray order,
            long largestDegree,
            MaximalCliqueConfig config,
            Output output,
            long budgetBytes,
            Execution execution) {
        this.session = session;
        this.roots = roots;
        this.plain = plain;
        this.order = order;
        this.config = config;
        this.deadline = execution.deadline();
        this.execution = execution;
        this.workers = execution.workers();
        this.output = output;
        kernel = switch (output) {
            case COUNTS -> config.perVertex() ? VERTICES : SIZES;
            case MAXIMAL -> LISTS;
            case SIZED -> SIZED_LISTS;
        };
        boolean lists = output != Output.COUNTS;
        int sets = kernel == SIZES ? 3 : 4;
        int most = roots.mostCandidates();
        setInts = (most + Integer.SIZE - 1) / Integer.SIZE;
        frameInts = KernelAbi.MAXIMAL_CLIQUE_FRAME_HEADER + sets * setInts;
        // Each node on a stack has one candidate less than the one below it.
        frames = most + 1;
        listInts = output == Output.SIZED ? 1 : Math.max(1, Math.toIntExact(largestDegree));
        sharedBytes = (lists ? 0 : WINDOW_ROWS * WINDOW_COLUMNS * Long.BYTES)
                + Integer.BYTES * WARPS_PER_BLOCK * (KernelAbi.KCLIQUE_LIST_WORDS + (sets - 1) * setInts);
        graphSharedBytes = Integer.BYTES * setInts * KernelAbi.KCLIQUE_BLOCK_THREADS / Integer.SIZE;
        long blockBytes = (long) Integer.BYTES * WARPS_PER_BLOCK * ((long) frames * frameInts + listInts + 2);
        outputBytes = lists
                ? Integer.BYTES
                        * Math.max(leastOutputInts(), Math.min(MOST_OUTPUT_INTS, budgetBytes / 16 / Integer.BYTES))
                : 2L * Long.BYTES * histogramRows() * histogramColumns();
        checkFits(Math.max(blockBytes, 2 * outputBytes), budgetBytes / 4);
        int resident = session.residentBlocks(kernel, KernelAbi.KCLIQUE_THREADS, sharedBytes);
        blocks = (int) Math.max(1, Math.min(resident, budgetBytes / 4 / blockBytes));
        graphBlocks = session.residentBlocks(GRAPHS, KernelAbi.KCLIQUE_BLOCK_THREADS, graphSharedBytes);
        queueSlots = (int)
                Math.max(1, Math.min(QUEUE_SLOTS, budgetBytes / 8 / Integer.BYTES / ((long) frameInts + listInts + 1)));
        outputInts = Math.max(leastOutputInts(), Math.min(FIRST_OUTPUT_INTS, outputBytes / Integer.BYTES));
        poolInts = budgetBytes / 2 / Integer.BYTES;
        pool = session.ints(poolInts);
        places = session.longs((long) KernelAbi.MAXIMAL_CLIQUE_GRAPH_WORDS * roots.count());
        words = session.zeroedLongs(host.length);
    }

    /**
     * The most bytes of cliques that a launch puts out.
     *
     * @param least what a node of the search may put out at once, as 32-bit words
     */
    static long mostOutputBytes(long least) {
        return Integer.BYTES * Math.max(least, MOST_OUTPUT_INTS);
    }

    /** Room for a clique, or for all cliques of one size that a node of the search puts out at once. */
    private long leastOutputInts() {
        long most = roots.mostCandidates();
        return output == Output.SIZED ? most * (config.maxSize() + 1) : most + 2;
    }

    private int histogramRows() {
        return roots.mostCandidates() + 2;
    }

    private int histogramColumns() {
        return roots.mostCandidates() / 2 + 1;
    }

    private void checkFits(long bytes, long budgetBytes) {
        boolean fitsShared =
                Math.max(sharedBytes, graphSharedBytes) <= session.info().sharedBytesPerBlock();
        if (!fitsShared || bytes > budgetBytes) {
            throw tooLarge(Bytes.toText(bytes), Bytes.toText(budgetBytes));
        }
    }

    private IllegalArgumentException tooLarge(String needed, String budget) {
        return new IllegalArgumentException("one start node has " + roots.mostCandidates()
                + " candidates, and one node "
                + listInts + " neighbors, for which a search needs " + needed + " of device memory, but only " + budget
                + " may be used for it: use `backend: 'CPU'`");
    }

    /**
     * Counts the cliques of each size, from 0 to the size of the largest.
     *
     * @param chunks gives the chunks of roots to search from, null after the last
     * @param counts receives the cliques of each vertex, added to its values; not used where they are not counted
     * @throws IllegalArgumentException when a vertex is in 2^63 or more
     */
    BigInteger[] count(Supplier<Range> chunks, DeviceArray counts) {
        CliqueLeafHistogramGpu leaves = new CliqueLeafHistogramGpu(
                session.zeroedLongs(2L * histogramRows() * histogramColumns()), histogramRows(), histogramColumns());
        KernelArguments outputs = new KernelArguments()
                .with("cells", leaves.words())
                .with("columns", leaves.columns())
                .with("windowRows", WINDOW_ROWS)
                .with("windowColumns", WINDOW_COLUMNS);
        search(chunks, config.perVertex() ? outputs.with("counts", counts) : outputs, () -> 0, () -> {});
        BigInteger[] bySize = Counts.zeros(leaves.rows());
        leaves.forEach(session, (size, pairs, times) -> bySize[size] = bySize[size].add(times.shiftLeft(pairs)));
        int sizes = bySize.length;
        while (sizes > 0 && bySize[sizes - 1].signum() == 0) {
            sizes--;
        }
        return Arrays.copyOf(bySize, sizes);
    }

    /**
     * Passes on all cliques, each as its vertices, ascending: cliques of one size on all workers.
     *
     * @param chunks see {@link #count}
     * @param leastSize the fewest vertices of cliques that are of interest; may grow
     * @param one whether smaller cliques than one that was found are of no interest; false for cliques of one size
     */
    void list(Supplier<Range> chunks, IntSupplier leastSize, boolean one, Consumer<int[]> found) {
        DeviceArray cliques = session.bytes(outputBytes);
        KernelArguments outputs = new KernelArguments().with("output", cliques).with("outputWords", () -> outputInts);
        search(chunks, output == Output.MAXIMAL ? outputs.with("one", one ? 1 : 0) : outputs, leastSize, () -> {
            show(cliques, found);
            if (state(KernelAbi.MAXIMAL_CLIQUE_OUTPUT_USED) > outputInts) {
                outputInts = Math.min(2 * outputInts, outputBytes / Integer.BYTES);
            }
        });
    }

    private void show(DeviceArray cliques, Consumer<int[]> found) {
        long count = Math.min(state(KernelAbi.MAXIMAL_CLIQUE_OUTPUT_USED), state(KernelAbi.MAXIMAL_CLIQUE_OUTPUT_END));
        if (count == 0) {
            return;
        }
        try (OffHeapInts records = execution.memory().ints(count)) {
            session.download(cliques, records);
            if (output == Output.SIZED) {
                long ints = 1L + config.maxSize();
                workers.forRanges(
                        count / ints,
                        CLIQUES_PER_TASK,
                        (worker, from, to) -> read(records, from * ints, to * ints, found));
            } else {
                read(records, 0, count, found);
            }
        }
    }

    /** Passes on the cliques in {@code [from, to)} of {@code records}. */
    private static void read(OffHeapInts records, long from, long to, Consumer<int[]> found) {
        for (long at = from; at < to; ) {
            int[] clique = new int[records.get(at)];
            records.copyTo(at + 1, clique, clique.length);
            at += 1 + clique.length;
            Arrays.sort(clique);
            found.accept(clique);
        }
    }

    /**
     * Searches from all roots of some chunks. May be called once only.
     *
     * @param outputs the arguments that only this kernel takes
     */
    private void search(Supplier<Range> chunks, KernelArguments outputs, IntSupplier leastSize, Runnable afterLaunch) {
        workers.progress().begin(MaximalCliqueCpu.STAGE, roots.count());
        DeviceArray tasks = roots.tasks(session);
        KernelArguments making = makingArguments(tasks);
        KernelArguments searching = searchArguments().with(outputs);
        long done = 0;
        for (Range taken = chunks.get(); taken != null; taken = chunks.get()) {
            taskCount = roots.putTasks(session, taken, tasks, 0);
            setState(KernelAbi.MAXIMAL_CLIQUE_CLAIMED, 0);
            long shown = 0;
            do {
                makeGraphs(making);
                long claimed = Math.min(taskCount, state(KernelAbi.MAXIMAL_CLIQUE_CLAIMED));
                while (host[KernelAbi.QUEUE_PENDING] != 0) {
                    searchGraphs(searching, leastSize);
                    afterLaunch.run();
                    if (host[KernelAbi.QUEUE_PENDING] != 0 && deadline.requested()) {
                        throw deadline.error(done + shown, roots.count());
                    }
                }
                workers.progress().advance(claimed - shown);
                shown = claimed;
            } while (poolWasFull());
            done += taskCount;
        }
        session.free(tasks);
    }

    private boolean poolWasFull() {
        return state(KernelAbi.MAXIMAL_CLIQUE_POOL_FULL) != 0;
    }

    /** Makes graphs in the place of the graphs before, until all roots have theirs, or there is no room for more. */
    private void makeGraphs(KernelArguments arguments) {
        setState(KernelAbi.MAXIMAL_CLIQUE_GRAPHS, 0);
        setState(KernelAbi.MAXIMAL_CLIQUE_POOL_USED, 0);
        setState(KernelAbi.MAXIMAL_CLIQUE_POOL_FULL, 0);
        host[KernelAbi.QUEUE_TAKEN] = 0;
        do {
            launch(GRAPHS, graphBlocks, KernelAbi.KCLIQUE_BLOCK_THREADS, graphSharedBytes, arguments);
            if (state(KernelAbi.MAXIMAL_CLIQUE_TOO_LARGE) != 0) {
                throw tooLarge("more", Bytes.toText(poolInts * Integer.BYTES));
            }
        } while (!poolWasFull() && state(KernelAbi.MAXIMAL_CLIQUE_CLAIMED) < taskCount);
        graphCount = state(KernelAbi.MAXIMAL_CLIQUE_GRAPHS);
    }

    private void searchGraphs(KernelArguments arguments, IntSupplier leastSize) {
        setState(KernelAbi.MAXIMAL_CLIQUE_OUTPUT_USED, 0);
        setState(KernelAbi.MAXIMAL_CLIQUE_OUTPUT_END, output == Output.COUNTS ? 0 : outputInts);
        setState(
                KernelAbi.MAXIMAL_CLIQUE_THRESHOLD,
                Math.max(state(KernelAbi.MAXIMAL_CLIQUE_THRESHOLD), leastSize.getAsInt()));
        launch(kernel, blocks, KernelAbi.KCLIQUE_THREADS, sharedBytes, arguments);
        session.checkNotStuck(host[KernelAbi.QUEUE_STUCK]);
        if (state(KernelAbi.MAXIMAL_CLIQUE_OVERFLOW) != 0) {
            throw config.perVertex()
                    ? MaximalCliqueResult.tooManyOfOne(null)
                    : new ArithmeticException("2^128 leaves of one kind, too many to be counted on a GPU");
        }
    }

    /** Launches a kernel with the words that the host has, and reads them afterwards. */
    private void launch(KernelSignature launched, int grid, int threads, int shared, KernelArguments arguments) {
        workers.cancellation().check();
        session.writeLongs(words, host);
        execution
                .times()
                .add(Stage.COMPUTE, session.time(() -> session.launch(launched, grid, threads, shared, arguments)));
        host = session.readLongs(words, host.length);
    }

    private KernelArguments arguments() {
        return new KernelArguments()
                .with("pool", pool)
                .with("places", places)
                .with("state", words.from((long) KernelAbi.QUEUE_CONTROL_WORDS * Long.BYTES))
                .with("control", words)
                .with("setWords", setInts)
                .with("nanos", session.slice());
    }

    private KernelArguments makingArguments(DeviceArray tasks) {
        DeviceOrientedGraph oriented = roots.graph();
        return arguments()
                .with("offsets", oriented.offsets())
                .with("neighbors", oriented.neighbors())
                .with("plainOffsets", plain.offsets())
                .with("plainNeighbors", plain.neighbors())
                .with("rankOf", oriented.ranks())
                .with("order", order)
                .with("count", plain.vertices())
                .with("kept", output == Output.SIZED ? 0 : oriented.kept())
                .with("tasks", tasks)
                .with("taskCount", () -> taskCount)
                .with("waiting", session.zeroedLongs(graphBlocks))
                .with("poolWords", poolInts);
    }

    private KernelArguments searchArguments() {
        long warps = (long) blocks * WARPS_PER_BLOCK;
        DeviceArray flags = session.zeroedInts(queueSlots);
        return arguments()
                .with("graphCount", () -> graphCount)
                .with("minSize", Math.max(0, config.minSize()))
                .with("maxSize", Math.max(0, config.maxSize()))
                .with("stacks", session.ints(warps * frames * frameInts))
                .with("frameWords", frameInts)
                .with("frames", frames)
                .with("lists", session.ints(warps * listInts))
                .with("listWords", listInts)
                .with("saved", session.zeroedInts(2 * warps))
                .with("queue", session.ints((long) queueSlots * (frameInts + listInts)))
                .with("queueFlags", flags)
                .with("queueSlots", queueSlots)
                .with("queueSlotWords", frameInts + listInts);
    }

    private long state(int word) {
        return host[KernelAbi.QUEUE_CONTROL_WORDS + word];
    }

    private void setState(int word, long value) {
        host[KernelAbi.QUEUE_CONTROL_WORDS + word] = value;
    }
}
