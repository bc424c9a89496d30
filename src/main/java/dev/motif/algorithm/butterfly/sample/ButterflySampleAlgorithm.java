package dev.motif.algorithm.butterfly.sample;

import dev.motif.algorithm.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.ButterflyResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.sample.Replicates;
import dev.motif.backend.sample.SampleConfig;
import dev.motif.backend.sample.SampleResult;
import dev.motif.backend.sample.SampledCount;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import java.util.List;

/**
 * Estimating the number of butterflies from pairs of vertices of one side, the one with fewer wedges between its vertices
 * ({@link PairSampler}). A graph with few wedges is counted.
 *
 * <p>Work: a pass over the vertices, and for each pair at most the sum of its degrees, whatever the size of the graph; the
 * pairs grow with the square of the precision. Memory: 8 bytes a vertex.
 *
 * <p>Sources: Sanei-Mehri, Sariyuce and Tirthapura, "Butterfly Counting in Bipartite Networks", KDD 2018,
 * doi:10.1145/3219819.3220097, sample wedges. Veach and Guibas, "Optimally Combining Sampling Techniques for Monte Carlo
 * Rendering", SIGGRAPH 1995, doi:10.1145/218380.218498, for the weights of what is drawn in two ways.
 */
public final class ButterflySampleAlgorithm implements Algorithm<BipartiteGraph, SampleConfig, SampleResult> {
    static final String STAGE = "sampling pairs";

    /** Pairs of an estimate, drawn each way. */
    static final int PAIRS = 128;

    /** With fewer wedges, counting takes no longer than sampling. */
    static final long FEW_WEDGES = 1 << 25;

    private static final ButterflyAlgorithm BUTTERFLIES = new ButterflyAlgorithm();
    private static final ButterflyConfig TOTAL = new ButterflyConfig(false, false);

    @Override
    public String name() {
        return "butterfly.sample";
    }

    @Override
    public Class<BipartiteGraph> graphType() {
        return BipartiteGraph.class;
    }

    @Override
    public SampleResult cpu(BipartiteGraph graph, SampleConfig config, Execution execution) {
        Deadline deadline = Deadline.after(config.timeoutMillis());
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            PairSampler pairs = execution.times().time(Stage.PREPARE, () -> new PairSampler(graph, scope));
            if (pairs.wedges() <= FEW_WEDGES) {
                return exact(BUTTERFLIES.cpu(graph, TOTAL, execution));
            }
            execution.workers().progress().begin(STAGE, 0);
            SampledCount count = execution
                    .times()
                    .time(
                            Stage.COMPUTE,
                            () -> Replicates.of(
                                    0,
                                    (worker, random, check) -> pairs.estimate(PAIRS, random, null),
                                    config,
                                    deadline,
                                    execution.workers()));
            return new SampleResult(List.of(count));
        }
    }

    static SampleResult exact(ButterflyResult counted) {
        try (counted) {
            return new SampleResult(List.of(SampledCount.exact(counted.total().doubleValue())));
        }
    }

    @Override
    public GpuVersion<BipartiteGraph, SampleResult> gpu(SampleConfig config) {
        return new PairSamplerGpu.Version(config, BUTTERFLIES.gpu(TOTAL));
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, SampleConfig config, int concurrency) {
        CpuEstimate counting = BUTTERFLIES.cpuEstimate(size, TOTAL, concurrency);
        return new CpuEstimate(
                MemoryEstimate.sum(
                        name(),
                        MemoryEstimate.of("chances of vertices", PairSampler.bytes(size.vertices())),
                        MemoryEstimate.range(
                                "counting, with few wedges",
                                0,
                                counting.offHeap().maxBytes())),
                counting.heap());
    }
}
