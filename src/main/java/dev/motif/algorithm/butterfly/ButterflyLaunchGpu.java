package dev.motif.algorithm.butterfly;

import static dev.motif.gpu.KernelSignature.Type.INT;
import static dev.motif.gpu.KernelSignature.Type.LONG;
import static dev.motif.gpu.KernelSignature.Type.POINTER;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceWedges;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelSignature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Launches the counting kernels (butterfly.cu). Start vertices of much work are taken by a block each, with direct
 * counters in shared memory and global ones beyond; the others by a warp each, with a small hash table.
 */
final class ButterflyLaunchGpu {
    private static final String MODULE = "butterfly";

    /** What all counting kernels begin with: two graphs by rows, wanted ends, start vertices, the total. */
    private static final List<KernelSignature.Type> JOB = List.of(
            POINTER, POINTER, POINTER, INT, POINTER, POINTER, INT, INT, POINTER, POINTER, POINTER, INT, INT, POINTER);

    private static final int BLOCK_THREADS = 512;
    private static final int TABLE_WORDS = 196 * KernelAbi.TABLE_WORD_MULTIPLE;
    private static final int BLOCK_SHARED_BYTES = TABLE_WORDS * Integer.BYTES + KernelAbi.TABLE_EXTRA_BYTES;
    private static final long MAX_SPILL_BYTES = 2L << 30;
    private static final int WARP_THREADS = 256;
    private static final int WARP_SIZE = 32;

    /** A warp's table is at most half full. */
    private static final int WARP_MAX_WORK = 511;

    private static final int WARP_SLOTS = 1024;
    private static final int WARP_SHARED_BYTES = WARP_THREADS / WARP_SIZE * WARP_SLOTS * 2 * Integer.BYTES;

    /** What is counted, and the kernels for it. */
    enum Kernels {
        TOTAL("total"),
        VERTICES("vertices", POINTER),
        EDGES("edges", POINTER, POINTER);

        private final KernelSignature perBlock;
        private final KernelSignature perWarp;

        Kernels(String result, KernelSignature.Type... outputs) {
            perBlock = signature(result + "_per_block", List.of(INT, POINTER, LONG, POINTER), outputs);
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
    private final long spillWords;
    private final DeviceArray spill;
    private final DeviceArray claimed;

    ButterflyLaunchGpu(GpuSession session, GpuDevice device, long vertices) {
        this.session = session;
        spillWords = spillWords(device, vertices);
        // Kernels leave it as they find it.
        spill = session.bytes(spillBytes(device, vertices));
        session.clear(spill);
        claimed = session.ints(1);
    }

    /** All kernels, for the test that compares them with the .cu file. */
    static List<KernelSignature> kernels() {
        return Arrays.stream(Kernels.values())
                .flatMap(kernels -> List.of(kernels.perBlock, kernels.perWarp).stream())
                .toList();
    }

    /** What this class allocates. */
    static long bytes(GpuDevice device, long vertices) {
        return spillBytes(device, vertices) + Integer.BYTES;
    }

    private static long spillBytes(GpuDevice device, long vertices) {
        return spillWords(device, vertices) * Integer.BYTES * maxBlocks(device);
    }

    /** Counters of a block beyond its table: for all other ends, or as many as fit, and the kernel takes several turns. */
    private static long spillWords(GpuDevice device, long vertices) {
        long multiple = KernelAbi.TABLE_WORD_MULTIPLE;
        long wanted = Math.max(1, vertices - TABLE_WORDS);
        long most = Math.min(MAX_SPILL_BYTES, device.limitBytes() / 8) / Integer.BYTES / maxBlocks(device);
        return Math.max(multiple, (Math.min(wanted, most) + multiple - 1) / multiple * multiple);
    }

    /** Blocks of counting kernels that a device may run at once: 2048 threads a multiprocessor. */
    private static long maxBlocks(GpuDevice device) {
        return device.info().multiprocessors() * (2048L / BLOCK_THREADS);
    }

    /**
     * Counts the wedges that end in {@code [endLow, endHigh)}, in stream order.
     *
     * @param total two words that the butterflies are added to
     * @param outputs what the kernels add to: nothing, by rank, or by slot of the start rows and by slot of the end rows
     */
    void count(
            DeviceWedges wedges, int endLow, int endHigh, Kernels kernels, DeviceArray total, DeviceArray... outputs) {
        int firstWarpKey = KernelAbi.workKey(WARP_MAX_WORK);
        session.clear(claimed);
        List<Object> perBlock = job(wedges, endLow, endHigh, 0, firstWarpKey, total);
        perBlock.addAll(List.of(TABLE_WORDS, spill, spillWords, claimed));
        perBlock.addAll(List.of(outputs));
        launch(kernels.perBlock, BLOCK_THREADS, BLOCK_SHARED_BYTES, perBlock);

        List<Object> perWarp = job(wedges, endLow, endHigh, firstWarpKey, KernelAbi.WORK_KEY_IDLE, total);
        perWarp.add(WARP_SLOTS);
        perWarp.addAll(List.of(outputs));
        launch(kernels.perWarp, WARP_THREADS, WARP_SHARED_BYTES, perWarp);
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

    private void launch(KernelSignature kernel, int threads, int sharedBytes, List<Object> arguments) {
        int blocks = session.residentBlocks(kernel, threads, sharedBytes);
        session.launch(kernel, blocks, threads, sharedBytes, arguments.toArray());
    }
}
