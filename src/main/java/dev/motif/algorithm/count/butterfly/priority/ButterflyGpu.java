package dev.motif.algorithm.count.butterfly.priority;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.model.ThreePaths;
import dev.motif.algorithm.count.wedge.FourCyclesGpu;
import dev.motif.algorithm.count.wedge.FourCyclesGpu.Kernels;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.AllReduce;
import dev.motif.backend.work.AllReduce.Counts;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.gpu.graph.DeviceWedges;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Counts butterflies on a GPU that holds the whole graph, or else in passes ({@link ButterflyPassesGpu}).
 *
 * <p>Counters are 64-bit; a graph in which the count of a vertex might need more is refused.
 *
 * @param share which part of the butterflies to count
 */
public record ButterflyGpu(
        BipartiteGraph graph, ButterflyConfig config, Execution execution, GpuDevice device, Participant share) {
    /** The words of a total on the device: the low one, then the high one. */
    static final int TOTAL_WORDS = 2;

    private static final ButterflyConfig PER_VERTEX = new ButterflyConfig(true, false);

    /** Counts what its configuration asks for. */
    public record Version(ButterflyConfig config) implements GpuVersion<BipartiteGraph, ButterflyResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            if (!DeviceRankedGraph.canHold(size.vertices())) {
                return "the two sides together must have fewer than 2^31 nodes";
            }
            // A butterfly of u is an edge of u and the edge opposite, in two ways: at most half their product.
            if (Math.multiplyHigh(PassSizes.largestDegree(size), size.edges()) != 0) {
                return "counts of nodes may exceed 63 bits";
            }
            return fits(device, size, config) ? null : ButterflyPassesGpu.obstacle(device, size, config);
        }

        @Override
        public long passes(GpuDevice device, GraphSize size) {
            return fits(device, size, config) ? 1 : ButterflyPassesGpu.passes(device, size, config);
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            if (!fits(device, size, config)) {
                return ButterflyPassesGpu.estimate(device, size, config);
            }
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.of("result", resultBytes(size, config)),
                    copyBytes(device, size),
                    MemoryEstimate.of("counting", workBytes(device, size, config)));
        }

        @Override
        public ButterflyResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            return new ButterflyGpu(graph, config, execution, device, Participant.whole()).count();
        }

        @Override
        public boolean canShare(GpuDevice device, GraphSize size) {
            return true;
        }

        @Override
        public boolean canDivide(GpuDevice device, GraphSize size) {
            return fits(device, size, config);
        }

        @Override
        public ButterflyResult share(
                BipartiteGraph graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
            GraphSize size = GraphSize.of(graph);
            List<GpuDevice> holding = GpuVersion.holding(devices, part, device -> fits(device, size, config));
            if (holding.isEmpty()) {
                return withPaths(ButterflyPassesGpu.count(graph, config, execution, devices), graph, execution);
            }
            execution.workers().progress().begin("counting wedges", 0);
            ButterflyResult counts = counts(
                    graph,
                    config,
                    execution,
                    into -> DeviceGroup.sum(holding, part, execution, (own, device, share) -> new ButterflyGpu(
                                    graph, config, own, device, share)
                            .part(into)));
            return part.from() == 0 ? withPaths(counts, graph, execution) : counts;
        }
    }

    /**
     * Runs {@code counting}, which puts the counts by vertex and by edge into the arrays of the result that it gets,
     * and returns the total alone.
     */
    private static ButterflyResult counts(
            BipartiteGraph graph,
            ButterflyConfig config,
            Execution execution,
            UnaryOperator<ButterflyResult> counting) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs left = config.perVertex() ? scope.longs(graph.leftCount()) : null;
            OffHeapLongs right = config.perVertex() ? scope.longs(graph.rightCount()) : null;
            OffHeapLongs edges = config.perEdge() ? scope.longs(graph.edgeCount()) : null;
            BigInteger none = BigInteger.ZERO;
            BigInteger total = counting.apply(new ButterflyResult(none, none, left, right, edges))
                    .total();
            for (OffHeapLongs counts : new OffHeapLongs[] {left, right, edges}) {
                scope.keep(counts);
            }
            return new ButterflyResult(total, none, left, right, edges);
        }
    }

    /** {@code counts}, which it takes over, with the number of paths that they do not have yet. */
    private static ButterflyResult withPaths(ButterflyResult counts, BipartiteGraph graph, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            scope.own(counts);
            ButterflyResult result =
                    counts.with(execution.time(Stage.TRANSFER, () -> ThreePaths.of(graph, execution.workers())));
            scope.keep(counts);
            return result;
        }
    }

    /** The device memory that {@link #countVertices} takes besides the ranked graph. */
    public static long vertexBytes(GpuDevice device, GraphSize size) {
        return workBytes(device, size, PER_VERTEX);
    }

    /**
     * Counts the butterflies of each vertex, the left ones first, into a new array of 64-bit counts.
     *
     * @param session holds the ranked graph, or has reserved what making it takes
     */
    public static DeviceArray countVertices(
            GpuSession session, BipartiteGraph graph, Execution execution, GpuDevice device) {
        ButterflyGpu counting = new ButterflyGpu(graph, PER_VERTEX, execution, device, Participant.whole());
        try (AllReduce exchange = counting.exchange(session)) {
            return counting.count(session, exchange).perVertex;
        }
    }

    /** Whether the whole graph and all that ranking and counting need fit the memory that may be used. */
    private static boolean fits(GpuDevice device, GraphSize size, ButterflyConfig config) {
        return workBytes(device, size, config) + copyBytes(device, size) <= device.limitBytes();
    }

    /** The device memory that the ranked graph takes while it is made. */
    private static long copyBytes(GpuDevice device, GraphSize size) {
        return DeviceRankedGraph.peakBytes(device.info(), size.vertices(), size.edges());
    }

    /** The device memory that counting needs besides the graph. */
    private static long workBytes(GpuDevice device, GraphSize size, ButterflyConfig config) {
        long vertexCounts = config.perVertex() ? 2 * size.vertices() * Long.BYTES : 0;
        long edgeCounts = config.perEdge() ? 3 * size.edges() * Long.BYTES : 0;
        return FourCyclesGpu.bytes(device, size.vertices())
                + 2 * TOTAL_WORDS * Long.BYTES
                + vertexCounts
                + edgeCounts
                + DeviceArray.SLACK_BYTES;
    }

    /** The off-heap memory of the result. */
    static long resultBytes(GraphSize size, ButterflyConfig config) {
        return (config.perVertex() ? size.vertices() * Long.BYTES : 0)
                + (config.perEdge() ? size.edges() * Long.BYTES : 0);
    }

    private ButterflyResult count() {
        ButterflyResult counts = fits(device, GraphSize.of(graph), config)
                ? counts(graph, config, execution, this::part)
                : ButterflyPassesGpu.count(graph, config, execution, List.of(device));
        return withPaths(counts, graph, execution);
    }

    /**
     * Counts what the share has, on a device that holds the graph. Returns the total of the share.
     *
     * @param into has arrays for the counts by vertex and by edge, of which this device writes the ones that it adds up
     */
    private ButterflyResult part(ButterflyResult into) {
        GraphSize size = GraphSize.of(graph);
        execution.workers().progress().begin("waiting for the GPU", 0);
        try (GpuSession session = device.open(
                        DeviceRankedGraph.key(graph),
                        workBytes(device, size, config),
                        copyBytes(device, size),
                        execution.workers());
                AllReduce exchange = exchange(session)) {
            Outputs outputs = count(session, exchange);
            return execution.time(Stage.TRANSFER, () -> download(session, exchange, outputs, into));
        }
    }

    private AllReduce exchange(GpuSession session) {
        return new AllReduce(session, device, share, execution.workers().cancellation());
    }

    private Outputs count(GpuSession session, AllReduce exchange) {
        DeviceRankedGraph ranked = execution.rank(() -> DeviceRankedGraph.of(session, graph));
        execution.workers().cancellation().check();
        execution.workers().progress().begin("counting wedges", 0);
        Outputs outputs = new Outputs(session);
        FourCyclesGpu launch = new FourCyclesGpu(
                session, device, execution, graph.vertexCount(), share, config.perVertex() && config.perEdge() ? 2 : 1);
        double millis = session.time(() -> {
            count(session, ranked, launch, outputs);
            outputs.addUp(exchange);
        });
        execution.times().add(Stage.COMPUTE, millis);
        execution.workers().cancellation().check();
        return outputs;
    }

    /** The arrays that the kernels write to. Arrays that are not wanted are null. */
    private final class Outputs {
        private final DeviceArray total;

        /** A second total, for kernels that count the butterflies once more. */
        private final DeviceArray totalAgain;

        private final DeviceArray perRank;
        private final DeviceArray perSlot;
        private final DeviceArray perVertex;
        private final DeviceArray perEdge;

        Outputs(GpuSession session) {
            long vertices = graph.vertexCount();
            total = session.zeroedLongs(TOTAL_WORDS);
            totalAgain = session.zeroedLongs(TOTAL_WORDS);
            perRank = config.perVertex() ? session.zeroedLongs(vertices) : null;
            perVertex = config.perVertex() ? session.longs(vertices) : null;
            perSlot = config.perEdge() ? session.zeroedLongs(2 * graph.edgeCount()) : null;
            perEdge = config.perEdge() ? session.longs(graph.edgeCount()) : null;
        }

        private Counts byVertex() {
            return Counts.longs(perVertex, graph.vertexCount());
        }

        private Counts byEdge() {
            return Counts.longs(perEdge, graph.edgeCount());
        }

        /**
         * Adds up what all devices counted, but totals, which are added up on the host, so that no device waits for them.
         * What is by rank or by slot is no longer needed.
         */
        void addUp(AllReduce exchange) {
            List<Counts> counts = new ArrayList<>();
            if (config.perVertex()) {
                counts.add(byVertex());
            }
            if (config.perEdge()) {
                counts.add(byEdge());
            }
            if (!counts.isEmpty()) {
                exchange.begin(counts.toArray(Counts[]::new));
            }
            if (config.perVertex()) {
                exchange.sum(byVertex(), perRank);
            }
            if (config.perEdge()) {
                exchange.sum(byEdge(), perSlot);
            }
        }
    }

    private void count(GpuSession session, DeviceRankedGraph ranked, FourCyclesGpu launch, Outputs outputs) {
        DeviceWedges wedges = ranked.wedges();
        int vertices = wedges.ends().count();
        if (config.perVertex()) {
            launch.count(wedges, 0, vertices, Kernels.VERTICES, outputs.total, outputs.perRank);
            ranked.byVertex(session, outputs.perRank, outputs.perVertex);
        }
        if (config.perEdge()) {
            DeviceArray total = config.perVertex() ? outputs.totalAgain : outputs.total;
            launch.count(wedges, 0, vertices, Kernels.EDGES, total, outputs.perSlot, outputs.perSlot);
            ranked.byEdge(session, outputs.perSlot, outputs.perEdge);
        }
        if (!config.perVertex() && !config.perEdge()) {
            launch.count(wedges, 0, vertices, Kernels.TOTAL, outputs.total);
        }
    }

    private ButterflyResult download(GpuSession session, AllReduce exchange, Outputs outputs, ButterflyResult into) {
        if (config.perVertex()) {
            exchange.download(outputs.byVertex(), 0, into.left());
            exchange.download(outputs.byVertex(), graph.leftCount(), into.right());
        }
        if (config.perEdge()) {
            exchange.download(outputs.byEdge(), 0, into.edges());
        }
        BigInteger total = session.readSum(outputs.total);
        return new ButterflyResult(total, BigInteger.ZERO, null, null, null);
    }
}
