package dev.motif.algorithm.sample.estimate;

import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;

/**
 * Estimates of what {@link RootSampler} hold, on a device (cuda/include/sample.cuh). A block searches from a root, in the graph
 * among the root's candidates. Such graphs are made when they are needed, and stay in an arena; it is emptied when it is
 * full.
 */
public final class SamplesGpu implements SequentialEstimator.Batch, AutoCloseable {
    /** Threads of a block. */
    public static final int THREADS = 256;

    /** Roots that are searched from in one launch, and graphs in the arena. */
    private static final int MOST = 1 << 16;

    private static final int TASK_WORDS = 2;
    private static final int GRAPH_WORDS = 2;

    /** Arrays that do not depend on the search. */
    private static final long FIXED_BYTES =
            (long) MOST * ((TASK_WORDS + GRAPH_WORDS + 1) * Long.BYTES + Integer.BYTES) + (1 << 12);

    private static final long MOST_ARENA_BYTES = 8L << 30;
    private static final long MOST_SCRATCH_BYTES = 2L << 30;

    /** Into how many parts device memory is divided, of which arena and scratch have at most one each. */
    private static final int PARTS = 4;

    private final GpuSession session;
    private final RootSampler roots;
    private final Search search;
    private final Sizes sizes;

    /** For each root 1 + the number of its graph; 0 when it is not there. */
    private final OffHeapInts numbers;

    private final OffHeapInts graphRoots;
    private final OffHeapLongs graphs;
    private final OffHeapLongs tasks;
    private final int[] estimateOfTask = new int[MOST];
    private final double[] timesOfTask = new double[MOST];
    private final DeviceArray deviceRoots;
    private final DeviceArray deviceGraphs;
    private final DeviceArray deviceTasks;
    private final DeviceArray estimates;
    private final DeviceArray claimed;
    private final DeviceArray arena;
    private final DeviceArray scratch;
    private final SlicedLaunches launches;
    private final int blocks;

    private Runnable check = () -> {};
    private long arenaUsed;
    private int graphCount;
    private int graphsMade;
    private int taskCount;

    public interface Search {
        int candidates(int root);

        /** The members of the set that the first node of its search has. */
        int members(int root);

        /** The device memory for the arguments of both kernels, in bytes. */
        long bytes(GpuDevice device);

        /** Makes the arguments of both kernels. */
        void begin(GpuSession session);

        KernelSignature graphsKernel();

        /** Most blocks that make graphs. */
        int graphsBlocks();

        /** The arguments of that kernel beyond the ones that this class adds. */
        KernelArguments graphsArguments();

        /** Estimates what some roots hold. */
        KernelSignature samplesKernel();

        /** The bytes of dynamic shared memory of a block of that kernel. */
        int samplesSharedBytes();

        /** The arguments of that kernel beyond the ones that this class adds. */
        KernelArguments samplesArguments();
    }

    /**
     * Weighs the roots of a graph on the CPU, and samples from them on a device.
     *
     * @param weighing what the CPU needs for a graph
     * @param graphBytes the device bytes of a graph, without its results by vertex
     */
    public record Version<G extends Graph>(
            Function<GraphSize, CpuEstimate> weighing, ToLongFunction<GraphSize> graphBytes, Run<G> run)
            implements GpuVersion<G, SampleResult> {
        @FunctionalInterface
        public interface Run<G> {
            SampleResult on(G graph, Execution execution, GpuDevice device);
        }

        private long bytes(GraphSize size) {
            return graphBytes.applyAsLong(size) + size.vertices() * Long.BYTES;
        }

        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return device.obstacle(FIXED_BYTES + bytes(size));
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            CpuEstimate onCpu = weighing.apply(size);
            long part = device.limitBytes() / PARTS;
            return new GpuEstimate(
                    MemoryEstimate.sum(
                            onCpu.offHeap().name(),
                            onCpu.offHeap(),
                            MemoryEstimate.range("samples, before they are sent", 0, hostBytes(size.vertices()))),
                    onCpu.heap(),
                    MemoryEstimate.sum(
                            GpuEstimate.nameOf(device),
                            MemoryEstimate.range("graph", 0, bytes(size)),
                            MemoryEstimate.range("neighborhoods", 0, FIXED_BYTES + Math.min(MOST_ARENA_BYTES, part)),
                            MemoryEstimate.range("levels of searches", 0, Math.min(MOST_SCRATCH_BYTES, part))));
        }

        @Override
        public SampleResult run(G graph, Execution execution, GpuDevice device) {
            return run.on(graph, execution, device);
        }
    }

    /** The device memory of a search, in bytes. */
    private record Sizes(long arena, long block, long scratch) {
        static Sizes of(GpuDevice device, RootSampler roots, int rootCount, Search search) {
            long all = 0;
            long largest = 1;
            long block = 1;
            int root = 0;
            for (int i = 0; i < rootCount; i++) {
                if (roots.isSampled(i)) {
                    long bytes = Integer.BYTES * words(search, i);
                    root = bytes > largest ? i : root;
                    largest = Math.max(largest, bytes);
                    all += bytes;
                    block = Math.max(block, blockBytes(search, roots, i));
                }
            }
            long part = device.limitBytes() / PARTS;
            long arena = Math.min(all, Math.max(largest, Math.min(MOST_ARENA_BYTES, part)));
            if (largest > part || block > part) {
                throw new IllegalArgumentException("sampling from one start node needs "
                        + Bytes.toText(Math.max(largest, block))
                        + " of device memory, for a graph of " + search.candidates(root) + " by " + search.members(root)
                        + " nodes, but only " + Bytes.toText(part) + " may be used for it: use `backend: 'CPU'`");
            }
            return new Sizes(arena, block, Math.max(block, Math.min(MOST_SCRATCH_BYTES, part)));
        }
    }

    /** The 32-bit words of the graph of a root. */
    private static long words(Search search, int root) {
        return (long) search.candidates(root) * setWords(search.members(root));
    }

    private static int setWords(int members) {
        return (members + Integer.SIZE - 1) / Integer.SIZE;
    }

    private static int most(Search search, RootSampler roots, int root) {
        return RootSampler.nodesWith(search.candidates(root), roots.nodes(root));
    }

    /** The bytes of a block for a search from a root: SampleSpace in sample.cuh. */
    private static long blockBytes(Search search, RootSampler roots, int root) {
        long room = most(search, roots, root) + 2L;
        long doubles = room * (search.candidates(root) + 3L);
        long ints = room * (3L + 2L * setWords(search.members(root)));
        return Long.BYTES * (doubles + (ints + 1) / 2);
    }

    /**
     * Waits until the device has the memory, and makes what does not depend on the roots that are chosen.
     *
     * @param rootCount the number of roots, sampled or not
     * @param scope owns the memory of the host
     * @throws IllegalArgumentException when a root takes more than the device has for it
     */
    public SamplesGpu(
            GpuDevice device, RootSampler roots, int rootCount, Search search, Workers workers, OffHeapScope scope) {
        this.roots = roots;
        this.search = search;
        sizes = Sizes.of(device, roots, rootCount, search);
        numbers = scope.zeroedInts(rootCount);
        graphRoots = scope.ints(MOST);
        graphs = scope.longs((long) GRAPH_WORDS * MOST);
        tasks = scope.longs((long) TASK_WORDS * MOST);
        workers.progress().begin("waiting for the GPU", 0);
        session = device.open(FIXED_BYTES + sizes.arena + sizes.scratch + search.bytes(device), workers);
        try {
            deviceRoots = session.ints(MOST);
            deviceGraphs = session.longs((long) GRAPH_WORDS * MOST);
            deviceTasks = session.longs((long) TASK_WORDS * MOST);
            estimates = session.longs(MOST);
            claimed = session.longs(1);
            launches = new SlicedLaunches(session, 1, () -> {
                check.run();
                return workers.cancellation().requested();
            });
            arena = session.bytes(sizes.arena);
            scratch = session.bytes(sizes.scratch);
            session.clear(arena);
            search.begin(session);
            int resident = session.residentBlocks(search.samplesKernel(), THREADS, search.samplesSharedBytes());
            blocks = (int) Math.max(1, Math.min(resident, sizes.scratch / sizes.block));
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    @Override
    public void close() {
        session.close();
    }

    /** The bytes off the heap of the host. */
    private static long hostBytes(long roots) {
        return roots * Integer.BYTES + (long) MOST * (Integer.BYTES + (GRAPH_WORDS + TASK_WORDS) * Long.BYTES);
    }

    @Override
    public void make(IntFunction<SplittableRandom> randoms, double[] values, Runnable newCheck) {
        check = newCheck;
        taskCount = 0;
        for (int i = 0; i < values.length; i++) {
            int estimate = i;
            SplittableRandom random = randoms.apply(i);
            roots.choose(
                    (root, nodes, times) -> {
                        if (taskCount == MOST || !hasRoom(root)) {
                            sample(values);
                        }
                        add(root, estimate, times, random.nextLong());
                    },
                    random);
        }
        sample(values);
    }

    /** Whether the graph of a root is there or has a place. */
    private boolean hasRoom(int root) {
        return numbers.get(root) > 0
                || graphCount < MOST && Integer.BYTES * (arenaUsed + words(search, root)) <= sizes.arena;
    }

    private void add(int root, int estimate, double times, long seed) {
        if (!hasRoom(root)) {
            forgetGraphs();
        }
        if (numbers.get(root) == 0) {
            graphRoots.set(graphCount, root);
            graphs.set((long) GRAPH_WORDS * graphCount, arenaUsed);
            graphs.set(
                    (long) GRAPH_WORDS * graphCount + 1,
                    search.candidates(root) | (long) search.members(root) << Integer.SIZE);
            arenaUsed += words(search, root);
            numbers.set(root, ++graphCount);
        }
        int most = most(search, roots, root);
        tasks.set((long) TASK_WORDS * taskCount, numbers.get(root) - 1 | (long) most << Integer.SIZE);
        tasks.set((long) TASK_WORDS * taskCount + 1, seed);
        estimateOfTask[taskCount] = estimate;
        timesOfTask[taskCount++] = times;
    }

    private void forgetGraphs() {
        for (int i = 0; i < graphCount; i++) {
            numbers.set(graphRoots.get(i), 0);
        }
        graphCount = 0;
        graphsMade = 0;
        arenaUsed = 0;
        session.clear(arena);
    }

    /** Searches from all roots that were added, and adds what is found to the estimates. */
    private void sample(double[] values) {
        makeGraphs();
        session.upload(tasks.address(), (long) TASK_WORDS * Long.BYTES * taskCount, deviceTasks);
        run(
                search.samplesKernel(),
                Math.min(blocks, Math.max(1, taskCount)),
                search.samplesSharedBytes(),
                search.samplesArguments()
                        .with("graphs", deviceGraphs)
                        .with("rows", arena)
                        .with("tasks", deviceTasks)
                        .with("count", taskCount)
                        .with("scratch", scratch)
                        .with("scratchWords", sizes.block / Long.BYTES)
                        .with("estimates", estimates));
        long[] found = session.readLongs(estimates, taskCount);
        for (int task = 0; task < taskCount; task++) {
            values[estimateOfTask[task]] += timesOfTask[task] * Double.longBitsToDouble(found[task]);
        }
        taskCount = 0;
    }

    private void makeGraphs() {
        int count = graphCount - graphsMade;
        if (count == 0) {
            return;
        }
        session.upload(graphRoots.address(), (long) Integer.BYTES * graphCount, deviceRoots);
        session.upload(graphs.address(), (long) GRAPH_WORDS * Long.BYTES * graphCount, deviceGraphs);
        run(
                search.graphsKernel(),
                Math.min(search.graphsBlocks(), count),
                0,
                search.graphsArguments()
                        .with("roots", deviceRoots.from((long) Integer.BYTES * graphsMade))
                        .with("count", count)
                        .with("graphs", deviceGraphs.from((long) GRAPH_WORDS * Long.BYTES * graphsMade))
                        .with("rows", arena));
        graphsMade = graphCount;
    }

    private void run(KernelSignature kernel, int grid, int sharedBytes, KernelArguments arguments) {
        session.clear(claimed);
        launches.add(kernel, grid, THREADS, sharedBytes, arguments.with("claimed", claimed));
        launches.run();
    }
}
