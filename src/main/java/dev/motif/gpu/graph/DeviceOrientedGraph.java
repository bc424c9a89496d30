package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;

/**
 * A {@link dev.motif.graph.OrientedGraph} on a device, made there (orient.cu). The session owns its arrays.
 *
 * @param ranks the rank of each vertex; rank 0 is the most central one
 * @param offsets where the row of each rank below {@code kept} begins: 64-bit
 * @param neighbors the rows: ranks lower than that of the row, ascending
 * @param sources for each slot the rank that its row belongs to
 * @param kept edges with an end of this rank or above are left out
 * @param edges the number of edges that are not left out
 */
public record DeviceOrientedGraph(
        DeviceArray ranks, DeviceArray offsets, DeviceArray neighbors, DeviceArray sources, int kept, long edges) {
    private static final String MODULE = "orient";
    private static final KernelSignature EDGES = KernelSignature.of(MODULE, "orient_edges_per_slot");

    private static final long SLACK_BYTES = 128;

    /**
     * The most device bytes that making an oriented graph needs at once, the graph included, and that
     * {@link #edgeStarts} needs at once afterwards.
     */
    public static long bytes(GpuInfo device, long vertices, long edges) {
        long items = Math.max(1, Math.max(vertices, edges));
        return vertices * Integer.BYTES
                + (vertices + 1) * Long.BYTES
                + Math.max(
                        DeviceSort.bytes(device, items),
                        2 * items * Integer.BYTES + DeviceRanking.edgeStartBytes(vertices))
                + SLACK_BYTES;
    }

    /** Orients a graph by degree: rank 0 is the vertex of the largest degree; ties go to the smaller id. */
    public static DeviceOrientedGraph byDegree(GpuSession session, DeviceUnipartiteGraph graph) {
        Maker maker = new Maker(session, graph);
        maker.sortByDegree();
        return maker.make(maker.sort.values(), false, graph.vertices());
    }

    /**
     * Orients a graph by the reverse of an order in which vertices are peeled, so that the last one has rank 0.
     *
     * @param order the vertices in the order of peeling
     * @param kept edges are left out unless both of their ends are among this many last vertices
     */
    public static DeviceOrientedGraph byReverseOrder(
            GpuSession session, DeviceUnipartiteGraph graph, DeviceArray order, int kept) {
        return new Maker(session, graph).make(order, true, kept);
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

        DeviceOrientedGraph make(DeviceArray order, boolean reversed, int kept) {
            DeviceArray ranks = session.ints(vertices);
            DeviceArray offsets = session.zeroedLongs(vertices + 1L);
            long edges = 0;
            if (graph.slots() > 0) {
                DeviceRanking.ranks(session, order, vertices, reversed, ranks);
                edges = collect(ranks, kept);
                sort.sort(edges, DeviceSort.bits(kept));
                sort.swapKeysAndValues();
                sort.sort(edges, DeviceSort.bits(kept));
                DeviceRanking.offsetsOfKeys(session, sort.keys(), edges, kept, offsets);
            }
            session.await();
            sort.freeScratch();
            return new DeviceOrientedGraph(ranks, offsets, sort.values(), sort.keys(), kept, edges);
        }

        /**
         * Collects the edges that are not left out into {@code sort}, in no order: the lower ranks as keys, the higher
         * ranks as values. Returns their number.
         */
        private long collect(DeviceArray ranks, int kept) {
            DeviceArray count = session.zeroedLongs(1);
            session.launchOver(
                    EDGES,
                    graph.slots(),
                    KernelAbi.SLOT_TILE,
                    KernelAbi.SLOT_THREADS,
                    new KernelArguments()
                            .with("offsets", graph.offsets())
                            .with("neighbors", graph.neighbors())
                            .with("count", vertices)
                            .with("slotCount", graph.slots())
                            .with("rankOf", ranks)
                            .with("kept", kept)
                            .with("lower", sort.keys())
                            .with("higher", sort.values())
                            .with("edgeCount", count));
            long edges = session.readLongs(count, 1)[0];
            session.free(count);
            return edges;
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
