package dev.motif.algorithm.similar.pairs;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import java.util.List;

/**
 * Common neighbors of pairs of vertices that need not be adjacent: of listed pairs; or of all pairs that have a common
 * neighbor, in a bipartite graph on one side; or of the pairs of given vertices.
 *
 * <p>A listed pair (u,v) takes {@code O(d(u) + d(v))}, or {@code O(s log(l/s))} for degrees s and l far apart. All
 * pairs take {@code O(sum over v of d(v)^2)}, a step for each path of two edges. For each source u, the paths from u
 * are counted in an array by their end, and the counts are read before the next source, so memory does not grow with
 * the pairs. With given sources only the paths from these are counted.
 */
public final class PairsAlgorithm implements Algorithm.OfEither<PairsConfig, NeighborPairs> {
    @Override
    public String name() {
        return "commonNeighbors.pairs";
    }

    @Override
    public List<String> stages(GraphSize size, PairsConfig config) {
        return List.of(config.listed() ? NeighborPairs.LISTED : NeighborPairs.PATHS);
    }

    /** Returns at once: pairs are counted when they are asked for. The graph must stay open until then. */
    @Override
    public NeighborPairs run(Backend.Choice choice, Graph graph, PairsConfig config, Execution execution) {
        return new NeighborPairs(graph, config, execution, choice);
    }

    @Override
    public NeighborPairs cpu(Graph graph, PairsConfig config, Execution execution) {
        return run(Backend.Choice.cpu("asked for"), graph, config, execution);
    }

    /** A GPU finds all pairs; listed pairs, and the pairs of given nodes, are so few that the CPU counts them. */
    @Override
    public GpuVersion<Graph, NeighborPairs> gpu(PairsConfig config) {
        // What else the filter asks for does not change what the device needs.
        return config.listed() || !config.ends().areAll()
                ? null
                : PairBatchGpu.ofAll(
                        NeighborPairs.wanted(config, new PairFilter(config.metric(), 0, 0)),
                        size -> unfetched(size, config),
                        (graph, execution, choice) -> run(choice, graph, config, execution));
    }

    @Override
    public String withoutGpu(PairsConfig config) {
        return name() + (config.listed() ? " of a list" : " of given nodes") + " has no GPU version";
    }

    @Override
    public RunCost cost(PairsConfig config) {
        return costOfAll(config.side(), config.metric().hasWeights());
    }

    /**
     * About how much work it is to find all pairs of a side, {@code null} in a unipartite graph, and to read them. Measured,
     * see docs/benchmarks/similarity.md; for sums of weights a path takes the CPU 1.4 times as long, a GPU
     * 1.1 to 1.6 times.
     *
     * @param sums whether the values of pairs are made of sums of weights
     */
    public static RunCost costOfAll(Side side, boolean sums) {
        return new RunCost(
                new RunCost.Part(12_000, 60, 4, sums ? 3.5 : 2.5),
                new RunCost.Part(55, 3_000, 0, sums ? 1.5 : 1),
                new RunCost.Part(40, 0, 0, 0),
                side == Side.RIGHT ? Side.LEFT : Side.RIGHT);
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, PairsConfig config, int concurrency) {
        long sources = config.side() == Side.RIGHT && size.right() > 0 ? size.right() : size.left();
        long counters = config.listed()
                ? 0
                : config.ends().threads(concurrency) * config.metric().counterBytes(sources);
        return CpuEstimate.of(
                MemoryEstimate.sum(name(), MemoryEstimate.of("counters of paths, one set a worker", counters)),
                unfetched(size, config));
    }

    private static MemoryEstimate unfetched(GraphSize size, PairsConfig config) {
        long pairs = config.listed() ? 0 : PairSearch.mostHeapBytes(Math.max(size.left(), size.right()));
        return MemoryEstimate.range("pairs that nobody has fetched yet", 0, pairs);
    }
}
