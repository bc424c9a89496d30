package dev.motif.algorithm.level.truss;

import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.algorithm.count.wedge.EdgeTrianglesGpu;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DevicePeeling;
import dev.motif.gpu.graph.DeviceTriangleGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.VertexMaxima;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.parallel.Workers;

/**
 * Computes truss numbers on a GPU (ktruss.cu): counts the triangles of each edge, then peels edges. An edge is named there
 * by its slot in the oriented graph.
 */
final class KTrussGpu {
    private static final String MODULE = "ktruss";
    private static final KernelSignature EDGES = KernelSignature.of(MODULE, "ktruss_edges_per_slot");
    private static final KernelSignature HEADS = KernelSignature.of(MODULE, "ktruss_heads_per_slot");
    private static final KernelSignature ROWS = KernelSignature.of(MODULE, "ktruss_rows_per_vertex");
    private static final KernelSignature NUMBERS = KernelSignature.of(MODULE, "ktruss_numbers_per_grid");
    private static final KernelSignature VALUES = KernelSignature.of(MODULE, "ktruss_values_per_edge");

    private static final int THREADS = 256;
    private static final int SLOTS_PER_BLOCK = 1024;

    /** About how many entries of rows are looked up in a step of the peeling: some milliseconds. */
    private static final long ENTRIES_PER_STEP = 1 << 27;

    /** Room in estimates for arrays without elements, which take a byte each, and for single words. */
    private static final long SLACK_BYTES = 64;

    private final UnipartiteGraph graph;
    private final Execution execution;
    private final GpuDevice device;
    private final Workers workers;

    private KTrussGpu(UnipartiteGraph graph, Execution execution, GpuDevice device) {
        this.graph = graph;
        this.execution = execution;
        this.device = device;
        this.workers = execution.workers();
    }

    /** Computes truss numbers. */
    record Version(KTrussConfig config) implements GpuVersion<UnipartiteGraph, PeeledEdges> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return size.edges() > KTrussAlgorithm.MOST_EDGES
                    ? "truss numbers need fewer than 2^31 relationships"
                    : device.obstacle(workBytes(device, size) + copyBytes(device, size));
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.of(
                            "result",
                            size.edges() * Long.BYTES + (config.perVertex() ? VertexMaxima.bytes(size.vertices()) : 0)),
                    copyBytes(device, size),
                    MemoryEstimate.of("counting and peeling", workBytes(device, size)));
        }

        @Override
        public PeeledEdges run(UnipartiteGraph graph, Execution execution, GpuDevice device) {
            return new KTrussGpu(graph, execution, device)
                    .count()
                    .withVertices(
                            config.perVertex(),
                            graph,
                            execution.memory(),
                            execution.workers().cancellation());
        }
    }

    private static long copyBytes(GpuDevice device, GraphSize size) {
        return DeviceTriangleGraph.peakBytes(device.info(), size.vertices(), size.edges());
    }

    private static long workBytes(GpuDevice device, GraphSize size) {
        long edges = size.edges();
        return EdgeTrianglesGpu.bytes(device.info())
                + edges * Integer.BYTES // triangles
                + DevicePeeling.bytes(edges, edges)
                + edges * Long.BYTES // supports
                + LiveRows.bytes(size)
                + edges * Long.BYTES // result
                + SLACK_BYTES;
    }

    private PeeledEdges count() {
        GraphSize size = GraphSize.of(graph);
        workers.progress().begin("waiting for the GPU", 0);
        try (GpuSession session = device.open(
                DeviceTriangleGraph.key(graph), workBytes(device, size), copyBytes(device, size), workers)) {
            DeviceTriangleGraph triangles = execution.rank(() -> DeviceTriangleGraph.of(session, graph));
            DeviceArray trusses = session.longs(graph.edgeCount());
            long[] levels = new long[1];
            execution
                    .times()
                    .add(Stage.COMPUTE, session.time(() -> levels[0] = trusses(session, triangles, size, trusses)));
            return execution.time(Stage.TRANSFER, () -> download(session, trusses, levels[0]));
        }
    }

    private PeeledEdges download(GpuSession session, DeviceArray trusses, long levels) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs edges = scope.longs(graph.edgeCount());
            session.download(trusses, edges.address(), edges.bytes());
            return new PeeledEdges(scope.keep(edges), levels);
        }
    }

    /** Computes the truss number of each edge; returns the number of different ones. */
    private long trusses(GpuSession session, DeviceTriangleGraph triangles, GraphSize size, DeviceArray trusses) {
        long edges = size.edges();
        if (edges == 0) {
            return 0;
        }
        workers.progress().begin(EdgeTriangles.STAGE, 0);
        DeviceArray counts = session.zeroedInts(edges);
        new EdgeTrianglesGpu(session, workers.cancellation()).count(triangles, (int) graph.vertexCount(), counts);
        DeviceArray supports = session.longs(edges);
        DevicePeeling peeling =
                new DevicePeeling(session, workers, execution.memory(), edges, edges, 0, supports, supports);
        workers.progress().begin(KTrussCpu.STAGE, peeling.units());
        LiveRows rows = new LiveRows(session, size);
        rows.fill(session, triangles, counts, supports, peeling.list());
        DevicePeeling.Items items =
                new DevicePeeling.Items(2 * edges, rows.arguments().with("most", edgesPerStep(edges)));
        long levels = peeling.runInOnePass(NUMBERS, items).levels();
        session.launchOver(VALUES, edges, SLOTS_PER_BLOCK, THREADS, supports, triangles.slots(), edges, trusses);
        return levels;
    }

    /**
     * The most edges of a step, so that a launch ends soon after its time. The shorter row of an edge seldom has more than
     * the square root of all entries.
     */
    private static long edgesPerStep(long edges) {
        return Math.max(1, (long) (ENTRIES_PER_STEP / Math.sqrt(2.0 * edges)));
    }

    /** The edges that are left, in rows of both directions; ktruss.cu says what each array has. */
    private static final class LiveRows {
        private final int vertices;
        private final long edgeCount;
        private final DeviceArray starts;
        private final DeviceArray lengths;
        private final DeviceArray neighbors;
        private final DeviceArray edges;
        private final DeviceArray lowers;
        private final DeviceArray uppers;
        private final DeviceArray compactedAt;

        LiveRows(GpuSession session, GraphSize size) {
            vertices = (int) size.vertices();
            edgeCount = size.edges();
            starts = session.longs(vertices);
            lengths = session.ints(vertices);
            neighbors = session.ints(2 * edgeCount);
            edges = session.ints(2 * edgeCount);
            lowers = session.ints(edgeCount);
            uppers = session.ints(edgeCount);
            compactedAt = session.zeroedLongs(1);
        }

        static long bytes(GraphSize size) {
            return size.vertices() * (Long.BYTES + Integer.BYTES) + 6 * size.edges() * Integer.BYTES + Long.BYTES;
        }

        KernelArguments arguments() {
            return new KernelArguments()
                    .with("rowStarts", starts)
                    .with("lengths", lengths)
                    .with("neighbors", neighbors)
                    .with("edges", edges)
                    .with("lowers", lowers)
                    .with("uppers", uppers)
                    .with("compactedAt", compactedAt)
                    .with("vertexCount", vertices);
        }

        /** Fills the rows, the supports of the edges and their list. */
        void fill(
                GpuSession session,
                DeviceTriangleGraph triangles,
                DeviceArray counts,
                DeviceArray supports,
                DeviceArray list) {
            session.launchSlots(
                    EDGES,
                    edgeCount,
                    arguments()
                            .with("offsets", triangles.offsets())
                            .with("lowerNeighbors", triangles.neighbors())
                            .with("incomingStarts", triangles.incoming().starts())
                            .with("slotCount", edgeCount)
                            .with("triangles", counts)
                            .with("supports", supports)
                            .with("list", list));
            session.launchOver(
                    HEADS,
                    edgeCount,
                    SLOTS_PER_BLOCK,
                    THREADS,
                    arguments()
                            .with("offsets", triangles.offsets())
                            .with("incoming", triangles.incoming().slots())
                            .with("slotCount", edgeCount));
            session.launchThreads(
                    ROWS,
                    vertices,
                    arguments()
                            .with("offsets", triangles.offsets())
                            .with("incomingStarts", triangles.incoming().starts()));
        }
    }
}
