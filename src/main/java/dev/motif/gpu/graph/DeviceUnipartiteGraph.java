package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceCopy;
import dev.motif.gpu.GpuSession;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import java.util.List;

/**
 * A copy of a unipartite graph on a device, in the same form as on the host: for each vertex its neighbors, every edge
 * in both directions.
 *
 * <p>It is a {@link DeviceCopy} of the form {@value #FORM} and stays on the device between calls.
 *
 * @param offsets where the row of each vertex begins: 64-bit
 * @param neighbors the rows: the neighbors of each vertex, ascending
 * @param vertices the number of vertices
 * @param slots the number of neighbors in all rows, twice the number of edges
 */
public record DeviceUnipartiteGraph(DeviceArray offsets, DeviceArray neighbors, int vertices, long slots) {
    /** The form of this kind of copy, for {@link DerivedGraphCache.Key}. */
    public static final String FORM = "unipartite";

    /** The key of the plain copy of {@code graph}. */
    public static DerivedGraphCache.Key key(UnipartiteGraph graph) {
        return new DerivedGraphCache.Key(graph, FORM);
    }

    public static long bytes(long vertices, long edges) {
        return (vertices + 1) * Long.BYTES + 2 * edges * Integer.BYTES + DeviceArray.SLACK_BYTES;
    }

    /** The copy that {@code session} holds, made when it holds none. */
    public static DeviceUnipartiteGraph of(GpuSession session, UnipartiteGraph graph) {
        Csr rows = graph.adjacency();
        List<DeviceArray> arrays = session.copy(
                key(graph), () -> List.of(session.uploaded(rows.offsets()), session.uploaded(rows.neighbors())));
        return new DeviceUnipartiteGraph(arrays.get(0), arrays.get(1), rows.vertexCount(), rows.slotCount());
    }

    public DeviceWedges.Rows rows() {
        return new DeviceWedges.Rows(offsets, neighbors, 0, vertices, slots);
    }
}
