package dev.motif.algorithm.sample.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.pivot.BicliqueLocalGraph;
import dev.motif.algorithm.sample.biclique.BicliqueSampleConfig.Size;
import dev.motif.algorithm.sample.estimate.ApproximateBinomials;
import dev.motif.algorithm.sample.estimate.RootSampler;
import dev.motif.algorithm.sample.estimate.SampleResult;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SamplesGpu;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Estimating the number of (p,q)-bicliques, each size with samples of its own.
 *
 * <p>Bicliques with a side of one vertex are counted by degrees. Of others the vertices of one side, of which a biclique has
 * few and with few wedges, are the roots of a search, in a core; bicliques of two roots are counted. Each estimate takes
 * some roots, and searches from each of these level by level with a bounded number of nodes ({@link BicliqueSampler}). Where
 * that number is enough for all nodes, the estimate is the count.
 *
 * <p>Both choices are without bias: a chosen root or node stands for {@code 1 / chance} roots or nodes. So the mean of the
 * estimates tends to the count whatever the graph, and {@link SequentialEstimator} says how far it may be off. Roots are
 * chosen by the mates that they share with each other root, so that a dense corner is found wherever it is.
 *
 * <p>Work: the wedges of a core for the weights, on the CPU mostly once for all sizes whose roots are on the same side, and
 * for each estimate {@code O(2048 p r m / 64)} words with {@code r} roots that share mates with a root, and {@code m} mates.
 * Memory: the core, weights, and for each worker the bitmaps of one neighborhood and some thousand sets of mates.
 *
 * <p>Sources: Ye, Li, Dai, Chen and Wang, "Efficient Biclique Counting in Large Bipartite Graphs", SIGMOD 2023,
 * doi:10.1145/3588932, count sparse parts and sample dense ones. Rubinstein, "Stochastic enumeration method for counting
 * NP-hard problems", Methodology and Computing in Applied Probability 15, 2013, doi:10.1007/s11009-011-9242-y, takes many
 * nodes of each level at once.
 */
public final class BicliqueSampleAlgorithm implements Algorithm.OfBipartite<BicliqueSampleConfig, SampleResult> {
    static final String SAMPLING = "sampling bicliques";

    /** The multiple of the wedges of the other side that a side may have when it saves a level. */
    private static final double WEDGES_OF_LEVEL = 8;

    @Override
    public String name() {
        return "biclique.count.sample";
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
        Deadline deadline = execution.deadline(config.sample().timeoutMillis());
        List<Size> stars = config.sizes().stream()
                .filter(BicliqueSampleAlgorithm::areStars)
                .toList();
        List<SearchSizes> others = searched(graph, config);
        List<Size> order = Stream.concat(stars.stream(), others.stream().map(BicliqueSampleAlgorithm::size))
                .toList();
        try (Weighed weighed = new Weighed(graph, execution)) {
            List<SampledCount> counts = SequentialEstimator.ofEach(order.size(), deadline, (i, own) -> {
                        if (i < stars.size()) {
                            return SampledCount.exact(execution.time(Stage.COMPUTE, () -> stars(graph, order.get(i))));
                        }
                        SequentialEstimator.check(own);
                        List<SearchSizes> left = others.subList(i - stars.size(), others.size());
                        // On a device each size has a core of its own, which is smaller.
                        BicliqueRoots roots = weighed.roots(device == null ? left : left.subList(0, 1), own);
                        return execution.time(
                                Stage.COMPUTE, () -> count(roots, left.get(0), config, own, execution, device));
                    })
                    .counts();
            Map<Size, SampledCount> found = new HashMap<>();
            for (int i = 0; i < order.size(); i++) {
                found.put(order.get(i), counts.get(i));
            }
            return new SampleResult(config.sizes().stream().map(found::get).toList());
        }
    }

    private static boolean areStars(Size size) {
        return size.p() == 1 || size.q() == 1;
    }

    private static double stars(BipartiteGraph graph, Size size) {
        Csr centers = size.p() == 1 ? graph.left() : graph.right();
        int leaves = size.p() == 1 ? size.q() : size.p();
        ApproximateBinomials choices = new ApproximateBinomials(centers.largestDegree());
        double stars = 0;
        for (int v = 0; v < centers.vertexCount(); v++) {
            stars += choices.of((int) centers.degree(v), leaves);
        }
        return stars;
    }

    /**
     * The sizes without stars, as seen from the side whose vertices are added one by one: of which a biclique has fewer,
     * unless that takes far more wedges. Each level of a search makes estimates vary more, by some times where degrees
     * differ much. Sizes with the same side are beside each other.
     */
    static List<SearchSizes> searched(BipartiteGraph graph, BicliqueSampleConfig config) {
        double fromLeft = graph.right().pathsThrough();
        double fromRight = graph.left().pathsThrough();
        return config.sizes().stream()
                .filter(size -> !areStars(size))
                .map(size -> {
                    boolean left = fromLeft * Math.pow(WEDGES_OF_LEVEL, size.p())
                            <= fromRight * Math.pow(WEDGES_OF_LEVEL, size.q());
                    Side side = left ? Side.LEFT : Side.RIGHT;
                    return SearchSizes.of(
                            BicliqueConfig.total(size.p(), size.q()), config.side() == null ? side : config.side());
                })
                .sorted(Comparator.comparing(SearchSizes::side))
                .toList();
    }

    private static Size size(SearchSizes searched) {
        return searched.side() == Side.LEFT
                ? new Size(searched.minRoots(), searched.minMates())
                : new Size(searched.minMates(), searched.minRoots());
    }

    /** The roots that were weighed last. */
    private static final class Weighed implements AutoCloseable {
        private final BipartiteGraph graph;
        private final Execution execution;
        private BicliqueRoots roots;

        Weighed(BipartiteGraph graph, Execution execution) {
            this.graph = graph;
            this.execution = execution;
        }

        /** The roots of the first of {@code sizes}, weighed with other sizes of its side. */
        BicliqueRoots roots(List<SearchSizes> sizes, Deadline deadline) {
            SearchSizes first = sizes.get(0);
            if (roots == null || !roots.has(first)) {
                close();
                List<SearchSizes> ofSide = sizes.stream()
                        .filter(size -> size.side() == first.side())
                        .toList();
                roots = BicliqueRoots.of(graph, ofSide, deadline, execution);
            }
            return roots;
        }

        @Override
        public void close() {
            if (roots != null) {
                roots.close();
                roots = null;
            }
        }
    }

    private static SampledCount count(
            BicliqueRoots weighed,
            SearchSizes sizes,
            BicliqueSampleConfig config,
            Deadline deadline,
            Execution execution,
            GpuDevice device) {
        Workers workers = execution.workers();
        BipartiteCore core = weighed.core;
        workers.progress().begin(SAMPLING, 0);
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            RootSampler roots = new RootSampler(weighed.weights(sizes), scope);
            if (roots.isEmpty() || sizes.minRoots() == 2) {
                return SampledCount.exact(roots.sum());
            }
            if (device != null) {
                BicliqueSamplerGpu search = new BicliqueSamplerGpu(
                        device, core, sizes, weighed.candidates, weighed.choices.column(sizes.minMates(), scope));
                try (SamplesGpu samples = new SamplesGpu(device, roots, core.rootCount(), search, workers, scope)) {
                    return SequentialEstimator.inBatches(0, samples, config.sample(), deadline, workers);
                }
            }
            double[] ways = weighed.ways(sizes.minMates());
            BicliqueSampler[] samplers = new BicliqueSampler[workers.concurrency()];
            Arrays.setAll(
                    samplers, worker -> scope.own(new BicliqueSampler(core, sizes, ways, null, execution.memory())));
            return SequentialEstimator.of(0, roots, samplers, config.sample(), deadline, workers);
        }
    }

    @Override
    public List<String> stages(GraphSize size, BicliqueSampleConfig config) {
        List<String> stages = new ArrayList<>(List.of(BicliqueRoots.WEIGHING));
        stages.addAll(Collections.nCopies(config.sizes().size(), SAMPLING));
        return stages;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, BicliqueSampleConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        long smaller = Math.min(size.left(), size.right());
        long larger = Math.max(size.left(), size.right());
        // The bitmaps of a neighborhood, from both sides: twice that, since arrays grow by doubling.
        double bits = 4.0 * (smaller + Long.SIZE) * (larger + Long.SIZE);
        long worker = BicliqueLocalGraph.bytes(vertices) + (long) Math.min(bits / Byte.SIZE, 1L << 50);
        MemoryEstimate finding = MemoryEstimate.range("finding the core", 0, BipartiteCore.peakBytes(vertices, edges));
        MemoryEstimate sampling = MemoryEstimate.sum(
                "sampling",
                MemoryEstimate.range("core", 0, BipartiteCore.bytes(vertices, edges)),
                MemoryEstimate.range(
                        "weights of start nodes",
                        0,
                        RootSampler.bytes(larger) + BicliqueRoots.bytes(larger, vertices, edges, concurrency)),
                MemoryEstimate.range("neighborhoods, one a worker, as the degrees are", 0, concurrency * worker));
        return CpuEstimate.of(
                MemoryEstimate.largest(name(), finding, sampling),
                MemoryEstimate.range(
                        "children of a level, one a worker",
                        0,
                        concurrency * BicliqueSampler.heapBytes(larger, larger)));
    }
}
