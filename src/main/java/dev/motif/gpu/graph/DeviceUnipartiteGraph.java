package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceCopies;
import dev.motif.gpu.DeviceCopy;
import dev.motif.gpu.GpuSession;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;

/**
 * A unipartite graph on a device as it is on the host: for each vertex its neighbors, every edge in both directions.
 *
 * <p>It is a {@link DeviceCopy} of the form {@value #FORM} and stays on the device between calls.
 *
 * @param offsets where the neighbors of each vertex begin: 64-bit
 * @param neighbors of each vertex in ascending order
 * @param vertices how many there are
 * @param slots twice the number of edges
 */
public record DeviceUnipartiteGraph(DeviceArray offsets, DeviceArray neighbors, int vertices, long slots) {
    /** The form of the copy. */
    public static final String FORM = "unipartite";

    /** Arrays without elements take a byte each. */
    private static final long SLACK_BYTES = 64;

    /** Which copy of which graph it is. */
    public static DeviceCopies.Key key(UnipartiteGraph graph) {
        return new DeviceCopies.Key(graph, FORM);
    }

    /** The bytes that it takes on the device. */
    public static long bytes(long vertices, long edges) {
        return (vertices + 1) * Long.BYTES + 2 * edges * Integer.BYTES + SLACK_BYTES;
    }

    /** The graph that {@code session} holds, or has just copied for others to use as well. */
    public static DeviceUnipartiteGraph of(GpuSession session, UnipartiteGraph graph) {
        if (session.copy() == null) {
            session.keepCopy(
                    key(graph),
                    List.of(
                            session.uploaded(graph.adjacency().offsets()),
                            session.uploaded(graph.adjacency().neighbors())));
        }
        List<DeviceArray> arrays = session.copy().arrays();
        return new DeviceUnipartiteGraph(
                arrays.get(0),
                arrays.get(1),
                graph.adjacency().vertexCount(),
                graph.adjacency().slotCount());
    }
}
