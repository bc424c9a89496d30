package dev.motif.algorithm.level.alphabeta;

import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import java.util.List;

/**
 * (alpha,beta)-cores of a bipartite graph.
 *
 * <p>The (alpha,beta)-core is the largest subgraph in which every left vertex has {@code alpha} neighbors at least, and
 * every right vertex {@code beta}: the subgraph that remains when others are taken away as long as there are any. With
 * a fixed alpha, the cores of growing beta are nested, so one number of each vertex says which of them it is in:
 *
 * <pre>{@code
 * beta(v, alpha) = the largest beta whose (alpha,beta)-core v is in; 0 when it is in none
 * }</pre>
 *
 * <p>Left vertices of fewer than alpha neighbors are taken away first, then again and again a right vertex with the
 * fewest remaining neighbors, and the left vertices that it leaves with too few.
 *
 * <p>Work {@code O(vertices + edges)} for each alpha, on one thread; several alphas run side by side. Memory: 4 bytes a
 * vertex for each alpha, and for each alpha that runs at the same time 4 bytes a left and 16 a right vertex.
 *
 * <p>Requires a simple bipartite graph.
 *
 * <p>Sources: Cerinšek and Batagelj, "Generalized two-mode cores", Social Networks 42, 2015,
 * doi:10.1016/j.socnet.2015.04.001. Liu, Yuan, Lin, Qin, Zhang and Zhou, "Efficient (alpha,beta)-core computation in
 * bipartite graphs", VLDB Journal 29, 2020, doi:10.1007/s00778-020-00606-9.
 */
public final class AlphaBetaCoreAlgorithm implements Algorithm.OfBipartite<AlphaBetaCoreConfig, AlphaBetaCoreResult> {
    /** The cost of one alpha, fitted to the graphs of docs/benchmarks/auto.md; so are the next ones. */
    private static final RunCost.Part CPU_COST = new RunCost.Part(8000, 20, 4.5, 0);

    private static final RunCost.Part GPU_COST = new RunCost.Part(40, 150, 60, 0);
    private static final RunCost.Part GPU_FIRST_COST = new RunCost.Part(5, 0, 25, 0);

    @Override
    public String name() {
        return "alphaBetaCore";
    }

    @Override
    public List<String> stages(GraphSize size, AlphaBetaCoreConfig config) {
        return List.of(AlphaBetaCoreCpu.STAGE);
    }

    @Override
    public AlphaBetaCoreResult cpu(BipartiteGraph graph, AlphaBetaCoreConfig config, Execution execution) {
        return execution.time(Stage.COMPUTE, () -> AlphaBetaCoreCpu.find(graph, config.alphas(), execution));
    }

    @Override
    public GpuVersion<BipartiteGraph, AlphaBetaCoreResult> gpu(AlphaBetaCoreConfig config) {
        return new AlphaBetaCoreGpu.Version(config.alphas());
    }

    /** Counts several alphas as less work for each thread: on the CPU one alpha has one thread. */
    @Override
    public RunCost cost(AlphaBetaCoreConfig config) {
        int alphas = config.alphas().size();
        return new RunCost(CPU_COST.repeated(1, Math.sqrt(alphas)), GPU_COST.repeated(alphas, alphas), GPU_FIRST_COST);
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, AlphaBetaCoreConfig config, int concurrency) {
        int alphas = config.alphas().size();
        int atOnce = Math.min(concurrency, alphas);
        return CpuEstimate.of(MemoryEstimate.sum(
                name(),
                MemoryEstimate.of("result", alphas * size.vertices() * Integer.BYTES),
                MemoryEstimate.range(
                        "degrees and order of vertices, of each alpha that runs at once",
                        AlphaBetaCoreCpu.leastBytes(size),
                        atOnce * AlphaBetaCoreCpu.mostBytes(size))));
    }
}
