package dev.motif.research.gbfc;

import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import java.util.List;

/**
 * G-BFC: counts all butterflies, from each start vertex the pairs of wedges that end at the same vertex.
 *
 * <p>Work: the wedges of the side that has fewer vertices, or with edge direction the wedges of later ranks than their
 * start; by intersection the butterflies. Memory: a table of all possible ends for each worker of the CPU; on a GPU up
 * to 2 GiB for tables; with edge direction a ranked copy of the graph.
 *
 * <p>Source: Xu et al., "Efficient Load-Balanced Butterfly Counting on GPU", PVLDB 15(11), 2022,
 * doi:10.14778/3551793.3551806. The differences from the paper are in docs/research/gbfc.md.
 */
public final class GbfcAlgorithm implements Algorithm.OfBipartite<GbfcConfig, ButterflyResult> {
    /**
     * The cost, on a GPU with more steps for each edge than by vertex priority. Measured, see docs/benchmarks/auto.md.
     */
    private static final RunCost COST = new RunCost(
            new RunCost.Part(90_000, 44, 22, 0.3), new RunCost.Part(40, 120, 150, 1), new RunCost.Part(34, 90, 24, 1));

    @Override
    public String name() {
        return "research.gbfc";
    }

    @Override
    public List<String> stages(GraphSize size, GbfcConfig config) {
        return List.of(FourCycles.STAGE);
    }

    @Override
    public ButterflyResult cpu(BipartiteGraph graph, GbfcConfig config, Execution execution) {
        return new GbfcCpu(graph, config, execution).count();
    }

    @Override
    public GpuVersion<BipartiteGraph, ButterflyResult> gpu(GbfcConfig config) {
        return new GbfcGpu.Version(config);
    }

    @Override
    public RunCost cost(GbfcConfig config) {
        return COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, GbfcConfig config, int concurrency) {
        return CpuEstimate.of(GbfcCpu.estimate(name(), size, config, concurrency));
    }
}
