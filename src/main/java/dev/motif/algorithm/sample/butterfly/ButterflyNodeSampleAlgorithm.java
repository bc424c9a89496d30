package dev.motif.algorithm.sample.butterfly;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.sample.estimate.SampleConfig;
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
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * Estimating the number of butterflies that each vertex is in. Pairs are drawn as for {@link ButterflySampleAlgorithm}; the
 * butterflies of a pair count for both its vertices and for their common neighbors. A graph with few wedges is counted.
 */
public final class ButterflyNodeSampleAlgorithm implements Algorithm.OfBipartite<SampleConfig, SampledSides> {
    private static final ButterflySampleAlgorithm TOTAL = new ButterflySampleAlgorithm();
    private static final ButterflyAlgorithm BUTTERFLIES = new ButterflyAlgorithm();
    private static final ButterflyConfig BY_VERTEX = new ButterflyConfig(true, false);

    @Override
    public String name() {
        return "butterfly.sample.stream";
    }

    /** @throws IllegalArgumentException when the graph has 2^31 vertices or more */
    @Override
    public SampledSides cpu(BipartiteGraph graph, SampleConfig config, Execution execution) {
        Deadline deadline = execution.deadline(config.timeoutMillis());
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory());
                OffHeapScope sampling = new OffHeapScope(execution.memory())) {
            PairSampler pairs = execution.time(Stage.PREPARE, () -> new PairSampler(graph, sampling));
            if (pairs.wedges <= ButterflySampleAlgorithm.FEW_WEDGES) {
                ButterflyResult counts = BUTTERFLIES.cpu(graph, BY_VERTEX, execution);
                return new SampledSides(
                        (side, v) -> SampledCount.exact((side == Side.LEFT ? counts.left() : counts.right()).get(v)),
                        counts::close);
            }
            VertexSamples samples = scope.own(new VertexSamples(graph.vertexCount(), config, execution.memory()));
            pairs.prepareHubs(sampling, workers);
            int vertices = (int) graph.vertexCount();
            sampling.own(VertexCredits.heap(execution.memory().heap(), vertices, workers.concurrency()));
            VertexCredits[] credits = new VertexCredits[workers.concurrency()];
            Arrays.setAll(credits, worker -> new VertexCredits(vertices));
            workers.progress().begin(ButterflySampleAlgorithm.STAGE, 0);
            execution.time(
                    Stage.COMPUTE,
                    () -> SequentialEstimator.withVertices(
                            (worker, random, check) ->
                                    pairs.estimate(ButterflySampleAlgorithm.PAIRS, random, credits[worker]),
                            credits,
                            samples,
                            config,
                            deadline,
                            workers));
            int leftCount = graph.leftCount();
            scope.keep(samples);
            return new SampledSides((side, v) -> samples.count(side == Side.LEFT ? v : leftCount + v), samples::close);
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, SampleConfig config, int concurrency) {
        CpuEstimate counting = BUTTERFLIES.cpuEstimate(size, BY_VERTEX, concurrency);
        return CpuEstimate.of(
                MemoryEstimate.sum(
                        name(),
                        TOTAL.cpuEstimate(size, config, concurrency).offHeap(),
                        MemoryEstimate.range(
                                "counts of nodes",
                                0,
                                Math.max(counting.offHeap().maxBytes(), VertexSamples.bytes(size.vertices())))),
                VertexCredits.estimate(counting.heap(), size.vertices(), 0, 0, concurrency));
    }
}
