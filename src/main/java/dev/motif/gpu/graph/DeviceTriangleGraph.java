package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceCopies;
import dev.motif.gpu.DeviceCopy;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;

/**
 * A unipartite graph on a device, ready for its triangles to be counted (triangle_prep.cu): relabelled by degree, rank 0
 * the largest, with every edge in the row of its end of higher rank, as {@link dev.motif.graph.OrientedGraph} has it; and
 * for each rank the slots that lead to it.
 *
 * <p>It is a {@link DeviceCopy} of the form {@value #FORM} and stays on the device between calls.
 *
 * @param offsets where the row of each rank begins: 64-bit
 * @param neighbors ranks, lower than that of their row, ascending
 * @param edges for each slot the number of its edge in the graph: 32-bit
 * @param incoming for each rank the slots that lead to it
 * @param heavy 64-bit: how many vertices have at least {@value #HEAVY_DEGREE} neighbors; they rank first
 */
public record DeviceTriangleGraph(
        DeviceArray offsets, DeviceArray neighbors, DeviceArray edges, DeviceIncoming incoming, DeviceArray heavy) {
    /** The form of the copy. */
    public static final String FORM = "triangles";

    /** From this degree on a vertex is worth a thread block. */
    public static final int HEAVY_DEGREE = 256;

    private static final String MODULE = "triangle_prep";
    private static final KernelSignature HEAVY = KernelSignature.of(MODULE, "triangle_heavy_per_grid");
    private static final KernelSignature EDGES = KernelSignature.of(MODULE, "triangle_edges_per_slot");
    private static final KernelSignature UPPERS = KernelSignature.of(MODULE, "triangle_uppers_per_edge");
    private static final KernelSignature ROWS = KernelSignature.of(MODULE, "triangle_rows_per_slot");

    private static final int THREADS = 256;
    private static final int WARP_SIZE = 32;
    private static final int EDGES_PER_BLOCK = 1024;

    /** Arrays without elements take a byte each. */
    private static final long SLACK_BYTES = 64;

    /** Which copy of which graph it is. */
    public static DeviceCopies.Key key(UnipartiteGraph graph) {
        return new DeviceCopies.Key(graph, FORM);
    }

    /** Whether numbers of so many edges fit. */
    public static boolean canHold(long edges) {
        return edges <= DeviceIncoming.MOST_SLOTS;
    }

    /** The bytes that stay on the device. */
    public static long bytes(long vertices, long edges) {
        return (vertices + 1) * Long.BYTES // offsets
                + 2 * edges * Integer.BYTES // neighbors, edges
                + DeviceIncoming.bytes(vertices, edges)
                + Long.BYTES // heavy
                + SLACK_BYTES;
    }

    /** The most bytes that making it needs at once, itself included. */
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
                + SLACK_BYTES;
    }

    /** The graph that {@code session} holds, or has just made for others to use as well. */
    public static DeviceTriangleGraph of(GpuSession session, UnipartiteGraph graph) {
        if (session.copy() == null) {
            session.keepCopy(key(graph), new Maker(session, graph).make().arrays());
        }
        List<DeviceArray> arrays = session.copy().arrays();
        return new DeviceTriangleGraph(
                arrays.get(0),
                arrays.get(1),
                arrays.get(2),
                new DeviceIncoming(arrays.get(3), arrays.get(4)),
                arrays.get(5));
    }

    private List<DeviceArray> arrays() {
        return List.of(offsets, neighbors, edges, incoming.starts(), incoming.slots(), heavy);
    }

    /** Makes it. */
    private static final class Maker {
        private final GpuSession session;
        private final UnipartiteGraph graph;
        private final int vertices;
        private final long edgeCount;
        private final DeviceSort sort;
        private final DeviceArray heavy;

        /** By edge: the ranks of its ends. */
        private final DeviceArray lowers;

        private final DeviceArray uppers;

        Maker(GpuSession session, UnipartiteGraph graph) {
            this.session = session;
            this.graph = graph;
            this.vertices = (int) graph.vertexCount();
            this.edgeCount = graph.edgeCount();
            sort = new DeviceSort(session, Math.max(vertices, edgeCount));
            heavy = session.zeroedLongs(1);
            lowers = session.ints(edgeCount);
            uppers = session.ints(edgeCount);
        }

        DeviceTriangleGraph make() {
            rankEnds();
            DeviceArray neighbors = session.ints(edgeCount);
            DeviceArray edges = session.ints(edgeCount);
            DeviceArray offsets = session.longs(vertices + 1L);
            sortRows(neighbors, edges, offsets);
            DeviceIncoming incoming = DeviceIncoming.allocated(session, vertices, edgeCount);
            incoming.fill(session, new DeviceIncoming.Slots(offsets, vertices, neighbors, 0, edgeCount), sort, uppers);
            session.await();
            sort.free();
            session.free(lowers);
            session.free(uppers);
            return new DeviceTriangleGraph(offsets, neighbors, edges, incoming, heavy);
        }

        /** Ranks the vertices and numbers the edges; the first sort's input is then there. */
        private void rankEnds() {
            DeviceArray offsets = session.uploaded(graph.adjacency().offsets());
            DeviceArray neighbors = session.uploaded(graph.adjacency().neighbors());
            DeviceArray ranks = session.ints(vertices);
            if (vertices > 0) {
                rankVertices(offsets, ranks);
            }
            DeviceArray edgeStarts = DeviceRanking.edgeStarts(session, offsets, neighbors, vertices);
            if (edgeCount > 0) {
                session.launchOver(
                        EDGES,
                        2 * edgeCount,
                        KernelAbi.SLOT_TILE,
                        KernelAbi.SLOT_THREADS,
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
            List.of(offsets, neighbors, ranks, edgeStarts).forEach(session::free);
        }

        private void rankVertices(DeviceArray offsets, DeviceArray ranks) {
            DeviceRanking.sortByDegree(session, offsets, vertices, DeviceArray.NULL, 0, sort);
            DeviceRanking.ranks(session, sort.values(), vertices, false, ranks);
            session.launch(HEAVY, 1, WARP_SIZE, 0, sort.keys(), vertices, HEAVY_DEGREE, heavy);
        }

        /** By the lower rank, then by the upper one: so the rows come out sorted. */
        private void sortRows(DeviceArray neighbors, DeviceArray edges, DeviceArray offsets) {
            if (edgeCount > 0) {
                sort.sort(edgeCount, DeviceSort.bits(vertices));
                session.launchOver(
                        UPPERS, edgeCount, EDGES_PER_BLOCK, THREADS, sort.values(), edgeCount, uppers, sort.keys());
                sort.sort(edgeCount, DeviceSort.bits(vertices));
                session.launchOver(
                        ROWS, edgeCount, EDGES_PER_BLOCK, THREADS, sort.values(), edgeCount, lowers, neighbors, edges);
            }
            DeviceRanking.offsetsOfKeys(session, sort.keys(), edgeCount, vertices, offsets);
        }
    }
}
