package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.bitmap.BitmapTechnique;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.algorithm.group.span.WindowParts;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.Execution;
import dev.motif.choice.DistinctStream;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.graph.BipartiteGraph;
import dev.motif.parallel.Cancellation;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Streams the maximal bicliques of a graph with their members while a search finds them, in no particular order. */
public final class MaximalBicliqueStreamAlgorithm
        implements Algorithm.OfBipartite<MaximalBicliqueStreamConfig, FoundGroups<Biclique>> {
    private final SearchTechnique how;

    /** Searches by bitmaps. */
    public MaximalBicliqueStreamAlgorithm() {
        this(new BitmapTechnique());
    }

    public MaximalBicliqueStreamAlgorithm(SearchTechnique how) {
        this.how = how;
    }

    @Override
    public String name() {
        return "biclique.maximal";
    }

    @Override
    public List<String> stages(GraphSize size, MaximalBicliqueStreamConfig config) {
        return List.of(SearchWorker.STAGE);
    }

    /** Returns at once; the graph must stay open until the result has been closed. */
    @Override
    public FoundGroups<Biclique> cpu(BipartiteGraph graph, MaximalBicliqueStreamConfig config, Execution execution) {
        return stream(
                (searching, consumers) -> MaximalBicliqueSearch.of(how, config.search(), Pruning.NONE)
                        .run(
                                graph,
                                searching,
                                worker -> consumers.apply(searching.workers().cancellation())),
                config,
                execution,
                () -> false);
    }

    /** A run returns at once; the graph must stay open until the result has been closed. */
    @Override
    public GpuVersion<BipartiteGraph, FoundGroups<Biclique>> gpu(MaximalBicliqueStreamConfig config) {
        if (config.window() != null) {
            return null;
        }
        return MaximalBicliqueGpu.streaming(
                how,
                config.search(),
                size -> config.choice().kept(Biclique.KIND, size.vertices()),
                (graph, execution, devices) -> stream(
                        (searching, consumers) -> MaximalBicliqueGpu.show(
                                how, graph, config.search(), searching, devices, consumers, Pruning.NONE, false),
                        config,
                        execution,
                        DeviceGroup.keepsOthersWaiting(devices)));
    }

    /** A search that passes all bicliques to consumers, which it may call on any thread. */
    @FunctionalInterface
    interface Search {
        /** @param consumers make consumers that do not wait any more for a reader once they are cancelled */
        void run(Execution execution, Function<Cancellation, MaximalBicliqueConsumer> consumers);
    }

    /** Starts a search that is read meanwhile. */
    static FoundGroups<Biclique> stream(
            Search search,
            MaximalBicliqueStreamConfig config,
            Execution execution,
            BooleanSupplier keepsOthersWaiting) {
        return new DistinctStream<>(
                SearchWorker.STAGE,
                (searching, consumer) -> searching.runInTime(
                        config.search().timeoutMillis(),
                        timed -> search.run(
                                timed,
                                cancellation -> biclique -> consumer.accept(Biclique.copyOf(biclique), cancellation))),
                Biclique.KIND,
                config.choice(),
                execution,
                keepsOthersWaiting);
    }

    @Override
    public String withoutGpu(MaximalBicliqueStreamConfig config) {
        return WindowParts.ON_CPU;
    }

    @Override
    public RunCost cost(MaximalBicliqueStreamConfig config) {
        return MaximalBicliqueSearch.COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, MaximalBicliqueStreamConfig config, int concurrency) {
        return cpuEstimate(
                MaximalBicliqueSearch.estimate(how, size, config.search(), concurrency),
                config.choice().kept(Biclique.KIND, size.vertices()));
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, MaximalBicliqueStreamConfig config, Execution execution) {
        return cpuEstimate(
                MaximalBicliqueSearch.estimate(how, graph, config.search(), execution),
                config.choice()
                        .kept(
                                Biclique.KIND,
                                (long) graph.right().largestDegree()
                                        + graph.left().largestDegree()));
    }

    private CpuEstimate cpuEstimate(CpuEstimate search, MemoryEstimate kept) {
        return CpuEstimate.of(
                MemoryEstimate.sum(name(), search.offHeap(), StreamingAlgorithm.unread("bicliques")),
                search.heap(),
                kept);
    }
}
