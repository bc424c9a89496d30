package dev.motif.research.intersection;

import dev.motif.algorithm.similar.intersection.RowsLaunchGpu;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.parallel.Cancellation;
import java.util.function.IntFunction;

/** Launches the kernel of BMP (common_neighbors_bmp.cu). */
final class BitmapsLaunchGpu extends RowsLaunchGpu {
    private static final KernelSignature BITMAPS =
            KernelSignature.of("common_neighbors_bmp", "common_neighbors_bitmaps_per_block");

    private static final int BLOCKS_PER_MULTIPROCESSOR = 32;
    private static final long MAX_POOL_BYTES = 2L << 30;
    private static final int MAX_FILTER_BYTES = 32 << 10;

    /** The most vertices that a block takes in turn, and how many turns it should have at least. */
    private static final int MOST_VERTICES = 32;

    private static final int TURNS_PER_BLOCK = 8;

    private final int warpsPerBlock;
    private final Pool pool;
    private final DeviceArray bitmaps;
    private final int filterWords;
    private final int rangeBits;

    /**
     * The bitmaps, of {@code words} 32-bit words each: one for each block that runs at once, as far as there is room.
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

        long rests(int warpsPerBlock) {
            return (2L + warpsPerBlock) * bitmaps;
        }
    }

    BitmapsLaunchGpu(GpuSession session, BmpConfig config, long vertices, Cancellation cancellation) {
        super(
                session,
                Pool.of(session.info(), vertices, config.warpsPerBlock()).rests(config.warpsPerBlock()),
                cancellation);
        warpsPerBlock = config.warpsPerBlock();
        pool = Pool.of(session.info(), vertices, warpsPerBlock);
        bitmaps = session.zeroedInts(pool.bitmaps * pool.words);
        rangeBits = rangeBits(config, vertices);
        filterWords = config.rangeFiltering() ? (int) ((vertices >> rangeBits) / Integer.SIZE) + 1 : 0;
    }

    /**
     * The bits of a vertex within its range: more than asked for where a bit for each range would not fit shared
     * memory.
     */
    private static int rangeBits(BmpConfig config, long vertices) {
        int bits = Integer.numberOfTrailingZeros(config.rangeSize());
        while (vertices >> bits >= (long) MAX_FILTER_BYTES * Byte.SIZE) {
            bits++;
        }
        return bits;
    }

    static long bytes(GpuInfo device, BmpConfig config, long vertices) {
        Pool pool = Pool.of(device, vertices, config.warpsPerBlock());
        return bytes(pool.rests(config.warpsPerBlock())) + pool.bytes();
    }

    @Override
    protected void add(SlicedLaunches launches, Rows firsts, IntFunction<KernelArguments> arguments) {
        int threads = warpsPerBlock * GpuSession.WARP_SIZE;
        int filterBytes = filterWords * Integer.BYTES;
        int grid = Math.min(session.residentBlocks(BITMAPS, threads, filterBytes), pool.bitmaps);
        int vertices = Math.max(1, Math.min((firsts.to() - firsts.from()) / (grid * TURNS_PER_BLOCK), MOST_VERTICES));
        launches.add(
                BITMAPS,
                grid,
                threads,
                filterBytes,
                arguments
                        .apply(0)
                        .with("atOnce", vertices)
                        .with("bitmaps", bitmaps)
                        .with("bitmapWords", pool.words)
                        .with("filterWords", filterWords)
                        .with("rangeBits", rangeBits));
    }
}
