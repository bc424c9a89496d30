package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.orientation.CliqueBlocksGpu;
import dev.motif.algorithm.count.clique.search.CliqueRootsGpu;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuSession;

/**
 * A form of the search on a GPU: the usual one, or a published one.
 *
 * @param splitFrom from how many candidates on a root is split into edges, a power of two or {@link
 *     CliqueRootsGpu#SPLIT_NONE}
 * @param complements whether AUTO may choose COMPLEMENT
 * @param blocks makes the blocks of ORIENTATION and PIVOT
 */
public record CliqueFormGpu(int splitFrom, boolean complements, Blocks blocks) {
    /** The usual {@code splitFrom}: the graphs of split roots are smaller, and devices end together. */
    public static final int SPLIT_FROM = 1 << 6;

    static final CliqueFormGpu USUAL = new CliqueFormGpu(SPLIT_FROM, true, CliqueBlocksGpu::new);

    /** The constructor of {@link CliqueBlocksGpu}, or of a class that extends it. */
    @FunctionalInterface
    public interface Blocks {
        CliqueBlocksGpu of(
                GpuSession session,
                CliqueRootsGpu roots,
                CliqueBlocksGpu.Tasks claims,
                KCliqueConfig config,
                long budgetBytes,
                Execution execution);
    }
}
