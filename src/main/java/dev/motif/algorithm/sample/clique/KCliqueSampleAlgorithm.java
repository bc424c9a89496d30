package dev.motif.algorithm.sample.clique;

import dev.motif.algorithm.order.DegeneracyOriented;
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
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Estimating the number of k-cliques, each size with samples of its own.
 *
 * <p>The graph is oriented by degeneracy, so that a clique is found from its vertex of highest rank, its root, among the
 * lower neighbors of that. Roots with few of these, and all roots for {@code k = 3}, are counted. On the CPU vertices of
 * the lowest ranks, where the graph is densest, share one root, of which each is a candidate. Each estimate takes
 * some roots that are not counted, and searches from each of these level by level with a bounded number of nodes ({@link
 * CliqueSampler}). Where that number is enough for all nodes, the estimate is the count.
 *
 * <p>Both choices are without bias: a chosen root or node stands for {@code 1 / chance} roots or nodes. So the mean of the
 * estimates tends to the count whatever the graph, and {@link SequentialEstimator} says how far it may be off. What no weight
 * shows, such as a clique far larger than the density around it lets expect, is found by few estimates: the interval is wide
 * then, and said not to be reliable.
 *
 * <p>Work: counting triangles for the weights of the roots, once for all sizes, and for each estimate {@code O(2048 k d^2
 * / 64)} words with {@code d} for the degeneracy. Memory: the oriented graph with a number for each edge, and for each
 * worker {@code d^2} bits and some thousand sets of {@code d} bits.
 *
 * <p>Sources: Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975,
 * doi:10.1090/S0025-5718-1975-0373371-6, walks down a tree at random. Rubinstein, "Stochastic enumeration method for
 * counting NP-hard problems", Methodology and Computing in Applied Probability 15, 2013, doi:10.1007/s11009-011-9242-y,
 * takes many nodes of each level at once. Ye, Li, Dai, Chen and Wang, "Lightning Fast and Space Efficient k-clique
 * Counting", WWW 2022, doi:10.1145/3485447.3512167, count sparse parts and sample dense ones.
 */
public final class KCliqueSampleAlgorithm implements Algorithm.OfUnipartite<KCliqueSampleConfig, SampleResult> {
    static final String SAMPLING = "sampling cliques";

    @Override
    public String name() {
        return "kclique.sample";
    }

    @Override
    public SampleResult cpu(UnipartiteGraph graph, KCliqueSampleConfig config, Execution execution) {
        return run(graph, config, execution, null);
    }

    @Override
    public GpuVersion<UnipartiteGraph, SampleResult> gpu(KCliqueSampleConfig config) {
        return new SamplesGpu.Version<>(
                size -> cpuEstimate(size, config, 1),
                size -> CliqueSamplerGpu.bytes(size.vertices(), size.edges()),
                (graph, execution, device) -> run(graph, config, execution, device));
    }

    /** @param device where to sample; null for the CPU */
    private static SampleResult run(
            UnipartiteGraph graph, KCliqueSampleConfig config, Execution execution, GpuDevice device) {
        Deadline deadline = execution.deadline(config.sample().timeoutMillis());
        try (DerivedGraphCache.Use<DegeneracyOriented> form = execution.time(
                Stage.PREPARE,
                () -> DegeneracyOriented.formOf(graph, EdgeNumbers.NONE, execution.memory(), execution.workers()))) {
            Csr rows = form.form().oriented().adjacency();
            return execution.time(Stage.COMPUTE, () -> sample(rows, config, deadline, execution, device));
        }
    }

    private static SampleResult sample(
            Csr rows, KCliqueSampleConfig config, Deadline deadline, Execution execution, GpuDevice device) {
        Workers workers = execution.workers();
        ApproximateBinomials choices = new ApproximateBinomials(rows.largestDegree());
        // On a device each root has a block of its own.
        int inner = device == null ? CliqueSampler.inner(rows.vertexCount(), rows.largestDegree()) : 0;
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            CliqueSampler[] samplers = new CliqueSampler[workers.concurrency()];
            Arrays.setAll(samplers, worker -> scope.own(new CliqueSampler(rows, inner, null, execution.memory())));
            CliqueRoots all = new CliqueRoots(rows, samplers, config, deadline, workers, scope);
            return SequentialEstimator.ofEach(config.maxK() + 1 - config.minK(), deadline, (i, own) -> {
                SequentialEstimator.check(own);
                workers.progress().begin(SAMPLING, 0);
                int k = config.minK() + i;
                try (OffHeapScope ofSize = new OffHeapScope(execution.memory())) {
                    OffHeapLongs weights = ofSize.longs(rows.vertexCount());
                    all.weigh(k, choices, weights, workers);
                    RootSampler roots = new RootSampler(weights, ofSize);
                    if (roots.isEmpty()) {
                        return SampledCount.exact(all.counted(k));
                    }
                    if (device != null) {
                        CliqueSamplerGpu search = new CliqueSamplerGpu(rows, k, choices.logFactorials(ofSize));
                        try (SamplesGpu samples =
                                new SamplesGpu(device, roots, rows.vertexCount(), search, workers, ofSize)) {
                            return SequentialEstimator.inBatches(
                                    all.counted(k), samples, config.sample(), own, workers);
                        }
                    }
                    Arrays.stream(samplers).forEach(sampler -> sampler.ofSize(k));
                    return SequentialEstimator.of(all.counted(k), roots, samplers, config.sample(), own, workers);
                }
            });
        }
    }

    @Override
    public List<String> stages(GraphSize size, KCliqueSampleConfig config) {
        List<String> stages = new ArrayList<>(List.of(CliqueRoots.COUNTING));
        stages.addAll(Collections.nCopies(config.maxK() + 1 - config.minK(), SAMPLING));
        return stages;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, KCliqueSampleConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        long degree = size.mostLowerNeighbors();
        MemoryEstimate oriented =
                MemoryEstimate.of("oriented graph", OrientedGraph.bytes(vertices, edges, EdgeNumbers.NONE));
        MemoryEstimate ordering = DegeneracyOriented.estimate(vertices, edges, EdgeNumbers.NONE);
        MemoryEstimate sampling = MemoryEstimate.sum(
                "sampling",
                oriented,
                MemoryEstimate.of("weights of start nodes", RootSampler.bytes(vertices) + CliqueRoots.bytes(edges)),
                MemoryEstimate.range(
                        "neighborhoods and levels, one a worker, as the degrees are",
                        (long) concurrency * vertices * Integer.BYTES,
                        concurrency * CliqueSampler.bytes(vertices, degree)));
        return CpuEstimate.of(
                MemoryEstimate.largest(name(), ordering, sampling),
                MemoryEstimate.range(
                        "children of a level, one a worker",
                        0,
                        concurrency * CliqueSampler.heapBytes(vertices, degree)));
    }
}
