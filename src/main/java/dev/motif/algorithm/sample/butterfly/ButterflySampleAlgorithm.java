package dev.motif.algorithm.sample.butterfly;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampleResult;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Estimating the number of butterflies from pairs of vertices of one side, the one with fewer wedges between its vertices
 * ({@link PairSampler}), or from all wedges of some of these vertices ({@link EndSampler}), whichever takes less work by some
 * trials. A graph with few wedges is counted.
 *
 * <p>Work: a pass over the vertices, and for each pair at most the sum of its degrees, for each vertex its wedges, whatever
 * the size of the graph; both grow with the square of the precision. Memory: 8 bytes a vertex, 4 a vertex and worker, and
 * bitmaps of at most 64 MiB.
 *
 * <p>Sources: Sanei-Mehri, Sariyuce and Tirthapura, "Butterfly Counting in Bipartite Networks", KDD 2018,
 * doi:10.1145/3219819.3220097, sample wedges and vertices. Veach and Guibas, "Optimally Combining Sampling Techniques for Monte Carlo
 * Rendering", SIGGRAPH 1995, doi:10.1145/218380.218498, for the weights of what is drawn in two ways.
 */
public final class ButterflySampleAlgorithm implements Algorithm.OfBipartite<SampleConfig, SampleResult> {
    static final String STAGE = "sampling pairs";

    /** Pairs of an estimate, drawn each way. */
    static final int PAIRS = 128;

    /** Ends of an estimate. */
    private static final int ENDS = 4;

    /** Estimates of each technique before one is chosen. */
    private static final int TRIALS = 64;

    /** The most wedges that these may visit: some hundredths of a second. */
    private static final double MOST_TRIED = 1 << 23;

    /** With fewer wedges, counting takes no longer than sampling. */
    static final long FEW_WEDGES = 1 << 25;

    private static final ButterflyAlgorithm BUTTERFLIES = new ButterflyAlgorithm();
    private static final ButterflyConfig TOTAL = new ButterflyConfig(false, false);

    @Override
    public String name() {
        return "butterfly.sample";
    }

    @Override
    public SampleResult cpu(BipartiteGraph graph, SampleConfig config, Execution execution) {
        Deadline deadline = execution.deadline(config.timeoutMillis());
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            PairSampler pairs = execution.time(Stage.PREPARE, () -> new PairSampler(graph, scope));
            if (pairs.wedges <= FEW_WEDGES) {
                return exact(BUTTERFLIES.cpu(graph, TOTAL, execution));
            }
            execution.workers().progress().begin(STAGE, 0);
            SampledCount count = execution.time(Stage.COMPUTE, () -> {
                Technique technique = technique(pairs, config, execution.workers(), scope);
                return SequentialEstimator.of(
                        0, technique.estimate, config, pairs.rare(technique.draws), deadline, execution.workers());
            });
            return new SampleResult(List.of(count));
        }
    }

    /** @param draws how many ends, or wedges, an estimate draws */
    private record Technique(SequentialEstimator.Estimate estimate, int draws) {}

    /** The technique that takes less work, by some trials of both. */
    private static Technique technique(PairSampler pairs, SampleConfig config, Workers workers, OffHeapScope scope) {
        pairs.prepareHubs(scope, workers);
        EndSampler[] ends = new EndSampler[workers.concurrency()];
        Arrays.setAll(ends, worker -> new EndSampler(pairs, scope));
        return prefersEnds(pairs, ends[0], SequentialEstimator.forTrials(config), workers)
                ? new Technique((worker, random, check) -> ends[worker].estimate(ENDS, random, check), ENDS)
                : new Technique((worker, random, check) -> pairs.estimate(PAIRS, random, null), PAIRS);
    }

    /** Whether looking at all wedges of few ends takes less work than looking at many pairs. */
    static boolean prefersEnds(PairSampler pairs, EndSampler ends, SplittableRandom random, Workers workers) {
        double expected = 0;
        for (int i = 0; i < TRIALS; i++) {
            expected += ends.wedges(pairs.endsOfWedge(random).first());
        }
        if (expected > MOST_TRIED) {
            return false;
        }
        double[] byEnds = new double[TRIALS];
        double[] byPairs = new double[TRIALS];
        long before = ends.steps();
        double steps = 0;
        for (int i = 0; i < TRIALS; i++) {
            byEnds[i] = ends.estimate(1, random, workers.cancellation()::check);
            byPairs[i] = pairs.estimate(1, random, null);
            steps += pairs.steps(random);
        }
        return SequentialEstimator.work(byEnds, ends.steps() - before) < SequentialEstimator.work(byPairs, steps);
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
                                "wedges of an end, one a worker, and bitmaps of hubs; or counting, with few wedges",
                                0,
                                Math.max(
                                        concurrency * EndSampler.bytes(size.vertices()) + HubBitmaps.bytes(size),
                                        counting.offHeap().maxBytes()))),
                counting.heap());
    }
}
