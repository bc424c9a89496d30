package dev.motif.research.gbc;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.Stars;
import dev.motif.algorithm.count.biclique.pivot.PivotCpu;
import dev.motif.algorithm.group.list.RootSides;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.order.BipartiteCore;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;

/**
 * GBC: counts all (p,q)-bicliques by adding the vertices of one side one by one and intersecting sets.
 *
 * <p>The vertices of one side, the roots, are taken in an order of priority; the vertices of the other side are mates.
 * Two roots that share enough mates are two-hop neighbors. A set of roots is extended by a later root that is a two-hop
 * neighbor of all of them, as long as they have enough common mates. Each set of the number of roots of a biclique is
 * met once, in its order; with {@code c} common mates it is in {@code C(c, mates)} bicliques, where {@code mates} is
 * the number of mates of a biclique.
 *
 * <p>Work: an intersection for each set of roots with enough common mates, so it grows with the count itself. Memory:
 * at first 4 bytes for each pair of two-hop neighbors, then 8 bytes for each word of a bitmap; and the memory of the
 * workers.
 *
 * <p>Source: Qiu et al., "Accelerating Biclique Counting on GPU", ICDE 2024, arXiv:2403.07858. The differences from the
 * paper are in docs/research/gbc.md.
 */
public final class GbcAlgorithm implements Algorithm.OfBipartite<GbcConfig, BicliqueResult> {
    private static final BicliqueAlgorithm BICLIQUES = new BicliqueAlgorithm();

    /** Much is prepared on the CPU the first time. Measured, see docs/benchmarks/auto.md. */
    private static final RunCost COST = new RunCost(
            new RunCost.Part(58_000, 0, 200, 76), new RunCost.Part(3, 0, 37, 21), new RunCost.Part(6, 0, 4300, 1200));

    @Override
    public String name() {
        return "research.gbc";
    }

    @Override
    public List<String> stages(GraphSize size, GbcConfig config) {
        return List.of(config.bicliques().starsAlone() ? Stars.STAGE : PivotCpu.STAGE);
    }

    @Override
    public BicliqueResult cpu(BipartiteGraph graph, GbcConfig config, Execution execution) {
        return execution.inTime(
                config.bicliques().timeoutMillis(),
                timed -> count(graph, config, timed, core -> new GbcCpu(graph, core, config, timed).count()));
    }

    /** Counts stars by degree, and other bicliques by {@code search} in the core, seen from the side to start from. */
    static BicliqueResult count(
            BipartiteGraph graph, GbcConfig config, Execution execution, Function<BipartiteCore, BigInteger> search) {
        BicliqueConfig bicliques = config.bicliques();
        if (bicliques.starsAlone()) {
            return execution.time(Stage.COMPUTE, () -> new Stars(graph, bicliques, execution).count());
        }
        try (DerivedGraphCache.Use<BipartiteCore> core = RootSides.core(graph, bicliques, execution)) {
            BigInteger[][] total = {{search.apply(core.form())}};
            return new BicliqueResult(bicliques, null, Cores.side(core.form()), total, null, null, null);
        }
    }

    @Override
    public GpuVersion<BipartiteGraph, BicliqueResult> gpu(GbcConfig config) {
        return new GbcGpu.Version(config);
    }

    @Override
    public RunCost cost(GbcConfig config) {
        return COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, GbcConfig config, int concurrency) {
        return named(BICLIQUES.cpuEstimate(size, config.bicliques(), concurrency));
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, GbcConfig config, Execution execution) {
        return named(BICLIQUES.cpuEstimate(graph, config.bicliques(), execution));
    }

    private CpuEstimate named(CpuEstimate estimate) {
        return new CpuEstimate(MemoryEstimate.sum(name(), estimate.offHeap()), estimate.heap());
    }
}
