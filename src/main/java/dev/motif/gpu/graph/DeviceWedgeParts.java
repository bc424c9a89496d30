package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;

/**
 * Room on a device for the wedges of parts of a ranked graph, one part after the other: the rows of some start vertices,
 * and the rows of all vertices restricted to some ends. Belongs to its session.
 */
public final class DeviceWedgeParts {
    /** What a start vertex takes: offset, wedges, order, and sorting. */
    public static final long BYTES_PER_START = 2L * Long.BYTES + 5L * Integer.BYTES;

    /** What a neighbor of a start vertex takes: itself and its prefix. */
    public static final long BYTES_PER_START_SLOT = 2L * Integer.BYTES;

    public static final long BYTES_PER_END_SLOT = Integer.BYTES;

    /** Arrays without elements take a byte each, and neighbors of middles are read 16 bytes at a time. */
    private static final long SLACK_BYTES = 64;

    private final GpuSession session;
    private final DeviceWedges largest;
    private final DeviceArray downDegrees;
    private final DeviceSort sort;

    /**
     * @param starts the most start vertices of a part
     * @param startSlots the most neighbors of the start vertices of a part
     * @param vertices of the graph
     * @param endSlots the most neighbors in the rows of a part that are restricted to its ends
     */
    public DeviceWedgeParts(GpuSession session, int starts, long startSlots, int vertices, long endSlots) {
        this.session = session;
        this.largest = DeviceWedges.allocated(
                session,
                new DeviceWedges.Rows(session.longs(starts + 1L), session.ints(startSlots), 0, starts, startSlots),
                new DeviceWedges.Rows(
                        session.longs(vertices + 1L),
                        DeviceWedges.endNeighbors(session, endSlots),
                        0,
                        vertices,
                        endSlots));
        this.downDegrees = session.ints(vertices);
        this.sort = new DeviceSort(session, starts);
    }

    /** The bytes of it all. */
    public static long bytes(GpuInfo device, long starts, long startSlots, long vertices, long endSlots) {
        return fixedBytes(device, vertices)
                + starts * BYTES_PER_START
                + startSlots * BYTES_PER_START_SLOT
                + endSlots * BYTES_PER_END_SLOT;
    }

    /** The bytes that do not depend on the parts. */
    public static long fixedBytes(GpuInfo device, long vertices) {
        return (vertices + 2) * Long.BYTES // offsets
                + vertices * Integer.BYTES // down-degrees
                + DeviceWedges.bytes(0, 0)
                + DeviceSort.bytes(device, 0)
                + SLACK_BYTES;
    }

    /** Where the rows of start vertices and the restricted rows go. */
    public DeviceWedges.Rows starts() {
        return largest.starts();
    }

    public DeviceWedges.Rows ends() {
        return largest.ends();
    }

    /**
     * The wedges of the part whose rows have been copied here, ready to be counted; valid until the next part.
     *
     * @param base the rank of the first start vertex
     * @param count the number of start vertices, 1 or more
     * @param slots the number of their neighbors, 1 or more
     * @param endSlots the number of neighbors in the restricted rows
     */
    public DeviceWedges wedges(int base, int count, long slots, long endSlots) {
        DeviceWedges.Rows starts = largest.starts();
        DeviceWedges.Rows ends = largest.ends();
        DeviceWedges part = largest.with(
                new DeviceWedges.Rows(starts.offsets(), starts.neighbors(), base, count, slots),
                new DeviceWedges.Rows(ends.offsets(), ends.neighbors(), 0, ends.count(), endSlots));
        part.prepare(session, downDegrees, sort);
        session.await();
        return part;
    }
}
