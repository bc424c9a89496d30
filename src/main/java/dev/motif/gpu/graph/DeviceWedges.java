package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import java.util.List;

/**
 * The wedges u-v-w whose end {@code w} ranks before both {@code u} and {@code v}, ready to be counted (graph_prep.cu):
 * for the slot of each middle {@code v} its number of ends, for each start vertex {@code u} its number of wedges, and
 * the start vertices in the order of their work.
 *
 * <p>The rows of start vertices and the rows of ends may be parts of a graph: the rows of some start vertices, and all
 * rows restricted to some ends. For a whole graph they are the same.
 *
 * @param starts the rows of the start vertices, which hold the middles
 * @param ends the rows of all middles, which hold the ends
 * @param prefixes for each slot of {@code starts} its number of ends, which come first in the middle's row
 * @param wedges for each start vertex the number of its wedges: 64-bit
 * @param order the start vertices, the vertices of most work first
 * @param keyStarts where the start vertices of each work key begin in {@code order}: 64-bit
 * @param total the number of all wedges: two 64-bit words
 */
public record DeviceWedges(
        Rows starts,
        Rows ends,
        DeviceArray prefixes,
        DeviceArray wedges,
        DeviceArray order,
        DeviceArray keyStarts,
        DeviceArray total) {
    private static final String MODULE = "graph_prep";
    private static final KernelSignature DOWN_DEGREES = KernelSignature.of(MODULE, "prep_down_degrees_per_vertex");
    private static final KernelSignature PREFIXES = KernelSignature.of(MODULE, "prep_prefixes_per_slot");
    private static final KernelSignature WORK = KernelSignature.of(MODULE, "prep_work_per_vertex");

    /** The number of neighbors that kernels read at once. */
    private static final int QUAD = 4;

    /**
     * Rows on a device.
     *
     * @param offsets where each row begins in {@code neighbors}, and last where the last one ends: 64-bit
     * @param neighbors ranks, or ids where the graph is not ranked, ascending within each row
     * @param base the rank of the first row
     */
    public record Rows(DeviceArray offsets, DeviceArray neighbors, int base, int count, long slots) {}

    /** A new array for the neighbors of middles, which kernels read in whole groups of {@value #QUAD}. */
    static DeviceArray endNeighbors(GpuSession session, long slots) {
        return session.ints((slots + QUAD - 1) / QUAD * QUAD);
    }

    /** The device bytes of the arrays that {@link #of} makes, in addition to the rows. */
    static long bytes(long startCount, long slots) {
        return slots * Integer.BYTES
                + startCount * (Long.BYTES + Integer.BYTES)
                + (KernelAbi.WORK_KEYS + 3L) * Long.BYTES;
    }

    /** The arrays that {@link #of} makes. */
    List<DeviceArray> arrays() {
        return List.of(prefixes, wedges, order, keyStarts, total);
    }

    /**
     * Makes the arrays and prepares them for the given rows.
     *
     * @param sort with room for all start vertices
     */
    static DeviceWedges of(GpuSession session, Rows starts, Rows ends, DeviceSort sort) {
        DeviceWedges made = allocated(session, starts, ends);
        DeviceArray downDegrees = session.ints(ends.count());
        made.prepare(session, downDegrees, sort);
        session.await();
        session.free(downDegrees);
        return made;
    }

    /** Makes the arrays with undefined content; {@link #prepare} fills them. */
    static DeviceWedges allocated(GpuSession session, Rows starts, Rows ends) {
        return new DeviceWedges(
                starts,
                ends,
                session.ints(starts.slots()),
                session.longs(starts.count()),
                session.ints(starts.count()),
                session.longs(KernelAbi.WORK_KEYS + 1L),
                session.longs(2));
    }

    /** Other rows with the same arrays, which must be large enough for them. */
    DeviceWedges with(Rows otherStarts, Rows otherEnds) {
        return new DeviceWedges(otherStarts, otherEnds, prefixes, wedges, order, keyStarts, total);
    }

    /**
     * Fills the arrays, in stream order.
     *
     * @param downDegrees a 32-bit word for each row of {@code ends}, overwritten
     * @param sort with room for all start vertices
     */
    void prepare(GpuSession session, DeviceArray downDegrees, DeviceSort sort) {
        session.clear(wedges);
        session.clear(total);
        if (starts.slots > 0) {
            launch(session, downDegrees, sort);
        } else {
            session.clear(keyStarts);
        }
    }

    private void launch(GpuSession session, DeviceArray downDegrees, DeviceSort sort) {
        session.launchThreads(DOWN_DEGREES, ends.count, ends.offsets, ends.neighbors, ends.count, downDegrees);
        session.launchSlots(
                PREFIXES,
                starts.slots,
                new KernelArguments()
                        .with("firstOffsets", starts.offsets)
                        .with("firstNeighbors", starts.neighbors)
                        .with("firstBase", starts.base)
                        .with("firstCount", starts.count)
                        .with("slotCount", starts.slots)
                        .with("secondOffsets", ends.offsets)
                        .with("secondNeighbors", ends.neighbors)
                        .with("downDegrees", downDegrees)
                        .with("prefixes", prefixes)
                        .with("wedges", wedges));
        session.launchThreads(
                WORK,
                starts.count,
                starts.offsets,
                starts.base,
                starts.count,
                wedges,
                sort.keys(),
                sort.values(),
                total);
        sort.sortByDigit(starts.count, order, keyStarts);
    }
}
