package dev.motif.algorithm.similar.neighbors.oriented;

import dev.motif.algorithm.count.wedge.EdgeTrianglesGpu;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.AllReduce;
import dev.motif.backend.work.AllReduce.Counts;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.graph.DeviceTriangleGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.function.Supplier;

/** Counts common neighbors by finding each triangle once, on a GPU that holds the whole graph. */
public final class OrientedGpu {
    /** Into how many ranges the middle vertices are cut where devices share them. */
    private static final int CUTS = 4096;

    /** Room for arrays without elements, which take a byte each. */
    private static final long SLACK_BYTES = 16;

    private final UnipartiteGraph graph;
    private final Execution execution;
    private final GpuDevice device;
    private final Participant share;
    private final OffHeapInts counts;
    private final Workers workers;

    /**
     * @param share which part of the triangles to find
     * @param counts for each edge, by its number, where the common neighbors of its ends go; other devices write some
     */
    private OrientedGpu(
            UnipartiteGraph graph, Execution execution, GpuDevice device, Participant share, OffHeapInts counts) {
        this.share = share;
        this.counts = counts;
        this.graph = graph;
        this.execution = execution;
        this.device = device;
        this.workers = execution.workers();
    }

    /** Counts by edge: at once where the device holds the whole graph, else in passes. */
    public record Version() implements GpuVersion<UnipartiteGraph, OffHeapInts> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return fits(device, size) ? null : OrientedPassesGpu.obstacle(device, size);
        }

        @Override
        public long passes(GpuDevice device, GraphSize size) {
            return fits(device, size) ? 1 : OrientedPassesGpu.passes(device, size);
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            if (!fits(device, size)) {
                return OrientedPassesGpu.estimate(device, size);
            }
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.sum(CommonNeighborsResult.EDGES, CommonNeighborsResult.edgesEstimate(size)),
                    copyBytes(device, size),
                    MemoryEstimate.of("counting", workBytes(device, size)));
        }

        @Override
        public OffHeapInts run(UnipartiteGraph graph, Execution execution, GpuDevice device) {
            if (!fits(device, GraphSize.of(graph))) {
                return OrientedPassesGpu.count(graph, execution, List.of(device));
            }
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                OffHeapInts counts = scope.ints(graph.edgeCount());
                new OrientedGpu(graph, execution, device, Participant.whole(), counts).count();
                return scope.keep(counts);
            }
        }

        @Override
        public boolean canShare(GpuDevice device, GraphSize size) {
            return true;
        }

        @Override
        public boolean canDivide(GpuDevice device, GraphSize size) {
            return fits(device, size);
        }

        @Override
        public OffHeapInts share(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
            GraphSize size = GraphSize.of(graph);
            List<GpuDevice> holding = GpuVersion.holding(devices, part, device -> fits(device, size));
            if (holding.isEmpty()) {
                return OrientedPassesGpu.count(graph, execution, devices);
            }
            execution.workers().progress().begin("finding triangles", 0);
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                OffHeapInts counts = scope.ints(graph.edgeCount());
                DeviceGroup.run(holding, part, execution, (own, device, share) -> {
                    new OrientedGpu(graph, own, device, share, counts).count();
                    return () -> {};
                });
                return scope.keep(counts);
            }
        }
    }

    /** Whether the device may hold the whole graph and what making and counting it needs. */
    private static boolean fits(GpuDevice device, GraphSize size) {
        return DeviceTriangleGraph.canHold(size.edges())
                && workBytes(device, size) + copyBytes(device, size) <= device.limitBytes();
    }

    /** The most device memory that preparing the copy of the graph needs. */
    private static long copyBytes(GpuDevice device, GraphSize size) {
        return DeviceTriangleGraph.peakBytes(device.info(), size.vertices(), size.edges());
    }

    /** The device memory that counting needs beside the copy of the graph: for counts by slot and by edge. */
    private static long workBytes(GpuDevice device, GraphSize size) {
        return EdgeTrianglesGpu.bytes(device.info())
                + 2 * size.edges() * Integer.BYTES
                + (CUTS + 1) * Long.BYTES
                + SLACK_BYTES;
    }

    /** Counts the common neighbors of the ends of all edges, or with other devices of some. */
    private void count() {
        GraphSize size = GraphSize.of(graph);
        workers.progress().begin("waiting for the GPU", 0);
        try (GpuSession session = device.open(
                        DeviceTriangleGraph.key(graph), workBytes(device, size), copyBytes(device, size), workers);
                AllReduce exchange = new AllReduce(session, device, share, workers.cancellation())) {
            DeviceTriangleGraph triangles = execution.rank(() -> DeviceTriangleGraph.of(session, graph));
            workers.cancellation().check();
            workers.progress().begin("finding triangles", 0);
            EdgeTrianglesGpu launch = new EdgeTrianglesGpu(session, workers.cancellation());
            DeviceArray bySlot = session.zeroedInts(graph.edgeCount());
            DeviceArray byEdge = session.ints(graph.edgeCount());
            int heavy = EdgeTrianglesGpu.heavy(session, triangles);
            double millis = session.time(() -> count(session, exchange, triangles, heavy, launch, bySlot, byEdge));
            execution.times().add(Stage.COMPUTE, millis);
            workers.cancellation().check();
            execution.time(Stage.TRANSFER, () -> download(session, byEdge, exchange.own(graph.edgeCount())));
        }
    }

    private void count(
            GpuSession session,
            AllReduce exchange,
            DeviceTriangleGraph triangles,
            int heavy,
            EdgeTrianglesGpu launch,
            DeviceArray bySlot,
            DeviceArray byEdge) {
        EdgeTrianglesGpu.Job job = EdgeTrianglesGpu.jobOf(triangles, bySlot);
        if (share.isWhole()) {
            launch.count(job, 0, (int) graph.vertexCount(), heavy);
        } else {
            countShare(session, job, heavy, launch);
        }
        exchange.all(Counts.ints(bySlot, graph.edgeCount()), byEdge);
        Range own = exchange.own(graph.edgeCount());
        DeviceArray slots = triangles.slots().from(own.from() * Integer.BYTES);
        EdgeTrianglesGpu.byEdge(session, bySlot, slots, own.to() - own.from(), byEdge);
    }

    /** Counts the triangles whose middle vertices are in the ranges that this device claims. */
    private void countShare(GpuSession session, EdgeTrianglesGpu.Job job, int heavy, EdgeTrianglesGpu launch) {
        long[] cuts = job.incoming().cuts(session, job.offsets(), (int) graph.vertexCount(), CUTS);
        Supplier<Range> ranges = share.ranges(CUTS, 0);
        for (Range range = ranges.get(); range != null; range = ranges.get()) {
            launch.count(job, (int) cuts[(int) range.from()], (int) cuts[(int) range.to()], heavy);
            workers.cancellation().check();
        }
    }

    private void download(GpuSession session, DeviceArray byEdge, Range own) {
        session.download(
                byEdge, counts.address() + own.from() * Integer.BYTES, (own.to() - own.from()) * Integer.BYTES);
    }
}
