package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceCopy;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import java.util.List;

/**
 * A {@link dev.motif.graph.order.OrientedGraph} on a device, made there (orient.cu).
 *
 * <p>It is a {@link DeviceCopy} of the form {@value #FORM}, with a variant for each order, and stays on the device
 * between calls.
 *
 * @param ranks the rank of each vertex; rank 0 is the most central one
 * @param offsets where the row of each rank below {@code kept} begins: 64-bit
 * @param neighbors the rows: ranks lower than the rank of the row, ascending
 * @param sources for each slot the rank that its row belongs to
 * @param kept only vertices of lower ranks are of interest; their rows are the first ones
 * @param edges the number of edges in these rows
 */
public record DeviceOrientedGraph(
        DeviceArray ranks, DeviceArray offsets, DeviceArray neighbors, DeviceArray sources, int kept, long edges) {
    /** The form of this kind of copy, for {@link DerivedGraphCache.Key}. */
    public static final String FORM = "oriented";

    private static final String MODULE = "orient";
    private static final KernelSignature EDGES = KernelSignature.of(MODULE, "orient_edges_per_slot");

    private static final long SLACK_BYTES = 128;

    /** The key of the copy of {@code graph} whose vertices are ranked by {@code order}, a value of an enum. */
    public static DerivedGraphCache.Key key(UnipartiteGraph graph, Object order) {
        return new DerivedGraphCache.Key(graph, FORM, order);
    }

    /** The most device bytes that making the copy needs at once, the copy included. */
    public static long peakBytes(GpuInfo device, long vertices, long edges) {
        return vertices * Integer.BYTES
                + (vertices + 1) * Long.BYTES
                + DeviceSort.bytes(device, Math.max(1, Math.max(vertices, edges)))
                + SLACK_BYTES;
    }

    /** The most device bytes that {@link #edgeStarts} needs at once, its result included. */
    public static long edgeStartBytes(long vertices) {
        return DeviceRanking.edgeStartBytes(vertices) + SLACK_BYTES;
    }

    /** The copy of {@code key} that {@code session} holds; null when it holds none. */
    public static DeviceOrientedGraph held(GpuSession session, DerivedGraphCache.Key key) {
        DeviceCopy copy = session.copy(key);
        if (copy == null) {
            return null;
        }
        List<DeviceArray> arrays = copy.arrays();
        return new DeviceOrientedGraph(
                arrays.get(0),
                arrays.get(1),
                arrays.get(2),
                arrays.get(3),
                (int) key.graph().vertexCount(),
                key.graph().edgeCount());
    }

    /**
     * Makes the copy of {@code key} by degree: rank 0 is the vertex of the largest degree; ties go to the smaller id.
     * Other sessions can then use it as well.
     */
    public static DeviceOrientedGraph byDegree(
            GpuSession session, DerivedGraphCache.Key key, DeviceUnipartiteGraph graph) {
        Maker maker = new Maker(session, graph);
        maker.sortByDegree();
        session.keepCopy(key, maker.make(maker.sort.values(), false));
        return held(session, key);
    }

    /**
     * Makes the copy of {@code key} by the reverse of an order in which vertices are peeled, so that the last one has
     * rank 0. Other sessions can then use it as well.
     *
     * @param order the vertices in the order of peeling
     */
    public static DeviceOrientedGraph byReverseOrder(
            GpuSession session, DerivedGraphCache.Key key, DeviceUnipartiteGraph graph, DeviceArray order) {
        session.keepCopy(key, new Maker(session, graph).make(order, true));
        return held(session, key);
    }

    /**
     * The part of this graph that has the vertices of ranks below {@code count}, which have {@code edgeCount} edges.
     */
    public DeviceOrientedGraph first(int count, long edgeCount) {
        return new DeviceOrientedGraph(ranks, offsets, neighbors, sources, count, edgeCount);
    }

    /** The number of edges between vertices of ranks below {@code count}. */
    public long edgesOfFirst(GpuSession session, int count) {
        return count == kept ? edges : session.readLongs(offsets.from((long) count * Long.BYTES), 1)[0];
    }

    /** Makes the arrays. */
    private static final class Maker {
        private final GpuSession session;
        private final DeviceUnipartiteGraph graph;
        private final int vertices;
        private final DeviceSort sort;

        Maker(GpuSession session, DeviceUnipartiteGraph graph) {
            this.session = session;
            this.graph = graph;
            this.vertices = graph.vertices();
            this.sort = new DeviceSort(session, Math.max(1, Math.max(vertices, graph.slots() / 2)));
        }

        void sortByDegree() {
            if (vertices > 0) {
                DeviceRanking.sortByDegree(session, graph.offsets(), vertices, DeviceArray.NULL, 0, sort);
            }
        }

        /** Makes ranks, offsets, neighbors and sources. */
        List<DeviceArray> make(DeviceArray order, boolean reversed) {
            DeviceArray ranks = session.ints(vertices);
            DeviceArray offsets = session.zeroedLongs(vertices + 1L);
            if (graph.slots() > 0) {
                long edges = graph.slots() / 2;
                DeviceRanking.ranks(session, order, vertices, reversed, ranks);
                collect(ranks);
                sort.sort(edges, DeviceSort.bits(vertices));
                sort.swapKeysAndValues();
                sort.sort(edges, DeviceSort.bits(vertices));
                DeviceRanking.offsetsOfKeys(session, sort.keys(), edges, vertices, offsets);
            }
            session.await();
            sort.freeScratch();
            return List.of(ranks, offsets, sort.values(), sort.keys());
        }

        /** Collects the edges into {@code sort}, in no order: the lower ranks as keys, the higher ranks as values. */
        private void collect(DeviceArray ranks) {
            DeviceArray count = session.zeroedLongs(1);
            session.launchSlots(
                    EDGES,
                    graph.slots(),
                    new KernelArguments()
                            .with("offsets", graph.offsets())
                            .with("neighbors", graph.neighbors())
                            .with("count", vertices)
                            .with("slotCount", graph.slots())
                            .with("rankOf", ranks)
                            .with("kept", vertices)
                            .with("lower", sort.keys())
                            .with("higher", sort.values())
                            .with("edgeCount", count));
            session.await();
            session.free(count);
        }
    }

    /**
     * For each vertex the number of its first edge to a larger id, and last the number of edges: 64-bit. Edges are
     * numbered as in {@link dev.motif.graph.UnipartiteGraph}. The session owns the result.
     */
    public static DeviceArray edgeStarts(GpuSession session, DeviceUnipartiteGraph graph) {
        return DeviceRanking.edgeStarts(session, graph.offsets(), graph.neighbors(), graph.vertices());
    }
}
