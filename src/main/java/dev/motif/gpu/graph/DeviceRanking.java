package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelSignature;
import java.util.List;

/**
 * What the preparations of graphs on a device have in common (graph_prep.cu, orient.cu): ranking vertices, and where rows
 * begin.
 */
public final class DeviceRanking {
    private static final String PREPARATION = "graph_prep";
    private static final KernelSignature DEGREES = KernelSignature.of(PREPARATION, "prep_degrees_per_vertex");
    private static final KernelSignature SUMS = KernelSignature.of(PREPARATION, "prep_sums_per_tile");
    private static final KernelSignature BASES = KernelSignature.of(PREPARATION, "prep_bases_per_grid");
    private static final KernelSignature ROW_OFFSETS = KernelSignature.of(PREPARATION, "prep_offsets_per_tile");

    private static final String ORIENTATION = "orient";
    private static final KernelSignature RANKS = KernelSignature.of(ORIENTATION, "orient_ranks_per_vertex");
    private static final KernelSignature FORWARD = KernelSignature.of(ORIENTATION, "orient_forward_per_vertex");
    private static final KernelSignature OFFSETS = KernelSignature.of(ORIENTATION, "orient_offsets_per_key");

    private static final int THREADS = 256;
    private static final int BASES_THREADS = 1024;

    private DeviceRanking() {}

    /**
     * Sorts vertices by degree, the largest first; ties go to the smaller id. The vertices of two sides are numbered one
     * after the other.
     *
     * @param left vertices of the left side; 1 or more with those of the right
     * @param sort gets the complements of degrees as keys, vertices as values
     */
    static void sortByDegree(
            GpuSession session,
            DeviceArray leftOffsets,
            int left,
            DeviceArray rightOffsets,
            int right,
            DeviceSort sort) {
        int vertices = left + right;
        DeviceArray largest = session.zeroedLongs(1);
        session.launchOver(
                DEGREES,
                vertices,
                THREADS,
                THREADS,
                leftOffsets,
                left,
                rightOffsets,
                right,
                sort.keys(),
                sort.values(),
                largest);
        sort.sort(vertices, DeviceSort.bits(session.readLongs(largest, 1)[0] + 1));
        session.free(largest);
    }

    /**
     * The rank of each vertex.
     *
     * @param order the vertices from rank 0 on, or, when {@code reversed}, to it
     */
    static void ranks(GpuSession session, DeviceArray order, int vertices, boolean reversed, DeviceArray ranks) {
        session.launchOver(RANKS, vertices, THREADS, THREADS, order, vertices, reversed ? 1 : 0, ranks);
    }

    /** The bytes that {@link #rowOffsets} needs for a moment. */
    static long rowOffsetScratchBytes(long vertices) {
        return 2 * (vertices / KernelAbi.SCAN_TILE + 1) * Long.BYTES;
    }

    /**
     * Where the row of each rank begins, from lengths. Has ended when it returns.
     *
     * @param lengths by rank, complements
     * @param order the vertices by rank
     * @param left vertices from this one on are of the second side
     * @param offsets by rank, and behind them the sum
     * @param sideStarts by rank, the sum of what comes before it on its side
     * @param ranks by vertex
     */
    static void rowOffsets(
            GpuSession session,
            DeviceArray lengths,
            DeviceArray order,
            int left,
            int vertices,
            DeviceArray offsets,
            DeviceArray sideStarts,
            DeviceArray ranks) {
        DeviceArray tileSums = session.bytes(rowOffsetScratchBytes(vertices));
        int grid = session.blocks(vertices, KernelAbi.SCAN_TILE, session.mostBlocks());
        session.launch(SUMS, grid, KernelAbi.SCAN_THREADS, 0, lengths, order, left, vertices, tileSums);
        session.launch(BASES, 1, BASES_THREADS, 0, tileSums, vertices);
        session.launch(
                ROW_OFFSETS,
                grid,
                KernelAbi.SCAN_THREADS,
                0,
                lengths,
                order,
                left,
                vertices,
                tileSums,
                offsets,
                sideStarts,
                ranks);
        session.await();
        session.free(tileSums);
    }

    /** The bytes that {@link #edgeStarts} needs at once, the result included. */
    static long edgeStartBytes(long vertices) {
        return (vertices + 1) * Long.BYTES // the result
                + vertices * (Long.BYTES + 3L * Integer.BYTES) // starts once more, lengths, vertices twice
                + rowOffsetScratchBytes(vertices);
    }

    /** For each vertex the number of its first edge to a larger id, and behind them the number of edges: 64-bit. */
    static DeviceArray edgeStarts(GpuSession session, DeviceArray offsets, DeviceArray neighbors, int vertices) {
        DeviceArray starts = session.zeroedLongs(vertices + 1L);
        if (vertices == 0) {
            return starts;
        }
        DeviceArray lengths = session.ints(vertices);
        DeviceArray order = session.ints(vertices);
        DeviceArray sameStarts = session.longs(vertices);
        DeviceArray sameOrder = session.ints(vertices);
        session.launchOver(FORWARD, vertices, THREADS, THREADS, offsets, neighbors, vertices, lengths, order);
        rowOffsets(session, lengths, order, vertices, vertices, starts, sameStarts, sameOrder);
        List.of(lengths, order, sameStarts, sameOrder).forEach(session::free);
        return starts;
    }

    /** Where the items of each key in {@code [0, keys)} begin among sorted ones, and behind them the number of items. */
    static void offsetsOfKeys(GpuSession session, DeviceArray sortedKeys, long items, int keys, DeviceArray offsets) {
        session.launchOver(OFFSETS, keys + 1L, THREADS, THREADS, sortedKeys, items, keys, offsets);
    }
}
