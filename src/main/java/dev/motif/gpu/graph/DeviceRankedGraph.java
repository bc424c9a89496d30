package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceCopy;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A {@link dev.motif.graph.order.RankedGraph} on a device, made there from the left rows of a bipartite graph, or all rows
 * of a unipartite one (graph_prep.cu), with its wedges ready to be counted.
 *
 * <p>It is a {@link DeviceCopy} of the form {@value #FORM} and stays on the device between calls.
 */
public final class DeviceRankedGraph {
    /** The form of this kind of copy, for {@link DerivedGraphCache.Key}. */
    public static final String FORM = "ranked";

    private static final String MODULE = "graph_prep";
    private static final KernelSignature EDGES = KernelSignature.of(MODULE, "prep_edges_per_slot");
    private static final KernelSignature ROWS = KernelSignature.of(MODULE, "prep_rows_per_slot");
    private static final KernelSignature VALUES_BY_EDGE = KernelSignature.of(MODULE, "rank_edges_per_slot");

    private static final int THREADS = 256;
    private static final int EDGES_PER_BLOCK = 1024;

    private final Graph graph;
    private final int leftCount;
    private final DeviceArray ranks;
    private final DeviceArray leftOffsets;
    private final DeviceArray leftNeighbors;
    private final DeviceWedges wedges;

    private DeviceRankedGraph(Graph graph, int leftCount, List<DeviceArray> arrays) {
        int vertices = (int) graph.vertexCount();
        DeviceWedges.Rows rows =
                new DeviceWedges.Rows(arrays.get(3), arrays.get(4), 0, vertices, 2 * graph.edgeCount());
        this.graph = graph;
        this.leftCount = leftCount;
        this.ranks = arrays.get(0);
        this.leftOffsets = arrays.get(1);
        this.leftNeighbors = arrays.get(2);
        this.wedges =
                new DeviceWedges(rows, rows, arrays.get(5), arrays.get(6), arrays.get(7), arrays.get(8), arrays.get(9));
    }

    /** The key of the ranked copy of {@code graph}. */
    public static DerivedGraphCache.Key key(Graph graph) {
        return new DerivedGraphCache.Key(graph, FORM);
    }

    /** Whether a graph of this many vertices can be ranked on a device. */
    public static boolean canHold(long vertices) {
        return vertices < Integer.MAX_VALUE;
    }

    /**
     * The device bytes of the copy of a graph, which stay reserved between calls.
     *
     * @param leftSlots the neighbors in the left rows
     */
    private static long bytes(long vertices, long edges, long leftSlots) {
        return vertices * Integer.BYTES // ranks
                + (vertices + 2) * Long.BYTES // left offsets
                + leftSlots * Integer.BYTES // left neighbors
                + (vertices + 1) * Long.BYTES // offsets
                + 2 * edges * Integer.BYTES // neighbors
                + DeviceWedges.bytes(vertices, 2 * edges)
                + DeviceArray.SLACK_BYTES;
    }

    /** The most device bytes that making the copy of a bipartite graph needs at once, the copy included. */
    public static long peakBytes(GpuInfo device, long vertices, long edges) {
        return peakBytes(device, vertices, edges, edges);
    }

    /** The most device bytes that making the copy of a unipartite graph needs at once, the copy included. */
    public static long peakBytesOfUnipartite(GpuInfo device, long vertices, long edges) {
        return peakBytes(device, vertices, edges, 2 * edges);
    }

    private static long peakBytes(GpuInfo device, long vertices, long edges, long leftSlots) {
        return bytes(vertices, edges, leftSlots)
                + (vertices + 2) * Long.BYTES // right offsets
                + vertices * (Long.BYTES + Integer.BYTES) // starts of rows, down-degrees
                + DeviceRanking.rowOffsetScratchBytes(vertices)
                + DeviceSort.bytes(device, Math.max(vertices, leftSlots))
                + DeviceArray.SLACK_BYTES;
    }

    /** The copy that {@code session} holds, made when it holds none. */
    public static DeviceRankedGraph of(GpuSession session, BipartiteGraph graph) {
        Supplier<List<DeviceArray>> make = () -> new Maker(session, graph.left(), graph.right()).make();
        return new DeviceRankedGraph(graph, graph.leftCount(), session.copy(key(graph), make));
    }

    /** The same of a unipartite graph, whose vertices are all on the left. */
    public static DeviceRankedGraph of(GpuSession session, UnipartiteGraph graph) {
        Supplier<List<DeviceArray>> make = () -> new Maker(session, graph.adjacency(), null).make();
        return new DeviceRankedGraph(graph, (int) graph.vertexCount(), session.copy(key(graph), make));
    }

    /** Makes the arrays of the copy. */
    private static final class Maker {
        private final GpuSession session;
        private final Csr rightRows;
        private final int left;
        private final int right;
        private final int vertices;
        private final long leftSlots;

        /** The slots of the rows of all vertices. */
        private final long slots;

        private final DeviceArray ranks;
        private final DeviceArray leftOffsets;
        private final DeviceArray leftNeighbors;
        private final DeviceArray offsets;
        private final DeviceArray neighbors;
        private final DeviceArray rowStarts;
        private final DeviceSort sort;

        /** @param rightRows null where the neighbors of left vertices are left ones too */
        Maker(GpuSession session, Csr leftRows, Csr rightRows) {
            this.session = session;
            this.rightRows = rightRows;
            this.left = leftRows.vertexCount();
            this.right = rightRows == null ? 0 : rightRows.vertexCount();
            this.vertices = left + right;
            this.leftSlots = leftRows.slotCount();
            this.slots = rightRows == null ? leftSlots : 2 * leftSlots;
            ranks = session.ints(vertices);
            leftOffsets = session.uploaded(leftRows.offsets());
            leftNeighbors = session.uploaded(leftRows.neighbors());
            offsets = session.zeroedLongs(vertices + 1L);
            neighbors = DeviceWedges.endNeighbors(session, slots);
            rowStarts = session.longs(vertices);
            sort = new DeviceSort(session, Math.max(vertices, leftSlots));
        }

        List<DeviceArray> make() {
            if (vertices > 0) {
                rankVertices();
            }
            if (leftSlots > 0) {
                sortRows();
            }
            DeviceWedges.Rows rows = new DeviceWedges.Rows(offsets, neighbors, 0, vertices, slots);
            DeviceWedges wedges = DeviceWedges.of(session, rows, rows, sort);
            session.await();
            sort.free();
            session.free(rowStarts);
            List<DeviceArray> kept = new ArrayList<>(List.of(ranks, leftOffsets, leftNeighbors, offsets, neighbors));
            kept.addAll(wedges.arrays());
            return kept;
        }

        private void rankVertices() {
            DeviceArray rightOffsets = rightRows == null ? DeviceArray.NULL : session.uploaded(rightRows.offsets());
            DeviceRanking.sortByDegree(session, leftOffsets, left, rightOffsets, right, sort);
            DeviceRanking.rowOffsets(session, sort.keys(), sort.values(), left, vertices, offsets, rowStarts, ranks);
            if (rightRows != null) {
                session.free(rightOffsets);
            }
        }

        /**
         * Sorts the slots of left rows, which are in the order of the ranks of these, by the rank of the neighbor: so
         * the rows of the right side come out sorted. Then they are sorted stably by the rank of the row, for the rows
         * of the left side. Where both ends are on the left, all rows are there after the first sort.
         */
        private void sortRows() {
            session.launchSlots(
                    EDGES,
                    leftSlots,
                    new KernelArguments()
                            .with("leftOffsets", leftOffsets)
                            .with("leftNeighbors", leftNeighbors)
                            .with("leftCount", left)
                            .with("edgeCount", leftSlots)
                            .with("rightBase", rightRows == null ? 0 : left)
                            .with("rankOf", ranks)
                            .with("sideStarts", rowStarts)
                            .with("keys", sort.keys())
                            .with("values", sort.values()));
            for (int side = rightRows == null ? 1 : 0; side < 2; side++) {
                sort.sort(leftSlots, DeviceSort.bits(vertices));
                session.launchOver(
                        ROWS,
                        leftSlots,
                        EDGES_PER_BLOCK,
                        THREADS,
                        sort.keys(),
                        sort.values(),
                        leftSlots,
                        offsets,
                        rowStarts,
                        neighbors);
            }
        }
    }

    /** The rank of each vertex: left vertices first, then right ones. */
    public DeviceArray ranks() {
        return ranks;
    }

    /** The wedges of the whole graph, ready to be counted; their start vertices are ranks. */
    public DeviceWedges wedges() {
        return wedges;
    }

    /** Where the row of each left vertex begins in {@link #leftNeighbors}: 64-bit. */
    public DeviceArray leftOffsets() {
        return leftOffsets;
    }

    /** The rows of the left vertices: ids of their right neighbors, ascending. */
    public DeviceArray leftNeighbors() {
        return leftNeighbors;
    }

    /** Copies 64-bit values by rank into the order of vertices: left vertices first, then right ones. */
    public void byVertex(GpuSession session, DeviceArray byRank, DeviceArray byVertex) {
        DeviceRanking.byVertex(session, byRank, ranks, wedges.starts().count(), byVertex);
    }

    /** Adds up the 64-bit values of the two slots of each edge of a bipartite graph; the sums are in the order of the graph's edges. */
    public void byEdge(GpuSession session, DeviceArray bySlot, DeviceArray byEdge) {
        if (graph.edgeCount() == 0) {
            return;
        }
        session.launchSlots(
                VALUES_BY_EDGE,
                graph.edgeCount(),
                new KernelArguments()
                        .with("credits", bySlot)
                        .with("offsets", wedges.starts().offsets())
                        .with("neighbors", wedges.starts().neighbors())
                        .with("prefixes", wedges.prefixes())
                        .with("leftOffsets", leftOffsets)
                        .with("leftNeighbors", leftNeighbors)
                        .with("leftCount", leftCount)
                        .with("edgeCount", graph.edgeCount())
                        .with("rankOf", ranks)
                        .with("byEdge", byEdge));
    }
}
