package dev.motif.spark;

import dev.motif.algorithm.similar.intersection.Intersection;
import dev.motif.algorithm.similar.intersection.MergeLaunchGpu;
import dev.motif.algorithm.similar.intersection.RowsLaunchGpu.Rows;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;

/** Counts the common neighbors of the edges from a range of vertices to larger ones, on a GPU that holds the whole graph. */
final class EdgeRangeGpu {
    private EdgeRangeGpu() {}

    /** Why {@code device} cannot count for a range of at most {@code slots} slots, or null when it can. */
    static String obstacle(GpuDevice device, GraphSize size, long slots) {
        return device.obstacle(
                Math.addExact(DeviceUnipartiteGraph.bytes(size.vertices(), size.edges()), bytes(device, slots)));
    }

    /** The device memory that counting takes beside the copy of the graph. */
    private static long bytes(GpuDevice device, long slots) {
        return Math.addExact(slots * Integer.BYTES, MergeLaunchGpu.bytes(device.info()) + DeviceArray.SLACK_BYTES);
    }

    /**
     * Counts on a device that has no {@link #obstacle}; the copy of the graph stays there for other ranges.
     *
     * @return the counts by slot of these vertices' rows, 0 where a neighbor is smaller; owned by the caller
     */
    static OffHeapInts count(UnipartiteGraph graph, WorkRange vertices, Execution execution, GpuDevice device) {
        Csr rows = graph.adjacency();
        int from = (int) vertices.from();
        int to = (int) vertices.to();
        long firstSlot = from < to ? rows.start(from) : 0;
        long slots = from < to ? rows.end(to - 1) - firstSlot : 0;
        try (OffHeapScope scope = new OffHeapScope(execution.memory());
                GpuSession session = device.open(
                        DeviceUnipartiteGraph.key(graph),
                        bytes(device, slots),
                        DeviceUnipartiteGraph.bytes(rows.vertexCount(), graph.edgeCount()),
                        execution.workers())) {
            OffHeapInts bySlot = scope.ints(slots);
            DeviceUnipartiteGraph copy = execution.time(Stage.TRANSFER, () -> DeviceUnipartiteGraph.of(session, graph));
            DeviceArray counts = session.zeroedInts(slots);
            MergeLaunchGpu launch = new MergeLaunchGpu(
                    session,
                    Intersection.SKEW_THRESHOLD,
                    MergeLaunchGpu.WARPS_PER_BLOCK,
                    execution.workers().cancellation());
            Rows firsts = new Rows(copy.neighbors().from(firstSlot * Integer.BYTES), firstSlot, slots, from, to);
            Rows all = new Rows(copy.neighbors(), 0, copy.slots(), 0, rows.vertexCount());
            execution.times().add(Stage.COMPUTE, session.time(() -> launch.count(copy.offsets(), firsts, counts, all)));
            execution.time(Stage.TRANSFER, () -> session.download(counts, bySlot));
            return scope.keep(bySlot);
        }
    }
}
