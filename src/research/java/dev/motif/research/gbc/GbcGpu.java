package dev.motif.research.gbc;

import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.biclique.pivot.PivotCpu;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
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
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The search of GBC on GPUs (biclique_gbc.cu): each worker is a warp. The sets are made on the CPU, and come part by
 * part when they do not fit a device at once. Several devices claim parts, which need nothing of each other, or roots of
 * the only one.
 *
 * <p>Kernels stop after a slice of time and go on with the next launch, so that a search can be cancelled.
 *
 * @param core the core of {@code graph}, seen from the side to start from
 */
record GbcGpu(
        BipartiteGraph graph, BipartiteCore core, GbcConfig config, Execution execution, List<GpuDevice> devices) {
    private static final String MODULE = "biclique_gbc";
    private static final KernelSignature BITMAP_LEAVES = KernelSignature.of(MODULE, "biclique_bitmap_leaves_per_warp");
    private static final KernelSignature LIST_LEAVES = KernelSignature.of(MODULE, "biclique_list_leaves_per_warp");

    private static final int WARPS_PER_BLOCK = KernelAbi.GBC_THREADS / 32;

    /** The warps that the 65,536 registers of a multiprocessor allow. */
    private static final int WARPS_PER_MULTIPROCESSOR = 32;

    /** The ints of a node in the memory of a worker: NODE_WORDS of the .cu file. */
    private static final long NODE_INTS = 8;

    /** The ints of a table of children in the memory of a worker: TABLE_WORDS of the .cu file. */
    private static final long TABLE_INTS = 3 * KernelAbi.GBC_BATCH;

    private static final int FRAME_ALIGNMENT = 4;

    /** Device memory for arrays without elements, which take a byte each. */
    private static final long SLACK_BYTES = 256;

    /**
     * GBC on one device or several.
     *
     * <p>The device memory is anything up to the limit at which the graph is split: it depends on the two-hop neighbors of
     * the graph, which are not known beforehand. Stars are counted on the CPU.
     */
    record Version(GbcConfig config) implements GpuVersion.Undivided<BipartiteGraph, BicliqueResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return null;
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            CpuEstimate withOneWorker = new GbcAlgorithm().cpuEstimate(size, config, 1);
            String name = GpuEstimate.nameOf(device);
            return new GpuEstimate(
                    withOneWorker.offHeap(),
                    withOneWorker.heap(),
                    MemoryEstimate.range(name, 0, config.bicliques().starsAlone() ? 0 : device.limitBytes()));
        }

        @Override
        public BicliqueResult run(BipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
            return execution.inTime(
                    config.bicliques().timeoutMillis(),
                    timed -> GbcAlgorithm.count(
                            graph, config, timed, core -> new GbcGpu(graph, core, config, timed, devices).count()));
        }

        @Override
        public boolean canShare(GpuDevice device, GraphSize size) {
            return !config.bicliques().starsAlone();
        }
    }

    BigInteger count() {
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            GbcSpace space = scope.own(execution.time(
                            Stage.PREPARE,
                            () -> GbcSpace.form(graph, core, config, this::partBytes, execution.memory(), workers)))
                    .form();
            workers.progress().begin(devices.size() == 1 ? "waiting for the GPU" : PivotCpu.STAGE, 0);
            LeafCounts leaves = scope.own(
                    devices.size() == 1
                            ? new Launch(space, execution).count(devices.get(0), Participant.whole())
                            : DeviceGroup.sum(
                                    devices,
                                    WorkPart.WHOLE,
                                    execution,
                                    (own, device, share) -> new Launch(space, own).count(device, share),
                                    (sum, others) -> {
                                        others.forEach(part -> DeviceGroup.add(part.counts(), sum.counts(), workers));
                                        return sum;
                                    }));
            return leaves.bicliques(space.least());
        }
    }

    /** The device memory for a part: what the workers and the counts of leaves leave. */
    private long partBytes(GbcFrames shape) {
        return config.techniques().partitionBytes() > 0
                ? config.techniques().partitionBytes()
                : limitBytes() - workerBytes(shape) * workerCount(shape) - leavesBytes(core.mateCount());
    }

    private long limitBytes() {
        return devices.stream().mapToLong(GpuDevice::limitBytes).min().orElseThrow();
    }

    /**
     * The number of workers: the number that runs at once on the device, but no more than half of its memory holds.
     *
     * @throws IllegalArgumentException when half of its memory does not hold one worker
     */
    private int workerCount(GbcFrames shape) {
        GpuInfo device = devices.get(0).info();
        long most = limitBytes() / 2 / workerBytes(shape);
        if (most < 1) {
            throw new IllegalArgumentException("a search of this size takes " + Bytes.toText(workerBytes(shape))
                    + " of device memory for a single worker, too much for "
                    + device.name()
                    + ": use `backend: 'CPU'` or `motif.biclique.count.stats`");
        }
        return (int) Math.min(most, (long) WARPS_PER_MULTIPROCESSOR * device.multiprocessors());
    }

    /** The ints of the nodes and frames of a worker. */
    private static long frameInts(GbcFrames shape) {
        long perFrame = TABLE_INTS + (long) shape.wordInts() * ((long) shape.candidateWords() + shape.commonWords());
        long ints = NODE_INTS * (shape.levels() + 1) + perFrame * shape.levels();
        return (ints + FRAME_ALIGNMENT - 1) / FRAME_ALIGNMENT * FRAME_ALIGNMENT;
    }

    /**
     * The device memory of a worker: its nodes and frames, its depth and root, and the number of its tasks that were
     * begun.
     */
    private static long workerBytes(GbcFrames shape) {
        return frameInts(shape) * Integer.BYTES + 2 * Integer.BYTES + Long.BYTES;
    }

    private static long leavesBytes(long most) {
        return (most + 1) * Long.BYTES + SLACK_BYTES;
    }

    /** The launches of one device for parts of a space. */
    private final class Launch {
        private final GbcSpace space;
        private final Execution execution;
        private final Workers workers;
        private final GbcFrames shape;
        private final int workerCount;

        private DeviceArray heads;
        private DeviceArray begun;
        private DeviceArray frames;
        private DeviceArray leaves;
        private DeviceArray unfinished;

        /** The sets on the device, their copies and where the kernel finds them. */
        private SetRows loaded;

        private final List<DeviceArray> sets = new ArrayList<>();
        private KernelArguments placed;

        Launch(GbcSpace space, Execution execution) {
            this.space = space;
            this.execution = execution;
            workers = execution.workers();
            shape = GbcFrames.of(space.size(), config.techniques(), space.neighbors(), space.twoHops());
            workerCount = (int) Math.min(workerCount(shape), Math.max(1, space.taskCount(config.techniques())));
        }

        /** The device memory that the session needs. */
        private long bytes(LeafCounts counts) {
            long part = space.partCount() == 1 ? space.wholeBytes(config.techniques()) : partBytes(shape);
            return part
                    + workerBytes(shape) * workerCount
                    + leavesBytes(counts.counts().length());
        }

        /** Counts the leaves of all parts, or of those that {@code device} claims. The caller owns the result. */
        LeafCounts count(GpuDevice device, Participant share) {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                LeafCounts counts =
                        scope.own(new LeafCounts(execution.memory().zeroedLongs(space.mostNeighbors() + 1L)));
                try (GpuSession session = device.open(bytes(counts), workers)) {
                    heads = session.ints(2L * workerCount);
                    begun = session.longs(workerCount);
                    frames = session.ints(frameInts(shape) * workerCount);
                    leaves = session.zeroedLongs(counts.counts().length());
                    unfinished = session.longs(1);
                    Supplier<Range> claims = share.ranges(space.shareCount(), space.shareCount());
                    for (Range claim = claims.get(); claim != null; claim = claims.get()) {
                        run(session, claim);
                    }
                    execution.time(
                            Stage.TRANSFER,
                            () -> session.download(
                                    leaves,
                                    counts.counts().address(),
                                    counts.counts().bytes()));
                }
                return scope.keep(counts);
            }
        }

        private void run(GpuSession session, Range claim) {
            long parts = space.partCount() == 1 ? 1 : claim.to() - claim.from();
            for (int i = 0; i < parts; i++) {
                try (GbcSpace.Part part = space.partCount() == 1
                                ? space.roots((int) claim.from(), (int) claim.to())
                                : space.part((int) claim.from() + i, execution.memory());
                        GbcTasks tasks = GbcTasks.of(part, space.size(), config.techniques(), execution.memory())) {
                    if (tasks.count() > 0) {
                        run(session, part, tasks);
                    }
                }
            }
        }

        private void run(GpuSession session, GbcSpace.Part part, GbcTasks tasks) {
            List<DeviceArray> copies = new ArrayList<>();
            KernelSignature kernel = part.neighbors().areBitmaps() ? BITMAP_LEAVES : LIST_LEAVES;
            KernelArguments arguments = new KernelArguments()
                    .with("tasks", tasks.count())
                    .with("size", space.size())
                    .with("least", space.least())
                    .with("batch", shape.batch())
                    .with("candidateWords", shape.candidateWords())
                    .with("commonWords", shape.commonWords())
                    .with("claimed", begun)
                    .with("workers", workerCount)
                    .with("steals", config.techniques().balance().steals() ? 1 : 0)
                    .with("heads", heads)
                    .with("frames", frames)
                    .with("frameWords", frameInts(shape))
                    .with("sliceNanos", session.slice())
                    .with("leaves", leaves)
                    .with("unfinished", unfinished);
            execution.time(Stage.TRANSFER, () -> {
                if (loaded != part.neighbors()) {
                    sets.forEach(session::free);
                    sets.clear();
                    placed = new KernelArguments();
                    upload(session, part.neighbors(), "neighbor");
                    upload(session, part.twoHops(), "twoHop");
                    loaded = part.neighbors();
                }
                DeviceArray roots = session.uploaded(tasks.roots());
                copies.add(roots);
                arguments.with("roots", roots);
                DeviceArray seconds = DeviceArray.NULL;
                if (tasks.seconds() != null) {
                    seconds = session.uploaded(tasks.seconds());
                    copies.add(seconds);
                }
                arguments.with("seconds", seconds).with(placed);
            });
            session.clear(heads);
            session.clear(begun);
            workers.progress().begin(PivotCpu.STAGE, tasks.count());
            launchSlices(session, kernel, tasks.count(), arguments);
            copies.forEach(session::free);
        }

        /** Launches the kernel again and again until no task of a part is unfinished. */
        private void launchSlices(GpuSession session, KernelSignature kernel, long tasks, KernelArguments arguments) {
            int grid = (workerCount + WARPS_PER_BLOCK - 1) / WARPS_PER_BLOCK;
            long before = 0;
            do {
                session.clear(unfinished);
                double millis = session.time(() -> session.launch(kernel, grid, KernelAbi.GBC_THREADS, 0, arguments));
                execution.times().add(Stage.COMPUTE, millis);
                workers.cancellation().check();
                long done = GbcShares.begun(session.readLongs(begun, workerCount), tasks);
                workers.progress().advance(done - before);
                before = done;
                if (execution.deadline().requested()) {
                    throw execution.deadline().error(done, tasks);
                }
            } while (session.readLongs(unfinished, 1)[0] != 0);
        }

        /**
         * Copies rows to the device.
         *
         * @param name the beginning of the names of the kernel's parameters for these rows
         */
        private void upload(GpuSession session, SetRows rows, String name) {
            DeviceArray offsets = session.uploaded(rows.offsets());
            DeviceArray index = session.uploaded(rows.index());
            sets.addAll(List.of(offsets, index));
            placed.with(name + "Offsets", offsets).with(name + "Index", index);
            DeviceArray bits = DeviceArray.NULL;
            if (rows.areBitmaps()) {
                bits = session.uploaded(rows.bits());
                sets.add(bits);
            }
            placed.with(name + "Bits", bits);
        }
    }
}
