package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.bitmap.BitmapTechnique;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SizeBands;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.algorithm.group.biclique.search.GreedyBicliques;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.algorithm.group.span.WindowParts;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.choice.DistinctGroups;
import dev.motif.choice.FoundGroups;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Finds the largest bicliques of a graph: by edges, by the smaller one of their sides, or by the weights of their edges.
 *
 * <p>It searches like {@link MaximalBicliqueAlgorithm}, without the parts of the graph ({@link SizeBands}) and the subtrees
 * that cannot hold a biclique as large as the smallest one kept so far: a biclique below a node has at most the common
 * vertices of the node, and at most its root vertices and candidates. Of equally large bicliques the ones whose vertices
 * come first are kept, so subtrees that may hold an equally large one are searched too. Bicliques that overlap with a
 * larger one more than is allowed are not kept, which takes several searches: see {@link DistinctGroups#largest}. When the
 * time is up, the largest so far are the result. By the sum of weights, parts are skipped whose bicliques have too few
 * edges, were all as heavy as the heaviest edge.
 *
 * <p>Finding a biclique with the most edges is NP-hard: Peeters, "The maximum edge biclique problem is NP-complete",
 * Discrete Applied Mathematics 131(3), 2003, doi:10.1016/S0166-218X(03)00333-0.
 */
public final class MaximumBicliqueAlgorithm
        implements Algorithm.OfBipartite<MaximumBicliqueConfig, FoundGroups<Biclique>> {
    /** Measured, see docs/benchmarks/auto.md. */
    private static final RunCost COST = new RunCost(
            new RunCost.Part(135_000, 42, 0, 1), new RunCost.Part(17, 0, 330, 5.5), new RunCost.Part(30, 0, 63, 0));

    private final SearchTechnique how;

    /** Searches by bitmaps. */
    public MaximumBicliqueAlgorithm() {
        this(new BitmapTechnique());
    }

    public MaximumBicliqueAlgorithm(SearchTechnique how) {
        this.how = how;
    }

    @Override
    public String name() {
        return "biclique.maximum";
    }

    @Override
    public List<String> stages(GraphSize size, MaximumBicliqueConfig config) {
        return List.of(SearchWorker.STAGE);
    }

    @Override
    public FoundGroups<Biclique> cpu(BipartiteGraph graph, MaximumBicliqueConfig config, Execution execution) {
        return largest(
                config, execution, (timed, pruning, consumer) -> MaximalBicliqueSearch.of(how, config.search(), pruning)
                        .run(graph, timed, worker -> consumer));
    }

    /** A search that passes bicliques on, on any thread, except the ones that it skips. */
    @FunctionalInterface
    private interface Search {
        void run(Execution execution, Pruning pruning, MaximalBicliqueConsumer consumer);
    }

    /** The largest that {@code search} finds, as far as it comes in time. */
    private static FoundGroups<Biclique> largest(MaximumBicliqueConfig config, Execution execution, Search search) {
        Deadline deadline = execution.deadline(config.search().timeoutMillis());
        AtomicBoolean complete = new AtomicBoolean(true);
        return config.choice()
                .largest(Biclique.KIND, config.measure(), execution, largest -> {
                    Pruning pruning = config.pruning(largest);
                    MaximalBicliqueConsumer consumer = biclique -> {
                        // Before members are copied, which takes longer.
                        if (pruning.wants(biclique.leftSize(), biclique.rightSize())) {
                            largest.offer(Biclique.copyOf(biclique));
                        }
                    };
                    boolean inTime = deadline.limit(execution, timed -> search.run(timed, pruning, consumer));
                    complete.compareAndSet(true, inTime);
                })
                .complete(complete.get());
    }

    @Override
    public GpuVersion<BipartiteGraph, FoundGroups<Biclique>> gpu(MaximumBicliqueConfig config) {
        if (config.window() != null) {
            return null;
        }
        return MaximalBicliqueGpu.showing(
                how,
                config.search(),
                size -> kept(config, size.left(), size.right()),
                config.weights() != null,
                (graph, execution, devices) -> largest(
                        config,
                        execution,
                        (timed, pruning, consumer) -> MaximalBicliqueGpu.show(
                                how, graph, config.search(), timed, devices, cancellation -> consumer, pruning, true)));
    }

    @Override
    public String withoutGpu(MaximumBicliqueConfig config) {
        return WindowParts.ON_CPU;
    }

    @Override
    public RunCost cost(MaximumBicliqueConfig config) {
        return COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, MaximumBicliqueConfig config, int concurrency) {
        CpuEstimate search = MaximalBicliqueSearch.estimate(how, size, config.search(), concurrency);
        return cpuEstimate(search, size, config, size.left(), size.right());
    }

    /**
     * A side of a biclique has no more vertices than one of the other side has neighbors. Bands may be searched from either
     * side.
     */
    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, MaximumBicliqueConfig config, Execution execution) {
        CpuEstimate search = Stream.of(Side.values())
                .filter(side ->
                        config.search().side() == null || config.search().side() == side)
                .map(side -> MaximalBicliqueSearch.estimate(
                        how, graph, config.search().with(side), execution))
                .max(Comparator.comparingLong(estimate -> estimate.offHeap().maxBytes()))
                .orElseThrow();
        return cpuEstimate(
                search,
                GraphSize.of(graph),
                config,
                graph.right().largestDegree(),
                graph.left().largestDegree());
    }

    private CpuEstimate cpuEstimate(
            CpuEstimate search, GraphSize size, MaximumBicliqueConfig config, long left, long right) {
        MemoryEstimate greedy = MemoryEstimate.of("large bicliques", GreedyBicliques.bytes(size.left(), size.right()));
        MemoryEstimate bands = search.offHeap();
        // There may be next to no vertices that can be in bicliques as large as the ones found at first.
        MemoryEstimate offHeap = new MemoryEstimate(
                name(),
                Math.min(greedy.minBytes(), bands.minBytes()),
                Math.max(greedy.maxBytes(), bands.maxBytes()),
                List.of(greedy, bands));
        return CpuEstimate.of(offHeap, search.heap(), kept(config, left, right));
    }

    /** The heap of the bicliques that are kept, of at most {@code left} and {@code right} vertices each. */
    private static MemoryEstimate kept(MaximumBicliqueConfig config, long left, long right) {
        SizeLimits sizes = config.search().sizes();
        long vertices = Math.min(left, sizes.maxLeft()) + Math.min(right, sizes.maxRight());
        return config.choice().kept(Biclique.KIND, vertices);
    }
}
