package dev.motif.algorithm.group.biclique.search;

import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import java.util.function.Supplier;

/**
 * Runs the search on vertex lists on a GPU (maximal_cumbe.cu), whose memory does not grow with the degrees of a branch:
 * below all root vertices, or below some branches.
 */
public final class ListSearchGpu {
    private static final KernelSignature TREES =
            KernelSignature.of("maximal_cumbe", "maximal_cumbe_subtrees_per_block");

    private static final int BLOCKS_PER_MULTIPROCESSOR = 4;
    private static final int BUSY_WORD = 7;

    /** The sets of all blocks take at most one part in this many of the device memory. */
    private static final int SHARE = 8;

    /** Levels of a block beyond one for each common vertex of a root. */
    private static final int FURTHER_LEVELS = 4;

    private final SearchGpu search;
    private final KernelSignature kernel;
    private final KernelArguments more;
    private final int grid;
    private final long wordsPerBlock;
    private final DeviceArray arrays;
    private final DeviceArray states;

    public ListSearchGpu(GpuSession session, GpuDevice device, SearchGpu search) {
        this(session, device, search, TREES, new KernelArguments());
    }

    /**
     * A search by another kernel.
     *
     * @param more the arguments that this kernel has beside the arguments of the usual one
     */
    public ListSearchGpu(
            GpuSession session, GpuDevice device, SearchGpu search, KernelSignature kernel, KernelArguments more) {
        this.search = search;
        this.kernel = kernel;
        this.more = more;
        grid = Math.min(session.residentBlocks(kernel, KernelAbi.MAXIMAL_THREADS, 0), blocks(device, search.size()));
        wordsPerBlock = wordsPerBlock(search.vertexCount(), search.maxRootDegree());
        arrays = session.zeroedInts(grid * wordsPerBlock);
        states = session.zeroedLongs((long) grid * KernelAbi.MAXIMAL_BLOCK_WORDS);
    }

    /** The most device memory that this takes. */
    public static long bytes(GpuDevice device, GraphSize size) {
        long perBlock = mostWordsPerBlock(size) * Integer.BYTES + KernelAbi.MAXIMAL_BLOCK_WORDS * (long) Long.BYTES;
        return blocks(device, size) * perBlock + 2;
    }

    private static long wordsPerBlock(long vertices, long maxRootDegree) {
        return KernelAbi.CUMBE_ARRAYS * vertices + (maxRootDegree + FURTHER_LEVELS) * KernelAbi.CUMBE_LEVEL_WORDS;
    }

    private static long mostWordsPerBlock(GraphSize size) {
        return wordsPerBlock(size.vertices(), Math.max(size.left(), size.right()));
    }

    private static int blocks(GpuDevice device, GraphSize size) {
        long most = (long) BLOCKS_PER_MULTIPROCESSOR * device.info().multiprocessors();
        long afforded = device.limitBytes() / SHARE / (mostWordsPerBlock(size) * Integer.BYTES);
        return (int) Math.max(1, Math.min(most, afforded));
    }

    /**
     * Searches below the root vertices of a device's share; returns the busy ratio of the blocks, 0 when the search could
     * not go on.
     */
    public double searchAll(Participant share) {
        search.begin(SearchWorker.STAGE, search.vertexCount());
        Supplier<Range> ranges = share.ranges(search.vertexCount(), search.rootsAreLeft() ? 1 : 0);
        for (Range roots = ranges.get(); roots != null && !search.sizesAreFull(); roots = ranges.get()) {
            search(DeviceArray.NULL, roots.from(), roots.to());
        }
        return search.sizesAreFull() ? 0 : search.busyRatio(states, KernelAbi.MAXIMAL_BLOCK_WORDS, BUSY_WORD, grid);
    }

    /** How long each block has had work, in nanoseconds. */
    public double[] busyNanos() {
        return search.busyNanos(states, KernelAbi.MAXIMAL_BLOCK_WORDS, BUSY_WORD, grid);
    }

    /** Searches below {@code count} branches that another kernel has reported. */
    public void search(String stage, DeviceArray branches, long count) {
        search.begin(stage, count);
        search(branches, 0, count);
    }

    /**
     * Searches below the branches in {@code [from, to)} or, when {@code branches} is {@link DeviceArray#NULL}, below the
     * roots among these vertices.
     */
    private void search(DeviceArray branches, long from, long to) {
        search.setWord(KernelAbi.MAXIMAL_CLAIMED, from);
        boolean goesOn;
        do {
            goesOn = search.launch(
                    kernel,
                    grid,
                    new KernelArguments()
                            .with("branches", branches)
                            .with("branchCount", to)
                            .with("arrays", arrays)
                            .with("wordsPerBlock", wordsPerBlock)
                            .with("blockStates", states)
                            .with(more));
            search.showClaimed(search.word(KernelAbi.MAXIMAL_CLAIMED));
        } while (goesOn && search.stopped());
    }
}
