package dev.motif.algorithm.sample.biclique;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.sample.estimate.RootSampler;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SampledSides;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.algorithm.sample.estimate.VertexCredits;
import dev.motif.algorithm.sample.estimate.VertexSamples;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * Estimating the number of (p,q)-bicliques that each vertex is in, for one size. It takes the samples of {@link
 * BicliqueSampleAlgorithm}; each biclique that is found counts for its vertices. Vertices out of the (p,q)-core are in none.
 * Bicliques with a side of one vertex are counted.
 */
public final class BicliqueNodeSampleAlgorithm implements Algorithm.OfBipartite<BicliqueSampleConfig, SampledSides> {
    private static final BicliqueSampleAlgorithm TOTAL = new BicliqueSampleAlgorithm();
    private static final BicliqueAlgorithm EXACT = new BicliqueAlgorithm();

    private static boolean isCounted(BicliqueSampleConfig config) {
        return config.p() == 1 || config.q() == 1;
    }

    private static BicliqueConfig exact(BicliqueSampleConfig config) {
        return BicliqueConfig.of(config.p(), config.q(), BicliqueConfig.Result.VERTEX);
    }

    @Override
    public String name() {
        return "biclique.count.sample.stream";
    }

    @Override
    public List<String> stages(GraphSize size, BicliqueSampleConfig config) {
        return isCounted(config) ? EXACT.stages(size, exact(config)) : TOTAL.stages(size, config);
    }

    @Override
    public SampledSides cpu(BipartiteGraph graph, BicliqueSampleConfig config, Execution execution) {
        if (isCounted(config)) {
            BicliqueResult counts = EXACT.cpu(graph, exact(config), execution);
            return new SampledSides(
                    (side, v) -> SampledCount.exact((side == Side.LEFT ? counts.left() : counts.right())
                            .get(v)
                            .doubleValue()),
                    counts::close);
        }
        Deadline deadline = execution.deadline(config.sample().timeoutMillis());
        List<SearchSizes> sizes = BicliqueSampleAlgorithm.searched(graph, config);
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            BicliqueRoots roots = scope.own(BicliqueRoots.of(graph, sizes, deadline, execution));
            BipartiteCore core = roots.core;
            VertexSamples samples = scope.own(
                    new VertexSamples((long) core.rootCount() + core.mateCount(), config.sample(), execution.memory()));
            // For each left vertex, then for each right one, 1 + its number among the samples; 0 out of the core.
            OffHeapInts numbers = scope.zeroedInts(graph.vertexCount());
            execution.time(Stage.COMPUTE, () -> {
                number(core, graph.leftCount(), numbers);
                sample(roots, sizes.get(0), samples, config, deadline, execution);
            });
            int leftCount = graph.leftCount();
            scope.keep(samples);
            scope.keep(numbers);
            return new SampledSides(
                    (asked, v) -> {
                        int number = numbers.get(asked.number(leftCount, v));
                        return number == 0 ? SampledCount.exact(0) : samples.count(number - 1);
                    },
                    () -> {
                        samples.close();
                        numbers.close();
                    });
        }
    }

    private static void number(BipartiteCore core, int leftCount, OffHeapInts numbers) {
        Side ofRoots = Side.of(core.rootsAreLeft());
        Side ofMates = Side.of(!core.rootsAreLeft());
        for (int root = 0; root < core.rootCount(); root++) {
            numbers.set(ofRoots.number(leftCount, core.rootVertex(root)), 1 + root);
        }
        for (int mate = 0; mate < core.mateCount(); mate++) {
            numbers.set(ofMates.number(leftCount, core.mateVertex(mate)), 1 + core.rootCount() + mate);
        }
    }

    private static void sample(
            BicliqueRoots weighed,
            SearchSizes sizes,
            VertexSamples vertices,
            BicliqueSampleConfig config,
            Deadline deadline,
            Execution execution) {
        Workers workers = execution.workers();
        BipartiteCore core = weighed.core;
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            double[] ways = weighed.ways(sizes.minMates());
            BicliqueSampler[] samplers = new BicliqueSampler[workers.concurrency()];
            scope.own(VertexCredits.heap(
                    execution.memory().heap(), core.rootCount() + core.mateCount(), workers.concurrency()));
            VertexCredits[] credits = new VertexCredits[samplers.length];
            for (int worker = 0; worker < samplers.length; worker++) {
                credits[worker] = new VertexCredits(core.rootCount() + core.mateCount());
                samplers[worker] =
                        scope.own(new BicliqueSampler(core, sizes, ways, credits[worker], execution.memory()));
            }
            RootSampler roots = new RootSampler(weighed.weights(sizes), scope);
            if (roots.isEmpty()) {
                return;
            }
            workers.progress().begin(BicliqueSampleAlgorithm.SAMPLING, 0);
            SequentialEstimator.withVertices(roots, samplers, credits, vertices, config.sample(), deadline, workers);
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, BicliqueSampleConfig config, int concurrency) {
        if (isCounted(config)) {
            return EXACT.cpuEstimate(size, exact(config), concurrency);
        }
        CpuEstimate total = TOTAL.cpuEstimate(size, config, concurrency);
        return CpuEstimate.of(
                MemoryEstimate.sum(
                        name(),
                        total.offHeap(),
                        MemoryEstimate.range(
                                "counts of nodes",
                                size.vertices() * Integer.BYTES,
                                size.vertices() * Integer.BYTES + VertexSamples.bytes(size.vertices()))),
                VertexCredits.estimate(
                        total.heap(),
                        size.vertices(),
                        RootSampler.NODES + 2,
                        Math.max(config.p(), config.q()),
                        concurrency));
    }
}
