package dev.motif.algorithm.commonneighbors.lists;

import dev.motif.algorithm.commonneighbors.model.BmpConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.parallel.Cancellation;
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
    private static final int WARPS_PER_MULTIPROCESSOR = 64;
    private static final int BLOCKS_PER_MULTIPROCESSOR = 32;
    private static final long MAX_POOL_BYTES = 2L << 30;
    private static final int MAX_FILTER_BYTES = 32 << 10;

    /** The most kernels that are launched at once. */
    private static final int KERNELS = 2;

    /** The fewest and the most slots that a warp takes in turn, and how many turns it should have at least. */
    private static final int LEAST_SLOTS = 4;

    private static final int MOST_SLOTS = 512;
    private static final int TURNS_PER_WARP = 16;

    /** The most vertices that a block takes in turn, and how many turns it should have at least. */
    private static final int MOST_VERTICES = 32;

    private static final int TURNS_PER_BLOCK = 8;

    private final GpuSession session;
    private final CommonNeighborsConfig config;
    private final SlicedLaunches launches;

    /** For each kernel a 64-bit word for what its blocks or warps have claimed, then where they go on. */
    private final DeviceArray state;

    private final long stateBytes;

    private final Pool pool;
    private final DeviceArray bitmaps;
    private final int filterWords;
    private final int rangeBits;

    /**
     * The rows {@code [from, to)}, in an array of their own.
     *
     * @param firstSlot the number of their first slot in the whole graph
     * @param slots the number of their slots
     */
    record Rows(DeviceArray neighbors, long firstSlot, long slots, int from, int to) {}

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
            return bitmaps * words * Integer.BYTES;
        }
    }

    ListsLaunchGpu(GpuSession session, CommonNeighborsConfig config, long vertices, Cancellation cancellation) {
        this.session = session;
        this.config = config;
        launches = new SlicedLaunches(session, KERNELS, cancellation);
        stateBytes = stateBytes(session.info(), config, vertices);
        state = session.bytes(KERNELS * stateBytes);
        BmpConfig bmp = config.bmp();
        pool = bmp == null ? null : Pool.of(session.info(), vertices, bmp.warpsPerBlock());
        bitmaps = bmp == null ? null : session.zeroedInts(pool.bitmaps * pool.words);
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

    /** The bytes of the state of one kernel. */
    private static long stateBytes(GpuInfo device, CommonNeighborsConfig config, long vertices) {
        if (config.bmp() == null) {
            return (1 + 2L * WARPS_PER_MULTIPROCESSOR * device.multiprocessors()) * Long.BYTES;
        }
        int warps = config.bmp().warpsPerBlock();
        return (1 + (2L + warps) * Pool.of(device, vertices, warps).bitmaps) * Long.BYTES;
    }

    /** The device memory that a launcher takes. */
    static long bytes(GpuInfo device, CommonNeighborsConfig config, long vertices) {
        return SlicedLaunches.bytes(KERNELS)
                + KERNELS * stateBytes(device, config, vertices)
                + (config.bmp() == null
                        ? 0
                        : Pool.of(device, vertices, config.bmp().warpsPerBlock())
                                .bytes());
    }

    /**
     * Counts the common neighbors of all edges u-v, {@code u < v}, with u in {@code firsts} and v in {@code seconds},
     * and returns when they are counted.
     *
     * @param offsets where each row of the graph begins
     * @param counts receives the counts by slot of {@code firsts}; those of other edges are left unchanged
     */
    void count(DeviceArray offsets, Rows firsts, DeviceArray counts, Rows seconds) {
        session.clear(state);
        if (config.mps() != null) {
            int threads = config.mps().warpsPerBlock() * WARP_SIZE;
            for (KernelSignature kernel : List.of(MERGE, PIVOT_SKIP)) {
                int grid = session.residentBlocks(kernel, threads, 0);
                long turns = (long) grid * config.mps().warpsPerBlock() * TURNS_PER_WARP;
                int slots = (int) Math.max(LEAST_SLOTS, Math.min(firsts.slots / turns, MOST_SLOTS));
                launches.add(
                        kernel,
                        grid,
                        threads,
                        0,
                        arguments(offsets, firsts, counts, seconds, kernel == MERGE ? 0 : 1)
                                .with("atOnce", slots)
                                .with("skew", config.mps().skewThreshold()));
            }
        } else {
            int threads = config.bmp().warpsPerBlock() * WARP_SIZE;
            int filterBytes = filterWords * Integer.BYTES;
            int grid = Math.min(session.residentBlocks(BITMAPS, threads, filterBytes), pool.bitmaps);
            int vertices = Math.max(1, Math.min((firsts.to - firsts.from) / (grid * TURNS_PER_BLOCK), MOST_VERTICES));
            launches.add(
                    BITMAPS,
                    grid,
                    threads,
                    filterBytes,
                    arguments(offsets, firsts, counts, seconds, 0)
                            .with("atOnce", vertices)
                            .with("bitmaps", bitmaps)
                            .with("bitmapWords", pool.words)
                            .with("filterWords", filterWords)
                            .with("rangeBits", rangeBits));
        }
        launches.run();
    }

    private KernelArguments arguments(DeviceArray offsets, Rows firsts, DeviceArray counts, Rows seconds, int kernel) {
        DeviceArray stateOfKernel = state.from(kernel * stateBytes);
        return new KernelArguments()
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
                .with("claimed", stateOfKernel)
                .with("rests", stateOfKernel.from(Long.BYTES));
    }
}
