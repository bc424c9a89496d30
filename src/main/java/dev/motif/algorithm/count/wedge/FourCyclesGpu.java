package dev.motif.algorithm.count.wedge;

import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceWedges;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Launches the kernels that count cycles of four vertices (butterfly.cu), as {@link FourCycles} does. A block takes each start vertex with much work; it has direct counters
 * and a hash table in shared memory, and global counters for ends that have no room there. A warp takes each of the
 * others, with a small hash table.
 */
public final class FourCyclesGpu {
    private static final String MODULE = "butterfly";

    /** The most threads of these kernels for which a multiprocessor has registers. */
    private static final int RESIDENT_THREADS = 1024;

    /** The most shared memory of a kernel besides what its launch asks for, in bytes. */
    private static final int STATIC_BYTES = 9 << 10;

    /** The most device memory for counters beyond shared memory. */
    private static final long MAX_SPILL_BYTES = 4L << 30;

    private static final long MIN_SPILL_WORDS = 64;

    /**
     * The words of a block's counters beyond shared memory are a multiple of this, since that many are cleared at once.
     */
    private static final long SPILL_MULTIPLE = 4;

    /** The least work of a claim, as its time on an H200. */
    private static final long LEAST_CLAIM_NANOS = 1_000_000;

    private static final int WARP_THREADS = 256;

    /** The most work of a start vertex that a warp takes, so that its table is at most half full. */
    private static final int WARP_MAX_WORK = 511;

    private static final int WARP_SLOTS = 1024;

    private static final Blocks HEAVY = new Blocks(4096, 512, 120, 8192);
    private static final Blocks LIGHT = new Blocks(WARP_MAX_WORK + 1, 128, 24, 2048);

    /**
     * A kind of blocks, each of which takes one start vertex at a time.
     *
     * @param leastWork the least work of their start vertices, a power of two
     * @param tableUnits the size of the direct counters, in multiples of {@link KernelAbi#TABLE_WORD_MULTIPLE} words
     * @param hashWords the words of the hash table, a power of two
     */
    record Blocks(int leastWork, int threads, int tableUnits, int hashWords) {
        int tableWords() {
            return tableUnits * KernelAbi.TABLE_WORD_MULTIPLE;
        }

        int sharedBytes() {
            return (tableWords() + hashWords) * Integer.BYTES
                    + KernelAbi.TABLE_EXTRA_BYTES
                    + threads / GpuSession.WARP_SIZE * KernelAbi.COUNT_WARP_BYTES;
        }

        /** The same blocks with tables halved until they fit the shared memory of a device. */
        Blocks within(GpuInfo device) {
            return sharedBytes() + STATIC_BYTES <= device.sharedBytesPerBlock()
                    ? this
                    : new Blocks(leastWork, threads, tableUnits / 2, hashWords / 2).within(device);
        }

        /** The most blocks of this kind that are launched. */
        int most(GpuInfo device) {
            return device.multiprocessors() * (RESIDENT_THREADS / threads);
        }

        /** The end of the work keys of their start vertices; a key is the smaller the more work there is. */
        int keyTo() {
            return KernelAbi.workKey(leastWork) + 1;
        }
    }

    /** The kernels for each kind of counts. */
    public enum Kernels {
        TOTAL("total", 200, List.of()),
        VERTICES("vertices", 80, List.of("perRank")),
        EDGES("edges", 80, List.of("firstCredits", "secondCredits"));

        /**
         * The wedges that an H200 counts in a nanosecond, or few less. It turns a time slice into the wedges of a
         * launch.
         */
        private final long wedgesPerNano;

        private final KernelSignature perBlock;
        private final KernelSignature perWarp;

        /** The parameters of the arrays that the kernels add to besides the total. */
        private final List<String> outputs;

        Kernels(String result, long wedgesPerNano, List<String> outputs) {
            this.wedgesPerNano = wedgesPerNano;
            perBlock = KernelSignature.of(MODULE, "butterfly_" + result + "_per_block");
            perWarp = KernelSignature.of(MODULE, "butterfly_" + result + "_per_warp");
            this.outputs = outputs;
        }
    }

    private final GpuSession session;
    private final GpuInfo device;
    private final Execution execution;
    private final long spillWords;
    private final DeviceArray spill;
    private final DeviceArray claimed;
    private final DeviceArray bounds;
    private final Participant share;
    private final int stages;

    /** How often {@link #count} was called. */
    private int stage;

    /** Counts from all start vertices of a graph of {@code vertices} vertices. */
    public FourCyclesGpu(GpuSession session, GpuDevice device, Execution execution, long vertices) {
        this(session, device, execution, vertices, Participant.whole(), 1);
    }

    /**
     * @param share which part of the start vertices to count from
     * @param stages after how many calls of {@link #count} the first one comes again, for what came back of a lost device, when
     *     the work is shared
     */
    public FourCyclesGpu(
            GpuSession session, GpuDevice device, Execution execution, long vertices, Participant share, int stages) {
        this.share = share;
        this.stages = stages;
        this.session = session;
        this.device = device.info();
        this.execution = execution;
        spillWords = spillWords(device, vertices);
        // Cleared only once: kernels leave it all 0.
        spill = session.bytes(spillWords * Integer.BYTES);
        session.clear(spill);
        claimed = session.ints(1);
        bounds = session.longs(2);
    }

    /** The kinds of blocks for a device, the blocks for the heaviest start vertices first. */
    static List<Blocks> blocks(GpuInfo device) {
        return List.of(HEAVY.within(device), LIGHT.within(device));
    }

    /** The threads of a block whose warps take a start vertex each. */
    static int warpThreads(GpuInfo device) {
        return warpSharedBytes(WARP_THREADS) + STATIC_BYTES <= device.sharedBytesPerBlock()
                ? WARP_THREADS
                : WARP_THREADS / 2;
    }

    /** The shared memory of the hash tables of a block of warps. */
    static int warpSharedBytes(int threads) {
        return threads / GpuSession.WARP_SIZE * WARP_SLOTS * 2 * Integer.BYTES;
    }

    /** The device memory that an object of this class allocates. */
    public static long bytes(GpuDevice device, long vertices) {
        return spillWords(device, vertices) * Integer.BYTES + Integer.BYTES + 2 * Long.BYTES;
    }

    /**
     * The words of the counters beyond shared memory, of all blocks of a launch together. A block for heavy start
     * vertices wants a word for each end without a direct counter. There are more blocks for light ones, whose counters
     * are narrower. Kernels take several turns where there are fewer words than they want.
     */
    private static long spillWords(GpuDevice device, long vertices) {
        GpuInfo info = device.info();
        // The number of ends with direct counters. Light start vertices have so few neighbors that 16 bits are enough
        // for each.
        long direct =
                Math.min(HEAVY.within(info).tableWords(), 2 * LIGHT.within(info).tableWords());
        long wanted = Math.max(0, vertices - direct) * HEAVY.most(info);
        long most = Math.min(MAX_SPILL_BYTES, device.limitBytes() / 8) / Integer.BYTES;
        return LIGHT.most(info) * spillWordsOf(Math.min(wanted, most), LIGHT.most(info));
    }

    /** The words of one block when {@code blocks} share {@code words}. */
    private static long spillWordsOf(long words, long blocks) {
        return Math.max(MIN_SPILL_WORDS, words / blocks / SPILL_MULTIPLE * SPILL_MULTIPLE);
    }

    /**
     * Counts the wedges that end in {@code [endLow, endHigh)}, in stream order. When there are many, it takes several
     * launches and checks between them whether the run was cancelled.
     *
     * @param total the two words that the number of butterflies is added to
     * @param outputs the arrays that the kernels add to besides: none, or the counts by rank, or the counts by slot of
     *     the start rows and by slot of the end rows
     */
    public void count(
            DeviceWedges wedges, int endLow, int endHigh, Kernels kernels, DeviceArray total, DeviceArray... outputs) {
        Job job = new Job(wedges, endLow, endHigh, kernels, total, outputs);
        if (!share.isWhole()) {
            countShare(job);
            return;
        }
        boolean many = wedges.starts().slots() * Math.sqrt(wedges.ends().slots()) > mostWedges(kernels);
        long[] keyStarts = many ? session.readLongs(wedges.keyStarts(), KernelAbi.WORK_KEYS + 1) : null;
        int keyFrom = 0;
        for (Blocks blocks : blocks(device)) {
            Launch launch = (positions, from, to) -> job.launch(blocks, positions, from, to);
            launchAll(launch, job, blocks.most(device), keyStarts, keyFrom, blocks.keyTo());
            keyFrom = blocks.keyTo();
        }
        launchAll(job::launchWarps, job, 1, keyStarts, keyFrom, KernelAbi.WORK_KEY_IDLE);
    }

    /** Counts from the start vertices that this device claims. */
    private void countShare(Job job) {
        long[] keyStarts = session.readLongs(job.wedges.keyStarts(), KernelAbi.WORK_KEYS + 1);
        long length = keyStarts[KernelAbi.WORK_KEY_IDLE];
        share.begin(stages * length, 0);
        long base = stage++ % stages * length;
        LongUnaryOperator end = from -> base + endOfClaim(job.kernels, keyStarts, from - base);
        for (Range range = share.claim(base, base + length, end);
                range != null;
                range = share.claim(base, base + length, end)) {
            Step step = step(keyStarts, range.from() - base);
            session.writeLongs(bounds, range.from() - base, range.to() - base);
            if (step.blocks == null) {
                job.launchWarps(bounds, 0, 1);
            } else {
                job.launch(step.blocks, bounds, 0, 1);
            }
            session.await();
            execution.workers().cancellation().check();
        }
    }

    /** Where a claim ends that begins at position {@code from}. */
    private long endOfClaim(Kernels kernels, long[] keyStarts, long from) {
        Step step = step(keyStarts, from);
        double left = share.next(mostWedges(keyStarts, from));
        long most = (long) Math.min(mostWedges(kernels), Math.max(left, LEAST_CLAIM_NANOS * kernels.wedgesPerNano));
        return cut(keyStarts, step.keyTo, from, most, step.blocks == null ? 1 : step.blocks.most(device));
    }

    /**
     * The kernel that takes some of the start vertices.
     *
     * @param blocks null when warps take them
     * @param keyTo the end of their work keys
     */
    private record Step(Blocks blocks, int keyTo) {}

    private Step step(long[] keyStarts, long position) {
        for (Blocks blocks : blocks(device)) {
            if (position < keyStarts[blocks.keyTo()]) {
                return new Step(blocks, blocks.keyTo());
            }
        }
        return new Step(null, KernelAbi.WORK_KEY_IDLE);
    }

    /** About how many wedges the start vertices from position {@code from} on have, or more. */
    private static double mostWedges(long[] keyStarts, long from) {
        double sum = 0;
        for (int key = 0; key < KernelAbi.WORK_KEY_IDLE; key++) {
            sum += Math.max(0, keyStarts[key + 1] - Math.max(from, keyStarts[key])) * mostWork(key);
        }
        return sum;
    }

    /** Launches a kernel for the start vertices from {@code positions[from]} to {@code positions[to]} of the order. */
    @FunctionalInterface
    private interface Launch {
        void run(DeviceArray positions, int from, int to);
    }

    /** The wedges that a launch may have at this moment. */
    private long mostWedges(Kernels kernels) {
        return session.slice().getAsLong() * kernels.wedgesPerNano;
    }

    /**
     * Counts from the start vertices with work keys in {@code [keyFrom, keyTo)}.
     *
     * @param most the most blocks of a launch
     * @param keyStarts the position where the start vertices of each work key begin; null when there are so few wedges
     *     that one launch takes all
     */
    private void launchAll(Launch launch, Job job, int most, long[] keyStarts, int keyFrom, int keyTo) {
        if (keyStarts == null) {
            launch.run(job.wedges.keyStarts(), keyFrom, keyTo);
            return;
        }
        long from = keyStarts[keyFrom];
        while (from < keyStarts[keyTo]) {
            long to = cut(keyStarts, keyTo, from, mostWedges(job.kernels), most);
            session.writeLongs(bounds, from, to);
            launch.run(bounds, 0, 1);
            session.await();
            execution.workers().cancellation().check();
            from = to;
        }
    }

    /**
     * Returns where a launch ends that begins with the start vertex at position {@code from}. Start vertices are in the
     * order of their work.
     *
     * @param keyStarts the position where the start vertices of each work key begin
     * @param keyTo the end of the work keys
     * @param mostWedges the wedges of a launch
     * @param blocks the launch gets a multiple of this many start vertices, unless it is the last one, so that few
     *     blocks have nothing to do at its end; this may be more wedges
     */
    static long cut(long[] keyStarts, int keyTo, long from, long mostWedges, int blocks) {
        double left = mostWedges;
        long to = from;
        for (int key = 0; key < keyTo && left > 0; key++) {
            if (keyStarts[key + 1] > to) {
                long taken = Math.min((long) Math.ceil(left / mostWork(key)), keyStarts[key + 1] - to);
                to += taken;
                left -= taken * mostWork(key);
            }
        }
        long whole = (Math.max(1, to - from) + blocks - 1) / blocks * blocks;
        return Math.min(from + whole, keyStarts[keyTo]);
    }

    /** An upper bound for the work of a start vertex with a work key. */
    private static double mostWork(int key) {
        int steps = KernelAbi.WORK_KEY_IDLE - key;
        return Math.scalb(1 + (steps % 4 + 1) / 4.0, steps / 4);
    }

    /** The counts of one call of {@link #count}, and the arrays for them. */
    private final class Job {
        private final DeviceWedges wedges;
        private final int endLow;
        private final int endHigh;
        private final Kernels kernels;
        private final DeviceArray total;
        private final List<DeviceArray> outputs;

        Job(DeviceWedges wedges, int endLow, int endHigh, Kernels kernels, DeviceArray total, DeviceArray[] outputs) {
            this.wedges = wedges;
            this.endLow = endLow;
            this.endHigh = endHigh;
            this.kernels = kernels;
            this.total = total;
            this.outputs = List.of(outputs);
        }

        void launch(Blocks blocks, DeviceArray positions, int from, int to) {
            int most = blocks.most(device);
            session.clear(claimed);
            KernelArguments arguments = arguments(positions, from, to)
                    .with("tableWords", blocks.tableWords())
                    .with("hashWords", blocks.hashWords())
                    .with("spill", spill)
                    .with("spillWords", spillWordsOf(spillWords, most))
                    .with("claimed", claimed);
            FourCyclesGpu.this.launch(kernels.perBlock, most, blocks.threads(), blocks.sharedBytes(), arguments);
        }

        void launchWarps(DeviceArray positions, int from, int to) {
            int threads = warpThreads(device);
            KernelArguments arguments = arguments(positions, from, to).with("maxSlots", WARP_SLOTS);
            FourCyclesGpu.this.launch(kernels.perWarp, Integer.MAX_VALUE, threads, warpSharedBytes(threads), arguments);
        }

        private KernelArguments arguments(DeviceArray positions, int from, int to) {
            KernelArguments arguments = new KernelArguments()
                    .with("firstOffsets", wedges.starts().offsets())
                    .with("firstNeighbors", wedges.starts().neighbors())
                    .with("prefixes", wedges.prefixes())
                    .with("firstBase", wedges.starts().base())
                    .with("secondOffsets", wedges.ends().offsets())
                    .with("secondNeighbors", wedges.ends().neighbors())
                    .with("endLow", endLow)
                    .with("endHigh", endHigh)
                    .with("order", wedges.order())
                    .with("wedges", wedges.wedges())
                    .with("keyStarts", positions)
                    .with("keyFrom", from)
                    .with("keyTo", to)
                    .with("total", total);
            for (int i = 0; i < outputs.size(); i++) {
                arguments.with(kernels.outputs.get(i), outputs.get(i));
            }
            return arguments;
        }
    }

    private void launch(KernelSignature kernel, int most, int threads, int sharedBytes, KernelArguments arguments) {
        int blocks = Math.min(most, session.residentBlocks(kernel, threads, sharedBytes));
        session.launch(kernel, blocks, threads, sharedBytes, arguments);
    }
}
