package dev.motif.algorithm.level.nucleus;

import dev.motif.algorithm.level.community.Connections;
import dev.motif.algorithm.level.community.HierarchyAlgorithm;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.algorithm.level.community.Joins;
import dev.motif.algorithm.level.community.PeeledElements;
import dev.motif.algorithm.level.nucleus.NucleusAlgorithm.Triangles;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/**
 * The nuclei: cliques of {@code r} vertices with the number {@code k} or above, as far as larger cliques of cliques
 * with such numbers connect them. For {@code r} above 1 a vertex, for {@code r = 3} also an edge, may be in several of
 * a level.
 *
 * <p>Work: finding all larger cliques once more, beside the work of {@link NucleusAlgorithm}, whose sources it shares.
 */
public final class NucleusCommunitiesAlgorithm
        extends HierarchyAlgorithm<UnipartiteGraph, NucleusConfig, NucleusNumbers> {
    public NucleusCommunitiesAlgorithm() {
        super(new NucleusAlgorithm());
    }

    @Override
    protected Connections connections(
            UnipartiteGraph graph,
            HierarchyConfig<NucleusConfig> config,
            NucleusNumbers numbers,
            Execution execution,
            OffHeapScope scope) {
        return new LargerCliques(
                numbers.cliques(), numbers.numbers(), config.numbers().r() == 1);
    }

    @Override
    public PeeledElements elements(HierarchyConfig<NucleusConfig> config) {
        return switch (config.numbers().r()) {
            case 1 -> PeeledElements.VERTICES;
            case 2 -> PeeledElements.EDGES;
            default -> PeeledElements.TRIANGLES;
        };
    }

    @Override
    protected ConnectionMemory needs(GraphSize size, HierarchyConfig<NucleusConfig> config, int concurrency) {
        return needs(size, config, Triangles.of(size, config.numbers()));
    }

    private static ConnectionMemory needs(GraphSize size, HierarchyConfig<NucleusConfig> config, Triangles triangles) {
        return ConnectionMemory.of(NucleusAlgorithm.cliques(size, config.numbers(), triangles));
    }

    @Override
    protected Bounds bounds(GraphSize size, HierarchyConfig<NucleusConfig> config) {
        return bounds(size, config, Triangles.of(size, config.numbers()));
    }

    private Bounds bounds(GraphSize size, HierarchyConfig<NucleusConfig> config, Triangles triangles) {
        long least = NucleusAlgorithm.count(size, config.numbers(), triangles.least());
        long most = NucleusAlgorithm.count(size, config.numbers(), triangles.most());
        long edgesOfElements = most * elements(config).edgesOfEach();
        return config.numbers().r() == 1
                ? new Bounds(least, most, 0, 0, edgesOfElements)
                : new Bounds(least, most, size.edges(), edgesOfElements, edgesOfElements);
    }

    @Override
    public CpuEstimate cpuEstimate(UnipartiteGraph graph, HierarchyConfig<NucleusConfig> config, Execution execution) {
        GraphSize size = GraphSize.of(graph);
        Triangles triangles = Triangles.of(graph, config.numbers(), execution);
        return withCommunities(
                NucleusAlgorithm.estimate(
                        size, config.numbers(), triangles, execution.workers().concurrency()),
                needs(size, config, triangles),
                size,
                config,
                bounds(size, config, triangles));
    }

    /**
     * Larger cliques connect their members.
     *
     * @param areVertices whether the members are vertices, so that each brings the edges to the members before it
     */
    private record LargerCliques(NucleusCliques cliques, OffHeapLongs numbers, boolean areVertices)
            implements Connections {
        @Override
        public int count() {
            return cliques.count();
        }

        @Override
        public long level(int clique) {
            return numbers.get(clique);
        }

        @Override
        public long accesses() {
            return cliques.accesses();
        }

        @Override
        public int join(int worker, int clique, int position, Joins joins) {
            int[] joined = new int[1];
            cliques.forEachLarger(clique, (first, second, third) -> {
                int ofFirst = joins.position(first);
                int ofSecond = joins.position(second);
                int ofThird = joins.position(third);
                if (Math.max(ofFirst, Math.max(ofSecond, ofThird)) < position) {
                    joined[0]++;
                    joins.join(ofFirst, position);
                    joins.join(ofSecond, position);
                    joins.join(ofThird, position);
                }
            });
            return areVertices ? joined[0] : 0;
        }

        @Override
        public boolean describesEdges() {
            return !areVertices;
        }

        @Override
        public void describe(int clique, Extent extent) {
            cliques.describe(clique, extent);
        }
    }
}
