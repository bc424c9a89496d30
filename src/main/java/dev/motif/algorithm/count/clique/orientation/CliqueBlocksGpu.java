package dev.motif.algorithm.count.clique.orientation;

import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Encoding;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Parallelization;
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
 * launch pauses after a slice of time, and the next one goes on from there. Its arrays belong to the session.
 */
public final class CliqueBlocksGpu {
    /** The most 32-bit words of shared memory that a block takes for its graph and its stacks. */
    private static final int MOST_NEAR_INTS = 6000;

    /** Threads that share an intersection in PIVOT, or of lists, when the group size is not given. */
    private static final int GROUP_SIZE = 16;

    /** Words of a set for each thread that shares an intersection of bitmaps in ORIENTATION. */
    private static final int WORDS_A_THREAD = 8;

    private static final KernelSignature TRIANGLES =
            KernelSignature.of("kclique_orientation", "kclique_triangles_per_warp");

    private static final int TRIANGLE = 3;

    /** The roots that a block takes at a time for triangles, if there are so many. */
    private static final int ROOTS_PER_TASK = 128;

    /** Up to this size of cliques ORIENTATION is faster from vertices than from edges. */
    private static final int MOST_FROM_VERTICES = 4;

    private final GpuSession session;
    private final CliqueRootsGpu roots;
    private final Tasks claims;
    private final KCliqueConfig config;
    private final long budgetBytes;
    private final Deadline deadline;
    private final Execution execution;
    private final Workers workers;
    private final boolean binary;

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
            Deadline deadline,
            Execution execution) {
        this.session = session;
        this.roots = roots;
        this.claims = claims;
        this.config = config;
        this.budgetBytes = budgetBytes;
        this.deadline = deadline;
        this.execution = execution;
        this.workers = execution.workers();
        this.binary = config.encoding() == Encoding.BINARY;
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

    private KernelSignature kernel(String module, String total, Result result) {
        String counted =
                switch (result) {
                    case TOTAL -> total;
                    case VERTEX -> "vertices";
                    case EDGE -> "edges";
                };
        return KernelSignature.of(module, module + (binary ? "_" : "_lists_") + counted + "_per_block");
    }

    private void pivot(Result result, KernelArguments outputs) {
        launch(
                kernel("kclique_pivot", "histogram", result),
                pivotStackInts() + (result == Result.TOTAL ? 0 : candidates()),
                config.parallelization() != Parallelization.VERTEX,
                config.groupSize() == 0 ? GROUP_SIZE : config.groupSize(),
                outputs.with("least", config.minK()).with("most", config.maxK()));
    }

    private void orient(Result result, int k, KernelArguments outputs) {
        boolean byEdge = config.parallelization() == Parallelization.AUTO
                ? k > MOST_FROM_VERTICES
                : config.parallelization() == Parallelization.EDGE;
        int groupSize = orientationGroupSize();
        int header =
                result == Result.TOTAL ? KernelAbi.KCLIQUE_ORIENTATION_LEVEL_WORDS : KernelAbi.KCLIQUE_FRAME_HEADER;
        launch(
                kernel("kclique_orientation", "total", result),
                (long) KernelAbi.KCLIQUE_BLOCK_THREADS / groupSize * (header + setInts()) * k,
                byEdge,
                groupSize,
                outputs.with("k", k));
    }

    /** Whether a warp has room for the candidates of any root, and nothing else was asked for. */
    private boolean takesWarps() {
        return config.technique() == Technique.AUTO
                && config.parallelization() == Parallelization.AUTO
                && config.groupSize() == 0
                && binary
                && candidates() <= KernelAbi.KCLIQUE_TRIANGLE_ROW;
    }

    /** Counts triangles with warps that share the candidates of a root. */
    private void triangles(KernelArguments outputs) {
        int blocks = session.residentBlocks(TRIANGLES, KernelAbi.KCLIQUE_THREADS, 0);
        long tasks = Math.min(roots.count(), Math.max(blocks, roots.count() / ROOTS_PER_TASK));
        workers.progress().begin("searching cliques", tasks);
        outputs.with("rootCount", (long) roots.count()).with("stride", tasks);
        launchAll(TRIANGLES, blocks, KernelAbi.KCLIQUE_THREADS, 0, tasks, outputs);
    }

    private int orientationGroupSize() {
        if (config.groupSize() != 0) {
            return config.groupSize();
        }
        int threads = (int) Math.max(1, Math.min(KCliqueConfig.MAX_GROUP_SIZE, setInts() / WORDS_A_THREAD));
        return binary ? Integer.highestOneBit(threads) : GROUP_SIZE;
    }

    private long candidates() {
        return roots.mostCandidates();
    }

    private long setInts() {
        return binary ? (candidates() + Integer.SIZE - 1) / Integer.SIZE : candidates();
    }

    private long graphInts() {
        return binary ? candidates() * (1 + setInts()) : candidates() * (2 + candidates());
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
                    + Bytes.toText(budgetBytes / 2) + " may be used for it: use " + otherForms()
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

    /** Advice for less memory, where the technique has been asked for. */
    private String otherForms() {
        return config.technique() == Technique.AUTO
                ? ""
                : (binary ? "`algorithm: 'COMPLEMENT'`," : "`encoding: 'BINARY'`,")
                        + " `orientation: 'DEGENERACY'` or ";
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
