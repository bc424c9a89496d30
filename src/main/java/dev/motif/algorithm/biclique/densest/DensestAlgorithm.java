package dev.motif.algorithm.biclique.densest;

import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;

/**
 * The (p,q)-biclique-densest subgraph, approximately.
 *
 * <pre>{@code density(S) = (p,q)-bicliques whose vertices are all in S / |S|}</pre>
 *
 * <p>Peeling: let {@code S} be the remaining vertices, at first all. Each round takes away vertices that are in at most
 * {@code (p + q) * density(S)} bicliques of {@code S}, those in the fewest; rounds go on until no vertex remains. There
 * always are such vertices, since a vertex is in {@code (p + q) * density(S)} bicliques on average. The result is the
 * densest {@code S} of all rounds.
 *
 * <p>Guarantee: its density is at least {@code 1 / (p + q)} of the largest one. In a densest subgraph each vertex is in
 * at least {@code density} bicliques, or the subgraph would be denser without it. When the first of its vertices is
 * taken away, {@code density <= bicliques of that vertex in S <= (p + q) * density(S)}.
 *
 * <p>Work: one count by vertex for each round, on the remaining graph. Rounds are few as a rule, but as many as there
 * are vertices in the worst case. Memory: that of counting by vertex, and a copy of the remaining graph.
 *
 * <p>Sources: Mitzenmacher, Pachocki, Peng, Tsourakakis and Xu, "Scalable Large Near-Clique Detection in Large-Scale
 * Networks via Sampling", KDD 2015, doi:10.1145/2783258.2783385, define the problem. Bahmani, Kumar and Vassilvitskii,
 * "Densest Subgraph in Streaming and MapReduce", PVLDB 5(5), 2012, doi:10.14778/2140436.2140442, peel in rounds.
 */
public final class DensestAlgorithm implements Algorithm<BipartiteGraph, BicliqueConfig, DensestResult> {
    /** Fitted to (2,2)-bicliques of the graphs of docs/benchmarks/auto.md. */
    private static final RunCost COST = new RunCost(
            new RunCost.Part(1_000_000, 0, 300, 50),
            new RunCost.Part(1400, 12_000, 3000, 0),
            new RunCost.Part(31, 18, 110, 0));

    private static final String NAME = "biclique.densest";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Class<BipartiteGraph> graphType() {
        return BipartiteGraph.class;
    }

    /** @param config of counts by vertex */
    @Override
    public DensestResult cpu(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        return DensestSearch.onCpu(graph, config, execution);
    }

    @Override
    public GpuVersion<BipartiteGraph, DensestResult> gpu(BicliqueConfig config) {
        return new DensestGpu(config);
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
        return new CpuEstimate(withRest(size, counting.offHeap()), counting.heap());
    }

    /** The off-heap memory of counting, and of what is left of the graph meanwhile. */
    static MemoryEstimate withRest(GraphSize size, MemoryEstimate counting) {
        // Two copies of what is left are there only while nothing is counted, which takes more than one.
        return MemoryEstimate.sum(
                NAME,
                MemoryEstimate.range("what is left of the graph", 0, DensestSearch.graphBytes(size)),
                counting,
                MemoryEstimate.of("rounds by vertex", 2 * size.vertices() * Integer.BYTES));
    }
}
