package dev.motif.research.cumbe;

import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import java.util.List;

/**
 * cuMBE: counts maximal bicliques, see {@link MaximalBicliqueAlgorithm}, on vertex lists.
 *
 * <p>The search is a loop over levels whose sets, the common vertices {@code L}, candidates {@code P}, excluded vertices
 * {@code Q} and root vertices {@code R}, are prefixes of one array each; see {@link CumbeTechnique}.
 *
 * <p>Work: exponential in the worst case. Memory: a copy of the graph, and for each worker 20 bytes for each vertex of the
 * root side and 8 for each vertex of the other side.
 *
 * <p>Source: Chang, "Parallel Maximal Biclique Enumeration on GPUs", master's thesis, National Taiwan University, 2023,
 * and "Accelerating Maximal Biclique Enumeration on GPUs", 2024, doi:10.48550/arXiv.2401.05039. The differences from it
 * are in docs/research/cumbe.md.
 */
public final class CumbeAlgorithm
        implements DivisibleAlgorithm<BipartiteGraph, CumbeConfig, MaximalBicliqueResult>,
                Algorithm.OfBipartite<CumbeConfig, MaximalBicliqueResult> {
    /** The cost of counting all. Measured, see docs/benchmarks/auto.md. */
    private static final RunCost COST = new RunCost(
            new RunCost.Part(96_000, 0, 0, 150), new RunCost.Part(30, 0, 0, 740), new RunCost.Part(28, 62, 0, 0));

    private static MaximalBicliqueAlgorithm by(CumbeConfig config) {
        return new MaximalBicliqueAlgorithm(new Cumbe(config.techniques()));
    }

    @Override
    public String name() {
        return "research.cumbe";
    }

    @Override
    public List<String> stages(GraphSize size, CumbeConfig config) {
        return by(config).stages(size, config.search());
    }

    @Override
    public MaximalBicliqueResult cpu(BipartiteGraph graph, CumbeConfig config, Execution execution) {
        return by(config).cpu(graph, config.search(), execution);
    }

    @Override
    public Division<CumbeConfig> divide(BipartiteGraph graph, CumbeConfig config, int parts, Execution execution) {
        Division<MaximalBicliqueConfig> division = by(config).divide(graph, config.search(), parts, execution);
        return new Division<>(new CumbeConfig(division.config(), config.techniques()), division.ranges());
    }

    @Override
    public MaximalBicliqueResult cpu(
            BipartiteGraph graph, CumbeConfig config, List<WorkRange> ranges, Execution execution) {
        return by(config).cpu(graph, config.search(), ranges, execution);
    }

    @Override
    public GpuVersion<BipartiteGraph, MaximalBicliqueResult> gpu(CumbeConfig config) {
        return by(config).gpu(config.search());
    }

    @Override
    public RunCost cost(CumbeConfig config) {
        return COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, CumbeConfig config, int concurrency) {
        return named(by(config).cpuEstimate(size, config.search(), concurrency));
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, CumbeConfig config, Execution execution) {
        return named(by(config).cpuEstimate(graph, config.search(), execution));
    }

    private CpuEstimate named(CpuEstimate estimate) {
        return new CpuEstimate(MemoryEstimate.sum(name(), estimate.offHeap()), estimate.heap());
    }
}
