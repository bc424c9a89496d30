package dev.motif.algorithm.commonneighbors.oriented;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceIncoming;
import java.util.List;

/**
 * Launches the kernels that find each triangle once (common_neighbors.cu), from its middle vertex. Each vertex of large
 * degree is taken by a block, which has its neighbors as a bitmap for the first of these vertices and as a hash table
 * for the others; each vertex of small degree is taken by a warp.
 */
final class OrientedLaunchGpu {
    static final String MODULE = "common_neighbors";

    private static final KernelSignature BITMAP = KernelSignature.of(MODULE, "common_neighbors_bitmap_per_block");
    private static final KernelSignature HASH = KernelSignature.of(MODULE, "common_neighbors_hash_per_block");
    private static final KernelSignature HASH_PER_WARP = KernelSignature.of(MODULE, "common_neighbors_hash_per_warp");

    private static final int THREADS = 128;
    private static final int TILE_SLOTS = 2048;
    private static final int BITMAP_RANKS = 1 << 16;
    private static final int BITMAP_WORDS = BITMAP_RANKS / Integer.SIZE;
    private static final int COUNTERS = 1024;
    private static final int BITMAP_SHARED_BYTES = BITMAP_WORDS * 2 * Integer.BYTES + COUNTERS * Integer.BYTES;
    private static final int CAPACITY = 2048;
    private static final int HASH_SHARED_BYTES = CAPACITY * 2 * Integer.BYTES;

    /** Four times the most neighbors of lower rank that a vertex of small degree has. */
    private static final int WARP_CAPACITY = 1024;

    private static final int WARP_THREADS = 128;
    private static final int WARP_SHARED_BYTES = WARP_THREADS / 32 * WARP_CAPACITY * 2 * Integer.BYTES;

    /** The device memory that a launcher takes. */
    static final long BYTES = 3L * Integer.BYTES;

    private final GpuSession session;
    private final DeviceArray claimedTiles;
    private final DeviceArray stop;
    private final int bitmapGrid;
    private final int hashGrid;
    private final int warpGrid;

    /**
     * The slots of consecutive rows, in arrays of their own.
     *
     * @param neighbors the neighbor at each slot
     * @param counts the triangles of the edge at each slot, which are added to
     * @param first the number of the first slot in the whole graph
     */
    record Slots(DeviceArray neighbors, DeviceArray counts, long first) {}

    /**
     * The rows among which triangles are found.
     *
     * @param offsets where each row of the graph begins
     * @param owners the rows of the middle vertices
     * @param streamed the rows of the vertices of highest rank
     * @param incoming for each vertex the slots of the streamed rows that lead to it
     */
    record Job(DeviceArray offsets, Slots owners, Slots streamed, DeviceIncoming incoming) {}

    /** May be made once for a session, since it takes the session's stop word. */
    OrientedLaunchGpu(GpuSession session) {
        this.session = session;
        claimedTiles = session.ints(2);
        stop = session.stopWord(kernels());
        bitmapGrid = session.residentBlocks(BITMAP, THREADS, BITMAP_SHARED_BYTES);
        hashGrid = session.residentBlocks(HASH, THREADS, HASH_SHARED_BYTES);
        warpGrid = session.residentBlocks(HASH_PER_WARP, WARP_THREADS, WARP_SHARED_BYTES);
    }

    private static List<KernelSignature> kernels() {
        return List.of(BITMAP, HASH, HASH_PER_WARP, OrientedGpu.BY_EDGE);
    }

    /**
     * Launches the count of the triangles with a middle vertex in {@code [from, to)}, and does not wait for it. Kernels
     * end early when the call is cancelled.
     *
     * @param heavy the number of vertices of large degree in the graph, which have the first ranks
     */
    void count(Job job, int from, int to, int heavy) {
        session.clear(claimedTiles);
        int blocksEnd = Math.max(from, Math.min(heavy, to));
        int bitmapsEnd = Math.max(from, Math.min(BITMAP_RANKS, blocksEnd));
        launch(
                BITMAP,
                bitmapGrid,
                THREADS,
                BITMAP_SHARED_BYTES,
                arguments(job, from, bitmapsEnd)
                        .with("tileSlots", TILE_SLOTS)
                        .with("claimed", claimedTiles)
                        .with("bitmapWords", BITMAP_WORDS)
                        .with("counters", COUNTERS),
                bitmapsEnd - from);
        launch(
                HASH,
                hashGrid,
                THREADS,
                HASH_SHARED_BYTES,
                arguments(job, bitmapsEnd, blocksEnd)
                        .with("tileSlots", TILE_SLOTS)
                        .with("claimed", claimedTiles.from(Integer.BYTES))
                        .with("capacity", CAPACITY),
                blocksEnd - bitmapsEnd);
        launch(
                HASH_PER_WARP,
                warpGrid,
                WARP_THREADS,
                WARP_SHARED_BYTES,
                arguments(job, blocksEnd, to).with("capacity", WARP_CAPACITY),
                to - blocksEnd);
    }

    private KernelArguments arguments(Job job, int from, int to) {
        return new KernelArguments()
                .with("offsets", job.offsets)
                .with("ownerNeighbors", job.owners.neighbors)
                .with("ownerCounts", job.owners.counts)
                .with("ownerSlot", job.owners.first)
                .with("streamedNeighbors", job.streamed.neighbors)
                .with("streamedCounts", job.streamed.counts)
                .with("streamedSlot", job.streamed.first)
                .with("incomingStarts", job.incoming.starts())
                .with("incoming", job.incoming.slots())
                .with("from", from)
                .with("to", to)
                .with("stop", stop);
    }

    private void launch(
            KernelSignature kernel, int grid, int threads, int sharedBytes, KernelArguments arguments, int owners) {
        if (owners > 0) {
            session.launch(kernel, grid, threads, sharedBytes, arguments);
        }
    }
}
