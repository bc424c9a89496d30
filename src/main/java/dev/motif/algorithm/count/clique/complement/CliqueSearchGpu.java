package dev.motif.algorithm.count.clique.complement;

import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.search.CliqueLeafHistogramGpu;
import dev.motif.algorithm.count.clique.search.CliqueRootsGpu;
import dev.motif.algorithm.count.clique.search.MemberCountsGpu;
import dev.motif.backend.work.ClaimedPositions;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceOrientedGraph;
import dev.motif.graph.memory.Bytes;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Runs COMPLEMENT on a device (kclique_complement.cu). A launch stops after a slice of time, and the next one goes on
 * from there. While not all roots are claimed, slices are short, and more roots are claimed before their tasks run out: so
 * warps never wait for the last branches of some roots before they go on to others. Its arrays belong to the session.
 */
public final class CliqueSearchGpu {
    private static final String MODULE = "kclique_complement";

    public enum Counted {
        /** The leaves of each kind. */
        LEAVES("histogram", KernelAbi.KCLIQUE_SETS),
        /** The cliques of each vertex, at its rank. */
        VERTICES("vertices", KernelAbi.KCLIQUE_SETS_WITH_MEMBERS),
        /** The cliques of each edge, at its slot of the oriented graph. */
        EDGES("edges", KernelAbi.KCLIQUE_SETS_WITH_MEMBERS);

        private final KernelSignature kernel;

        private final int sets;

        Counted(String result, int sets) {
            this.kernel = KernelSignature.of(MODULE, "kclique_" + result + "_per_warp");
            this.sets = sets;
        }
    }

    /** Candidates with at most this many non-neighbors on average are dense: then the worst one is branched on. */
    private static final int DENSE_FACTOR = 8;

    /** A block keeps this part of the histogram in shared memory: the first rows, by h, and the first columns, by p. */
    private static final int WINDOW_ROWS = 16;

    private static final int WINDOW_COLUMNS = 64;

    /**
     * The most words of shared memory that a warp has for its local graph: so three blocks fit a multiprocessor of an
     * H200.
     */
    private static final int MOST_NEAR_INTS = 1920;

    private static final int WORDS = KernelAbi.QUEUE_CONTROL_WORDS + KernelAbi.KCLIQUE_RESULT_WORDS;

    private static final int WARPS_PER_BLOCK = KernelAbi.KCLIQUE_THREADS / Integer.SIZE;
    private static final int QUEUE_SLOTS = 8192;

    /** The most candidates of a root: a kernel has 16 bits for the number of a candidate. */
    private static final int MOST_CANDIDATES = (1 << 16) - 1;

    private final GpuSession session;
    private final CliqueRootsGpu roots;
    private final KCliqueConfig config;
    private final Counted counted;
    private final Deadline deadline;
    private final Execution execution;
    private final Workers workers;
    private final long budgetBytes;

    private final int setInts;
    private final int frameInts;
    private final int frames;
    private final int nearInts;
    private final long farInts;
    private final int sharedBytes;
    private final int blocks;
    private final int queueSlots;
    /** The words of the queue and, behind them, of the result, so that both are read at once. */
    private final DeviceArray words;

    private final DeviceArray queueFlags;

    /** The number of tasks of the roots that this device has claimed. */
    private long taskCount;

    private final ClaimedPositions claims;

    /**
     * Allocates what all launches share.
     *
     * @param claims the chunks of roots to search from
     * @param budgetBytes the device memory that stacks, local graphs, the queue, and outputs, without the caller's, may
     *     take
     * @throws IllegalArgumentException when the root with the most candidates needs more
     */
    public CliqueSearchGpu(
            GpuSession session,
            CliqueRootsGpu roots,
            ClaimedPositions claims,
            KCliqueConfig config,
            Counted counted,
            long budgetBytes,
            Deadline deadline,
            Execution execution) {
        this.session = session;
        this.claims = claims;
        this.roots = roots;
        this.config = config;
        this.counted = counted;
        this.deadline = deadline;
        this.execution = execution;
        this.workers = execution.workers();
        this.budgetBytes = budgetBytes;
        int most = roots.mostCandidates();
        setInts = (most + Integer.SIZE - 1) / Integer.SIZE;
        frameInts = KernelAbi.KCLIQUE_FRAME_HEADER + counted.sets * setInts;
        // Each node on a stack has one more fixed vertex than the one below it.
        frames = Math.min(config.maxK(), most + 2);
        long graphInts = most + (long) setInts * (most | 1);
        nearInts = (int) Math.min(graphInts, MOST_NEAR_INTS);
        sharedBytes = sharedBytes(counted, most, nearInts);
        long positionInts = counted == Counted.EDGES ? most * (most - 1L) / 2 : 0;
        farInts = (graphInts > nearInts ? graphInts : 0) + positionInts;
        long blockBytes = (long) Integer.BYTES * WARPS_PER_BLOCK * (farInts + (long) frames * frameInts + 2);
        checkFits(blockBytes, budgetBytes / 2);
        int resident = session.residentBlocks(counted.kernel, KernelAbi.KCLIQUE_THREADS, sharedBytes);
        blocks = (int) Math.max(1, Math.min(resident, budgetBytes / 2 / blockBytes));
        queueSlots = (int) Math.max(1, Math.min(QUEUE_SLOTS, budgetBytes / 8 / Integer.BYTES / (frameInts + 1)));
        words = session.zeroedLongs(WORDS);
        queueFlags = session.ints(queueSlots);
    }

    private static int sharedBytes(Counted counted, int candidates, int near) {
        int window = counted == Counted.LEAVES ? WINDOW_ROWS * WINDOW_COLUMNS * Long.BYTES : 0;
        int sets = counted.sets * ((candidates + Integer.SIZE - 1) / Integer.SIZE);
        return window + Integer.BYTES * WARPS_PER_BLOCK * (KernelAbi.KCLIQUE_LIST_WORDS + sets + near);
    }

    /** Whether roots of this many candidates can be searched on a device at all, if it has memory enough. */
    public static boolean takes(GpuInfo device, int candidates, Counted counted) {
        return candidates <= MOST_CANDIDATES
                && sharedBytes(counted, candidates, MOST_NEAR_INTS) <= device.sharedBytesPerBlock();
    }

    private void checkFits(long blockBytes, long budgetBytes) {
        int candidates = roots.mostCandidates();
        if (!takes(session.info(), candidates, counted)) {
            throw new IllegalArgumentException("one start node has " + candidates + " candidates, too many for"
                    + " `algorithm: 'COMPLEMENT'` on a GPU: use `algorithm: 'PIVOT'` or `backend: 'CPU'`");
        }
        if (blockBytes > budgetBytes) {
            throw new IllegalArgumentException("one start node has " + candidates + " candidates, for which a search"
                    + " needs " + Bytes.toText(blockBytes) + " of device memory, but only "
                    + Bytes.toText(budgetBytes) + " may be used for it: use `backend: 'CPU'`"
                    + (config.technique() == Technique.AUTO ? "" : ", or `orientation: 'DEGENERACY'`"));
        }
    }

    public CliqueLeafHistogram leaves() {
        CliqueLeafHistogramGpu cells =
                CliqueLeafHistogramGpu.of(session, roots.mostCandidates(), config.maxK(), budgetBytes / 4);
        LargeLeavesGpu large = new LargeLeavesGpu(session);
        CliqueLeafHistogram leaves = new CliqueLeafHistogram();
        search(
                new KernelArguments()
                        .with("cells", cells.words())
                        .with("columns", cells.columns())
                        .with("windowRows", WINDOW_ROWS)
                        .with("windowColumns", WINDOW_COLUMNS)
                        .with("large", large.words())
                        .with("largeWords", LargeLeavesGpu.LENGTH),
                found -> large.moveTo(leaves, config.maxK(), found, result()));
        cells.addTo(leaves, session);
        return leaves;
    }

    /**
     * Adds the cliques of each vertex or edge to {@code counts}, two words each, and returns the number of all cliques;
     * null when it is 2^128 or more.
     *
     * @throws ArithmeticException when one count is too large
     */
    public BigInteger members(DeviceArray counts) {
        KernelArguments outputs = MemberCountsGpu.binomials(session, roots, config.maxK(), execution.memory());
        return MemberCountsGpu.total(search(outputs.with("counts", counts), words -> {}));
    }

    /**
     * Searches all tasks and returns the words of the result. May be called once only.
     *
     * @param outputs the arguments that only this kernel takes
     * @param afterLaunch receives the words of the result after each launch
     */
    private long[] search(KernelArguments outputs, Consumer<long[]> afterLaunch) {
        workers.progress().begin("searching cliques", roots.taskCount());
        session.clear(queueFlags);
        DeviceArray tasks = roots.tasks(session);
        KernelArguments arguments =
                arguments().with(outputs).with("tasks", tasks).with("taskCount", () -> taskCount);
        long[] state = new long[WORDS];
        long[] found = result(state);
        long taken = 0;
        long wanted = (long) blocks * WARPS_PER_BLOCK;
        do {
            workers.cancellation().check();
            long more = claim(tasks, wanted - (taskCount - taken));
            if (more > 0) {
                setWord(KernelAbi.QUEUE_TAKEN, taken);
                setWord(KernelAbi.QUEUE_PENDING, state[KernelAbi.QUEUE_PENDING] + more);
            }
            if (more == 0 && state[KernelAbi.QUEUE_PENDING] == 0) {
                break;
            }
            state = launch(arguments);
            found = result(state);
            session.checkNotStuck(state[KernelAbi.QUEUE_STUCK]);
            long before = taken;
            taken = Math.min(taskCount, state[KernelAbi.QUEUE_TAKEN]);
            wanted = ClaimedPositions.wanted(blocks, taken - before);
            workers.progress().advance(taken - before);
            checkFit(found);
            afterLaunch.accept(found);
            if (deadline.requested() && state[KernelAbi.QUEUE_PENDING] != 0) {
                throw deadline.error(taken, roots.taskCount());
            }
        } while (!claims.hasAll() || state[KernelAbi.QUEUE_PENDING] != 0);
        session.free(tasks);
        return found;
    }

    /** Launches the search; returns all words. */
    private long[] launch(KernelArguments arguments) {
        long[][] read = new long[1][];
        double millis = session.time(() -> {
            session.launch(counted.kernel, blocks, KernelAbi.KCLIQUE_THREADS, sharedBytes, arguments);
            read[0] = session.readLongs(words, WORDS);
        });
        execution.times().add(Stage.COMPUTE, millis);
        return read[0];
    }

    private static long[] result(long[] words) {
        return Arrays.copyOfRange(words, KernelAbi.QUEUE_CONTROL_WORDS, WORDS);
    }

    private DeviceArray result() {
        return words.from((long) KernelAbi.QUEUE_CONTROL_WORDS * Long.BYTES);
    }

    /** Claims chunks until there are {@code wanted} new tasks, or none is left; returns the number of new tasks. */
    private long claim(DeviceArray tasks, long wanted) {
        long before = taskCount;
        while (!claims.hasAll() && taskCount - before < wanted) {
            Range taken = claims.next(wanted - (taskCount - before));
            taskCount += taken == null ? 0 : roots.putTasks(session, taken, tasks, taskCount);
        }
        return taskCount - before;
    }

    private void checkFit(long[] found) {
        if (counted != Counted.LEAVES) {
            MemberCountsGpu.checkFit(found, config.maxK());
        } else if (found[KernelAbi.KCLIQUE_OVERFLOW] != 0) {
            throw new ArithmeticException(
                    "there are 2^128 leaves of one kind, too many to be counted on a GPU: use `backend: 'CPU'`");
        }
    }

    private void setWord(int word, long value) {
        session.writeLongs(words.from((long) word * Long.BYTES), value);
    }

    private KernelArguments arguments() {
        DeviceOrientedGraph graph = roots.graph();
        int warps = blocks * WARPS_PER_BLOCK;
        return new KernelArguments()
                .with("offsets", graph.offsets())
                .with("neighbors", graph.neighbors())
                .with("least", config.minK())
                .with("most", config.maxK())
                .with("denseFactor", DENSE_FACTOR)
                .with("nanos", claims.nanos(session.slice()))
                .with("control", words)
                .with("result", result())
                .with("stacks", session.ints((long) warps * frames * frameInts))
                .with("frameWords", frameInts)
                .with("frames", frames)
                .with("saved", session.zeroedInts(2L * warps))
                .with("far", session.ints(warps * farInts))
                .with("farWords", farInts)
                .with("nearWords", nearInts)
                .with("setWords", setInts)
                .with("queue", session.ints((long) queueSlots * frameInts))
                .with("queueFlags", queueFlags)
                .with("queueSlots", queueSlots);
    }
}
