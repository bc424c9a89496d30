package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.work.ClaimedPositions;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.memory.Bytes;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * The search with pivots on a device (biclique_pivot.cu). It makes the local graphs of a batch of roots, then launches
 * searches in them that stop after a slice of time and go on with the next launch. While not all roots are claimed, slices
 * are short, and more local graphs are made before all have been taken. Closing it frees its arrays.
 */
final class PivotSearchGpu implements AutoCloseable {
    private static final String MODULE = "biclique_pivot";
    private static final KernelSignature DEFERRED = KernelSignature.of(MODULE, "biclique_deferred_per_root");
    private static final KernelSignature BINOMIALS = KernelSignature.of(MODULE, "biclique_binomials_per_number");

    /** The kinds of counts, each with its kernel. */
    enum Counted {
        /** One sum. Needs the table of binomials. */
        TOTAL("total", 1),
        /** How often each kind of leaf is reached; see {@link BicliqueLeafHistogram}. */
        KINDS("kinds", 1),
        /** The bicliques of each vertex, by rank. Needs the table of binomials. */
        VERTICES("vertices", 3),
        /** The bicliques of each edge, by slot of the core. Needs the table of binomials. */
        EDGES("edges", 3),
        /** Leaves with their vertices, read after each launch. */
        LEAVES("leaves", 3);

        private final KernelSignature kernel;
        private final int sets;

        Counted(String result, int sets) {
            this.kernel = KernelSignature.of(MODULE, "biclique_" + result + "_per_warp");
            this.sets = sets;
        }

        private boolean needsBinomials() {
            return this != KINDS && this != LEAVES;
        }
    }

    private static final int WARPS_PER_BLOCK = KernelAbi.PIVOT_SEARCH_THREADS / GpuSession.WARP_SIZE;
    private static final int QUEUE_SLOTS = 4096;

    private static final int THREADS = 64;

    /** The 32-bit words of leaves that a launch puts out at most, unless one leaf has more. */
    private static final long MOST_OUTPUT_INTS = 4L << 20;

    private final GpuSession session;
    private final CoreGpu core;
    private final ClaimedPositions claims;
    private final CoreGpu.Facts facts;

    private final SearchSizes sizes;
    private final Deadline deadline;
    private final Execution execution;
    private final Workers workers;
    private final Budget budget;

    /** The number of roots whose search has begun. */
    private long searched;

    /** The roots that were claimed last; null at first. */
    private CoreGpu.Roots roots;

    /** How many of these, the first ones, have got local graphs. */
    private int done;

    /** The number of roots that should be ready for the next launch. */
    private long wanted;

    private final DeviceArray control;
    private final DeviceArray result;
    private final DeviceArray locals;
    private final DeviceArray deferred;
    private final DeviceArray arena;
    private final long arenaWords;
    private DeviceArray binomials;
    private Stacks stacks;

    /**
     * The device memory that a search may use, in bytes.
     *
     * @param arena the bytes for local graphs
     * @param stacks the bytes for the nodes of all warps
     * @param queue the bytes for nodes that warps hand over to others
     * @param binomials the bytes for the table of binomials
     */
    record Budget(long arena, long stacks, long queue, long binomials) {
        static Budget of(long bytes) {
            return new Budget(bytes / 2, bytes / 4, bytes / 8, bytes / 8);
        }
    }

    /**
     * Says what to do when a launch has stopped before its time, because its output is full or has overflowed, and after
     * each launch that puts leaves out.
     */
    interface Stopped {
        /** Makes room for more output; returns false when the search must be given up. */
        boolean makeRoom(long[] result);
    }

    /** The device memory that is needed besides the budget. */
    static long bytes(long vertices) {
        return (KernelAbi.PIVOT_LOCAL_WORDS * vertices + KernelAbi.PIVOT_CONTROL_WORDS + KernelAbi.PIVOT_RESULT_WORDS)
                        * Long.BYTES
                + 1024;
    }

    /** @param claims the chunks of roots to search from, or one position when there are no roots */
    PivotSearchGpu(
            GpuSession session,
            CoreGpu core,
            ClaimedPositions claims,
            SearchSizes sizes,
            Budget budget,
            Deadline deadline,
            Execution execution) {
        this.session = session;
        this.core = core;
        this.claims = claims;
        this.facts = core.facts();
        this.sizes = sizes;
        this.budget = budget;
        this.deadline = deadline;
        this.execution = execution;
        this.workers = execution.workers();
        checkLocalGraphs();
        control = session.longs(KernelAbi.PIVOT_CONTROL_WORDS);
        result = session.zeroedLongs(KernelAbi.PIVOT_RESULT_WORDS);
        locals = session.longs((long) KernelAbi.PIVOT_LOCAL_WORDS * facts.count());
        deferred = session.ints(core.mostDeferred());
        arenaWords = Math.min(facts.allWords(), budget.arena / Integer.BYTES);
        arena = session.ints(arenaWords);
    }

    /** Throws an {@link IllegalArgumentException} when the largest local graph does not fit. */
    private void checkLocalGraphs() {
        long most = Math.max(facts.mostCandidates(), facts.mostMates());
        if (facts.mostWords() * Integer.BYTES > budget.arena || most >= 1L << KernelAbi.PIVOT_FREE_BITS) {
            throw tooLarge(facts.mostWords() * Integer.BYTES, budget.arena);
        }
    }

    private IllegalArgumentException tooLarge(long needed, long bytes) {
        return new IllegalArgumentException("one start node needs a local graph of " + facts.mostCandidates() + " by "
                + facts.mostMates() + " nodes, " + Bytes.toText(needed) + " of device memory, but only "
                + Bytes.toText(bytes) + " may be used for it: use `backend: 'CPU'`, or larger `p` and `q`");
    }

    /** The largest number of vertices that a binomial chooses. */
    private int mostChosen() {
        return Math.max(sizes.maxRoots(), sizes.maxMates());
    }

    /** The largest number of vertices that a binomial chooses from. */
    private int largestN() {
        return (int) Math.max(facts.mostCandidates(), facts.mostMates());
    }

    private long binomialBytes() {
        return 2L * Long.BYTES * (mostChosen() + 1) * (largestN() + 1L);
    }

    /** Whether the table of binomials fits its budget. When it does not, only kinds of leaves can be counted. */
    boolean binomialsFit() {
        return binomialBytes() <= budget.binomials;
    }

    /**
     * The 32-bit words of the output of leaves, with room for the largest one.
     *
     * @throws IllegalArgumentException when that does not fit the place of the table of binomials, which leaves do not need
     */
    long outputInts() {
        long most = budget.binomials / Integer.BYTES;
        if (mostLeafInts() > most) {
            throw tooLarge(mostLeafInts() * Integer.BYTES, budget.binomials);
        }
        return Math.max(mostLeafInts(), Math.min(MOST_OUTPUT_INTS, most));
    }

    /** The most bytes of leaves that a launch puts out. */
    static long mostOutputBytes(long vertices) {
        return Integer.BYTES * Math.max(KernelAbi.PIVOT_LEAF_WORDS + vertices, MOST_OUTPUT_INTS);
    }

    private long mostLeafInts() {
        return KernelAbi.PIVOT_LEAF_WORDS + 1 + facts.mostCandidates() + facts.mostMates();
    }

    /** Makes the table of binomials, which all counts except counts of kinds need, and the arguments for it. */
    private KernelArguments binomials() {
        binomials = session.bytes(binomialBytes());
        session.launchOver(BINOMIALS, largestN() + 1L, THREADS, THREADS, largestN(), mostChosen(), binomials);
        return new KernelArguments().with("binomials", binomials).with("limit", largestN());
    }

    /**
     * Searches from the roots that it claims. It can be called only once.
     *
     * @param outputs the arguments that only this kernel takes, without the binomials
     * @param stopped called after launches
     * @return the words of the result, or null when the search was given up
     */
    long[] search(Counted counted, KernelArguments outputs, Stopped stopped) {
        stacks = new Stacks(counted);
        KernelArguments arguments = stacks.job().with(outputs);
        if (counted.needsBinomials()) {
            arguments.with(binomials());
        }
        workers.progress().begin("searching bicliques", facts.count());
        long[] found = new long[KernelAbi.PIVOT_RESULT_WORDS];
        while (found != null && (hasRoots() || claim())) {
            found = searchBatch(counted, arguments, stopped);
        }
        return found;
    }

    /** Whether there are roots without a local graph among those that were claimed last. */
    private boolean hasRoots() {
        return roots != null && done < roots.count();
    }

    /** Claims further roots; false when none is left. */
    private boolean claim() {
        if (roots != null) {
            session.await();
            session.free(roots.order());
            roots = null;
        }
        Range taken = claims.next(wanted);
        roots = taken == null || facts.count() == 0 ? null : core.roots(taken);
        done = 0;
        return roots != null;
    }

    /** Searches until the arena is full, or all roots have local graphs, and all of these have been searched. */
    private long[] searchBatch(Counted counted, KernelArguments arguments, Stopped stopped) {
        session.clear(control);
        session.clear(stacks.queueFlags);
        long[] found;
        long[] state = new long[KernelAbi.PIVOT_CONTROL_WORDS];
        long taken = 0;
        boolean full = false;
        do {
            workers.cancellation().check();
            boolean makes = !full && state[KernelAbi.PIVOT_READY] - taken < wanted && (hasRoots() || claim());
            if (makes) {
                makeLocalGraphs(taken);
            }
            execution.times().add(Stage.COMPUTE, session.time(() -> stacks.launch(counted.kernel, arguments)));
            state = session.readLongs(control, KernelAbi.PIVOT_CONTROL_WORDS);
            session.checkNotStuck(state[KernelAbi.PIVOT_STUCK]);
            full = state[KernelAbi.PIVOT_DEFERRED] != 0;
            if (makes) {
                done += requeue(state);
            }
            found = session.readLongs(result, KernelAbi.PIVOT_RESULT_WORDS);
            if (counted == Counted.LEAVES || found[KernelAbi.PIVOT_STOPPED] != 0) {
                if (!stopped.makeRoom(found)) {
                    return null;
                }
                session.clear(result);
            }
            long before = taken;
            taken = Math.min(state[KernelAbi.PIVOT_TAKEN], state[KernelAbi.PIVOT_READY]);
            wanted = ClaimedPositions.wanted(stacks.blocks, taken - before);
            searched += taken - before;
            workers.progress().advance(taken - before);
            if (deadline.requested()) {
                throw deadline.error(searched, facts.count(), (double) searched / facts.count());
            }
        } while (state[KernelAbi.PIVOT_PENDING] != 0);
        return found;
    }

    /**
     * Makes local graphs of the roots that have none, until the arena is full, beside the local graphs that are there.
     */
    private void makeLocalGraphs(long taken) {
        setWord(KernelAbi.PIVOT_CLAIMED, 0);
        setWord(KernelAbi.PIVOT_TAKEN, taken);
        double millis = session.time(() ->
                core.makeLocalGraphs(roots, sizes.minMates(), done, arena, arenaWords, control, locals, deferred));
        execution.times().add(Stage.COMPUTE, millis);
    }

    private void setWord(int word, long value) {
        session.writeLongs(control.from((long) word * Long.BYTES), value);
    }

    @Override
    public void close() {
        session.await();
        List.of(control, result, locals, deferred, arena).forEach(session::free);
        if (roots != null) {
            session.free(roots.order());
        }
        if (binomials != null) {
            session.free(binomials);
        }
        if (stacks != null) {
            stacks.free();
        }
    }

    /**
     * Puts roots whose local graphs did not fit in front of the roots that are left. Returns the number of roots that have
     * got local graphs.
     */
    private int requeue(long[] state) {
        int claimed = (int) Math.min(state[KernelAbi.PIVOT_CLAIMED], roots.count() - done);
        int later = (int) state[KernelAbi.PIVOT_DEFERRED];
        if (later > 0) {
            session.launch(
                    DEFERRED,
                    1,
                    THREADS,
                    0,
                    deferred,
                    later,
                    roots.order().from((long) (done + claimed - later) * Integer.BYTES));
        }
        return claimed - later;
    }

    /** The stacks of nodes of all warps, and the queue of nodes that they share. */
    private final class Stacks {
        private final int frameInts;
        private final int frameCount;
        private final int blocks;
        private final int slots;
        private final DeviceArray frameArray;
        private final DeviceArray saved;
        private final DeviceArray queue;
        private final DeviceArray queueFlags;

        Stacks(Counted counted) {
            int rootInts = (int) (facts.mostCandidates() + Integer.SIZE - 1) / Integer.SIZE;
            int mateInts = (int) (facts.mostMates() + Integer.SIZE - 1) / Integer.SIZE;
            frameInts =
                    KernelAbi.PIVOT_FRAME_HEADER + counted.sets * (rootInts + mateInts) + Math.max(rootInts, mateInts);
            // Each node on a stack has one more fixed vertex than the one below it.
            frameCount = (int) (Math.min(sizes.maxRoots(), facts.mostCandidates() + 1)
                    + Math.min(sizes.maxMates(), facts.mostMates()));
            long blockInts = (long) WARPS_PER_BLOCK * frameInts * frameCount;
            int resident = session.residentBlocks(counted.kernel, KernelAbi.PIVOT_SEARCH_THREADS, 0);
            blocks = (int) Math.max(1, Math.min(resident, budget.stacks / Integer.BYTES / blockInts));
            slots = (int) Math.max(1, Math.min(QUEUE_SLOTS, budget.queue / Integer.BYTES / frameInts));
            frameArray = session.ints(blockInts * blocks);
            saved = session.zeroedInts(2L * WARPS_PER_BLOCK * blocks);
            queue = session.ints((long) frameInts * slots);
            queueFlags = session.zeroedInts(slots);
            wanted = (long) WARPS_PER_BLOCK * blocks;
        }

        KernelArguments job() {
            return new KernelArguments()
                    .with("locals", locals)
                    .with("arena", arena)
                    .with("minRoots", sizes.minRoots())
                    .with("maxRoots", sizes.maxRoots())
                    .with("minMates", sizes.minMates())
                    .with("maxMates", sizes.maxMates())
                    .with("deadlineNanos", claims.nanos(session.slice()))
                    .with("control", control)
                    .with("result", result)
                    .with("stacks", frameArray)
                    .with("frameWords", frameInts)
                    .with("frames", frameCount)
                    .with("saved", saved)
                    .with("queue", queue)
                    .with("queueFlags", queueFlags)
                    .with("queueSlots", slots);
        }

        void launch(KernelSignature kernel, KernelArguments arguments) {
            session.launch(kernel, blocks, KernelAbi.PIVOT_SEARCH_THREADS, 0, arguments);
        }

        void free() {
            List.of(frameArray, saved, queue, queueFlags).forEach(session::free);
        }
    }
}
