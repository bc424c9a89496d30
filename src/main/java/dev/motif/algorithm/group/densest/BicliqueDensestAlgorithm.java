package dev.motif.algorithm.group.densest;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.BicliqueCpu;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import java.util.function.Function;

/**
 * The (p,q)-biclique-densest subgraph, approximately.
 *
 * <pre>{@code density(S) = (p,q)-bicliques whose vertices are all in S / |S|}</pre>
 *
 * <p>{@link DensestSearch} says how it is found; its density is at least {@code 1 / (p + q)} of the largest one.
 *
 * <p>Work: one count by vertex for each round, on the remaining graph. Rounds are few as a rule, but one for each
 * vertex in the worst case. Memory: counting by vertex, and a copy of the remaining graph.
 *
 * <p>Source: Mitzenmacher, Pachocki, Peng, Tsourakakis and Xu, "Scalable Large Near-Clique Detection in Large-Scale
 * Networks via Sampling", KDD 2015, doi:10.1145/2783258.2783385, define the problem.
 */
public final class BicliqueDensestAlgorithm implements Algorithm.OfBipartite<BicliqueConfig, DensestSubgraph> {
    /** Fitted to (2,2)-bicliques of the graphs of docs/benchmarks/auto.md. */
    private static final RunCost COST = new RunCost(
            new RunCost.Part(1_000_000, 0, 300, 50),
            new RunCost.Part(1400, 12_000, 3000, 0),
            new RunCost.Part(31, 18, 110, 0));

    static final String NAME = "biclique.densest";

    @Override
    public String name() {
        return NAME;
    }

    /** @param config of counts by vertex */
    @Override
    public DensestSubgraph cpu(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        return execution.inTime(
                config.timeoutMillis(),
                timed -> search(
                        graph, config, timed, rest -> new BicliqueCpu(rest, config, timed.deadline(), timed).count()));
    }

    /** Searches with this way to count by vertex. */
    private static DensestSubgraph search(
            BipartiteGraph graph,
            BicliqueConfig config,
            Execution execution,
            Function<BipartiteGraph, BicliqueResult> counting) {
        return new DensestSearch<>(
                        BipartiteGraph.class, graph, config.p() + config.q(), execution, (rest, left, right) -> {
                            BicliqueResult counts = counting.apply(rest);
                            return new VertexCounts(counts.total(), counts.left(), counts.right(), counts::close);
                        })
                .find();
    }

    @Override
    public GpuVersion<BipartiteGraph, DensestSubgraph> gpu(BicliqueConfig config) {
        return new DensestGpu<>(
                NAME,
                new BicliqueAlgorithm().gpu(config.withTimeoutMillis(0)),
                config.timeoutMillis(),
                (graph, execution, counting) -> search(graph, config, execution, counting));
    }

    @Override
    public RunCost cost(BicliqueConfig config) {
        return COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, BicliqueConfig config, int concurrency) {
        return cpuEstimate(size, new BicliqueAlgorithm().cpuEstimate(size, config, concurrency));
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        return cpuEstimate(GraphSize.of(graph), new BicliqueAlgorithm().cpuEstimate(graph, config, execution));
    }

    private CpuEstimate cpuEstimate(GraphSize size, CpuEstimate counting) {
        return new CpuEstimate(DensestSearch.estimate(NAME, size, counting.offHeap()), counting.heap());
    }
}
