package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelSignature;

/**
 * For each vertex the slots that lead to it, among the slots of some rows (triangle_prep.cu).
 *
 * @param starts where the slots that lead to each vertex begin in {@code slots}, and last the number of all: 64-bit
 * @param slots for each slot the start of its row and its position there, packed as in prefix.cuh: 64-bit
 */
public record DeviceIncoming(DeviceArray starts, DeviceArray slots) {
    private static final String MODULE = "triangle_prep";
    private static final KernelSignature HEADS = KernelSignature.of(MODULE, "triangle_heads_per_slot");
    private static final KernelSignature INCOMING = KernelSignature.of(MODULE, "triangle_incoming_per_slot");
    private static final KernelSignature CUTS = KernelSignature.of(MODULE, "triangle_cuts_per_cut");
    private static final int THREADS = 256;
    private static final int SLOTS_PER_BLOCK = 1024;

    /** The most slots that can be listed at once: their numbers are 32-bit while they are sorted. */
    public static final long MOST_SLOTS = (1L << Integer.SIZE) - 1;

    /**
     * Slots of consecutive rows.
     *
     * @param offsets where each row of the whole graph begins
     * @param vertices the number of vertices of the graph
     * @param first the first of these slots, as numbered in the whole graph
     * @param count the number of these slots, at most {@link #MOST_SLOTS}
     */
    public record Slots(DeviceArray offsets, int vertices, DeviceArray neighbors, long first, long count) {}

    public static long bytes(long vertices, long slots) {
        return (vertices + 1) * Long.BYTES + slots * Long.BYTES;
    }

    /** Makes the arrays for this many vertices and slots; {@link #fill} fills them. */
    public static DeviceIncoming allocated(GpuSession session, long vertices, long slots) {
        return new DeviceIncoming(session.longs(vertices + 1), session.longs(slots));
    }

    /**
     * Cuts the vertices into ranges with about equally many slots from and to their vertices.
     *
     * @param offsets where the row of each vertex begins
     * @param count the number of ranges
     * @return where each range begins, and the number of vertices
     */
    public long[] cuts(GpuSession session, DeviceArray offsets, int vertices, int count) {
        DeviceArray cuts = session.longs(count + 1L);
        session.launchThreads(CUTS, count + 1L, offsets, starts, vertices, count, cuts);
        long[] found = session.readLongs(cuts, count + 1);
        session.free(cuts);
        return found;
    }

    /**
     * Lists the slots that lead to each vertex, in stream order.
     *
     * @param of the slots to list
     * @param sort with room for {@code of.count()} items; its scratch may be {@link #slots}
     * @param rows 4 bytes for each slot, overwritten with temporary values
     */
    public void fill(GpuSession session, Slots of, DeviceSort sort, DeviceArray rows) {
        int bits = DeviceSort.bits(of.vertices);
        sort.begin(bits);
        if (of.count > 0) {
            session.launchSlots(
                    HEADS,
                    of.count,
                    of.offsets,
                    of.vertices,
                    of.first,
                    of.neighbors,
                    of.count,
                    sort.keys(),
                    sort.values(),
                    rows);
            sort.sort(of.count, bits);
            session.launchOver(
                    INCOMING,
                    of.count,
                    SLOTS_PER_BLOCK,
                    THREADS,
                    sort.values(),
                    of.count,
                    rows,
                    of.offsets,
                    of.first,
                    slots);
        }
        DeviceRanking.offsetsOfKeys(session, sort.keys(), of.count, of.vertices, starts);
    }
}
