package dev.motif.algorithm.kclique.percolation;

import dev.motif.algorithm.kclique.maximal.FoundCliquesAlgorithm;
import dev.motif.algorithm.kclique.maximal.FoundCliquesConfig;
import dev.motif.algorithm.kclique.maximal.MaximalCliqueConfig;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Communities of cliques, by clique percolation.
 *
 * <p>Two k-cliques are adjacent when they share {@code k - 1} vertices. A community is what a chain of adjacent k-cliques
 * reaches:
 *
 * <pre>{@code
 * u and v are in a community  <=>  there are k-cliques C_1 with u, ..., C_m with v and |C_i n C_(i+1)| = k - 1
 * }</pre>
 *
 * <p>so a vertex may be in several communities, or in none. All k-cliques of a maximal clique are in one community, and
 * those of two maximal cliques that share {@code k - 1} vertices too. So the maximal cliques of k vertices or more are
 * joined ({@link CliqueJoin}), and k-cliques are never listed.
 *
 * <p>Work: two searches for maximal cliques on all threads, then a join on one, in the worst case {@code sum over maximal
 * cliques C of C(|C|, k-1)} steps, mostly far less. Memory: 8 bytes for each member of each maximal clique, and for each
 * {@code k} above 3 up to 24 more for those of one vertex.
 *
 * <p>Requires a simple undirected graph with fewer than 2^31 - 1 maximal cliques of k vertices or more.
 *
 * <p>Source: Palla, Derényi, Farkas and Vicsek, "Uncovering the overlapping community structure of complex networks in
 * nature and society", Nature 435, 2005, doi:10.1038/nature03607. Joining cliques by the sets of vertices that they share is
 * Motif's own.
 */
public final class PercolationAlgorithm implements Algorithm<UnipartiteGraph, PercolationConfig, PercolationResult> {
    private static final FoundCliquesAlgorithm SEARCH = new FoundCliquesAlgorithm();

    /** What the cliques of a graph take when its size does not tell how many there are. */
    private static final long UNKNOWN_BYTES = 1L << 50;

    /** About the heap of a community while they are sorted. */
    private static final long HEAP_PER_COMMUNITY = 48;

    @Override
    public String name() {
        return "clique.percolation";
    }

    @Override
    public Class<UnipartiteGraph> graphType() {
        return UnipartiteGraph.class;
    }

    @Override
    public List<String> stages(GraphSize size, PercolationConfig config) {
        List<String> stages = new ArrayList<>(SEARCH.stages(size, search(config, 1)));
        stages.addAll(SEARCH.stages(size, search(config, 0)));
        stages.add(CliqueJoin.STAGE);
        return stages;
    }

    private static FoundCliquesConfig search(PercolationConfig config, int topK) {
        return new FoundCliquesConfig(
                new MaximalCliqueConfig(config.k(), Integer.MAX_VALUE, false, config.timeoutMillis()),
                Long.MAX_VALUE,
                topK);
    }

    @Override
    public PercolationResult cpu(UnipartiteGraph graph, PercolationConfig config, Execution execution) {
        return new PercolationCpu(graph, config, execution).find();
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, PercolationConfig config, int concurrency) {
        CpuEstimate search = SEARCH.cpuEstimate(size, search(config, 0), concurrency);
        return estimate(
                size.vertices(),
                search,
                MemoryEstimate.range("maximal cliques, whose number is not known", 0, UNKNOWN_BYTES),
                MemoryEstimate.range("joining cliques", 0, UNKNOWN_BYTES),
                UNKNOWN_BYTES);
    }

    /** Lists the cliques, and takes no more memory than a run for that. */
    @Override
    public CpuEstimate cpuEstimate(UnipartiteGraph graph, PercolationConfig config, Execution execution) {
        CpuEstimate search = SEARCH.cpuEstimate(graph, search(config, 0), execution);
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            CliqueList list = new CliqueList(graph, config, execution, scope);
            long vertices = graph.vertexCount();
            long cliques = list.cliqueCount();
            long members = cliques == 0 ? 0 : list.end((int) cliques - 1);
            long parents = (cliques + vertices) * Integer.BYTES;
            return estimate(
                    vertices,
                    search,
                    MemoryEstimate.of("maximal cliques", CliqueList.bytes(vertices, cliques, members)),
                    MemoryEstimate.range(
                            "joining cliques, and communities",
                            parents,
                            CliqueJoin.bytes(vertices, cliques, config.k() - 1, list.mostCliques(), list.mostMembers())
                                    + 2 * cliques * (Long.BYTES + Integer.BYTES)
                                    + members * Integer.BYTES),
                    HEAP_PER_COMMUNITY * cliques);
        }
    }

    private CpuEstimate estimate(
            long vertices, CpuEstimate search, MemoryEstimate cliques, MemoryEstimate join, long communityHeap) {
        MemoryEstimate byVertex = MemoryEstimate.of("counts by vertex", (vertices + 1) * Long.BYTES);
        return CpuEstimate.of(
                MemoryEstimate.sum(name(), cliques, byVertex, MemoryEstimate.largest("work", search.offHeap(), join)),
                search.heap(),
                MemoryEstimate.range("communities while they are sorted", 0, communityHeap));
    }
}
