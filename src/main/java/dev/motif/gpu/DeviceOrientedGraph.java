package dev.motif.gpu;

import static dev.motif.gpu.KernelSignature.Type.INT;
import static dev.motif.gpu.KernelSignature.Type.LONG;
import static dev.motif.gpu.KernelSignature.Type.POINTER;

import java.util.List;

/**
 * A {@link dev.motif.graph.OrientedGraph} on a device, made there (orient.cu). Its arrays belong to the session.
 *
 * @param ranks of all vertices; 0 is the most central one
 * @param offsets where the row of each rank below {@code kept} begins: 64-bit
 * @param neighbors of each row, lower ranks in ascending order
 * @param sources of each slot its row
 * @param kept edges of vertices of this rank or above are left out
 * @param edges how many are kept
 */
public record DeviceOrientedGraph(
        DeviceArray ranks, DeviceArray offsets, DeviceArray neighbors, DeviceArray sources, int kept, long edges) {
    private static final String MODULE = "orient";
    private static final KernelSignature RANKS =
            KernelSignature.of(MODULE, "orient_ranks_per_vertex", POINTER, INT, INT, POINTER);
    private static final KernelSignature EDGES = KernelSignature.of(
            MODULE, "orient_edges_per_slot", POINTER, POINTER, INT, LONG, POINTER, INT, POINTER, POINTER, POINTER);
    private static final KernelSignature OFFSETS =
            KernelSignature.of(MODULE, "orient_offsets_per_vertex", POINTER, LONG, INT, POINTER);
    private static final KernelSignature FORWARD =
            KernelSignature.of(MODULE, "orient_forward_per_vertex", POINTER, POINTER, INT, POINTER, POINTER);

    private static final int THREADS = 256;
    private static final long SLACK_BYTES = 128;

    static List<KernelSignature> kernels() {
        return List.of(RANKS, EDGES, OFFSETS, FORWARD);
    }

    /** The most bytes that making one needs at once, itself included, and {@link #edgeStarts} afterwards. */
    public static long bytes(GpuInfo device, long vertices, long edges) {
        long items = Math.max(1, Math.max(vertices, edges));
        return vertices * Integer.BYTES
                + (vertices + 1) * Long.BYTES
                + Math.max(
                        DeviceSort.bytes(device, items), 2 * items * Integer.BYTES + edgeStartBytes(device, vertices))
                + SLACK_BYTES;
    }

    private static long edgeStartBytes(GpuInfo device, long vertices) {
        return DeviceSort.bytes(device, Math.max(1, vertices))
                + (2 * vertices + 1) * Long.BYTES
                + vertices * Integer.BYTES
                + 2 * (vertices / KernelAbi.SCAN_TILE + 1) * Long.BYTES;
    }

    /** Rank 0 is the vertex of the largest degree; ties go to the smaller id. */
    public static DeviceOrientedGraph byDegree(GpuSession session, DeviceUnipartiteGraph graph) {
        Maker maker = new Maker(session, graph);
        maker.sortByDegree();
        return maker.make(maker.sort.values(), false, graph.vertices());
    }

    /**
     * The reverse of an order in which vertices are taken away, so that the last one has rank 0.
     *
     * @param kept edges are left out unless both of their ends are among so many last ones
     */
    public static DeviceOrientedGraph byReverseOrder(
            GpuSession session, DeviceUnipartiteGraph graph, DeviceArray order, int kept) {
        return new Maker(session, graph).make(order, true, kept);
    }

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

        private int blocks(long items) {
            return session.blocks(items, THREADS, session.mostBlocks());
        }

        void sortByDegree() {
            if (vertices == 0) {
                return;
            }
            DeviceArray largest = session.zeroedLongs(1);
            session.launch(
                    DeviceRankedGraph.DEGREES,
                    blocks(vertices),
                    THREADS,
                    0,
                    graph.offsets(),
                    vertices,
                    graph.offsets(),
                    0,
                    sort.keys(),
                    sort.values(),
                    largest);
            sort.sort(vertices, DeviceSort.bits(session.readLongs(largest, 1)[0] + 1));
            session.free(largest);
        }

        DeviceOrientedGraph make(DeviceArray order, boolean reversed, int kept) {
            DeviceArray ranks = session.ints(vertices);
            DeviceArray offsets = session.zeroedLongs(vertices + 1L);
            long edges = 0;
            if (graph.slots() > 0) {
                session.launch(RANKS, blocks(vertices), THREADS, 0, order, vertices, reversed ? 1 : 0, ranks);
                edges = collect(ranks, kept);
                sort.sort(edges, DeviceSort.bits(kept));
                sort.swapKeysAndValues();
                sort.sort(edges, DeviceSort.bits(kept));
                session.launch(OFFSETS, blocks(kept + 1L), THREADS, 0, sort.keys(), edges, kept, offsets);
            }
            session.await();
            sort.freeScratch();
            return new DeviceOrientedGraph(ranks, offsets, sort.values(), sort.keys(), kept, edges);
        }

        /** The edges that are kept, in no order: keys, the lower ranks; values, the higher ones. */
        private long collect(DeviceArray ranks, int kept) {
            DeviceArray count = session.zeroedLongs(1);
            session.launch(
                    EDGES,
                    session.blocks(graph.slots(), KernelAbi.SLOT_TILE, session.mostBlocks()),
                    KernelAbi.SLOT_THREADS,
                    0,
                    graph.offsets(),
                    graph.neighbors(),
                    vertices,
                    graph.slots(),
                    ranks,
                    kept,
                    sort.keys(),
                    sort.values(),
                    count);
            long edges = session.readLongs(count, 1)[0];
            session.free(count);
            return edges;
        }
    }

    /** For each vertex the number of its first edge to a larger id, and behind them the number of edges: 64-bit. */
    public static DeviceArray edgeStarts(GpuSession session, DeviceUnipartiteGraph graph) {
        int vertices = graph.vertices();
        DeviceSort scratch = new DeviceSort(session, Math.max(1, vertices));
        DeviceArray starts = session.zeroedLongs(vertices + 1L);
        DeviceArray rowStarts = session.longs(vertices);
        DeviceArray ranks = session.ints(vertices);
        DeviceArray tileSums = session.longs(2L * (vertices / KernelAbi.SCAN_TILE + 1));
        int grid = session.blocks(vertices, KernelAbi.SCAN_TILE, session.mostBlocks());
        DeviceArray keys = scratch.keys();
        DeviceArray values = scratch.values();
        session.launch(
                FORWARD,
                session.blocks(vertices, THREADS, session.mostBlocks()),
                THREADS,
                0,
                graph.offsets(),
                graph.neighbors(),
                vertices,
                keys,
                values);
        session.launch(
                DeviceRankedGraph.SUMS, grid, KernelAbi.SCAN_THREADS, 0, keys, values, vertices, vertices, tileSums);
        session.launch(DeviceRankedGraph.BASES, 1, DeviceRankedGraph.BASES_THREADS, 0, tileSums, vertices);
        session.launch(
                DeviceRankedGraph.ROW_OFFSETS,
                grid,
                KernelAbi.SCAN_THREADS,
                0,
                keys,
                values,
                vertices,
                vertices,
                tileSums,
                starts,
                rowStarts,
                ranks);
        session.await();
        scratch.free();
        List.of(rowStarts, ranks, tileSums).forEach(session::free);
        return starts;
    }
}
