package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelSignature;
import java.util.List;

/**
 * Steps that the preparations of graphs on a device share (graph_prep.cu, orient.cu): ranking vertices, and finding
 * where rows begin.
 */
public final class DeviceRanking {
    private static final String PREPARATION = "graph_prep";
    private static final KernelSignature DEGREES = KernelSignature.of(PREPARATION, "prep_degrees_per_vertex");
    private static final KernelSignature CHECKSUM = KernelSignature.of(PREPARATION, "prep_checksum_per_word");
    private static final KernelSignature SUMS = KernelSignature.of(PREPARATION, "prep_sums_per_tile");
    private static final KernelSignature BASES = KernelSignature.of(PREPARATION, "prep_bases_per_grid");
    private static final KernelSignature ROW_OFFSETS = KernelSignature.of(PREPARATION, "prep_offsets_per_tile");

    private static final KernelSignature VALUES_BY_VERTEX = KernelSignature.of(PREPARATION, "rank_values_per_vertex");

    private static final String ORIENTATION = "orient";
    private static final KernelSignature RANKS = KernelSignature.of(ORIENTATION, "orient_ranks_per_vertex");
    private static final KernelSignature FORWARD = KernelSignature.of(ORIENTATION, "orient_forward_per_vertex");
    private static final KernelSignature OFFSETS = KernelSignature.of(ORIENTATION, "orient_offsets_per_key");

    private static final int BASES_THREADS = 1024;

    private DeviceRanking() {}

    /**
     * Sorts vertices by degree, the largest first; ties go to the smaller id. Of a bipartite graph, the right vertices
     * are numbered after the left ones.
     *
     * @param left the number of left vertices; with {@code right} it is 1 or more
     * @param sort receives the complements of degrees as keys and the vertices as values, sorted
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
        session.launchThreads(
                DEGREES, vertices, leftOffsets, left, rightOffsets, right, sort.keys(), sort.values(), largest);
        sort.sort(vertices, DeviceSort.bits(session.readLongs(largest, 1)[0] + 1));
        session.free(largest);
    }

    /**
     * Finds the rank of each vertex, in stream order.
     *
     * @param order the vertices from rank 0 on, or, when {@code reversed}, from the last rank down to 0
     * @param ranks receives the rank of each vertex
     */
    static void ranks(GpuSession session, DeviceArray order, int vertices, boolean reversed, DeviceArray ranks) {
        session.launchThreads(RANKS, vertices, order, vertices, reversed ? 1 : 0, ranks);
    }

    /** Finds the vertex of each rank, in stream order. */
    public static void verticesOfRanks(GpuSession session, DeviceArray ranks, int vertices, DeviceArray ofRanks) {
        // The inverse of ranks by vertex is made as ranks are made of vertices in their order.
        ranks(session, ranks, vertices, false, ofRanks);
    }

    /**
     * A number that depends on all of the first {@code count} 32-bit words of an array and their places, by which devices
     * that share work see that they have the same order.
     */
    public static long checksum(GpuSession session, DeviceArray words, long count) {
        DeviceArray sum = session.zeroedLongs(1);
        session.launchThreads(CHECKSUM, count, words, count, sum);
        long found = session.readLongs(sum, 1)[0];
        session.free(sum);
        return found;
    }

    /** Copies 64-bit values by rank into the order of the vertices, in stream order. */
    public static void byVertex(
            GpuSession session, DeviceArray byRank, DeviceArray ranks, int vertices, DeviceArray byVertex) {
        session.launchThreads(VALUES_BY_VERTEX, vertices, byRank, ranks, vertices, byVertex);
    }

    /** The device bytes that {@link #rowOffsets} needs temporarily. */
    static long rowOffsetScratchBytes(long vertices) {
        return 2 * (vertices / KernelAbi.SCAN_TILE + 1) * Long.BYTES;
    }

    /**
     * Finds where the row of each rank begins, from the lengths of the rows. The work has ended when this returns.
     *
     * @param lengths by rank, the complement of the length of its row
     * @param order by rank, its vertex
     * @param left vertices from this one on belong to the second side
     * @param offsets receives by rank where its row begins, and last the sum of all lengths
     * @param sideStarts receives by rank the sum of the lengths before it on its own side
     * @param ranks receives the rank of each vertex
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

    /** The device bytes that {@link #edgeStarts} needs at once, its result included. */
    static long edgeStartBytes(long vertices) {
        return (vertices + 1) * Long.BYTES // the result
                + vertices * (Long.BYTES + 3L * Integer.BYTES) // starts once more, lengths, vertices twice
                + rowOffsetScratchBytes(vertices);
    }

    /**
     * For each vertex the number of its first edge to a larger id, and last the number of edges: 64-bit. Edges are
     * numbered as in {@link dev.motif.graph.UnipartiteGraph}. The session owns the result.
     */
    static DeviceArray edgeStarts(GpuSession session, DeviceArray offsets, DeviceArray neighbors, int vertices) {
        DeviceArray starts = session.zeroedLongs(vertices + 1L);
        if (vertices == 0) {
            return starts;
        }
        DeviceArray lengths = session.ints(vertices);
        DeviceArray order = session.ints(vertices);
        DeviceArray sameStarts = session.longs(vertices);
        DeviceArray sameOrder = session.ints(vertices);
        session.launchThreads(FORWARD, vertices, offsets, neighbors, vertices, lengths, order);
        rowOffsets(session, lengths, order, vertices, vertices, starts, sameStarts, sameOrder);
        List.of(lengths, order, sameStarts, sameOrder).forEach(session::free);
        return starts;
    }

    /**
     * Finds where the items of each key in {@code [0, keys)} begin among {@code items} sorted keys, in stream order.
     *
     * @param offsets receives these positions, and last the number of items: 64-bit
     */
    static void offsetsOfKeys(GpuSession session, DeviceArray sortedKeys, long items, int keys, DeviceArray offsets) {
        session.launchThreads(OFFSETS, keys + 1L, sortedKeys, items, keys, offsets);
    }
}
