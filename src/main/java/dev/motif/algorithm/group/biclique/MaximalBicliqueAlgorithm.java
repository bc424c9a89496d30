package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.bitmap.BitmapTechnique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.algorithm.group.span.WindowParts;
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
import java.util.function.IntFunction;

/**
 * Maximal biclique enumeration: counts them by size, and by vertex.
 *
 * <p>A biclique is a set {@code L} of left vertices and a set {@code R} of right vertices, neither empty, with all
 * edges between them. It is maximal when no vertex can be added:
 *
 * <pre>{@code
 * L = common neighbors of R,   R = common neighbors of L
 * }</pre>
 *
 * <p>Stars are included: one vertex with all of its neighbors, unless another vertex has these neighbors too.
 *
 * <p>So that each biclique is counted once, vertices of the root side are ordered by nondecreasing degree, and within a
 * node of the search tree by the number of its common vertices that they are adjacent to. A biclique is found below the
 * first of its root vertices. Root vertices before a node's child, {@code Q}, are excluded from its subtree: a biclique
 * whose common vertices are all adjacent to an excluded vertex has been found elsewhere.
 *
 * <p>How {@link BitmapTechnique} searches: a node holds the common vertices and, for each candidate {@code P}, a row
 * of bits that says which of them it is adjacent to. With 64 common vertices or fewer, a row is one word. When a node
 * is made, equal rows are merged, and rows that are subsets of an excluded row are dropped. Since candidates are
 * ordered by their number of bits, every child is a maximal biclique then, and a node costs one AND for each row.
 * Larger nodes have bitmaps of several words where they are dense, and lists of vertices where they are sparse. An
 * idle worker gets half of the remaining children of a busy worker's node, the one closest to the root.
 *
 * <p>Work: exponential in the worst case, as the number of maximal bicliques is: a crown graph of n and n vertices has
 * {@code 2^n - 2}. Memory: a copy of the graph, and for each worker its search path and 16 bytes for each vertex of the
 * root side.
 *
 * <p>Requires a simple bipartite graph. Counts are exact: 64-bit counters by size with an exception on overflow, totals
 * without limit.
 *
 * <p>Sources: Zhang et al., "On finding bicliques in bipartite graphs", BMC Bioinformatics 15:110, 2014,
 * doi:10.1186/1471-2105-15-110, for the search tree. Pan et al., "Enumeration of Billions of Maximal Bicliques in
 * Bipartite Graphs without Using GPUs", SC 2024, for bitmaps of local subgraphs. Dropping covered rows before there are
 * children, so that no child has to be tested, is Motif's own.
 */
public final class MaximalBicliqueAlgorithm
        implements DivisibleAlgorithm<BipartiteGraph, MaximalBicliqueConfig, MaximalBicliqueResult>,
                Algorithm.OfBipartite<MaximalBicliqueConfig, MaximalBicliqueResult> {
    private final SearchTechnique how;

    /** Searches by bitmaps. */
    public MaximalBicliqueAlgorithm() {
        this(new BitmapTechnique());
    }

    public MaximalBicliqueAlgorithm(SearchTechnique how) {
        this.how = how;
    }

    @Override
    public String name() {
        return "biclique.maximal";
    }

    @Override
    public List<String> stages(GraphSize size, MaximalBicliqueConfig config) {
        return List.of(SearchWorker.STAGE);
    }

    @Override
    public MaximalBicliqueResult cpu(BipartiteGraph graph, MaximalBicliqueConfig config, Execution execution) {
        return execution.inTime(
                config.timeoutMillis(),
                timed -> new MaximalBicliqueCpu(how, graph, config, WorkRange.ALL, timed).count());
    }

    @Override
    public Division<MaximalBicliqueConfig> divide(
            BipartiteGraph graph, MaximalBicliqueConfig config, int parts, Execution execution) {
        checkDivisible(config);
        return MaximalBicliqueSearch.divide(graph, config, parts, execution);
    }

    @Override
    public MaximalBicliqueResult cpu(
            BipartiteGraph graph, MaximalBicliqueConfig config, List<WorkRange> ranges, Execution execution) {
        checkDivisible(config);
        return new MaximalBicliqueCpu(how, graph, config, ranges, execution).count();
    }

    /**
     * Passes the bicliques of some ranges of a division to consumers, and returns when the search is over.
     *
     * @param consumers makes the consumer of a worker; called for each worker before any of them begins
     */
    public void list(
            BipartiteGraph graph,
            MaximalBicliqueConfig config,
            List<WorkRange> ranges,
            Execution execution,
            IntFunction<MaximalBicliqueConsumer> consumers) {
        MaximalBicliqueSearch.of(how, config, ranges).run(graph, execution, consumers);
    }

    private static void checkDivisible(MaximalBicliqueConfig config) {
        if (config.window() != null) {
            throw new IllegalArgumentException("bicliques within a span are not divided: one search follows another");
        }
        if (config.perVertex() == MaximalBicliqueConfig.PerVertex.LARGEST) {
            throw new IllegalArgumentException("the largest bicliques of vertices are not divided: they do not add up");
        }
    }

    @Override
    public GpuVersion<BipartiteGraph, MaximalBicliqueResult> gpu(MaximalBicliqueConfig config) {
        return config.window() == null ? MaximalBicliqueGpu.counting(how, config) : null;
    }

    @Override
    public String withoutGpu(MaximalBicliqueConfig config) {
        return WindowParts.ON_CPU;
    }

    @Override
    public RunCost cost(MaximalBicliqueConfig config) {
        return MaximalBicliqueSearch.COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, MaximalBicliqueConfig config, int concurrency) {
        return cpuEstimate(size, config, MaximalBicliqueSearch.estimate(how, size, config, concurrency));
    }

    /** Orders the graph, and takes no more memory than a run for that. */
    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, MaximalBicliqueConfig config, Execution execution) {
        return cpuEstimate(GraphSize.of(graph), config, MaximalBicliqueSearch.estimate(how, graph, config, execution));
    }

    private CpuEstimate cpuEstimate(GraphSize size, MaximalBicliqueConfig config, CpuEstimate search) {
        long perVertex = config.perVertex() == MaximalBicliqueConfig.PerVertex.NOTHING ? 0 : size.vertices();
        MemoryEstimate result = MemoryEstimate.of("result", perVertex * Long.BYTES);
        return CpuEstimate.of(MemoryEstimate.sum(name(), search.offHeap(), result), search.heap());
    }
}
