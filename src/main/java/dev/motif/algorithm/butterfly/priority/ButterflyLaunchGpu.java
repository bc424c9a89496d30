package dev.motif.algorithm.butterfly.priority;

import dev.motif.backend.Execution;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceWedges;
import dev.motif.graph.OffHeapLongs;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Launches the counting kernels (butterfly.cu). Start vertices of much work are taken by a block each, with direct
 * counters and a hash table in shared memory and global counters beyond; the others by a warp each, with a small hash
 * table.
 */
final class ButterflyLaunchGpu {
    private static final String MODULE = "butterfly";

    private static final int WARP_SIZE = 32;

    /** The most threads that a multiprocessor has registers for. */
    private static final int RESIDENT_THREADS = 1024;

    /** Shared memory of a kernel that is not asked for at its launch, at most. */
    private static final int STATIC_BYTES = 9 << 10;

    private static final long MAX_SPILL_BYTES = 4L << 30;
    private static final long MIN_SPILL_WORDS = 64;

    /** Words that are cleared at once. */
    private static final long SPILL_MULTIPLE = 4;

    private static final int WARP_THREADS = 256;

    /** A warp's table is at most half full. */
    private static final int WARP_MAX_WORK = 511;

    private static final int WARP_SLOTS = 1024;

    /** What an H200 counts: so long a launch takes, about, however many wedges there are. */
    private static final long WEDGES_PER_NANO = 200;

    /** Start vertices of a launch for each block at least, so that few blocks have nothing to do at its end. */
    private static final int STARTS_PER_BLOCK = 4;

    private static final Blocks HEAVY = new Blocks(4096, 512, 120, 8192);
    private static final Blocks LIGHT = new Blocks(WARP_MAX_WORK + 1, 128, 24, 2048);

    /**
     * Blocks that take a start vertex each.
     *
     * @param leastWork of these, a power of two
     * @param threads of a block
     * @param tableUnits direct counters, in multiples of {@link KernelAbi#TABLE_WORD_MULTIPLE} words
     * @param hashWords words of the hash table, a power of two
     */
    record Blocks(int leastWork, int threads, int tableUnits, int hashWords) {
        int tableWords() {
            return tableUnits * KernelAbi.TABLE_WORD_MULTIPLE;
        }

        int sharedBytes() {
            return (tableWords() + hashWords) * Integer.BYTES
                    + KernelAbi.TABLE_EXTRA_BYTES
                    + threads / WARP_SIZE * KernelAbi.COUNT_WARP_BYTES;
        }

        /** The same with tables that a device has room for. */
        Blocks within(GpuInfo device) {
            return sharedBytes() + STATIC_BYTES <= device.sharedBytesPerBlock()
                    ? this
                    : new Blocks(leastWork, threads, tableUnits / 2, hashWords / 2).within(device);
        }

        /** The most that are launched. */
        int most(GpuInfo device) {
            return device.multiprocessors() * (RESIDENT_THREADS / threads);
        }

        int keyTo() {
            return KernelAbi.workKey(leastWork) + 1;
        }
    }

    /** What is counted, and the kernels for it. */
    enum Kernels {
        TOTAL("total", List.of()),
        VERTICES("vertices", List.of("perRank")),
        EDGES("edges", List.of("firstCredits", "secondCredits"));

        private final KernelSignature perBlock;
        private final KernelSignature perWarp;

        /** What they add to beside the total. */
        private final List<String> outputs;

        Kernels(String result, List<String> outputs) {
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

    ButterflyLaunchGpu(GpuSession session, GpuDevice device, Execution execution, long vertices) {
        this.session = session;
        this.device = device.info();
        this.execution = execution;
        spillWords = spillWords(device, vertices);
        // Kernels leave it as they find it.
        spill = session.bytes(spillWords * Integer.BYTES);
        session.clear(spill);
        claimed = session.ints(1);
        bounds = session.longs(2);
    }

    /** The blocks of a device, heaviest start vertices first. */
    static List<Blocks> blocks(GpuInfo device) {
        return List.of(HEAVY.within(device), LIGHT.within(device));
    }

    /** Threads of a block of warps that take a start vertex each. */
    static int warpThreads(GpuInfo device) {
        return warpSharedBytes(WARP_THREADS) + STATIC_BYTES <= device.sharedBytesPerBlock()
                ? WARP_THREADS
                : WARP_THREADS / 2;
    }

    static int warpSharedBytes(int threads) {
        return threads / WARP_SIZE * WARP_SLOTS * 2 * Integer.BYTES;
    }

    /** What this class allocates. */
    static long bytes(GpuDevice device, long vertices) {
        return spillWords(device, vertices) * Integer.BYTES + Integer.BYTES + 2 * Long.BYTES;
    }

    /**
     * Words of the counters beyond shared memory, of all blocks of a launch together: of heavy start vertices a word for each
     * end. Of light ones, whose counters are narrower, there are more blocks. Where there are fewer, kernels take several
     * turns.
     */
    private static long spillWords(GpuDevice device, long vertices) {
        GpuInfo info = device.info();
        // Ends with direct counters: light start vertices have few neighbors, so 16 bits are enough.
        long direct =
                Math.min(HEAVY.within(info).tableWords(), 2 * LIGHT.within(info).tableWords());
        long wanted = Math.max(0, vertices - direct) * HEAVY.most(info);
        long most = Math.min(MAX_SPILL_BYTES, device.limitBytes() / 8) / Integer.BYTES;
        return LIGHT.most(info) * spillWordsOf(Math.min(wanted, most), LIGHT.most(info));
    }

    /** Words of a block when {@code blocks} share {@code words}. */
    private static long spillWordsOf(long words, long blocks) {
        return Math.max(MIN_SPILL_WORDS, words / blocks / SPILL_MULTIPLE * SPILL_MULTIPLE);
    }

    /**
     * Counts the wedges that end in {@code [endLow, endHigh)}, in stream order; where there are many, in several launches,
     * with a check of the cancellation between them.
     *
     * @param total two words that the butterflies are added to
     * @param outputs what the kernels add to: nothing, by rank, or by slot of the start rows and by slot of the end rows
     */
    void count(
            DeviceWedges wedges, int endLow, int endHigh, Kernels kernels, DeviceArray total, DeviceArray... outputs) {
        Job job = new Job(wedges, endLow, endHigh, kernels, total, outputs);
        long mostWedges = session.slice().getAsLong() * WEDGES_PER_NANO;
        boolean many = wedges.starts().slots() * Math.sqrt(wedges.ends().slots()) > mostWedges;
        long[] keyStarts = many ? session.readLongs(wedges.keyStarts(), KernelAbi.WORK_KEYS + 1) : null;
        int keyFrom = 0;
        for (Blocks blocks : blocks(device)) {
            if (many) {
                long leastStarts = (long) STARTS_PER_BLOCK * blocks.most(device);
                long[] cuts = cuts(keyStarts, keyFrom, blocks.keyTo(), mostWedges, leastStarts);
                for (int i = 1; i < cuts.length; i++) {
                    setBounds(cuts[i - 1], cuts[i]);
                    job.launch(blocks, bounds, 0, 1);
                    session.await();
                    execution.workers().cancellation().check();
                }
            } else {
                job.launch(blocks, wedges.keyStarts(), keyFrom, blocks.keyTo());
            }
            keyFrom = blocks.keyTo();
        }
        job.launchWarps(keyFrom);
    }

    /**
     * Where launches begin, and the last one ends, among the start vertices in the order of their work.
     *
     * @param keyStarts where those of each work key begin
     * @param mostWedges a launch has few more
     * @param leastStarts a launch has no fewer, but for the last
     */
    static long[] cuts(long[] keyStarts, int keyFrom, int keyTo, long mostWedges, long leastStarts) {
        LongStream.Builder cuts = LongStream.builder().add(keyStarts[keyFrom]);
        long begun = keyStarts[keyFrom];
        double wedges = 0;
        for (int key = keyFrom; key < keyTo; key++) {
            double wedgesOfOne = mostWork(key);
            for (long at = keyStarts[key]; at < keyStarts[key + 1]; ) {
                long wanted = Math.max((long) Math.ceil((mostWedges - wedges) / wedgesOfOne), begun + leastStarts - at);
                long taken = Math.max(1, Math.min(wanted, keyStarts[key + 1] - at));
                at += taken;
                wedges += taken * wedgesOfOne;
                if (wedges >= mostWedges && at - begun >= leastStarts && at < keyStarts[keyTo]) {
                    cuts.add(at);
                    begun = at;
                    wedges = 0;
                }
            }
        }
        return cuts.add(keyStarts[keyTo]).build().toArray();
    }

    /** The work above that of all start vertices with a work key. */
    private static double mostWork(int key) {
        int steps = KernelAbi.WORK_KEY_IDLE - key;
        return Math.scalb(1 + (steps % 4 + 1) / 4.0, steps / 4);
    }

    private void setBounds(long from, long to) {
        try (OffHeapLongs words = execution.memory().longs(2)) {
            words.set(0, from);
            words.set(1, to);
            session.upload(words.address(), words.bytes(), bounds);
        }
    }

    /** What is counted, and where it goes. */
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

        /** A block for each start vertex from position {@code positions[from]} to {@code positions[to]} of the order. */
        void launch(Blocks blocks, DeviceArray positions, int from, int to) {
            int most = blocks.most(device);
            session.clear(claimed);
            KernelArguments arguments = arguments(positions, from, to)
                    .with("tableWords", blocks.tableWords())
                    .with("hashWords", blocks.hashWords())
                    .with("spill", spill)
                    .with("spillWords", spillWordsOf(spillWords, most))
                    .with("claimed", claimed);
            ButterflyLaunchGpu.this.launch(kernels.perBlock, most, blocks.threads(), blocks.sharedBytes(), arguments);
        }

        /** A warp for each start vertex of the work keys from {@code keyFrom} on. */
        void launchWarps(int keyFrom) {
            int threads = warpThreads(device);
            KernelArguments arguments = arguments(wedges.keyStarts(), keyFrom, KernelAbi.WORK_KEY_IDLE)
                    .with("maxSlots", WARP_SLOTS);
            ButterflyLaunchGpu.this.launch(
                    kernels.perWarp, Integer.MAX_VALUE, threads, warpSharedBytes(threads), arguments);
        }

        /** What all of these kernels take. */
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
