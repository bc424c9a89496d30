package dev.motif.algorithm.biclique.sample;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.Cores;
import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.algorithm.biclique.pivot.LocalGraph;
import dev.motif.algorithm.biclique.sample.BicliqueSampleConfig.Size;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.sample.Choices;
import dev.motif.backend.sample.Replicates;
import dev.motif.backend.sample.Roots;
import dev.motif.backend.sample.SampleResult;
import dev.motif.backend.sample.SampledCount;
import dev.motif.backend.sample.SamplesGpu;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.util.Collections;
import java.util.List;

/**
 * Estimating the number of (p,q)-bicliques, for each size on its own.
 *
 * <p>Bicliques with a side of one vertex are counted by degrees. Of others the vertices of one side, of which a
 * biclique has few and with few wedges, are the roots of a search, in the (p,q)-core; those of two roots are counted. Each
 * estimate takes some roots, and searches from each of these level by level with a bounded number of nodes ({@link
 * BicliqueSampler}). Where that number is enough for all nodes, the estimate is the count.
 *
 * <p>Both choices are without bias: what is chosen stands for as many as its chance says. So the mean of the estimates
 * tends to the count whatever the graph, and {@link Replicates} says how far it may be off. Roots are chosen by the
 * mates that they share with each other root, so that a dense corner is found wherever it is.
 *
 * <p>Work: the wedges of the core for the weights, and for each estimate {@code O(2048 p r m / 64)} words with {@code r}
 * roots that share mates with a root, and {@code m} mates. Memory: the core, and for each worker the bitmaps of one
 * neighborhood and some thousand sets of mates.
 *
 * <p>Sources: Ye, Li, Dai, Chen and Wang, "Efficient Biclique Counting in Large Bipartite Graphs", SIGMOD 2023,
 * doi:10.1145/3588932, count sparse parts and sample dense ones. Rubinstein, "Stochastic enumeration method for counting
 * NP-hard problems", Methodology and Computing in Applied Probability 15, 2013, doi:10.1007/s11009-011-9242-y, takes many
 * nodes of each level at once.
 */
public final class BicliqueSampleAlgorithm implements Algorithm<BipartiteGraph, BicliqueSampleConfig, SampleResult> {
    private static final String WEIGHING = "weighing start nodes";
    static final String SAMPLING = "sampling bicliques";
    private static final long ROOTS_PER_TASK = 16;

    /** How many times as many wedges a side may have that saves a level. */
    private static final double WEDGES_OF_LEVEL = 8;

    @Override
    public String name() {
        return "biclique.count.sample";
    }

    @Override
    public Class<BipartiteGraph> graphType() {
        return BipartiteGraph.class;
    }

    @Override
    public SampleResult cpu(BipartiteGraph graph, BicliqueSampleConfig config, Execution execution) {
        return run(graph, config, execution, null);
    }

    @Override
    public GpuVersion<BipartiteGraph, SampleResult> gpu(BicliqueSampleConfig config) {
        return new SamplesGpu.Version<>(
                size -> cpuEstimate(size, config, 1),
                size -> BicliqueSamplerGpu.bytes(size.vertices(), size.edges()),
                (graph, execution, device) -> run(graph, config, execution, device));
    }

    /** @param device where to sample; null for the CPU */
    private static SampleResult run(
            BipartiteGraph graph, BicliqueSampleConfig config, Execution execution, GpuDevice device) {
        Deadline deadline = Deadline.after(config.sample().timeoutMillis());
        List<Size> sizes = config.sizes();
        return Replicates.ofEach(sizes.size(), deadline, (i, own) -> {
            Size size = sizes.get(i);
            return size.p() == 1 || size.q() == 1
                    ? SampledCount.exact(execution.times().time(Stage.COMPUTE, () -> stars(graph, size)))
                    : count(graph, size, config, own, execution, device);
        });
    }

    private static double stars(BipartiteGraph graph, Size size) {
        Csr centers = size.p() == 1 ? graph.left() : graph.right();
        int leaves = size.p() == 1 ? size.q() : size.p();
        Choices choices = new Choices(centers.largestDegree());
        double stars = 0;
        for (int v = 0; v < centers.vertexCount(); v++) {
            stars += choices.of((int) centers.degree(v), leaves);
        }
        return stars;
    }

    /**
     * The side whose vertices are added one by one: of which a biclique has fewer, unless that takes far more wedges. Each
     * level of a search makes estimates vary more, by some times where degrees differ much.
     */
    static Side side(BipartiteGraph graph, Size size, Side wanted) {
        if (wanted != null) {
            return wanted;
        }
        double fromLeft = wedges(graph.right()) * Math.pow(WEDGES_OF_LEVEL, size.p());
        double fromRight = wedges(graph.left()) * Math.pow(WEDGES_OF_LEVEL, size.q());
        return fromLeft <= fromRight ? Side.LEFT : Side.RIGHT;
    }

    private static double wedges(Csr middles) {
        double wedges = 0;
        for (int v = 0; v < middles.vertexCount(); v++) {
            wedges += (double) middles.degree(v) * middles.degree(v);
        }
        return wedges;
    }

    private static SampledCount count(
            BipartiteGraph graph,
            Size size,
            BicliqueSampleConfig config,
            Deadline deadline,
            Execution execution,
            GpuDevice device) {
        Replicates.check(deadline);
        Workers workers = execution.workers();
        BicliqueConfig what = BicliqueConfig.total(size.p(), size.q());
        Side side = side(graph, size, config.side());
        SearchSizes sizes = SearchSizes.of(what, side);
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            BipartiteCore core = scope.own(execution
                    .times()
                    .time(Stage.PREPARE, () -> Cores.of(graph, what, side, execution.memory(), workers)));
            return execution.times().time(Stage.COMPUTE, () -> {
                Choices choices =
                        new Choices(Math.max(core.rootCount(), core.roots().largestDegree()));
                BicliqueSampler[] samplers = new BicliqueSampler[workers.concurrency()];
                for (int worker = 0; worker < samplers.length; worker++) {
                    samplers[worker] = scope.own(new BicliqueSampler(core, sizes, choices, execution.memory()));
                }
                OffHeapLongs weights = scope.longs(core.rootCount());
                OffHeapInts candidates = device == null ? null : scope.ints(core.rootCount());
                weigh(samplers, weights, candidates, deadline, workers);
                Roots roots = new Roots(weights, scope);
                if (roots.isEmpty() || sizes.minRoots() == 2) {
                    return SampledCount.exact(roots.sum());
                }
                if (device != null) {
                    BicliqueSamplerGpu search = new BicliqueSamplerGpu(
                            device, core, sizes, candidates, choices.column(sizes.minMates(), scope));
                    try (SamplesGpu samples = new SamplesGpu(device, roots, core.rootCount(), search, workers, scope)) {
                        workers.progress().begin(SAMPLING, 0);
                        return Replicates.inBatches(0, samples, config.sample(), deadline, workers);
                    }
                }
                workers.progress().begin(SAMPLING, 0);
                return Replicates.of(
                        0,
                        (worker, random, check) -> roots.estimate(
                                (root, nodes) -> samplers[worker].estimate(root, nodes, random, check), random),
                        config.sample(),
                        deadline,
                        workers);
            });
        }
    }

    /** @param candidates receives the candidates of each root; may be null */
    static void weigh(
            BicliqueSampler[] samplers,
            OffHeapLongs weights,
            OffHeapInts candidates,
            Deadline deadline,
            Workers workers) {
        workers.progress().begin(WEIGHING, weights.length());
        workers.forRanges(weights.length(), ROOTS_PER_TASK, (worker, from, to) -> {
            for (int root = (int) from; root < to; root++) {
                double weight = samplers[worker].weight(root, () -> {
                    workers.cancellation().check();
                    Replicates.check(deadline);
                });
                weights.set(root, Double.doubleToRawLongBits(weight));
                if (candidates != null) {
                    candidates.set(root, samplers[worker].candidates());
                }
            }
            workers.progress().advance(to - from);
        });
    }

    @Override
    public List<String> stages(GraphSize size, BicliqueSampleConfig config) {
        return Collections.nCopies(config.sizes().size(), List.of(WEIGHING, SAMPLING)).stream()
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, BicliqueSampleConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        long smaller = Math.min(size.left(), size.right());
        long larger = Math.max(size.left(), size.right());
        // The bitmaps of a neighborhood, from both sides: twice that, since arrays grow by doubling.
        double bits = 4.0 * (smaller + Long.SIZE) * (larger + Long.SIZE);
        long worker = LocalGraph.bytes(vertices) + (long) Math.min(bits / Byte.SIZE, 1L << 50);
        MemoryEstimate finding = MemoryEstimate.range("finding the core", 0, BipartiteCore.peakBytes(vertices, edges));
        MemoryEstimate sampling = MemoryEstimate.sum(
                "sampling",
                MemoryEstimate.range("core", 0, BipartiteCore.bytes(vertices, edges)),
                MemoryEstimate.range("weights of start nodes", 0, Roots.bytes(larger)),
                MemoryEstimate.range("neighborhoods, one a worker, as the degrees are", 0, concurrency * worker));
        return CpuEstimate.of(
                MemoryEstimate.largest(name(), finding, sampling),
                MemoryEstimate.range(
                        "children of a level, one a worker",
                        0,
                        concurrency * BicliqueSampler.heapBytes(larger, larger)));
    }
}
