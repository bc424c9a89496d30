package dev.motif.gpu;

import static dev.motif.gpu.KernelSignature.Type.INT;
import static dev.motif.gpu.KernelSignature.Type.LONG;
import static dev.motif.gpu.KernelSignature.Type.POINTER;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import java.util.List;

/**
 * A {@link dev.motif.graph.RankedGraph} on a device, made there from the left rows of a bipartite graph (graph_prep.cu),
 * with the start vertices of wedges in the order of their work.
 *
 * <p>It is a {@link DeviceCopy} of the form {@value #FORM} and stays on the device between calls.
 */
public final class DeviceRankedGraph {
    /** The form of the copy. */
    public static final String FORM = "ranked";

    private static final String MODULE = "graph_prep";
    static final KernelSignature DEGREES = KernelSignature.of(
            MODULE, "prep_degrees_per_vertex", POINTER, INT, POINTER, INT, POINTER, POINTER, POINTER);
    static final KernelSignature SUMS =
            KernelSignature.of(MODULE, "prep_sums_per_tile", POINTER, POINTER, INT, INT, POINTER);
    static final KernelSignature BASES = KernelSignature.of(MODULE, "prep_bases_per_grid", POINTER, INT);
    static final KernelSignature ROW_OFFSETS = KernelSignature.of(
            MODULE, "prep_offsets_per_tile", POINTER, POINTER, INT, INT, POINTER, POINTER, POINTER, POINTER);
    static final KernelSignature EDGES = KernelSignature.of(
            MODULE, "prep_edges_per_slot", POINTER, POINTER, INT, LONG, POINTER, POINTER, POINTER, POINTER, POINTER);
    static final KernelSignature ROWS = KernelSignature.of(
            MODULE, "prep_rows_per_slot", POINTER, POINTER, POINTER, LONG, POINTER, POINTER, POINTER, POINTER, POINTER);
    static final KernelSignature DOWN_DEGREES =
            KernelSignature.of(MODULE, "prep_down_degrees_per_vertex", POINTER, POINTER, INT, POINTER);
    static final KernelSignature WEDGES = KernelSignature.of(
            MODULE, "prep_wedges_per_vertex", POINTER, POINTER, INT, POINTER, POINTER, POINTER, POINTER, POINTER);
    static final KernelSignature VALUES_BY_VERTEX =
            KernelSignature.of(MODULE, "rank_values_per_vertex", POINTER, POINTER, INT, POINTER);
    static final KernelSignature VALUES_BY_EDGE =
            KernelSignature.of(MODULE, "rank_edges_per_slot", POINTER, POINTER, LONG, POINTER);

    private static final int THREADS = 256;
    private static final int BLOCKS_PER_MULTIPROCESSOR = 8;
    private static final long MAX_SLOTS = 1L << 32;

    /** Arrays without elements take a byte each. */
    private static final long SLACK_BYTES = 64;

    private final int vertices;
    private final long edges;
    private final List<DeviceArray> arrays;

    private DeviceRankedGraph(int vertices, long edges, List<DeviceArray> arrays) {
        this.vertices = vertices;
        this.edges = edges;
        this.arrays = arrays;
    }

    /** Which copy of which graph it is. */
    public static DeviceCopies.Key key(BipartiteGraph graph) {
        return new DeviceCopies.Key(graph, FORM);
    }

    /** Whether a graph can be ranked on a device: slot numbers must fit 32 bits, vertices 31. */
    public static boolean canHold(BipartiteGraph graph) {
        return graph.vertexCount() < Integer.MAX_VALUE && 2 * graph.edgeCount() < MAX_SLOTS;
    }

    /** The bytes that stay on the device. */
    public static long bytes(long vertices, long edges) {
        return (vertices + 1) * Long.BYTES // offsets
                + vertices * (Long.BYTES + 2L * Integer.BYTES) // wedges, order, ranks
                + 4 * edges * Integer.BYTES // neighbors, slots
                + (KernelAbi.WORK_KEYS + 3L) * Long.BYTES
                + SLACK_BYTES;
    }

    /** The most bytes that making it needs at once, itself included. */
    public static long peakBytes(GpuInfo device, long vertices, long edges) {
        return bytes(vertices, edges)
                + (vertices + 2) * Long.BYTES
                + edges * Integer.BYTES // the rows as they come
                + vertices * (Long.BYTES + Integer.BYTES) // starts of rows, down-degrees
                + (vertices / KernelAbi.SCAN_TILE + 1) * 2 * Long.BYTES
                + DeviceSort.bytes(device, Math.max(vertices, edges), true)
                + 4 * Long.BYTES
                + SLACK_BYTES;
    }

    /** The graph that {@code session} holds, or has just made for others to use as well. */
    public static DeviceRankedGraph of(GpuSession session, BipartiteGraph graph) {
        int vertices = (int) graph.vertexCount();
        if (session.copy() == null) {
            session.keepCopy(key(graph), make(session, graph, vertices));
        }
        return new DeviceRankedGraph(vertices, graph.edgeCount(), session.copy().arrays());
    }

    private static List<DeviceArray> make(GpuSession session, BipartiteGraph graph, int vertices) {
        long edges = graph.edgeCount();
        int left = graph.leftCount();
        int right = graph.rightCount();
        int grid = BLOCKS_PER_MULTIPROCESSOR * session.info().multiprocessors();

        DeviceArray offsets = session.longs(vertices + 1L);
        DeviceArray neighbors = session.ints(2 * edges);
        DeviceArray ranks = session.ints(vertices);
        DeviceArray wedges = session.zeroedLongs(vertices);
        DeviceArray order = session.ints(vertices);
        DeviceArray keyStarts = session.longs(KernelAbi.WORK_KEYS + 1L);
        DeviceArray slots = session.ints(2 * edges);
        DeviceArray wedgeTotal = session.zeroedLongs(2);
        final List<DeviceArray> kept = List.of(offsets, neighbors, ranks, wedges, order, keyStarts, slots, wedgeTotal);
        session.clear(offsets);
        session.clear(keyStarts);

        DeviceArray leftOffsets = upload(session, graph.left().offsets());
        DeviceArray leftNeighbors = upload(session, graph.left().neighbors());
        DeviceArray rightOffsets = upload(session, graph.right().offsets());
        DeviceArray rowStarts = session.longs(vertices);
        DeviceArray tileSums = session.longs(2L * (vertices / KernelAbi.SCAN_TILE + 1));
        DeviceArray downDegrees = session.ints(vertices);
        DeviceArray largest = session.zeroedLongs(1);
        DeviceSort sort = new DeviceSort(session, Math.max(vertices, edges), true);
        if (vertices > 0) {
            session.launch(
                    DEGREES,
                    grid,
                    THREADS,
                    0,
                    leftOffsets,
                    left,
                    rightOffsets,
                    right,
                    sort.keys(),
                    sort.values(),
                    largest);
            sort.sort(vertices, bits(session.readLongs(largest, 1)[0] + 1), false);
            session.launch(SUMS, grid, KernelAbi.SCAN_THREADS, 0, sort.keys(), sort.values(), left, vertices, tileSums);
            session.launch(BASES, 1, 1024, 0, tileSums, vertices);
            session.launch(
                    ROW_OFFSETS,
                    grid,
                    KernelAbi.SCAN_THREADS,
                    0,
                    sort.keys(),
                    sort.values(),
                    left,
                    vertices,
                    tileSums,
                    offsets,
                    rowStarts,
                    ranks);
        }
        if (edges > 0) {
            session.launch(
                    EDGES,
                    grid,
                    KernelAbi.SLOT_THREADS,
                    0,
                    leftOffsets,
                    leftNeighbors,
                    left,
                    edges,
                    ranks,
                    rowStarts,
                    sort.keys(),
                    sort.values(),
                    sort.payloads());
            // By the right end, then by the left one: so the rows of both sides come out sorted.
            for (int side = 0; side < 2; side++) {
                sort.sort(edges, bits(vertices), true);
                DeviceArray slotsOfSide = side == 0 ? slots : slots.from(edges * Integer.BYTES);
                session.launch(
                        ROWS,
                        grid,
                        THREADS,
                        0,
                        sort.keys(),
                        sort.values(),
                        sort.payloads(),
                        edges,
                        offsets,
                        rowStarts,
                        neighbors,
                        slotsOfSide,
                        wedges);
            }
            session.launch(DOWN_DEGREES, grid, THREADS, 0, offsets, neighbors, vertices, downDegrees);
            session.launch(
                    WEDGES,
                    grid,
                    THREADS,
                    0,
                    offsets,
                    neighbors,
                    vertices,
                    downDegrees,
                    wedges,
                    sort.keys(),
                    sort.values(),
                    wedgeTotal);
            sort.sortByDigit(vertices, order, keyStarts);
        }
        session.await();
        sort.free();
        for (DeviceArray array :
                List.of(leftOffsets, leftNeighbors, rightOffsets, rowStarts, tileSums, downDegrees, largest)) {
            session.free(array);
        }
        return kept;
    }

    /** The bits that hold every value below {@code bound}. */
    private static int bits(long bound) {
        return bound <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(bound - 1);
    }

    private static DeviceArray upload(GpuSession session, OffHeapLongs array) {
        DeviceArray copy = session.longs(array.length());
        session.upload(array.address(), array.bytes(), copy);
        return copy;
    }

    private static DeviceArray upload(GpuSession session, OffHeapInts array) {
        DeviceArray copy = session.ints(array.length());
        session.upload(array.address(), array.bytes(), copy);
        return copy;
    }

    public int vertices() {
        return vertices;
    }

    public long edges() {
        return edges;
    }

    /** Where the rows start: {@code vertices + 1} slots. */
    public DeviceArray offsets() {
        return arrays.get(0);
    }

    /** Ranks, ascending within each row. */
    public DeviceArray neighbors() {
        return arrays.get(1);
    }

    /** The wedges of each start vertex, by rank. */
    public DeviceArray wedges() {
        return arrays.get(3);
    }

    /** The start vertices, those of most work first. */
    public DeviceArray order() {
        return arrays.get(4);
    }

    /** Where the start vertices of each work key begin in {@link #order()}. */
    public DeviceArray keyStarts() {
        return arrays.get(5);
    }

    /** The wedges of all start vertices. */
    public long wedgeTotal(GpuSession session) {
        return session.readLongs(arrays.get(7), 1)[0];
    }

    /** Puts values by rank in the order of vertices: left ones first, then right ones. */
    public void byVertex(GpuSession session, DeviceArray byRank, DeviceArray byVertex) {
        launchOverAll(session, VALUES_BY_VERTEX, byRank, arrays.get(2), vertices, byVertex);
    }

    /** Adds the values of the two slots of each edge, in the order of the graph's edges. */
    public void byEdge(GpuSession session, DeviceArray bySlot, DeviceArray byEdge) {
        launchOverAll(session, VALUES_BY_EDGE, bySlot, arrays.get(6), edges, byEdge);
    }

    private static void launchOverAll(GpuSession session, KernelSignature kernel, Object... arguments) {
        session.launch(kernel, BLOCKS_PER_MULTIPROCESSOR * session.info().multiprocessors(), THREADS, 0, arguments);
    }
}
