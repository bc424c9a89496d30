package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceCopy;
import dev.motif.gpu.GpuSession;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.DerivedGraphCache;
import java.util.List;

/**
 * A copy of a bipartite graph on a device, in the same form as on the host: the rows of both sides.
 *
 * <p>It is a {@link DeviceCopy} of the form {@value #FORM} and stays on the device between calls.
 *
 * @param left for each left vertex its right neighbors
 * @param right for each right vertex its left neighbors
 */
public record DeviceBipartiteGraph(DeviceWedges.Rows left, DeviceWedges.Rows right) {
    /** The form of this kind of copy, for {@link DerivedGraphCache.Key}. */
    public static final String FORM = "bipartite";

    /** The key of the plain copy of {@code graph}. */
    public static DerivedGraphCache.Key key(BipartiteGraph graph) {
        return new DerivedGraphCache.Key(graph, FORM);
    }

    public static long bytes(long vertices, long edges) {
        return (vertices + 2) * Long.BYTES + 2 * edges * Integer.BYTES + DeviceArray.SLACK_BYTES;
    }

    /** The copy that {@code session} holds, made when it holds none. */
    public static DeviceBipartiteGraph of(GpuSession session, BipartiteGraph graph) {
        List<DeviceArray> arrays = session.copy(
                key(graph),
                () -> List.of(
                        session.uploaded(graph.left().offsets()),
                        session.uploaded(graph.left().neighbors()),
                        session.uploaded(graph.right().offsets()),
                        session.uploaded(graph.right().neighbors())));
        return new DeviceBipartiteGraph(
                rows(graph.left(), arrays.get(0), arrays.get(1)), rows(graph.right(), arrays.get(2), arrays.get(3)));
    }

    private static DeviceWedges.Rows rows(Csr rows, DeviceArray offsets, DeviceArray neighbors) {
        return new DeviceWedges.Rows(offsets, neighbors, 0, rows.vertexCount(), rows.slotCount());
    }
}
