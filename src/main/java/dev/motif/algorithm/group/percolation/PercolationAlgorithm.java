package dev.motif.algorithm.group.percolation;

import dev.motif.algorithm.group.clique.FoundCliquesAlgorithm;
import dev.motif.algorithm.group.clique.FoundCliquesConfig;
import dev.motif.algorithm.group.clique.MaximalCliqueAlgorithm;
import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.algorithm.order.KCoreCpu;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Steps;
import java.util.ArrayList;
import java.util.List;

/**
 * Communities of cliques, by clique percolation.
 *
 * <p>Two k-cliques are adjacent when they share {@code k - 1} vertices. A community is what a chain of adjacent
 * k-cliques reaches:
 *
 * <pre>{@code
 * u and v are in a community  <=>  there are k-cliques C_1 with u, ..., C_m with v and |C_i n C_(i+1)| = k - 1
 * }</pre>
 *
 * <p>so a vertex may be in several communities, or in none. For a {@code k} of 2 or 3, edges are joined ({@link
 * EdgeJoin}). All k-cliques of a maximal clique are in one community, and so are the k-cliques of two maximal cliques
 * that share {@code k - 1} vertices. So for a larger one the maximal cliques of k vertices or more are joined ({@link
 * CliqueJoin}), and k-cliques are never listed.
 *
 * <p>Work: {@code O(m d)} for {@code m} edges and the degeneracy {@code d}, on all threads for triangles. For a larger
 * {@code k} two searches for maximal cliques, then a join, in the worst case {@code sum over maximal cliques C of
 * C(|C|, k-1)} steps, mostly far less, all on all threads. Memory: 12 bytes an edge beside the oriented graph, or at
 * most 8 bytes for each member of each maximal clique, and for each worker and {@code k} above 3 up to 36 more for each
 * member of the cliques of one vertex.
 *
 * <p>Requires a simple undirected graph; where maximal cliques are joined, with fewer than 2^31 - 1 of k vertices or
 * more.
 *
 * <p>Source: Palla, Derényi, Farkas and Vicsek, "Uncovering the overlapping community structure of complex networks in
 * nature and society", Nature 435, 2005, doi:10.1038/nature03607. Kumpula, Kivelä, Kaski and Saramäki, "Sequential
 * algorithm for fast clique percolation", Phys. Rev. E 78, 2008, doi:10.1103/PhysRevE.78.026109, for joining edges.
 * Joining cliques by the sets of vertices that they share is Motif's own.
 */
public final class PercolationAlgorithm implements Algorithm.OfUnipartite<PercolationConfig, PercolationResult> {
    private static final MaximalCliqueAlgorithm COUNT = new MaximalCliqueAlgorithm();
    private static final FoundCliquesAlgorithm LIST = new FoundCliquesAlgorithm();

    /** The bytes of a graph's cliques when its size does not tell how many there are. */
    private static final long UNKNOWN_BYTES = 1L << 50;

    @Override
    public String name() {
        return "clique.percolation";
    }

    @Override
    public List<String> stages(GraphSize size, PercolationConfig config) {
        List<String> stages = new ArrayList<>(COUNT.stages(size, config.search()));
        if (EdgeJoin.suits(config.k(), size.edges())) {
            if (!config.countsCliques()) {
                stages = new ArrayList<>(List.of(KCoreCpu.STAGE));
            }
            stages.add(EdgeJoin.STAGE);
        } else {
            stages.addAll(LIST.stages(size, all(config)));
            stages.add(CliqueJoin.STAGE);
        }
        return stages;
    }

    private static FoundCliquesConfig all(PercolationConfig config) {
        return new FoundCliquesConfig(config.search(), GroupChoice.all(Long.MAX_VALUE));
    }

    @Override
    public PercolationResult cpu(UnipartiteGraph graph, PercolationConfig config, Execution execution) {
        return execution.inTime(config.timeoutMillis(), timed -> new PercolationCpu(graph, config, timed).find());
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, PercolationConfig config, int concurrency) {
        if (EdgeJoin.suits(config.k(), size.edges())) {
            return byEdges(size, config, COUNT.cpuEstimate(size, config.search(), concurrency));
        }
        return byCliques(
                size.vertices(),
                LIST.cpuEstimate(size, all(config), concurrency),
                MemoryEstimate.range("maximal cliques, whose number is not known", 0, UNKNOWN_BYTES),
                MemoryEstimate.range("joining cliques", 0, UNKNOWN_BYTES),
                UNKNOWN_BYTES);
    }

    /** Lists the cliques where they are joined, and takes no more memory than a run for that. */
    @Override
    public CpuEstimate cpuEstimate(UnipartiteGraph graph, PercolationConfig config, Execution execution) {
        GraphSize size = GraphSize.of(graph);
        if (EdgeJoin.suits(config.k(), size.edges())) {
            return byEdges(size, config, COUNT.cpuEstimate(graph, config.search(), execution));
        }
        return execution.inTime(config.timeoutMillis(), timed -> byCliques(graph, config, timed));
    }

    private CpuEstimate byCliques(UnipartiteGraph graph, PercolationConfig config, Execution execution) {
        GraphSize size = GraphSize.of(graph);
        CpuEstimate search = LIST.cpuEstimate(graph, all(config), execution);
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            CliqueList list = new CliqueList(graph, config, execution, scope);
            long vertices = graph.vertexCount();
            long cliques = list.cliqueCount();
            long members = cliques == 0 ? 0 : list.end((int) cliques - 1);
            long join = CliqueJoin.bytes(
                    vertices,
                    cliques,
                    config.k() - 1,
                    list.mostCliques(),
                    list.mostMembers(new Steps(execution.workers().cancellation())),
                    execution.workers().concurrency());
            return byCliques(
                    vertices,
                    search,
                    MemoryEstimate.of(
                            "maximal cliques", CliqueList.bytes(config.k(), vertices, size.edges(), cliques, members)),
                    MemoryEstimate.range(
                            "joining cliques, and communities",
                            cliques * Integer.BYTES,
                            join
                                    + CommunityMembers.bytes(vertices, cliques, cliques)
                                    + (cliques + 1) * Long.BYTES
                                    + members * Integer.BYTES),
                    CommunityMembers.HEAP_BYTES * cliques + vertices * Integer.BYTES);
        }
    }

    /** @param search the count of the cliques, if there is one */
    private CpuEstimate byEdges(GraphSize size, PercolationConfig config, CpuEstimate search) {
        long vertices = size.vertices();
        long edges = size.edges();
        long oriented = OrientedGraph.bytes(vertices, edges, EdgeNumbers.NONE);
        long sets = EdgeJoin.bytes(config.k(), vertices, edges);
        // A community has at least k vertices and k edges.
        long communities = edges / (config.k() == EdgeJoin.MOST_K ? EdgeJoin.MOST_K : 1);
        MemoryEstimate joining = MemoryEstimate.sum(
                "joining",
                MemoryEstimate.of("ordered graph", oriented),
                MemoryEstimate.of("sets of edges", sets),
                MemoryEstimate.range(
                        "communities",
                        vertices * (Integer.BYTES + Long.BYTES) + edges * Integer.BYTES,
                        CommunityMembers.bytes(vertices, edges, communities)
                                + (communities + 1) * Long.BYTES
                                + 2 * edges * Integer.BYTES
                                + vertices * Long.BYTES));
        MemoryEstimate largest = config.countsCliques()
                ? MemoryEstimate.largest(name(), search.offHeap(), joining)
                : MemoryEstimate.largest(
                        name(), DegeneracyOriented.estimate(vertices, edges, EdgeNumbers.NONE), joining);
        MemoryEstimate sorting = MemoryEstimate.range(
                "communities while they are sorted",
                0,
                CommunityMembers.HEAP_BYTES * communities + vertices * Integer.BYTES);
        return config.countsCliques()
                ? CpuEstimate.of(largest, search.heap(), sorting)
                : CpuEstimate.of(largest, sorting);
    }

    private CpuEstimate byCliques(
            long vertices, CpuEstimate search, MemoryEstimate cliques, MemoryEstimate join, long communityHeap) {
        MemoryEstimate byVertex = MemoryEstimate.of("counts by vertex", (vertices + 1) * Long.BYTES);
        return CpuEstimate.of(
                MemoryEstimate.sum(name(), cliques, byVertex, MemoryEstimate.largest("work", search.offHeap(), join)),
                search.heap(),
                MemoryEstimate.range("communities while they are sorted", 0, communityHeap));
    }
}
