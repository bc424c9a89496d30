package dev.motif.algorithm.count.graphlet;

import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.algorithm.count.wedge.EdgeTrianglesGpu;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.algorithm.count.wedge.FourCyclesGpu;
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
import dev.motif.gpu.SlicedLaunches;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.gpu.graph.DeviceRanking;
import dev.motif.gpu.graph.DeviceTriangleGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.math.BigInteger;

/**
 * Counts graphlets with a GPU, which finds the cliques, the triangles and the cycles (graphlet.cu); what follows from these by
 * steps for each edge is added up on the CPU.
 */
final class GraphletGpu extends GraphletCounter {
    private static final KernelSignature OPPOSITES = KernelSignature.of("graphlet", "graphlet_opposites_per_slot");
    private static final int THREADS = 256;

    /** The words of a total on the device. */
    private static final int TOTAL_WORDS = 2;

    private final GpuVersion<UnipartiteGraph, KCliqueResult> cliques;
    private final GpuDevice device;
    private final GraphSize size;

    private GraphletGpu(UnipartiteGraph graph, Version version, Execution execution, GpuDevice device) {
        super(graph, version.config, execution);
        this.cliques = version.cliques;
        this.device = device;
        this.size = GraphSize.of(graph);
    }

    /**
     * Counts what its configuration asks for.
     *
     * @param cliques counts the cliques that are needed
     */
    record Version(GraphletConfig config, GpuVersion<UnipartiteGraph, KCliqueResult> cliques)
            implements GpuVersion<UnipartiteGraph, GraphletResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            if (!DeviceTriangleGraph.canHold(size.edges()) || !DeviceRankedGraph.canHold(size.vertices())) {
                return "graphlets need fewer than 2^31 nodes and 2^32 relationships on a GPU";
            }
            String ofCliques = cliques.obstacle(device, size);
            return ofCliques != null
                    ? ofCliques
                    : device.obstacle(Math.max(
                            triangleBytes(device, size, config) + triangleCopyBytes(device, size),
                            cycleBytes(device, size, config) + rankedCopyBytes(device, size)));
        }

        /** The copies stay, as long as there is room, while the next search begins. */
        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            GpuEstimate ofCliques = cliques.estimate(device, size);
            MemoryEstimate copyForCliques = ofCliques.device().parts().get(0);
            MemoryEstimate searchingCliques = ofCliques.device().parts().get(1);
            return new GpuEstimate(
                    GraphletAlgorithm.withOrbits(
                            size,
                            config,
                            ofCliques.offHeap(),
                            MemoryEstimate.of(
                                    "triangles",
                                    size.edges() * Integer.BYTES
                                            + (size.vertices() + 1) * Long.BYTES
                                            + perVertexBytes(size, config)),
                            MemoryEstimate.of("4-cycles by vertex", perVertexBytes(size, config))),
                    ofCliques.heap(),
                    MemoryEstimate.sum(
                            GpuEstimate.nameOf(device),
                            MemoryEstimate.range(
                                    "copies of the graph, unless they are there already",
                                    0,
                                    copyForCliques.maxBytes()
                                            + triangleCopyBytes(device, size)
                                            + rankedCopyBytes(device, size)),
                            MemoryEstimate.largest(
                                    "searches",
                                    searchingCliques,
                                    MemoryEstimate.of("triangles", triangleBytes(device, size, config)),
                                    MemoryEstimate.of("4-cycles", cycleBytes(device, size, config)))));
        }

        @Override
        public GraphletResult run(UnipartiteGraph graph, Execution execution, GpuDevice device) {
            return new GraphletGpu(graph, this, execution, device).count();
        }
    }

    private static long triangleCopyBytes(GpuDevice device, GraphSize size) {
        return DeviceTriangleGraph.peakBytes(device.info(), size.vertices(), size.edges());
    }

    private static long rankedCopyBytes(GpuDevice device, GraphSize size) {
        return DeviceRankedGraph.peakBytesOfUnipartite(device.info(), size.vertices(), size.edges());
    }

    private static long perVertexBytes(GraphSize size, GraphletConfig config) {
        return config.perVertex() ? size.vertices() * Long.BYTES : 0;
    }

    private static long triangleBytes(GpuDevice device, GraphSize size, GraphletConfig config) {
        return EdgeTrianglesGpu.bytes(device.info())
                + 2 * size.edges() * Integer.BYTES // by slot, by edge
                + SlicedLaunches.bytes(1)
                + Long.BYTES // claimed
                + 2 * perVertexBytes(size, config) // by rank, by vertex
                + DeviceArray.SLACK_BYTES;
    }

    private static long cycleBytes(GpuDevice device, GraphSize size, GraphletConfig config) {
        return FourCyclesGpu.bytes(device, size.vertices())
                + TOTAL_WORDS * Long.BYTES
                + 2 * perVertexBytes(size, config) // by rank, by vertex
                + DeviceArray.SLACK_BYTES;
    }

    @Override
    KCliqueResult cliques() {
        return cliques.run(graph, execution, device);
    }

    @Override
    TriangleSums triangles(OffHeapLongs orbits) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts byEdge = scope.ints(graph.edgeCount());
            workers.progress().begin("waiting for the GPU", 0);
            try (GpuSession session = device.open(
                    DeviceTriangleGraph.key(graph),
                    triangleBytes(device, size, config),
                    triangleCopyBytes(device, size),
                    workers)) {
                DeviceTriangleGraph ranked = execution.rank(() -> DeviceTriangleGraph.of(session, graph));
                workers.cancellation().check();
                workers.progress().begin(EdgeTriangles.STAGE, 0);
                DeviceArray bySlot = session.zeroedInts(graph.edgeCount());
                DeviceArray values = session.ints(graph.edgeCount());
                time(session, () -> {
                    new EdgeTrianglesGpu(session, workers.cancellation())
                            .count(ranked, (int) graph.vertexCount(), bySlot);
                    EdgeTrianglesGpu.byEdge(session, bySlot, ranked.slots(), graph.edgeCount(), values);
                });
                execution.time(Stage.TRANSFER, () -> session.download(values, byEdge));
                if (orbits != null) {
                    workers.progress().begin(OppositeEdges.STAGE, 0);
                    addOpposites(session, ranked, bySlot, orbits);
                }
            }
            return execution.time(
                    Stage.COMPUTE,
                    () -> TriangleSums.of(
                            graph.adjacency(),
                            GraphletEdgeRows.of(graph.adjacency(), graph.firstEdges(scope, workers), byEdge),
                            orbits,
                            workers));
        }
    }

    private void addOpposites(GpuSession session, DeviceTriangleGraph ranked, DeviceArray bySlot, OffHeapLongs orbits) {
        DeviceArray perRank = session.zeroedLongs(graph.vertexCount());
        if (graph.edgeCount() > 0) {
            SlicedLaunches launches = new SlicedLaunches(session, 1, workers.cancellation());
            KernelArguments arguments = new KernelArguments()
                    .with("offsets", ranked.offsets())
                    .with("neighbors", ranked.neighbors())
                    .with("count", (int) graph.vertexCount())
                    .with("slotCount", graph.edgeCount())
                    .with("triangles", bySlot)
                    .with("claimed", session.zeroedLongs(1))
                    .with("perRank", perRank);
            launches.add(OPPOSITES, session.residentBlocks(OPPOSITES, THREADS, 0), THREADS, 0, arguments);
            time(session, launches::run);
        }
        setOrbit(session, perRank, ranked.ranks(), orbits, 12);
    }

    @Override
    BigInteger fourCycles(OffHeapLongs orbits) {
        workers.progress().begin("waiting for the GPU", 0);
        try (GpuSession session = device.open(
                DeviceRankedGraph.key(graph),
                cycleBytes(device, size, config),
                rankedCopyBytes(device, size),
                workers)) {
            DeviceRankedGraph ranked = execution.rank(() -> DeviceRankedGraph.of(session, graph));
            workers.cancellation().check();
            workers.progress().begin(FourCycles.STAGE, 0);
            int vertices = (int) graph.vertexCount();
            FourCyclesGpu launch = new FourCyclesGpu(session, device, execution, vertices);
            DeviceArray total = session.zeroedLongs(TOTAL_WORDS);
            if (orbits == null) {
                time(session, () -> launch.count(ranked.wedges(), 0, vertices, FourCyclesGpu.Kernels.TOTAL, total));
            } else {
                DeviceArray perRank = session.zeroedLongs(vertices);
                time(
                        session,
                        () -> launch.count(
                                ranked.wedges(), 0, vertices, FourCyclesGpu.Kernels.VERTICES, total, perRank));
                setOrbit(session, perRank, ranked.ranks(), orbits, 8);
            }
            return session.readSum(total);
        }
    }

    private void time(GpuSession session, Runnable launches) {
        execution.times().add(Stage.COMPUTE, session.time(launches));
        workers.cancellation().check();
    }

    /** Sets an orbit of all vertices, of which the device has the values by rank. */
    private void setOrbit(GpuSession session, DeviceArray perRank, DeviceArray ranks, OffHeapLongs orbits, int orbit) {
        DeviceArray perVertex = session.longs(graph.vertexCount());
        DeviceRanking.byVertex(session, perRank, ranks, (int) graph.vertexCount(), perVertex);
        execution.time(Stage.TRANSFER, () -> {
            try (OffHeapLongs values = memory.longs(graph.vertexCount())) {
                session.download(perVertex, values);
                setOrbit(orbits, orbit, values::get);
            }
        });
    }
}
