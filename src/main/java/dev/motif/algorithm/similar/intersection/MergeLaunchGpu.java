package dev.motif.algorithm.similar.intersection;

import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.parallel.Cancellation;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Launches the kernels that merge rows, and search in rows of very different length (common_neighbors_mps.cu). Motif on
 * Spark and {@code research.intersection} use it.
 */
public final class MergeLaunchGpu extends RowsLaunchGpu {
    private static final KernelSignature MERGE =
            KernelSignature.of("common_neighbors_mps", "common_neighbors_merge_per_warp");
    private static final KernelSignature PIVOT_SKIP =
            KernelSignature.of("common_neighbors_mps", "common_neighbors_pivot_skip_per_thread");

    /** The warps of a thread block that are as fast as any. */
    public static final int WARPS_PER_BLOCK = 4;

    /** The fewest and the most slots that a warp takes in turn, and how many turns it should have at least. */
    private static final int LEAST_SLOTS = 4;

    private static final int MOST_SLOTS = 512;
    private static final int TURNS_PER_WARP = 16;

    private final int skewThreshold;
    private final int warpsPerBlock;

    /** @param skewThreshold as of {@link Intersection} */
    public MergeLaunchGpu(GpuSession session, int skewThreshold, int warpsPerBlock, Cancellation cancellation) {
        super(session, rests(session.info()), cancellation);
        this.skewThreshold = skewThreshold;
        this.warpsPerBlock = warpsPerBlock;
    }

    private static long rests(GpuInfo device) {
        return 2L * WARPS_PER_MULTIPROCESSOR * device.multiprocessors();
    }

    public static long bytes(GpuInfo device) {
        return bytes(rests(device));
    }

    @Override
    protected void add(SlicedLaunches launches, Rows firsts, IntFunction<KernelArguments> arguments) {
        int threads = warpsPerBlock * GpuSession.WARP_SIZE;
        for (KernelSignature kernel : List.of(MERGE, PIVOT_SKIP)) {
            int grid = session.residentBlocks(kernel, threads, 0);
            long turns = (long) grid * warpsPerBlock * TURNS_PER_WARP;
            int slots = (int) Math.max(LEAST_SLOTS, Math.min(firsts.slots() / turns, MOST_SLOTS));
            launches.add(
                    kernel,
                    grid,
                    threads,
                    0,
                    arguments
                            .apply(kernel == MERGE ? 0 : 1)
                            .with("atOnce", slots)
                            .with("skew", skewThreshold));
        }
    }
}
