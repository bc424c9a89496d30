package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SearchReport;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.algorithm.group.biclique.search.SearchGpu;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.gpu.DeviceGraphCache;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.driver.GpuException;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import java.util.List;
import java.util.function.Function;

/**
 * Searches maximal bicliques on a GPU. Each launch runs for a fraction of
 * a second and goes on where the one before left off, so a search can be cancelled, and can wait for the reader of its
 * bicliques.
 *
 * @param share which part of the bicliques to search
 */
record MaximalBicliqueGpu(
        SearchTechnique how,
        BipartiteGraph graph,
        MaximalBicliqueConfig config,
        Execution execution,
        GpuDevice device,
        Participant share) {
    /** Room for this many different sizes at first; when there are more, the search starts again with more room. */
    private static final long FIRST_SIZES = 1L << 16;

    /** The factor by which room for sizes grows. */
    private static final long MORE_SIZES = 16;

    /** Counts the bicliques; takes more memory than estimated when there are more than {@link #FIRST_SIZES} different sizes. */
    static GpuVersion<BipartiteGraph, MaximalBicliqueResult> counting(
            SearchTechnique how, MaximalBicliqueConfig config) {
        MemoryEstimate table = MemoryEstimate.of("table of sizes", 2 * FIRST_SIZES * Long.BYTES);
        return new Version<>(
                how,
                config,
                FIRST_SIZES,
                size -> table,
                false,
                false,
                (graph, execution, devices) ->
                        execution.inTime(config.timeoutMillis(), timed -> count(how, graph, config, timed, devices)));
    }

    /** There is no room for all different sizes that several devices find. */
    private static final class SizesFullException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static MaximalBicliqueResult count(
            SearchTechnique how,
            BipartiteGraph graph,
            MaximalBicliqueConfig config,
            Execution execution,
            List<GpuDevice> devices) {
        if (devices.size() == 1) {
            return new MaximalBicliqueGpu(how, graph, config, execution, devices.get(0), Participant.whole()).count();
        }
        execution.workers().progress().begin(SearchWorker.STAGE, 0);
        try {
            return DeviceGroup.sum(
                    devices,
                    WorkPart.WHOLE,
                    execution,
                    (own, device, share) -> new MaximalBicliqueGpu(how, graph, config, own, device, share).count(),
                    (first, others) -> config.perVertex() == PerVertex.LARGEST
                            ? first.largest(others, execution.workers())
                            : first.plus(others, execution.workers()));
        } catch (SizesFullException e) {
            GpuDevice left = devices.stream()
                    .filter(device -> device.loss() == null)
                    .findFirst()
                    .orElseThrow(() -> new GpuException(devices.get(0).unusableReason()));
            return count(how, graph, config, execution, List.of(left));
        }
    }

    /**
     * Passes all wanted maximal bicliques to a consumer: on the calling thread, or on one for each of several devices.
     *
     * @param consumers make a consumer by what ends the search of its device, such as the loss of another one
     * @param again whether consumers may get bicliques again after the loss of a device; otherwise a loss is an error
     */
    static void show(
            SearchTechnique how,
            BipartiteGraph graph,
            MaximalBicliqueConfig config,
            Execution execution,
            List<GpuDevice> devices,
            Function<Cancellation, MaximalBicliqueConsumer> consumers,
            Pruning pruning,
            boolean again) {
        if (devices.size() == 1) {
            new MaximalBicliqueGpu(how, graph, config, execution, devices.get(0), Participant.whole())
                    .showTo(consumers.apply(execution.workers().cancellation()), pruning);
            return;
        }
        execution.workers().progress().begin(SearchWorker.STAGE, 0);
        DeviceGroup.<AutoCloseable>run(devices, WorkPart.WHOLE, execution, (own, device, share) -> {
            MaximalBicliqueConsumer consumer = consumers.apply(own.workers().cancellation());
            MaximalBicliqueConsumer once = biclique -> {
                share.handOver();
                consumer.accept(biclique);
            };
            new MaximalBicliqueGpu(how, graph, config, own, device, share).showTo(again ? consumer : once, pruning);
            return () -> {};
        });
    }

    /**
     * Passes the bicliques to a consumer, as {@code run} does with {@link #show}.
     *
     * @param held the heap that the consumer holds at once
     * @param here whether the consumer needs what is in this process alone
     */
    static <R extends AutoCloseable> GpuVersion<BipartiteGraph, R> showing(
            SearchTechnique how,
            MaximalBicliqueConfig config,
            Function<GraphSize, MemoryEstimate> held,
            boolean here,
            Run<R> run) {
        return new Version<>(how, config, 0, held, here, false, run);
    }

    /**
     * Passes the bicliques to a consumer like {@link #showing}, for a result that needs the search to go on after
     * {@code run} has returned.
     */
    static <R extends AutoCloseable> GpuVersion<BipartiteGraph, R> streaming(
            SearchTechnique how, MaximalBicliqueConfig config, Function<GraphSize, MemoryEstimate> held, Run<R> run) {
        return new Version<>(
                how,
                config,
                0,
                size -> MemoryEstimate.sum("bicliques", ofOne(size), held.apply(size)),
                true,
                true,
                run);
    }

    private static MemoryEstimate ofOne(GraphSize size) {
        return MemoryEstimate.range("a biclique", 0, Biclique.heapBytes(size.vertices()));
    }

    /** A run of a version on one device, or on several together. */
    @FunctionalInterface
    interface Run<R> {
        R of(BipartiteGraph graph, Execution execution, List<GpuDevice> devices);
    }

    /**
     * @param sizes how many different sizes there is room for at first; 0 where nothing is counted
     * @param held what may be large on the heap
     * @param here whether bicliques must be found in this process
     * @param streams whether the search goes on while the result is read
     */
    private record Version<R extends AutoCloseable>(
            SearchTechnique how,
            MaximalBicliqueConfig config,
            long sizes,
            Function<GraphSize, MemoryEstimate> held,
            boolean here,
            boolean streams,
            Run<R> run)
            implements GpuVersion.Undivided<BipartiteGraph, R> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            if (here && Gpus.streamingObstacle() != null) {
                return Gpus.streamingObstacle();
            }
            if (!DeviceRankedGraph.canHold(size.vertices())) {
                return "the two sides together must have fewer than 2^31 nodes";
            }
            return device.obstacle(workBytes(how, device, size, config, sizes) + copyBytes(device, size));
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            long perVertex = config.perVertex() == PerVertex.NOTHING ? 0 : size.vertices();
            return GpuEstimate.of(
                            device,
                            streams
                                    ? StreamingAlgorithm.unread("bicliques")
                                    : MemoryEstimate.of("result", perVertex * Long.BYTES),
                            copyBytes(device, size),
                            MemoryEstimate.of("searching", workBytes(how, device, size, config, sizes)))
                    .withHeap(held.apply(size));
        }

        @Override
        public R run(BipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
            return run.of(graph, execution, devices);
        }
    }

    private static long copyBytes(GpuDevice device, GraphSize size) {
        return DeviceGraphCache.Need.sum(SearchGpu.needs(device.info(), size, null));
    }

    private static long workBytes(
            SearchTechnique how, GpuDevice device, GraphSize size, MaximalBicliqueConfig config, long sizes) {
        return SearchGpu.bytes(size, config, sizes) + how.gpu().bytes(device, size);
    }

    /** Counts the maximal bicliques, by size and by vertex. */
    private MaximalBicliqueResult count() {
        for (long capacity = FIRST_SIZES; ; capacity *= MORE_SIZES) {
            long sizes = capacity;
            MaximalBicliqueResult counts = inSession(sizes, session -> {
                SearchGpu search = new SearchGpu(session, graph, config, Pruning.NONE, null, sizes, execution);
                SearchReport report = run(search, session);
                return search.sizesAreFull() ? null : execution.time(Stage.TRANSFER, () -> counts(search, report));
            });
            if (counts != null) {
                return counts;
            }
            if (!share.isWhole()) {
                // Other devices have parts of what this one would have to count again.
                throw new SizesFullException();
            }
        }
    }

    private MaximalBicliqueResult counts(SearchGpu search, SearchReport report) {
        SizeHistogram sizes = search.sizes();
        if (config.perVertex() == PerVertex.NOTHING) {
            return new MaximalBicliqueResult(sizes, report, null, null);
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs left = scope.longs(graph.leftCount());
            OffHeapLongs right = scope.longs(graph.rightCount());
            search.readVertices(left, right);
            return new MaximalBicliqueResult(sizes, report, scope.keep(left), scope.keep(right));
        }
    }

    /** Passes all wanted maximal bicliques to {@code consumer}, on the calling thread. */
    private void showTo(MaximalBicliqueConsumer consumer, Pruning pruning) {
        inSession(0, session -> run(new SearchGpu(session, graph, config, pruning, consumer, 0, execution), session));
    }

    private <T> T inSession(long sizes, Function<GpuSession, T> use) {
        execution.workers().progress().begin("waiting for the GPU", 0);
        GraphSize size = GraphSize.of(graph);
        try (GpuSession session = device.open(
                SearchGpu.needs(device.info(), size, graph),
                workBytes(how, device, size, config, sizes),
                execution.workers())) {
            return use.apply(session);
        }
    }

    private SearchReport run(SearchGpu search, GpuSession session) {
        if (graph.edgeCount() == 0) {
            return new SearchReport(0, 1, how.name(), Side.of(config.side() == Side.LEFT));
        }
        execution.time(Stage.PREPARE, search::prepare);
        double busyRatio =
                execution.time(Stage.COMPUTE, () -> how.gpu().search(session, device, search, share, execution));
        return new SearchReport(search.nodes(), busyRatio, how.name(), Side.of(search.rootsAreLeft()));
    }
}
