package dev.motif.algorithm.biclique.pivot;

import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.backend.Deadline;
import dev.motif.backend.Execution;
import dev.motif.backend.SharedWork.Range;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.Bytes;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.function.Supplier;

/**
 * The search with pivots from some parts of the roots on a device (biclique_pivot.cu). It makes the local graphs of a batch
 * of roots, then launches searches in them that stop after a slice of time and go on with the next launch. Closing it frees
 * its arrays.
 */
final class PivotSearchGpu implements AutoCloseable {
    private static final String MODULE = "biclique_pivot";
    private static final KernelSignature DEFERRED = KernelSignature.of(MODULE, "biclique_deferred_per_root");
    private static final KernelSignature BINOMIALS = KernelSignature.of(MODULE, "biclique_binomials_per_number");

    /** What is counted, and the kernel that counts it. */
    enum Counted {
        /** One sum. Needs the table of binomials. */
        TOTAL("total", 1),
        /** How often each kind of leaf is reached; see {@link LeafHistogram}. */
        KINDS("kinds", 1),
        /** The bicliques of each vertex, by rank. Needs the table of binomials. */
        VERTICES("vertices", 3),
        /** The bicliques of each edge, by slot of the core. Needs the table of binomials. */
        EDGES("edges", 3);

        private final KernelSignature kernel;
        /** The number of sets that a node has of each side. */
        private final int sets;

        Counted(String result, int sets) {
            this.kernel = KernelSignature.of(MODULE, "biclique_" + result + "_per_warp");
            this.sets = sets;
        }
    }

    private static final int WARP_SIZE = 32;
    private static final int WARPS_PER_BLOCK = KernelAbi.PIVOT_SEARCH_THREADS / WARP_SIZE;
    private static final int QUEUE_SLOTS = 4096;
    private static final int THREADS = 64;

    private final GpuSession session;
    private final CoreGpu core;
    private final Supplier<Range> parts;
    private final CoreGpu.Facts facts;

    private final SearchSizes sizes;
    private final Deadline deadline;
    private final Execution execution;
    private final Workers workers;
    private final Budget budget;

    /** The number of roots of the parts that have been searched. */
    private int searched;

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

    /** Says what to do when a launch has stopped before its time, because its output is full or has overflowed. */
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

    /** @param parts gives the next parts of the roots to search from, and null in the end */
    PivotSearchGpu(
            GpuSession session,
            CoreGpu core,
            Supplier<Range> parts,
            SearchSizes sizes,
            Budget budget,
            Deadline deadline,
            Execution execution) {
        this.session = session;
        this.core = core;
        this.parts = parts;
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
            throw new IllegalArgumentException(
                    "one start node needs a local graph of " + facts.mostCandidates() + " by "
                            + facts.mostMates() + " nodes, " + Bytes.toText(facts.mostWords() * Integer.BYTES)
                            + " of device memory, but only " + Bytes.toText(budget.arena)
                            + " may be used for it: use `backend: 'CPU'`, or larger `p` and `q`");
        }
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

    /** Makes the table of binomials, which all counts but those of kinds need, and the arguments for it. */
    private KernelArguments binomials() {
        binomials = session.bytes(binomialBytes());
        session.launchOver(BINOMIALS, largestN() + 1L, THREADS, THREADS, largestN(), mostChosen(), binomials);
        return new KernelArguments().with("binomials", binomials).with("limit", largestN());
    }

    /**
     * Searches from the roots of all parts that it gets. It can be called only once.
     *
     * @param outputs the arguments that only this kernel takes, without the binomials
     * @param stopped called when a launch has stopped before its time
     * @return the words of the result, or null when the search was given up
     */
    long[] search(Counted counted, KernelArguments outputs, Stopped stopped) {
        stacks = new Stacks(counted);
        KernelArguments arguments = stacks.job().with(outputs);
        if (counted != Counted.KINDS) {
            arguments.with(binomials());
        }
        workers.progress().begin("searching bicliques", facts.count());
        long[] found = new long[KernelAbi.PIVOT_RESULT_WORDS];
        for (Range part = parts.get(); part != null && found != null; part = parts.get()) {
            CoreGpu.Roots roots = core.roots(part);
            found = roots.count() == 0 ? found : search(counted, roots, arguments, stopped);
            searched += roots.count();
            session.await();
            session.free(roots.order());
        }
        return found;
    }

    private long[] search(Counted counted, CoreGpu.Roots roots, KernelArguments arguments, Stopped stopped) {
        long[] found = new long[KernelAbi.PIVOT_RESULT_WORDS];
        int done = 0;
        while (done < roots.count()) {
            session.clear(control);
            session.clear(stacks.queueFlags);
            int first = done;
            double millis = session.time(() ->
                    core.makeLocalGraphs(roots, sizes.minMates(), first, arena, arenaWords, control, locals, deferred));
            execution.times().add(Stage.COMPUTE, millis);
            long[] state;
            long taken = 0;
            do {
                workers.cancellation().check();
                execution.times().add(Stage.COMPUTE, session.time(() -> stacks.launch(counted.kernel, arguments)));
                state = session.readLongs(control, KernelAbi.PIVOT_CONTROL_WORDS);
                session.checkNotStuck(state[KernelAbi.PIVOT_STUCK]);
                found = session.readLongs(result, KernelAbi.PIVOT_RESULT_WORDS);
                if (found[KernelAbi.PIVOT_STOPPED] != 0) {
                    if (!stopped.makeRoom(found)) {
                        return null;
                    }
                    session.clear(result);
                }
                long now = Math.min(state[KernelAbi.PIVOT_TAKEN], state[KernelAbi.PIVOT_READY]);
                workers.progress().advance(now - taken);
                taken = now;
                if (deadline.requested()) {
                    long begun = searched + done + taken;
                    throw deadline.error(begun, facts.count(), (double) begun / facts.count());
                }
            } while (state[KernelAbi.PIVOT_PENDING] != 0);
            done += requeue(roots, state, done);
        }
        return found;
    }

    @Override
    public void close() {
        session.await();
        List.of(control, result, locals, deferred, arena).forEach(session::free);
        if (binomials != null) {
            session.free(binomials);
        }
        if (stacks != null) {
            stacks.free();
        }
    }

    /**
     * Puts roots whose local graphs did not fit in front of the roots that are left. Returns the number of roots of the
     * batch that have been searched.
     */
    private int requeue(CoreGpu.Roots roots, long[] state, int first) {
        int claimed = (int) Math.min(state[KernelAbi.PIVOT_CLAIMED], roots.count() - first);
        int later = (int) state[KernelAbi.PIVOT_DEFERRED];
        if (later > 0) {
            session.launch(
                    DEFERRED,
                    1,
                    THREADS,
                    0,
                    deferred,
                    later,
                    roots.order().from((long) (first + claimed - later) * Integer.BYTES));
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
        }

        /** The arguments that all searching kernels have in common. */
        KernelArguments job() {
            return new KernelArguments()
                    .with("locals", locals)
                    .with("arena", arena)
                    .with("minRoots", sizes.minRoots())
                    .with("maxRoots", sizes.maxRoots())
                    .with("minMates", sizes.minMates())
                    .with("maxMates", sizes.maxMates())
                    .with("deadlineNanos", session.slice())
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
