package dev.motif.algorithm.butterfly;

import static dev.motif.gpu.KernelSignature.Type.INT;
import static dev.motif.gpu.KernelSignature.Type.LONG;
import static dev.motif.gpu.KernelSignature.Type.POINTER;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceWedges;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelSignature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Launches the counting kernels (butterfly.cu). Start vertices of much work are taken by a block each, with direct
 * counters and a hash table in shared memory and global counters beyond; the others by a warp each, with a small hash
 * table.
 */
final class ButterflyLaunchGpu {
    private static final String MODULE = "butterfly";

    /** What all counting kernels begin with: two graphs by rows, wanted ends, start vertices, the total. */
    private static final List<KernelSignature.Type> JOB = List.of(
            POINTER, POINTER, POINTER, INT, POINTER, POINTER, INT, INT, POINTER, POINTER, POINTER, INT, INT, POINTER);

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

    /** Launches of blocks. */
    private static final int LAUNCHES = 2;

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
        TOTAL("total"),
        VERTICES("vertices", POINTER),
        EDGES("edges", POINTER, POINTER);

        private final KernelSignature perBlock;
        private final KernelSignature perWarp;

        Kernels(String result, KernelSignature.Type... outputs) {
            perBlock = signature(result + "_per_block", List.of(INT, INT, POINTER, LONG, POINTER), outputs);
            perWarp = signature(result + "_per_warp", List.of(INT), outputs);
        }

        private static KernelSignature signature(
                String name, List<KernelSignature.Type> own, KernelSignature.Type[] outputs) {
            List<KernelSignature.Type> parameters = new ArrayList<>(JOB);
            parameters.addAll(own);
            parameters.addAll(List.of(outputs));
            return new KernelSignature(MODULE, "butterfly_" + name, parameters);
        }
    }

    private final GpuSession session;
    private final GpuInfo device;
    private final long spillWords;
    private final DeviceArray spill;
    private final DeviceArray claimed;

    ButterflyLaunchGpu(GpuSession session, GpuDevice device, long vertices) {
        this.session = session;
        this.device = device.info();
        spillWords = spillWords(device, vertices);
        // Kernels leave it as they find it.
        spill = session.bytes(spillWords * Integer.BYTES);
        session.clear(spill);
        claimed = session.ints(LAUNCHES);
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

    /** All kernels, for the test that compares them with the .cu file. */
    static List<KernelSignature> kernels() {
        return Arrays.stream(Kernels.values())
                .flatMap(kernels -> List.of(kernels.perBlock, kernels.perWarp).stream())
                .toList();
    }

    /** What this class allocates. */
    static long bytes(GpuDevice device, long vertices) {
        return spillWords(device, vertices) * Integer.BYTES + LAUNCHES * Integer.BYTES;
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
     * Counts the wedges that end in {@code [endLow, endHigh)}, in stream order.
     *
     * @param total two words that the butterflies are added to
     * @param outputs what the kernels add to: nothing, by rank, or by slot of the start rows and by slot of the end rows
     */
    void count(
            DeviceWedges wedges, int endLow, int endHigh, Kernels kernels, DeviceArray total, DeviceArray... outputs) {
        session.clear(claimed);
        int keyFrom = 0;
        int launches = 0;
        for (Blocks blocks : blocks(device)) {
            List<Object> arguments = job(wedges, endLow, endHigh, keyFrom, blocks.keyTo(), total);
            int most = blocks.most(device);
            arguments.addAll(List.of(
                    blocks.tableWords(),
                    blocks.hashWords(),
                    spill,
                    spillWordsOf(spillWords, most),
                    claimed.from((long) launches * Integer.BYTES)));
            arguments.addAll(List.of(outputs));
            launch(kernels.perBlock, most, blocks.threads(), blocks.sharedBytes(), arguments);
            keyFrom = blocks.keyTo();
            launches++;
        }
        int threads = warpThreads(device);
        List<Object> arguments = job(wedges, endLow, endHigh, keyFrom, KernelAbi.WORK_KEY_IDLE, total);
        arguments.add(WARP_SLOTS);
        arguments.addAll(List.of(outputs));
        launch(kernels.perWarp, Integer.MAX_VALUE, threads, warpSharedBytes(threads), arguments);
    }

    /** The arguments of {@link #JOB}, for start vertices whose work key is in {@code [keyFrom, keyTo)}. */
    private static List<Object> job(
            DeviceWedges wedges, int endLow, int endHigh, int keyFrom, int keyTo, DeviceArray total) {
        return new ArrayList<>(List.of(
                wedges.starts().offsets(),
                wedges.starts().neighbors(),
                wedges.prefixes(),
                wedges.starts().base(),
                wedges.ends().offsets(),
                wedges.ends().neighbors(),
                endLow,
                endHigh,
                wedges.order(),
                wedges.wedges(),
                wedges.keyStarts(),
                keyFrom,
                keyTo,
                total));
    }

    private void launch(KernelSignature kernel, int most, int threads, int sharedBytes, List<Object> arguments) {
        int blocks = Math.min(most, session.residentBlocks(kernel, threads, sharedBytes));
        session.launch(kernel, blocks, threads, sharedBytes, arguments.toArray());
    }
}
