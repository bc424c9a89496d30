package dev.motif.algorithm.group.near;

import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.SearchMemoryGpu;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Searches near-groups on a device (near.cu). The workers fill a batch with the parts of the graph around roots, the device
 * searches in these, a slice of time after the other, and so on. The workers search in parts that are too large for the device.
 */
final class NearSearchGpu {
    private static final String MODULE = "near";
    private static final KernelSignature[] KERNELS = {
        KernelSignature.of(MODULE, "near_cliques_per_warp"), KernelSignature.of(MODULE, "near_bicliques_per_warp")
    };

    private static final int WARPS_PER_BLOCK = KernelAbi.KCLIQUE_THREADS / Integer.SIZE;
    private static final long MOST_BATCH_INTS = 1L << 24;
    private static final long MOST_OUTPUT_INTS = 1L << 22;

    /** The output of the first launch; it doubles with each that it was too small for, so that the first groups come soon. */
    private static final long FIRST_OUTPUT_INTS = 1L << 16;

    /** The most vertices of a part: a warp takes minutes to the first group of 2,400 vertices, and a thread seconds. */
    private static final int MOST_VERTICES = 1 << 10;

    private static final int QUEUE_SLOTS = 8192;

    /** The words of groups that a worker takes at a time. */
    private static final int INTS_PER_TASK = 1 << 14;

    /** The most off-heap bytes that a search takes beside the memory of its workers. */
    static final long MOST_HOST_BYTES = NearBatch.bytes(MOST_BATCH_INTS) + MOST_OUTPUT_INTS * Integer.BYTES;

    /** Room for words that the launches share, and of warps. */
    private static final long TABLE_BYTES = 1L << 20;

    private final NearRoots roots;
    private final boolean withMembers;
    private final GpuSession session;
    private final Execution execution;
    private final Workers workers;
    private final IntFunction<Consumer<NearGroup>> sinks;

    private final KernelSignature kernel;
    private final DeviceArray pool;
    private final DeviceArray places;
    private final DeviceArray stacks;
    private final DeviceArray saved;
    private final DeviceArray queue;
    private final DeviceArray flags;
    private final DeviceArray output;

    /** The words of the queue, and then the words of the state. */
    private final DeviceArray words;

    /** The same as the host has them. */
    private long[] host = new long[KernelAbi.QUEUE_CONTROL_WORDS + KernelAbi.MAXIMAL_CLIQUE_STATE_WORDS];

    /** The words of the output that the next launch may use. */
    private long outputInts;

    /** From how many roots all has been found. */
    private long done;

    private NearSearchGpu(
            NearRoots roots,
            boolean withMembers,
            GpuSession session,
            long budgetBytes,
            IntFunction<Consumer<NearGroup>> sinks,
            Execution execution) {
        this.roots = roots;
        this.withMembers = withMembers;
        this.session = session;
        this.execution = execution;
        this.workers = execution.workers();
        this.sinks = roots.here(sinks);
        kernel = KERNELS[roots.sides() - 1];
        long batchInts = Math.min(MOST_BATCH_INTS, budgetBytes / 8 / Integer.BYTES);
        pool = session.ints(batchInts);
        places = session.longs(batchInts / NearBatch.LEAST_INTS);
        stacks = session.bytes(budgetBytes / 2);
        saved = session.ints(2L * WARPS_PER_BLOCK * session.residentBlocks(kernel, KernelAbi.KCLIQUE_THREADS, 0));
        queue = session.bytes(budgetBytes / 8);
        flags = session.ints(QUEUE_SLOTS);
        output = session.ints(Math.min(MOST_OUTPUT_INTS, budgetBytes / 16 / Integer.BYTES));
        words = session.longs(host.length);
        outputInts = Math.min(withMembers ? FIRST_OUTPUT_INTS : MOST_OUTPUT_INTS, output.bytes() / Integer.BYTES);
    }

    /** The device memory of a search. */
    static SearchMemoryGpu memory(GpuDevice device, GraphSize size) {
        return new SearchMemoryGpu(device, List.of(), TABLE_BYTES, size.edges());
    }

    /**
     * Passes what a device finds on its share of the roots to the sink of each worker.
     *
     * @param withMembers whether the sinks take the members of groups
     */
    static void run(
            NearRoots roots,
            boolean withMembers,
            SearchMemoryGpu memory,
            Participant share,
            IntFunction<Consumer<NearGroup>> sinks,
            Execution execution) {
        try (GpuSession session = memory.open(execution.workers())) {
            NearSearchGpu search =
                    new NearSearchGpu(roots, withMembers, session, memory.searchBytes(), sinks, execution);
            execution.time(Stage.COMPUTE, () -> search.run(share, sinks));
        }
    }

    private void run(Participant share, IntFunction<Consumer<NearGroup>> given) {
        try (NearBatch batch = new NearBatch(pool.bytes() / Integer.BYTES, this::hasRoom, execution.memory())) {
            NearBatches batches = new NearBatches(roots, batch, execution);
            workers.progress().begin(roots.stage(), batches.chunks().tasks());
            Supplier<Range> chunks =
                    share.ranges(batches.chunks().count(), batches.chunks().tasks());
            for (Range claimed = chunks.get(); claimed != null; claimed = chunks.get()) {
                batches.forEach(claimed, tried -> {
                    search(batch);
                    List<WorkRange> left = batches.takeTooLarge();
                    if (!left.isEmpty()) {
                        NearSearch.run(roots, left, given, execution.with(workers.beside()));
                    }
                    workers.progress().advance(tried);
                    done += tried;
                });
            }
        }
    }

    /** Whether there is room to search in a part. */
    private boolean hasRoom(int vertices, int setInts) {
        return vertices <= MOST_VERTICES
                && blockBytes(vertices, setInts) <= stacks.bytes()
                && (long) Integer.BYTES * frameInts(setInts) <= queue.bytes()
                && sharedBytes(setInts) <= session.info().sharedBytesPerBlock()
                && roots.sides() + (long) vertices <= output.bytes() / Integer.BYTES;
    }

    private static long frameInts(int setInts) {
        return KernelAbi.NEAR_FRAME_HEADER + (long) KernelAbi.NEAR_FRAME_SETS * setInts;
    }

    /** The bytes of the stacks of a block: each node on one has a vertex less to choose than the one below it. */
    private static long blockBytes(int vertices, int setInts) {
        return Integer.BYTES * WARPS_PER_BLOCK * (vertices + 1L) * frameInts(setInts);
    }

    private static long sharedBytes(int setInts) {
        return Integer.BYTES
                * WARPS_PER_BLOCK
                * (KernelAbi.NEAR_PART_SHARED_WORDS + (long) KernelAbi.NEAR_NODE_SETS * setInts);
    }

    /** Searches in all parts of a batch. */
    private void search(NearBatch batch) {
        if (batch.count() == 0) {
            return;
        }
        session.upload(batch.pool().address(), batch.used() * Integer.BYTES, pool);
        session.upload(batch.places().address(), (long) batch.count() * Long.BYTES, places);
        session.clear(saved);
        session.clear(flags);
        int shared = Math.toIntExact(sharedBytes(batch.mostSetInts()));
        long fitting = stacks.bytes() / blockBytes(batch.mostVertices(), batch.mostSetInts());
        int blocks = (int) Math.min(fitting, session.residentBlocks(kernel, KernelAbi.KCLIQUE_THREADS, shared));
        Arrays.fill(host, 0);
        host[KernelAbi.QUEUE_PENDING] = batch.count();
        while (host[KernelAbi.QUEUE_PENDING] != 0) {
            setState(KernelAbi.MAXIMAL_CLIQUE_OUTPUT_USED, 0);
            setState(KernelAbi.MAXIMAL_CLIQUE_OUTPUT_END, outputInts);
            workers.cancellation().check();
            session.writeLongs(words, host);
            session.launch(kernel, blocks, KernelAbi.KCLIQUE_THREADS, shared, arguments(batch));
            host = session.readLongs(words, host.length);
            session.checkNotStuck(host[KernelAbi.QUEUE_STUCK]);
            show();
            if (host[KernelAbi.QUEUE_PENDING] != 0 && execution.deadline().requested()) {
                throw execution.deadline().error(done, roots.weights().length());
            }
        }
    }

    private KernelArguments arguments(NearBatch batch) {
        int frameInts = (int) frameInts(batch.mostSetInts());
        return new KernelArguments()
                .with("pool", pool)
                .with("places", places)
                .with("partCount", (long) batch.count())
                .with("missing", roots.missing())
                .with("leastFirst", least(0, batch))
                .with("leastSecond", least(roots.sides() - 1, batch))
                .with("nanos", session.slice())
                .with("state", words.from((long) KernelAbi.QUEUE_CONTROL_WORDS * Long.BYTES))
                .with("control", words)
                .with("stacks", stacks)
                .with("frameWords", frameInts)
                .with("frames", batch.mostVertices() + 1)
                .with("saved", saved)
                .with("queue", queue)
                .with("queueFlags", flags)
                .with("queueSlots", (int) Math.min(QUEUE_SLOTS, queue.bytes() / Integer.BYTES / frameInts))
                .with("queueSlotWords", frameInts)
                .with("setWords", batch.mostSetInts())
                .with("output", output)
                .with("outputWords", () -> outputInts)
                .with("members", withMembers ? 1 : 0);
    }

    /** The fewest vertices of a side that a group still wanted has, which may have become more since the last launch. */
    private int least(int side, NearBatch batch) {
        return (int) Math.max(
                roots.least()[side], Math.min(Short.MAX_VALUE, roots.bound().least(batch.mostVertices())));
    }

    /** Passes on what the last launch has found, on all workers. */
    private void show() {
        long used = state(KernelAbi.MAXIMAL_CLIQUE_OUTPUT_USED);
        long end = Math.min(used, state(KernelAbi.MAXIMAL_CLIQUE_OUTPUT_END));
        if (end > 0) {
            try (OffHeapInts groups = execution.memory().ints(end)) {
                session.download(output, groups);
                long[] starts = starts(groups);
                workers.forRanges(starts.length - 1L, 1, (worker, from, to) -> {
                    Consumer<NearGroup> sink = sinks.apply(worker);
                    for (long at = starts[(int) from]; at < starts[(int) to]; ) {
                        FoundGroup group = new FoundGroup(groups, at, roots.sides(), withMembers);
                        sink.accept(group);
                        at += group.ints();
                    }
                });
            }
        }
        if (used > outputInts) {
            outputInts = Math.min(2 * outputInts, output.bytes() / Integer.BYTES);
        }
    }

    /** Where tasks of about {@value #INTS_PER_TASK} words begin, and where the last one ends. */
    private long[] starts(OffHeapInts groups) {
        LongStream.Builder starts = LongStream.builder();
        long next = 0;
        for (long at = 0; at < groups.length(); ) {
            if (at >= next) {
                starts.add(at);
                next = at + INTS_PER_TASK;
            }
            at = withMembers ? at + new FoundGroup(groups, at, roots.sides(), true).ints() : next;
        }
        return starts.add(groups.length()).build().toArray();
    }

    /** A group that the device has found: words of its sizes, and then of its members; or a word of its sizes alone. */
    private record FoundGroup(OffHeapInts groups, long at, int sides, boolean withMembers) implements NearGroup {
        private static final int SIZE_BITS = 16;

        @Override
        public int size(int side) {
            return withMembers ? groups.get(at + side) : groups.get(at) >>> SIZE_BITS * side & (1 << SIZE_BITS) - 1;
        }

        @Override
        public int[] members(int side) {
            int[] members = new int[size(side)];
            groups.copyTo(at + sides + (side == 0 ? 0 : size(0)), members, members.length);
            Arrays.sort(members);
            return members;
        }

        long ints() {
            return withMembers ? sides + size(0) + (sides == 2 ? (long) size(1) : 0) : 1;
        }
    }

    private long state(int word) {
        return host[KernelAbi.QUEUE_CONTROL_WORDS + word];
    }

    private void setState(int word, long value) {
        host[KernelAbi.QUEUE_CONTROL_WORDS + word] = value;
    }
}
