package dev.motif.algorithm.level.core;

import dev.motif.algorithm.order.KCoreCpu;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;

/**
 * Core numbers.
 *
 * <p>The k-core of a graph is its largest subgraph in which every vertex has {@code k} neighbors at least: the subgraph
 * that remains when vertices of smaller degree are taken away as long as there are any. The core number of a vertex is
 * the largest {@code k} whose k-core it is in; the largest of all is the degeneracy of the graph. A clique of {@code k}
 * vertices is in the (k-1)-core.
 *
 * <p>Work {@code O(vertices + edges)}; 12 bytes a vertex, 16 with an order. Requires a simple undirected graph.
 *
 * <p>With weights, the s-core: the largest subgraph in which the weights of the edges of every vertex sum up to {@code
 * s} at least, see {@link StrengthCores}. Eidsaa and Almaas, "s-core network decomposition: A generalization of k-core
 * analysis to weighted networks", Physical Review E 88, 2013, doi:10.1103/PhysRevE.88.062819.
 *
 * <p>Sources: Seidman, "Network structure and minimum degree", Social Networks 5(3), 1983,
 * doi:10.1016/0378-8733(83)90028-X, defines cores. Matula and Beck, "Smallest-last ordering and clustering and graph
 * coloring algorithms", JACM 30(3), 1983, doi:10.1145/2402.322385, find them in linear time. Dasari, Desh and Zubair,
 * "ParK: An efficient algorithm for k-core decomposition on multicore processors", IEEE Big Data 2014,
 * doi:10.1109/BigData.2014.7004366, for rounds of vertices in parallel. Kabir and Madduri, "Parallel k-core
 * decomposition on multicore platforms", IPDPS Workshops 2017, doi:10.1109/IPDPSW.2017.151, for levels in one round.
 */
public final class KCoreAlgorithm implements Algorithm.OfUnipartite<KCoreConfig, KCoreResult> {
    /** Measured, see docs/benchmarks/auto.md. */
    private static final RunCost COST = new RunCost(
            new RunCost.Part(2800, 16, 4, 0), new RunCost.Part(2, 21, 2, 0), new RunCost.Part(9, 80, 215, 0));

    /** The cost by weights, on the CPU by one thread; see docs/benchmarks/peeling.md. */
    private static final RunCost COST_BY_WEIGHTS = new RunCost(
            new RunCost.Part(2800, 1000, 140, 0), new RunCost.Part(200, 8700, 870, 0), new RunCost.Part(2, 0, 0, 0));

    @Override
    public String name() {
        return "kcore";
    }

    @Override
    public List<String> stages(GraphSize size, KCoreConfig config) {
        return List.of(KCoreCpu.STAGE);
    }

    @Override
    public KCoreResult cpu(UnipartiteGraph graph, KCoreConfig config, Execution execution) {
        return execution.time(
                Stage.COMPUTE,
                () -> config.weights() != null
                        ? StrengthCores.of(graph, config.weights(), execution)
                        : new KCoreCpu(graph, config.order(), execution.memory(), execution.workers()).count());
    }

    @Override
    public GpuVersion<UnipartiteGraph, KCoreResult> gpu(KCoreConfig config) {
        return config.weights() != null
                ? new StrengthCoresGpu.Version(config.weights())
                : new KCoreGpu.Version(config.order());
    }

    @Override
    public RunCost cost(KCoreConfig config) {
        return config.weights() == null ? COST : COST_BY_WEIGHTS;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, KCoreConfig config, int concurrency) {
        return CpuEstimate.of(MemoryEstimate.of(
                name(),
                config.weights() != null
                        ? StrengthCores.peakBytes(size.vertices(), size.edges())
                        : KCoreCpu.peakBytes(size.vertices(), config.order())));
    }
}
