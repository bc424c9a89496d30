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
 * A unipartite graph on a device, ready for its triangles to be counted (triangle_prep.cu). Vertices are relabelled by
 * degree, rank 0 has the largest, and every edge is in the row of its end of higher rank, as in {@link
 * dev.motif.graph.order.OrientedGraph}. In addition each rank has the slots that lead to it.
 *
 * <p>It is a {@link DeviceCopy} of the form {@value #FORM} and stays on the device between calls.
 *
 * @param ranks the rank of each vertex: 32-bit
 * @param offsets where the row of each rank begins: 64-bit
 * @param neighbors the rows: ranks lower than the rank of the row, ascending
 * @param slots for each edge of the graph, by its number, the slot that leads from its end of higher rank to the other:
 *     32-bit
 * @param incoming for each rank the slots that lead to it
 * @param heavy a 64-bit word: the number of vertices with at least {@value #HEAVY_DEGREE} neighbors; they rank first
 */
public record DeviceTriangleGraph(
        DeviceArray ranks,
        DeviceArray offsets,
        DeviceArray neighbors,
        DeviceArray slots,
        DeviceIncoming incoming,
        DeviceArray heavy) {
    /** The form of this kind of copy, for {@link DerivedGraphCache.Key}. */
    public static final String FORM = "triangles";

    /** From this degree on, a vertex is worth a thread block of its own. */
    public static final int HEAVY_DEGREE = 256;

    private static final String MODULE = "triangle_prep";
    private static final KernelSignature HEAVY = KernelSignature.of(MODULE, "triangle_heavy_per_grid");
    private static final KernelSignature EDGES = KernelSignature.of(MODULE, "triangle_edges_per_slot");
    private static final KernelSignature UPPERS = KernelSignature.of(MODULE, "triangle_uppers_per_edge");
    private static final KernelSignature ROWS = KernelSignature.of(MODULE, "triangle_rows_per_slot");

    private static final int THREADS = 256;
    private static final int EDGES_PER_BLOCK = 1024;

    /** The key of the copy of {@code graph} for triangles. */
    public static DerivedGraphCache.Key key(UnipartiteGraph graph) {
        return new DerivedGraphCache.Key(graph, FORM);
    }

    /** Whether this many edges can be numbered with 32 bits. */
    public static boolean canHold(long edges) {
        return edges <= DeviceIncoming.MOST_SLOTS;
    }

    /** The device bytes of the copy, which stay reserved between calls. */
    public static long bytes(long vertices, long edges) {
        return vertices * Integer.BYTES // ranks
                + (vertices + 1) * Long.BYTES // offsets
                + 2 * edges * Integer.BYTES // neighbors, slots
                + DeviceIncoming.bytes(vertices, edges)
                + Long.BYTES // heavy
                + DeviceArray.SLACK_BYTES;
    }

    /** The most device bytes that making the copy needs at once, the copy included. */
    public static long peakBytes(GpuInfo device, long vertices, long edges) {
        long ends = 2 * edges * Integer.BYTES;
        long numbering = (vertices + 1) * Long.BYTES // offsets of the graph
                + vertices * Integer.BYTES // ranks
                + DeviceRanking.edgeStartBytes(vertices)
                + 2 * edges * Integer.BYTES // neighbors
                + ends;
        return Math.max(numbering, bytes(vertices, edges) + ends)
                + DeviceSort.bytes(device, Math.max(vertices, edges))
                + 2 * Long.BYTES // heavy, largest degree
                + DeviceArray.SLACK_BYTES;
    }

    /** The copy that {@code session} holds, made when it holds none. */
    public static DeviceTriangleGraph of(GpuSession session, UnipartiteGraph graph) {
        List<DeviceArray> arrays =
                session.copy(key(graph), () -> new Maker(session, graph).make().arrays());
        return new DeviceTriangleGraph(
                arrays.get(0),
                arrays.get(1),
                arrays.get(2),
                arrays.get(3),
                new DeviceIncoming(arrays.get(4), arrays.get(5)),
                arrays.get(6));
    }

    private List<DeviceArray> arrays() {
        return List.of(ranks, offsets, neighbors, slots, incoming.starts(), incoming.slots(), heavy);
    }

    /** Makes the arrays of the copy. */
    private static final class Maker {
        private final GpuSession session;
        private final UnipartiteGraph graph;
        private final int vertices;
        private final long edgeCount;
        private final DeviceSort sort;
        private final DeviceArray heavy;
        private final DeviceArray ranks;

        /** For each edge the lower rank of its ends. */
        private final DeviceArray lowers;

        /** For each edge the higher rank of its ends. */
        private final DeviceArray uppers;

        Maker(GpuSession session, UnipartiteGraph graph) {
            this.session = session;
            this.graph = graph;
            this.vertices = (int) graph.vertexCount();
            this.edgeCount = graph.edgeCount();
            sort = new DeviceSort(session, Math.max(vertices, edgeCount));
            heavy = session.zeroedLongs(1);
            ranks = session.ints(vertices);
            lowers = session.ints(edgeCount);
            uppers = session.ints(edgeCount);
        }

        DeviceTriangleGraph make() {
            rankEnds();
            DeviceArray neighbors = session.ints(edgeCount);
            DeviceArray slots = session.ints(edgeCount);
            DeviceArray offsets = session.longs(vertices + 1L);
            sortRows(neighbors, slots, offsets);
            DeviceIncoming incoming = DeviceIncoming.allocated(session, vertices, edgeCount);
            incoming.fill(session, new DeviceIncoming.Slots(offsets, vertices, neighbors, 0, edgeCount), sort, uppers);
            session.await();
            sort.free();
            session.free(lowers);
            session.free(uppers);
            return new DeviceTriangleGraph(ranks, offsets, neighbors, slots, incoming, heavy);
        }

        /**
         * Ranks the vertices and numbers the edges. Afterwards {@code sort} holds the input of the first sort: the
         * lower ranks as keys, the edges as values.
         */
        private void rankEnds() {
            DeviceArray offsets = session.uploaded(graph.adjacency().offsets());
            DeviceArray neighbors = session.uploaded(graph.adjacency().neighbors());
            if (vertices > 0) {
                rankVertices(offsets);
            }
            DeviceArray edgeStarts = DeviceRanking.edgeStarts(session, offsets, neighbors, vertices);
            if (edgeCount > 0) {
                session.launchSlots(
                        EDGES,
                        2 * edgeCount,
                        new KernelArguments()
                                .with("offsets", offsets)
                                .with("neighbors", neighbors)
                                .with("count", vertices)
                                .with("slotCount", 2 * edgeCount)
                                .with("edgeStarts", edgeStarts)
                                .with("rankOf", ranks)
                                .with("lowers", lowers)
                                .with("uppers", uppers)
                                .with("keys", sort.keys())
                                .with("values", sort.values()));
            }
            session.await();
            List.of(offsets, neighbors, edgeStarts).forEach(session::free);
        }

        private void rankVertices(DeviceArray offsets) {
            DeviceRanking.sortByDegree(session, offsets, vertices, DeviceArray.NULL, 0, sort);
            DeviceRanking.ranks(session, sort.values(), vertices, false, ranks);
            session.launch(HEAVY, 1, GpuSession.WARP_SIZE, 0, sort.keys(), vertices, HEAVY_DEGREE, heavy);
        }

        /** Sorts the edges by their lower rank, then stably by their upper rank, so that the rows come out sorted. */
        private void sortRows(DeviceArray neighbors, DeviceArray slots, DeviceArray offsets) {
            if (edgeCount > 0) {
                sort.sort(edgeCount, DeviceSort.bits(vertices));
                session.launchOver(
                        UPPERS, edgeCount, EDGES_PER_BLOCK, THREADS, sort.values(), edgeCount, uppers, sort.keys());
                sort.sort(edgeCount, DeviceSort.bits(vertices));
                session.launchOver(
                        ROWS, edgeCount, EDGES_PER_BLOCK, THREADS, sort.values(), edgeCount, lowers, neighbors, slots);
            }
            DeviceRanking.offsetsOfKeys(session, sort.keys(), edgeCount, vertices, offsets);
        }
    }
}
