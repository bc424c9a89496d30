package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;

/**
 * Room on a device for the wedges of parts of a ranked graph, one part after another. A part consists of the rows of
 * some start vertices, and the rows of all vertices restricted to some ends. The session owns the arrays.
 */
public final class DeviceWedgeParts {
    /** The device bytes for each start vertex: its offset, its wedges, its place in the order, and sorting. */
    public static final long BYTES_PER_START = 2L * Long.BYTES + 5L * Integer.BYTES;

    /** The device bytes for each neighbor of a start vertex: the neighbor and its prefix. */
    public static final long BYTES_PER_START_SLOT = 2L * Integer.BYTES;

    /** The device bytes for each neighbor in the restricted rows. */
    public static final long BYTES_PER_END_SLOT = Integer.BYTES;

    private final GpuSession session;
    private final DeviceWedges largest;
    private final DeviceArray downDegrees;
    private final DeviceSort sort;

    /**
     * Allocates the arrays for the largest parts.
     *
     * @param starts the most start vertices of a part
     * @param startSlots the most neighbors of the start vertices of a part
     * @param vertices the number of vertices of the graph
     * @param endSlots the most neighbors in the restricted rows of a part
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

    /** The device bytes that do not depend on the parts. */
    public static long fixedBytes(GpuInfo device, long vertices) {
        return (vertices + 2) * Long.BYTES // offsets
                + vertices * Integer.BYTES // down-degrees
                + DeviceWedges.bytes(0, 0)
                + DeviceSort.bytes(device, 0)
                + DeviceArray.SLACK_BYTES;
    }

    /** The arrays that the caller fills with the rows of the start vertices of a part. */
    public DeviceWedges.Rows starts() {
        return largest.starts();
    }

    /** The arrays that the caller fills with the restricted rows of a part. */
    public DeviceWedges.Rows ends() {
        return largest.ends();
    }

    /**
     * The wedges of the part whose rows have been copied to {@link #starts} and {@link #ends}, ready to be counted;
     * valid until the next part.
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
