package dev.motif.algorithm.level.community;

import dev.motif.algorithm.level.community.HierarchyConfig.Members;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Team;
import java.util.List;
import java.util.stream.Stream;

/**
 * Communities of dense subgraphs that a peeling algorithm numbers.
 *
 * <p>Such an algorithm gives each element, a vertex or an edge, a number: its level. The subgraph of level {@code k}
 * consists of the elements of level {@code k} or above, and falls into communities: the classes of elements that chains
 * of connections join, where all that a connection needs is of level {@code k} or above. The family says what connects
 * two elements: an edge between vertices of a core, a triangle of edges of a truss, a butterfly of edges of a wing or
 * of vertices of a tip. Communities of a lower level contain communities of higher levels, so all of them are a forest;
 * sets of elements that are the same at several levels are one community, of the highest of them.
 *
 * <p>The numbers come from the CPU or a GPU, as the algorithm says. Then the elements are joined on the CPU, the
 * elements of the highest level first: see {@link HierarchyBuilder}. Requires fewer than 2^31 elements.
 *
 * <p>Sources: Sarıyüce and Pinar, "Fast Hierarchy Construction for Dense Subgraphs", PVLDB 10(3), 2016,
 * doi:10.14778/3021924.3021927, for union by descending levels. Shi, Dhulipala and Shun, "Parallel Algorithms for
 * Hierarchical Nucleus Decomposition", PACMMOD 2(1), 2024, doi:10.1145/3639287, for joining in parallel.
 *
 * @param <G> the kind of graph it works on
 * @param <C> the configuration of the numbers
 * @param <R> the numbers
 */
public abstract class HierarchyAlgorithm<G extends Graph, C, R extends AutoCloseable>
        implements Algorithm<G, HierarchyConfig<C>, Hierarchy> {
    private final Algorithm<G, C, R> numbers;

    /** @param numbers gives the levels */
    protected HierarchyAlgorithm(Algorithm<G, C, R> numbers) {
        this.numbers = numbers;
    }

    /** The least level at which an element is in a community; at level 0 nothing connects it. */
    protected long leastLevel(HierarchyConfig<C> config) {
        return 1;
    }

    /**
     * The connections of the elements of a graph.
     *
     * @param numbers the result of the numbers, which the caller closes
     * @param scope owns what the connections need
     */
    protected abstract Connections connections(
            G graph, HierarchyConfig<C> config, R numbers, Execution execution, OffHeapScope scope);

    public abstract PeeledElements elements(HierarchyConfig<C> config);

    /**
     * The memory of numbers and connections: while they are made, and afterwards.
     *
     * @param whileMaking while the connections are made
     * @param afterwards after that
     */
    public record ConnectionMemory(MemoryEstimate whileMaking, MemoryEstimate afterwards) {
        /** Connections that need no more while they are made. */
        public static ConnectionMemory of(MemoryEstimate made) {
            return new ConnectionMemory(made, made);
        }
    }

    /** The memory of numbers and connections, with at most {@code concurrency} workers. */
    protected abstract ConnectionMemory needs(GraphSize size, HierarchyConfig<C> config, int concurrency);

    /** The same for a graph that is there, where its size does not tell. */
    protected ConnectionMemory needs(G graph, HierarchyConfig<C> config, Execution execution) {
        return needs(GraphSize.of(graph), config, execution.workers().concurrency());
    }

    /** The most threads that join elements, which is the limit of a {@link Team}. */
    protected static int threads(int concurrency) {
        return Math.min(concurrency, Runtime.getRuntime().availableProcessors());
    }

    /** The stages of making the connections that may take long. */
    protected List<String> connectingStages(HierarchyConfig<C> config) {
        return List.of();
    }

    @Override
    public String name() {
        return numbers.name() + ".communities";
    }

    @Override
    public Class<G> graphType() {
        return numbers.graphType();
    }

    @Override
    public List<String> stages(GraphSize size, HierarchyConfig<C> config) {
        return Stream.of(
                        numbers.stages(size, config.numbers()),
                        connectingStages(config),
                        List.of(HierarchyBuilder.STAGE))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public Hierarchy cpu(G graph, HierarchyConfig<C> config, Execution execution) {
        return communities(graph, config, execution, numbers.cpu(graph, config.numbers(), execution));
    }

    @Override
    public GpuVersion<G, Hierarchy> gpu(HierarchyConfig<C> config) {
        GpuVersion<G, R> onGpu = numbers.gpu(config.numbers());
        return onGpu == null
                ? null
                : onGpu.followedBy(
                        (graph, execution, found) -> communities(graph, config, execution, found),
                        (finding, size) -> withCommunities(
                                finding,
                                needs(size, config, Runtime.getRuntime().availableProcessors()),
                                size,
                                config,
                                bounds(size, config)),
                        (heap, size) -> withRows(heap, size, config, bounds(size, config)));
    }

    /** On a GPU, or in another process, only the numbers are computed. */
    @Override
    public Hierarchy run(Backend.Choice choice, G graph, HierarchyConfig<C> config, Execution execution) {
        return communities(graph, config, execution, numbers.run(choice, graph, config.numbers(), execution));
    }

    @Override
    public RunCost cost(HierarchyConfig<C> config) {
        return numbers.cost(config.numbers());
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, HierarchyConfig<C> config, int concurrency) {
        return withCommunities(
                numbers.cpuEstimate(size, config.numbers(), concurrency),
                needs(size, config, concurrency),
                size,
                config,
                bounds(size, config));
    }

    @Override
    public CpuEstimate cpuEstimate(G graph, HierarchyConfig<C> config, Execution execution) {
        GraphSize size = GraphSize.of(graph);
        return withCommunities(
                numbers.cpuEstimate(graph, config.numbers(), execution),
                needs(graph, config, execution),
                size,
                config,
                bounds(size, config));
    }

    /**
     * The counts that bound the memory of communities.
     *
     * @param least the fewest elements there can be
     * @param most the most elements there can be
     * @param edges the edges that elements can have; 0 where these do not say which edges they bring
     * @param listed how many edges are listed for them, see {@link Hierarchy#listEdges}
     * @param edgesOfElements the edges that all elements have, counted for each, or else the elements
     */
    public record Bounds(long least, long most, long edges, long listed, long edgesOfElements) {}

    protected Bounds bounds(GraphSize size, HierarchyConfig<C> config) {
        long count = elements(config).count(size);
        return new Bounds(count, count, 0, 0, count);
    }

    /**
     * The memory of a run.
     *
     * @param connecting what the numbers and the connections need
     */
    protected final CpuEstimate withCommunities(
            CpuEstimate finding,
            ConnectionMemory connecting,
            GraphSize size,
            HierarchyConfig<C> config,
            Bounds bounds) {
        return new CpuEstimate(
                withCommunities(finding.offHeap(), connecting, size, config, bounds),
                withRows(finding.heap(), size, config, bounds));
    }

    private MemoryEstimate withCommunities(
            MemoryEstimate finding,
            ConnectionMemory connecting,
            GraphSize size,
            HierarchyConfig<C> config,
            Bounds bounds) {
        MemoryEstimate building = HierarchyBuilder.estimate(bounds.least(), size.vertices(), bounds.edges())
                .to(HierarchyBuilder.estimate(bounds.most(), size.vertices(), bounds.edges()));
        MemoryEstimate joining =
                MemoryEstimate.sum("communities, and what connects them", connecting.afterwards(), building);
        if (!config.needsMembers()) {
            return MemoryEstimate.largest(name(), finding, connecting.whileMaking(), joining);
        }
        MemoryEstimate reading = MemoryEstimate.sum(
                "communities while rows are read",
                MemoryEstimate.range("communities", 0, Hierarchy.bytes(bounds.most(), bounds.most(), bounds.listed())),
                MemoryEstimate.of("places of vertices", MemberLists.bytes(size)));
        return MemoryEstimate.largest(name(), finding, connecting.whileMaking(), joining, reading);
    }

    /** The heap with rows of members, and with the communities that are chosen among all, where some are needed. */
    private MemoryEstimate withRows(MemoryEstimate heap, GraphSize size, HierarchyConfig<C> config, Bounds bounds) {
        boolean withEdges = config.members() == Members.VERTICES_AND_EDGES;
        MemoryEstimate rows = MemoryEstimate.sum(
                "rows",
                MemoryEstimate.range(
                        "a community that has all nodes",
                        0,
                        config.needsMembers() ? MemberLists.heapBytes(size, bounds.edgesOfElements(), withEdges) : 0),
                config.choice().groups().kept("communities", size.vertices(), Hierarchy.HEAP_BYTES_OF_NUMBER));
        return heap == null || rows.maxBytes() == 0 ? heap : CpuEstimate.heapOf(heap, rows);
    }

    /** @param found the numbers; closed */
    private Hierarchy communities(G graph, HierarchyConfig<C> config, Execution execution, R found) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            scope.own(found);
            return execution.time(Stage.COMPUTE, () -> {
                Connections connections = connections(graph, config, found, execution, scope);
                long most = config.k() > 0 ? config.k() : Long.MAX_VALUE;
                Hierarchy all = scope.own(
                        new HierarchyBuilder(connections, Math.max(leastLevel(config), config.k()), most, execution)
                                .build(graph, elements(config)));
                if (config.needsMembers() && connections.describesEdges()) {
                    all.listEdges(
                            connections, execution.memory(), execution.workers().cancellation());
                }
                return scope.keep(all.choosing(config.choice()));
            });
        }
    }
}
