package dev.motif.algorithm.count.clique.orientation;

import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.search.CliqueLeafHistogramGpu;
import dev.motif.algorithm.count.clique.search.CliqueRootsGpu;
import dev.motif.algorithm.count.clique.search.MemberCountsGpu;
import dev.motif.backend.Counts;
import dev.motif.backend.work.CyclicPartition;
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
import dev.motif.graph.memory.Bytes;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runs ORIENTATION and PIVOT on a device, with a block for a vertex or an edge (kclique_orientation.cu, kclique_pivot.cu). A
 * launch pauses after a slice of time, and the next one goes on from there. Its arrays belong to the session. Published forms
 * extend it.
 */
public class CliqueBlocksGpu {
    /** The most 32-bit words of shared memory that a block takes for its graph and its stacks. */
    private static final int MOST_NEAR_INTS = 6000;

    /** The most threads that share an intersection, a power of two. */
    public static final int MOST_IN_GROUP = 32;

    /** Threads that share an intersection in PIVOT. */
    private static final int PIVOT_GROUP = 16;

    /** Words of a set for each thread that shares an intersection in ORIENTATION. */
    private static final int WORDS_A_THREAD = 8;

    private static final KernelSignature TRIANGLES =
            KernelSignature.of("kclique_orientation", "kclique_triangles_per_warp");

    private static final int TRIANGLE = 3;

    /** The most roots that a block takes at a time for triangles. */
    private static final int ROOTS_PER_TASK = 128;

    /** The largest size of cliques for which ORIENTATION is faster from vertices than from edges. */
    private static final int MOST_FROM_VERTICES = 4;

    private final GpuSession session;
    private final CliqueRootsGpu roots;
    private final Tasks claims;
    private final KCliqueConfig config;
    private final long budgetBytes;
    private final Deadline deadline;
    private final Execution execution;
    private final Workers workers;

    /** The chunks of tasks that are being done, and how many tasks they have. */
    private Range chunks;

    private long handed;

    /** Deals tasks to this device. A task is a root or an edge, the same on all devices. */
    @FunctionalInterface
    public interface Tasks {
        /** Gives ranges of {@code count} chunks of tasks, and in the end null. */
        Supplier<Range> of(long count);
    }

    /**
     * @param claims asked once for each size that is counted
     * @param budgetBytes the device memory that stacks, the graphs of blocks and the outputs may take
     */
    public CliqueBlocksGpu(
            GpuSession session,
            CliqueRootsGpu roots,
            Tasks claims,
            KCliqueConfig config,
            long budgetBytes,
            Execution execution) {
        this.session = session;
        this.roots = roots;
        this.claims = claims;
        this.config = config;
        this.budgetBytes = budgetBytes;
        this.deadline = execution.deadline();
        this.execution = execution;
        this.workers = execution.workers();
    }

    /**
     * Counts by pivots: returns the number of cliques of {@code k} vertices at index {@code k}, for the sizes asked
     * for.
     */
    public BigInteger[] byPivots() {
        CliqueLeafHistogramGpu cells =
                CliqueLeafHistogramGpu.of(session, roots.mostCandidates(), config.maxK(), budgetBytes / 4);
        DeviceArray result = MemberCountsGpu.result(session);
        pivot(
                Result.TOTAL,
                new KernelArguments()
                        .with("result", result)
                        .with("cells", cells.words())
                        .with("columns", cells.columns()));
        CliqueLeafHistogram leaves = new CliqueLeafHistogram();
        cells.addTo(leaves, session);
        return leaves.cliques(config.maxK());
    }

    /**
     * Counts by orientation, one size after the other until a size has no cliques: returns the number of cliques of
     * {@code k} vertices at index {@code k}, for the sizes asked for.
     */
    public BigInteger[] byOrientation() {
        int largest = Math.max(config.minK(), Math.min(config.maxK(), roots.mostCandidates() + 1));
        BigInteger[] bySize = Counts.zeros(largest + 1);
        for (int k = config.minK(); k <= largest; k++) {
            bySize[k] = byOrientation(k);
            if (bySize[k].signum() == 0) {
                break;
            }
        }
        return bySize;
    }

    /** Counts the cliques of {@code k} vertices by orientation. */
    public BigInteger byOrientation(int k) {
        DeviceArray total = session.zeroedLongs(2);
        if (k == TRIANGLE && takesWarps()) {
            triangles(new KernelArguments().with("total", total));
        } else {
            orient(Result.TOTAL, k, new KernelArguments().with("total", total));
        }
        BigInteger found = session.readSum(total);
        session.free(total);
        return found;
    }

    /**
     * Adds the cliques of each vertex, at its rank, or of each edge, at its slot of the oriented graph, to {@code
     * counts}, two words each. Returns the number of all cliques; null when it is 2^128 or more.
     *
     * @param technique ORIENTATION or PIVOT
     * @throws ArithmeticException when one count is too large
     */
    public BigInteger members(Technique technique, DeviceArray counts) {
        int k = config.maxK();
        DeviceArray result = MemberCountsGpu.result(session);
        KernelArguments outputs = new KernelArguments().with("result", result).with("counts", counts);
        if (technique == Technique.ORIENTATION) {
            orient(config.result(), k, outputs);
        } else {
            pivot(config.result(), outputs.with(MemberCountsGpu.binomials(session, roots, k, execution.memory())));
        }
        long[] found = session.readLongs(result, KernelAbi.KCLIQUE_RESULT_WORDS);
        MemberCountsGpu.checkFit(found, k);
        return MemberCountsGpu.total(found);
    }

    private KernelSignature kernel(Technique technique, Result result) {
        return switch (result) {
            case TOTAL -> kernel(technique, technique == Technique.ORIENTATION ? "total" : "histogram");
            case VERTEX -> kernel(technique, "vertices");
            case EDGE -> kernel(technique, "edges");
        };
    }

    /** The kernel that counts {@code counted} by ORIENTATION or PIVOT. */
    protected KernelSignature kernel(Technique technique, String counted) {
        String module = technique == Technique.ORIENTATION ? "kclique_orientation" : "kclique_pivot";
        return KernelSignature.of(module, module + "_" + counted + "_per_block");
    }

    private void pivot(Result result, KernelArguments outputs) {
        launch(
                kernel(Technique.PIVOT, result),
                pivotStackInts() + (result == Result.TOTAL ? 0 : candidates()),
                fromEdges(Technique.PIVOT, config.maxK()),
                groupSize(Technique.PIVOT),
                outputs.with("least", config.minK()).with("most", config.maxK()));
    }

    private void orient(Result result, int k, KernelArguments outputs) {
        int groupSize = groupSize(Technique.ORIENTATION);
        int header =
                result == Result.TOTAL ? KernelAbi.KCLIQUE_ORIENTATION_LEVEL_WORDS : KernelAbi.KCLIQUE_FRAME_HEADER;
        launch(
                kernel(Technique.ORIENTATION, result),
                (long) KernelAbi.KCLIQUE_BLOCK_THREADS / groupSize * (header + setInts()) * k,
                fromEdges(Technique.ORIENTATION, k),
                groupSize,
                outputs.with("k", k));
    }

    /** Whether a search for cliques of {@code k} vertices starts from edges and not from vertices. */
    protected boolean fromEdges(Technique technique, int k) {
        return technique == Technique.PIVOT || k > MOST_FROM_VERTICES;
    }

    /** How many threads share an intersection, a power of two. */
    protected int groupSize(Technique technique) {
        return technique == Technique.PIVOT
                ? PIVOT_GROUP
                : Integer.highestOneBit((int) Math.max(1, Math.min(MOST_IN_GROUP, setInts() / WORDS_A_THREAD)));
    }

    /** Whether triangles are counted by warps, which have room for the candidates of any root, and not by blocks. */
    protected boolean takesWarps() {
        return config.technique() == Technique.AUTO && candidates() <= KernelAbi.KCLIQUE_TRIANGLE_ROW;
    }

    /** Counts triangles with warps that share the candidates of a root. */
    private void triangles(KernelArguments outputs) {
        int blocks = session.residentBlocks(TRIANGLES, KernelAbi.KCLIQUE_THREADS, 0);
        long tasks = Math.min(roots.count(), Math.max(blocks, roots.count() / ROOTS_PER_TASK));
        workers.progress().begin("searching cliques", tasks);
        outputs.with("rootCount", (long) roots.count()).with("stride", tasks);
        launchAll(TRIANGLES, blocks, KernelAbi.KCLIQUE_THREADS, 0, tasks, outputs);
    }

    /** The most candidates of a root. */
    protected final long candidates() {
        return roots.mostCandidates();
    }

    /** The 32-bit words of a set of candidates. */
    protected long setInts() {
        return (candidates() + Integer.SIZE - 1) / Integer.SIZE;
    }

    /** The 32-bit words of the graph among the candidates. */
    protected long graphInts() {
        return candidates() * (1 + setInts());
    }

    private long pivotStackInts() {
        return (candidates() + 2) * (KernelAbi.KCLIQUE_PIVOT_LEVEL_WORDS + 2 * setInts());
    }

    private void launch(
            KernelSignature kernel, long stackInts, boolean byEdge, int groupSize, KernelArguments arguments) {
        DeviceOrientedGraph graph = roots.graph();
        long tasks = roots.count() == 0 ? 0 : byEdge ? graph.edges() : roots.count();
        workers.progress().begin("searching cliques", tasks);
        if (tasks == 0) {
            claims.of(0);
            return;
        }
        long farInts = graphInts() + stackInts;
        long blockBytes = Integer.BYTES * (farInts + KernelAbi.KCLIQUE_PAUSE_WORDS);
        if (blockBytes > budgetBytes / 2) {
            throw new IllegalArgumentException("one start node has " + candidates() + " candidates, for which a search"
                    + " needs " + Bytes.toText(blockBytes) + " of device memory, but only "
                    + Bytes.toText(budgetBytes / 2) + " may be used for it: use " + lessMemory()
                    + "`backend: 'CPU'`");
        }
        int nearInts = (int) Math.min(MOST_NEAR_INTS, farInts);
        int sharedBytes = nearInts * Integer.BYTES;
        int resident = session.residentBlocks(kernel, KernelAbi.KCLIQUE_BLOCK_THREADS, sharedBytes);
        int blocks = (int) Math.min(resident, budgetBytes / 2 / blockBytes);
        DeviceArray far = session.ints(blocks * farInts);
        DeviceArray pauses = session.zeroedInts((long) blocks * KernelAbi.KCLIQUE_PAUSE_WORDS);
        arguments
                .with("sources", graph.sources())
                .with("byEdge", byEdge ? 1 : 0)
                .with("groupSize", groupSize)
                .with("far", far)
                .with("farWords", farInts)
                .with("nearWords", nearInts)
                .with("pauses", pauses);
        launchAll(kernel, blocks, KernelAbi.KCLIQUE_BLOCK_THREADS, sharedBytes, tasks, arguments);
        List.of(far, pauses).forEach(session::free);
    }

    /** Forms that take less memory, as the message for a block without room lists them. */
    protected String lessMemory() {
        return "";
    }

    /** Launches a kernel until all tasks are done that this device does. */
    private void launchAll(
            KernelSignature kernel, int blocks, int threads, int sharedBytes, long tasks, KernelArguments arguments) {
        CyclicPartition dealt = CyclicPartition.of(tasks);
        DeviceArray control = session.longs(KernelAbi.KCLIQUE_CONTROL_WORDS);
        LongSupplier slice = session.slice();
        LongSupplier nanos = () -> Math.min(slice.getAsLong(), deadline.nanosLeft());
        arguments
                .with("offsets", roots.graph().offsets())
                .with("neighbors", roots.graph().neighbors())
                .with("roots", roots.order())
                .with("control", control)
                .with("chunks", dealt.count())
                .with("firstChunk", () -> chunks.from())
                .with("held", () -> chunks.to() - chunks.from())
                .with("taskCount", () -> handed)
                .with("nanos", nanos);
        Supplier<Range> ranges = claims.of(dealt.count());
        long done = 0;
        for (chunks = ranges.get(); chunks != null; chunks = ranges.get()) {
            handed = dealt.tasksOf(chunks);
            session.clear(control);
            launch(kernel, blocks, threads, sharedBytes, done, tasks, arguments, control);
            done += handed;
        }
        session.free(control);
    }

    /** Launches a kernel until all tasks of the chunks are done. */
    private void launch(
            KernelSignature kernel,
            int blocks,
            int threads,
            int sharedBytes,
            long doneBefore,
            long tasks,
            KernelArguments arguments,
            DeviceArray control) {
        long claimed = 0;
        long[][] state = new long[1][];
        boolean goesOn;
        do {
            double millis = session.time(() -> {
                session.launch(kernel, blocks, threads, sharedBytes, arguments);
                state[0] = session.readLongs(control, KernelAbi.KCLIQUE_CONTROL_WORDS);
            });
            execution.times().add(Stage.COMPUTE, millis);
            workers.cancellation().check();
            long before = claimed;
            claimed = Math.min(handed, state[0][KernelAbi.KCLIQUE_CLAIMED]);
            workers.progress().advance(claimed - before);
            goesOn = claimed < handed || state[0][KernelAbi.KCLIQUE_PAUSED] != 0;
            if (goesOn && deadline.requested()) {
                throw deadline.error(doneBefore + claimed, tasks);
            }
        } while (goesOn);
    }
}
