package dev.motif.algorithm.commonneighbors.lists;

import dev.motif.algorithm.commonneighbors.model.BmpConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import java.util.List;

/** Launches the kernels of MPS (common_neighbors_mps.cu) and BMP (common_neighbors_bmp.cu). */
final class ListsLaunchGpu {
    private static final KernelSignature MERGE =
            KernelSignature.of("common_neighbors_mps", "common_neighbors_merge_per_warp");
    private static final KernelSignature PIVOT_SKIP =
            KernelSignature.of("common_neighbors_mps", "common_neighbors_pivot_skip_per_thread");
    private static final KernelSignature BITMAPS =
            KernelSignature.of("common_neighbors_bmp", "common_neighbors_bitmaps_per_block");

    private static final int WARP_SIZE = 32;
    private static final int MOST_BLOCKS = 1 << 20;
    private static final int WARPS_PER_MULTIPROCESSOR = 64;
    private static final int BLOCKS_PER_MULTIPROCESSOR = 32;
    private static final long MAX_POOL_BYTES = 2L << 30;
    private static final int MAX_FILTER_BYTES = 32 << 10;

    private final GpuSession session;
    private final CommonNeighborsConfig config;
    private final DeviceArray stop;
    private final Pool pool;
    private final DeviceArray bitmaps;
    private final DeviceArray taken;
    private final int filterWords;
    private final int rangeBits;

    /**
     * The rows {@code [from, to)}, in an array of their own.
     *
     * @param firstSlot the number of their first slot in the whole graph
     */
    record Rows(DeviceArray neighbors, long firstSlot, int from, int to) {}

    /**
     * The bitmaps of BMP, of {@code words} 32-bit words each: as many as blocks run at once, or as there is room for.
     */
    private record Pool(int bitmaps, long words) {
        static Pool of(GpuInfo device, long vertices, int warpsPerBlock) {
            long words = (vertices + Integer.SIZE - 1) / Integer.SIZE;
            int resident = device.multiprocessors()
                    * Math.min(BLOCKS_PER_MULTIPROCESSOR, WARPS_PER_MULTIPROCESSOR / warpsPerBlock);
            long room = Math.max(1, MAX_POOL_BYTES / Math.max(1, words * Integer.BYTES));
            return new Pool((int) Math.min(resident, room), words);
        }

        long bytes() {
            return bitmaps * words * Integer.BYTES + (long) bitmaps * Integer.BYTES;
        }
    }

    /** May be made once for a session, since it takes the session's stop word. */
    ListsLaunchGpu(GpuSession session, CommonNeighborsConfig config, long vertices) {
        this.session = session;
        this.config = config;
        stop = session.stopWord(kernels());
        BmpConfig bmp = config.bmp();
        pool = bmp == null ? null : Pool.of(session.info(), vertices, bmp.warpsPerBlock());
        bitmaps = bmp == null ? null : session.zeroedInts(pool.bitmaps * pool.words);
        taken = bmp == null ? null : session.zeroedInts(pool.bitmaps);
        rangeBits = bmp == null ? 0 : rangeBits(bmp, vertices);
        filterWords = bmp != null && bmp.rangeFiltering() ? (int) ((vertices >> rangeBits) / Integer.SIZE) + 1 : 0;
    }

    /**
     * The bits of a vertex within its range: more than asked for where a bit for each range would not fit shared
     * memory.
     */
    private static int rangeBits(BmpConfig bmp, long vertices) {
        int bits = Integer.numberOfTrailingZeros(bmp.rangeSize());
        while (vertices >> bits >= (long) MAX_FILTER_BYTES * Byte.SIZE) {
            bits++;
        }
        return bits;
    }

    private static List<KernelSignature> kernels() {
        return List.of(MERGE, PIVOT_SKIP, BITMAPS);
    }

    /** The device memory that a launcher takes. */
    static long bytes(GpuInfo device, CommonNeighborsConfig config, long vertices) {
        return Integer.BYTES
                + (config.bmp() == null
                        ? 0
                        : Pool.of(device, vertices, config.bmp().warpsPerBlock())
                                .bytes());
    }

    /**
     * Launches the count of the common neighbors of all edges u-v, {@code u < v}, with u in {@code firsts} and v in
     * {@code seconds}, and does not wait for it. Kernels end early when the call is cancelled.
     *
     * @param offsets where each row of the graph begins
     * @param counts receives the counts by slot of {@code firsts}; those of other edges are left unchanged
     */
    void count(DeviceArray offsets, Rows firsts, DeviceArray counts, Rows seconds) {
        int grid = Math.max(1, Math.min(firsts.to - firsts.from, MOST_BLOCKS));
        KernelArguments arguments = new KernelArguments()
                .with("offsets", offsets)
                .with("firstNeighbors", firsts.neighbors)
                .with("firstSlot", firsts.firstSlot)
                .with("firstFrom", firsts.from)
                .with("firstTo", firsts.to)
                .with("counts", counts)
                .with("secondNeighbors", seconds.neighbors)
                .with("secondSlot", seconds.firstSlot)
                .with("secondFrom", seconds.from)
                .with("secondTo", seconds.to)
                .with("stop", stop);
        if (config.mps() != null) {
            int threads = config.mps().warpsPerBlock() * WARP_SIZE;
            arguments.with("skew", config.mps().skewThreshold());
            session.launch(MERGE, grid, threads, 0, arguments);
            session.launch(PIVOT_SKIP, grid, threads, 0, arguments);
        } else {
            int threads = config.bmp().warpsPerBlock() * WARP_SIZE;
            arguments
                    .with("bitmaps", bitmaps)
                    .with("bitmapWords", pool.words)
                    .with("taken", taken)
                    .with("bitmapCount", pool.bitmaps)
                    .with("filterWords", filterWords)
                    .with("rangeBits", rangeBits);
            session.launch(BITMAPS, grid, threads, filterWords * Integer.BYTES, arguments);
        }
    }
}
