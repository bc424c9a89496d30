package dev.motif.algorithm.group.clique;

import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.search.CliqueLeafHistogramGpu;
import dev.motif.algorithm.count.clique.search.CliqueRootsGpu;
import dev.motif.algorithm.group.clique.MaximalCliqueSearchGpu.Output;
import dev.motif.algorithm.order.CoreOrderGpu;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.SearchMemoryGpu;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupKind;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceGraphCache;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.graph.DeviceOrientedGraph;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Searches maximal cliques, or all of one size, on a GPU: orders the graph there, and runs the search.
 *
 * @param share which part of the cliques to search
 */
public record MaximalCliqueGpu(
        UnipartiteGraph graph, MaximalCliqueConfig config, Execution execution, GpuDevice device, Participant share) {
    /** Room for words that the launches share, and of blocks. */
    private static final long TABLE_BYTES = 1L << 20;

    record Counting(MaximalCliqueConfig config) implements GpuVersion.Undivided<UnipartiteGraph, MaximalCliqueResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return MaximalCliqueGpu.obstacle(device, size, config);
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            long result = config.perVertex() ? size.vertices() * Long.BYTES : 0;
            return MaximalCliqueGpu.estimate(
                    device,
                    size,
                    config,
                    MemoryEstimate.of("result", result),
                    MemoryEstimate.range("leaves by size", 0, CliqueLeafHistogramGpu.MOST_HEAP_BYTES));
        }

        @Override
        public MaximalCliqueResult run(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
            return execution.inTime(config.timeoutMillis(), timed -> count(graph, timed, devices));
        }

        private MaximalCliqueResult count(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
            if (graph.vertexCount() == 0) {
                return new MaximalCliqueCpu(graph, config, execution).count();
            }
            if (devices.size() == 1) {
                return new MaximalCliqueGpu(graph, config, execution, devices.get(0), Participant.whole()).count();
            }
            execution.workers().progress().begin(MaximalCliqueCpu.STAGE, 0);
            return DeviceGroup.sum(devices, WorkPart.WHOLE, execution, (own, member, share) -> new MaximalCliqueGpu(
                            graph, config, own, member, share)
                    .count());
        }
    }

    /** Finds cliques with their members: all of them while they are read, or the largest. */
    record Finding(FoundCliquesConfig config) implements GpuVersion.Undivided<UnipartiteGraph, FoundGroups<int[]>> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            String incomplete =
                    !config.choice().ofLargest() || config.weights() != null ? Gpus.streamingObstacle() : null;
            return incomplete == null ? MaximalCliqueGpu.obstacle(device, size, config.search()) : incomplete;
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return MaximalCliqueGpu.estimate(
                    device,
                    size,
                    config.search(),
                    MemoryEstimate.sum(
                            "found", FoundCliquesAlgorithm.unread(config), outputEstimate(size.vertices() + 1)),
                    config.choice().kept(GroupKind.CLIQUES, FoundCliquesAlgorithm.mostVertices(size)));
        }

        @Override
        public FoundGroups<int[]> run(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
            if (graph.vertexCount() == 0) {
                return new FoundCliquesAlgorithm().cpu(graph, config, execution);
            }
            if (config.choice().ofLargest()) {
                return config.largest(execution, (timed, largest) -> {
                    if (devices.size() > 1) {
                        timed.workers().progress().begin(MaximalCliqueCpu.STAGE, 0);
                    }
                    DeviceGroup.<int[]>find(
                            devices,
                            timed,
                            (clique, stopped) -> largest.offer(clique),
                            true,
                            list(
                                    graph,
                                    Output.MAXIMAL,
                                    config.search(),
                                    () -> config.leastSize(largest.threshold()),
                                    config.wantsLargest()));
                });
            }
            return config.streamed(
                    execution,
                    DeviceGroup.keepsOthersWaiting(devices),
                    (searching, consumer) -> DeviceGroup.find(
                            devices,
                            searching,
                            consumer,
                            false,
                            list(graph, Output.MAXIMAL, config.search(), () -> 0, false)));
        }
    }

    /**
     * Lists all cliques of one size while they are read.
     *
     * @param size their vertices, 2 or more
     * @param stage what the search is called in progress
     */
    public record OfSize(int size, String stage) implements GpuVersion.Undivided<UnipartiteGraph, SearchStream<int[]>> {
        private MaximalCliqueConfig config() {
            return new MaximalCliqueConfig(size, size, false, 0);
        }

        @Override
        public String obstacle(GpuDevice device, GraphSize graph) {
            String incomplete = Gpus.streamingObstacle();
            return incomplete == null ? MaximalCliqueGpu.obstacle(device, graph, config()) : incomplete;
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize graph) {
            return MaximalCliqueGpu.estimate(
                    device,
                    graph,
                    config(),
                    MemoryEstimate.sum(
                            "found",
                            StreamingAlgorithm.unread("cliques"),
                            outputEstimate(FoundCliquesAlgorithm.mostVertices(graph) * (size + 1L))),
                    MemoryEstimate.range("a clique", 0, (long) Integer.BYTES * size));
        }

        @Override
        public SearchStream<int[]> run(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
            return new SearchStream<>(
                    stage,
                    0,
                    (searching, consumer) -> {
                        if (graph.edgeCount() > 0) {
                            DeviceGroup.find(
                                    devices,
                                    searching,
                                    consumer,
                                    false,
                                    list(graph, Output.SIZED, config(), () -> 0, false));
                        }
                    },
                    FoundBuffer.Form.CLIQUES,
                    Long.MAX_VALUE,
                    execution,
                    DeviceGroup.keepsOthersWaiting(devices));
        }
    }

    private static MemoryEstimate outputEstimate(long leastInts) {
        return MemoryEstimate.range(
                "cliques that the device has found", 0, MaximalCliqueSearchGpu.mostOutputBytes(leastInts));
    }

    private static String obstacle(GpuDevice device, GraphSize size, MaximalCliqueConfig config) {
        return memory(device, size, null, config).obstacle();
    }

    private static GpuEstimate estimate(
            GpuDevice device, GraphSize size, MaximalCliqueConfig config, MemoryEstimate offHeap, MemoryEstimate heap) {
        return memory(device, size, null, config)
                .estimate(offHeap, heap, "roots and counts", "graphs around roots, and stacks");
    }

    /**
     * The device memory of a search.
     *
     * @param graph null when only the bytes are wanted
     */
    private static SearchMemoryGpu memory(
            GpuDevice device, GraphSize size, UnipartiteGraph graph, MaximalCliqueConfig config) {
        long vertices = size.vertices();
        List<DeviceGraphCache.Need> copies = List.of(
                new DeviceGraphCache.Need(
                        DeviceUnipartiteGraph.key(graph), DeviceUnipartiteGraph.bytes(vertices, size.edges())),
                new DeviceGraphCache.Need(CoreOrderGpu.key(graph), CoreOrderGpu.peakBytes(device.info(), vertices)),
                new DeviceGraphCache.Need(
                        DeviceOrientedGraph.key(graph, Orientation.DEGENERACY),
                        DeviceOrientedGraph.peakBytes(device.info(), vertices, size.edges())),
                new DeviceGraphCache.Need(
                        rootsKey(graph, config), CliqueRootsGpu.peakBytes(device.info(), Math.max(1, vertices))));
        return new SearchMemoryGpu(device, copies, fixedBytes(size, config), size.edges());
    }

    /** The key of the roots, all of which have enough candidates for the smallest clique that is wanted. */
    private static DerivedGraphCache.Key rootsKey(UnipartiteGraph graph, MaximalCliqueConfig config) {
        return CliqueRootsGpu.key(
                graph, Orientation.DEGENERACY, Math.max(1, config.minSize()), CliqueRootsGpu.SPLIT_NONE);
    }

    /** The device memory that is needed beside the copies of the graph and what the search may use. */
    private static long fixedBytes(GraphSize size, MaximalCliqueConfig config) {
        long words = 1 + KernelAbi.MAXIMAL_CLIQUE_GRAPH_WORDS + (config.perVertex() ? 1 : 0);
        return words * size.vertices() * Long.BYTES + TABLE_BYTES;
    }

    /** Counts this device's part of the cliques, by size and by vertex. */
    private MaximalCliqueResult count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs vertices = config.perVertex() ? scope.longs(graph.vertexCount()) : null;
            BigInteger[] bySize = inSession(Output.COUNTS, (session, search, chunks) -> {
                DeviceArray counts = vertices == null ? DeviceArray.NULL : session.zeroedLongs(vertices.length());
                BigInteger[] found = search.count(chunks, counts);
                if (vertices != null) {
                    execution.time(Stage.TRANSFER, () -> session.download(counts, vertices));
                    scope.keep(vertices);
                }
                return found;
            });
            return new MaximalCliqueResult(bySize, vertices);
        }
    }

    /** Passes on the cliques that a device finds; see {@link MaximalCliqueSearchGpu#list}. */
    private static DeviceGroup.Finding<int[]> list(
            UnipartiteGraph graph, Output output, MaximalCliqueConfig config, IntSupplier leastSize, boolean one) {
        return (execution, device, share, found) -> new MaximalCliqueGpu(graph, config, execution, device, share)
                .inSession(output, (session, search, chunks) -> {
                    search.list(
                            chunks,
                            leastSize,
                            one,
                            clique -> found.accept(clique, execution.workers().cancellation()));
                    return null;
                });
    }

    /** Uses a search, and what gives it the chunks of roots. */
    @FunctionalInterface
    private interface Use<T> {
        T of(GpuSession session, MaximalCliqueSearchGpu search, Supplier<Range> chunks);
    }

    private <T> T inSession(Output output, Use<T> use) {
        SearchMemoryGpu memory = memory(device, GraphSize.of(graph), graph, config);
        Workers workers = execution.workers();
        try (GpuSession session = memory.open(workers)) {
            DeviceUnipartiteGraph plain =
                    execution.time(Stage.TRANSFER, () -> DeviceUnipartiteGraph.of(session, graph));
            workers.progress().begin("ordering the graph", 0);
            CoreOrderGpu cores = execution.time(
                    Stage.PREPARE, () -> CoreOrderGpu.of(session, graph, plain, execution.memory(), workers));
            CliqueRootsGpu roots = execution.time(Stage.PREPARE, () -> roots(session, plain, cores));
            MaximalCliqueSearchGpu search = new MaximalCliqueSearchGpu(
                    session,
                    roots,
                    plain,
                    cores.order(),
                    graph.adjacency().largestDegree(),
                    config,
                    output,
                    memory.searchBytes(),
                    execution);
            return use.of(session, search, share.ranges(roots.chunks().count(), roots.checksum()));
        }
    }

    private CliqueRootsGpu roots(GpuSession session, DeviceUnipartiteGraph plain, CoreOrderGpu cores) {
        DerivedGraphCache.Key key = DeviceOrientedGraph.key(graph, Orientation.DEGENERACY);
        DeviceOrientedGraph oriented = DeviceOrientedGraph.held(session, key);
        if (oriented == null) {
            oriented = DeviceOrientedGraph.byReverseOrder(session, key, plain, cores.order());
        }
        // A clique of k vertices, and a vertex that could join it, are in the (k-1)-core.
        return CliqueRootsGpu.of(
                session,
                rootsKey(graph, config),
                oriented,
                () -> cores.kept(session, Math.max(1, config.minSize()) - 1));
    }
}
