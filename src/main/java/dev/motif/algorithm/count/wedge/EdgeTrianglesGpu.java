package dev.motif.algorithm.count.wedge;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.gpu.graph.DeviceIncoming;
import dev.motif.gpu.graph.DeviceTriangleGraph;
import dev.motif.parallel.Cancellation;

/**
 * Launches the kernels that find each triangle once (common_neighbors.cu), from its middle vertex. Each vertex of large
 * degree is taken by a block, which has its neighbors as a bitmap for the first of these vertices and as a hash table
 * for the others; each vertex of small degree is taken by a warp.
 */
public final class EdgeTrianglesGpu {
    private static final String MODULE = "common_neighbors";

    private static final KernelSignature BITMAP = KernelSignature.of(MODULE, "common_neighbors_bitmap_per_block");
    private static final KernelSignature HASH = KernelSignature.of(MODULE, "common_neighbors_hash_per_block");
    private static final KernelSignature HASH_PER_WARP = KernelSignature.of(MODULE, "common_neighbors_hash_per_warp");

    private static final KernelSignature BY_EDGE = KernelSignature.of(MODULE, "common_neighbors_values_per_edge");

    private static final int THREADS = 128;
    private static final int EDGE_THREADS = 256;
    private static final int EDGES_PER_BLOCK = 1024;
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
    private static final int WARPS_PER_BLOCK = WARP_THREADS / 32;
    private static final int WARP_SHARED_BYTES = WARPS_PER_BLOCK * WARP_CAPACITY * 2 * Integer.BYTES;

    private static final int KERNELS = 3;

    /** The most blocks of a kernel that run at once on a multiprocessor. */
    private static final int BLOCKS_PER_MULTIPROCESSOR = 2048 / THREADS;

    /** The most 64-bit words of a block that say where it goes on: two, or one for each of its warps. */
    private static final int REST_WORDS = Math.max(2, WARPS_PER_BLOCK);

    private final GpuSession session;
    private final SlicedLaunches launches;

    /** For each kernel a word for what its blocks have claimed, then where they go on. */
    private final DeviceArray state;

    private final int bitmapGrid;
    private final int hashGrid;
    private final int warpGrid;

    /**
     * The slots of consecutive rows, in arrays of their own.
     *
     * @param counts the triangles of the edge at each slot, which are added to
     * @param first the number of the first slot in the whole graph
     */
    public record Slots(DeviceArray neighbors, DeviceArray counts, long first) {}

    /**
     * The rows among which triangles are found.
     *
     * @param offsets where each row of the graph begins
     * @param owners the rows of the middle vertices
     * @param streamed the rows of the vertices of highest rank
     * @param incoming for each vertex the slots of the streamed rows that lead to it
     */
    public record Job(DeviceArray offsets, Slots owners, Slots streamed, DeviceIncoming incoming) {}

    public EdgeTrianglesGpu(GpuSession session, Cancellation cancellation) {
        this.session = session;
        launches = new SlicedLaunches(session, KERNELS, cancellation);
        state = session.longs(KERNELS * stateWords(session.info()));
        bitmapGrid = session.residentBlocks(BITMAP, THREADS, BITMAP_SHARED_BYTES);
        hashGrid = session.residentBlocks(HASH, THREADS, HASH_SHARED_BYTES);
        warpGrid = session.residentBlocks(HASH_PER_WARP, WARP_THREADS, WARP_SHARED_BYTES);
    }

    /** The 64-bit words of the state of a kernel. */
    private static long stateWords(GpuInfo device) {
        return 1 + (long) BLOCKS_PER_MULTIPROCESSOR * device.multiprocessors() * REST_WORDS;
    }

    /** The device memory that a launcher takes. */
    public static long bytes(GpuInfo device) {
        return SlicedLaunches.bytes(KERNELS) + KERNELS * stateWords(device) * Long.BYTES;
    }

    /**
     * Counts all triangles of a graph, and returns when they are counted.
     *
     * @param bySlot the triangles of the edge at each slot, which are added to: 32-bit
     */
    public void count(DeviceTriangleGraph graph, int vertices, DeviceArray bySlot) {
        count(jobOf(graph, bySlot), 0, vertices, heavy(session, graph));
    }

    /**
     * Copies the triangles of edges by slot into the order of their numbers, in stream order.
     *
     * @param slots the slot of each edge, of the first one that is wanted at the beginning
     * @param edges how many edges are wanted
     * @param byEdge receives their triangles: 32-bit
     */
    public static void byEdge(
            GpuSession session, DeviceArray bySlot, DeviceArray slots, long edges, DeviceArray byEdge) {
        if (edges > 0) {
            session.launchOver(BY_EDGE, edges, EDGES_PER_BLOCK, EDGE_THREADS, bySlot, slots, edges, byEdge);
        }
    }

    /** The job of counting in a whole graph. */
    public static Job jobOf(DeviceTriangleGraph graph, DeviceArray bySlot) {
        Slots slots = new Slots(graph.neighbors(), bySlot, 0);
        return new Job(graph.offsets(), slots, slots, graph.incoming());
    }

    /** The number of vertices of large degree. */
    public static int heavy(GpuSession session, DeviceTriangleGraph graph) {
        return (int) session.readLongs(graph.heavy(), 1)[0];
    }

    /**
     * Counts the triangles with a middle vertex in {@code [from, to)}, and returns when they are counted.
     *
     * @param heavy the number of vertices of large degree in the graph, which have the first ranks
     */
    public void count(Job job, int from, int to, int heavy) {
        int blocksEnd = Math.max(from, Math.min(heavy, to));
        int bitmapsEnd = Math.max(from, Math.min(BITMAP_RANKS, blocksEnd));
        session.clear(state);
        if (from < bitmapsEnd) {
            launches.add(
                    BITMAP,
                    bitmapGrid,
                    THREADS,
                    BITMAP_SHARED_BYTES,
                    arguments(job, from, bitmapsEnd, 0)
                            .with("tileSlots", TILE_SLOTS)
                            .with("claimed", stateOf(0))
                            .with("bitmapWords", BITMAP_WORDS)
                            .with("counters", COUNTERS));
        }
        if (bitmapsEnd < blocksEnd) {
            launches.add(
                    HASH,
                    hashGrid,
                    THREADS,
                    HASH_SHARED_BYTES,
                    arguments(job, bitmapsEnd, blocksEnd, 1)
                            .with("tileSlots", TILE_SLOTS)
                            .with("claimed", stateOf(1))
                            .with("capacity", CAPACITY));
        }
        if (blocksEnd < to) {
            launches.add(
                    HASH_PER_WARP,
                    warpGrid,
                    WARP_THREADS,
                    WARP_SHARED_BYTES,
                    arguments(job, blocksEnd, to, 2).with("capacity", WARP_CAPACITY));
        }
        launches.run();
    }

    private DeviceArray stateOf(int kernel) {
        return state.from(kernel * stateWords(session.info()) * Long.BYTES);
    }

    private KernelArguments arguments(Job job, int from, int to, int kernel) {
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
                .with("rests", stateOf(kernel).from(Long.BYTES));
    }
}
