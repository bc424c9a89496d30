package dev.motif.algorithm.group.cohesion;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.priority.ButterflyCpu;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import java.util.List;

/**
 * Graph cohesion: for each connected component the fewest edges that hold it together, its bridges, its density, and in
 * a bipartite graph its butterflies.
 *
 * <pre>{@code
 * minCut(H) = min over subsets X of the vertices of H, neither empty nor all, of |edges between X and the rest|
 * bridges   = edges whose deletion disconnects H
 * density   = |edges| / (|left| |right|) in a bipartite graph, otherwise |edges| / C(|vertices|,2)
 * B(H)      = 1/2 * sum over left vertices u of H of B(u)
 * }</pre>
 *
 * <p>{@code minCut} is at least 1, since a component is connected, and at most the smallest degree. So it is 1 in a
 * component that has a bridge, such as the edge of a vertex of degree 1. Otherwise {@link MinimumCut} finds it, in
 * components of up to {@link CohesionConfig#maxComponentSize()} vertices. A single vertex has no cut.
 *
 * <p>Work: {@link ButterflyAlgorithm} by vertex in a bipartite graph, {@code O(V + E)} for the components and {@link
 * Bridges}, and what {@link MinimumCut} says for the components that are searched, each by one worker. Memory: {@link
 * ButterflyAlgorithm} by vertex, or 36 bytes per vertex, 108 bytes per component and {@link MinimumCut#bytes} if that
 * is more.
 *
 * <p>Requires a simple graph, bipartite or not, with fewer than 2^31 vertices on both sides together.
 *
 * <p>Source: Xu et al., "Efficient Load-Balanced Butterfly Counting on GPU", PVLDB 15(11), 2022,
 * doi:10.14778/3551793.3551806, name graph cohesion, as the fewest edges whose deletion disconnects the graph, among
 * the applications of butterfly counting.
 */
public final class CohesionAlgorithm implements Algorithm.OfEither<CohesionConfig, CohesionResult> {
    private static final String SEARCHES = "searches for minimum cuts";
    private static final ButterflyConfig PER_VERTEX = new ButterflyConfig(true, false);

    @Override
    public String name() {
        return "cohesion";
    }

    @Override
    public List<String> stages(GraphSize size, CohesionConfig config) {
        return isBipartite(size) ? List.of(FourCycles.STAGE, CohesionCpu.STAGE) : List.of(CohesionCpu.STAGE);
    }

    private static boolean isBipartite(GraphSize size) {
        return size.right() > 0;
    }

    @Override
    public CohesionResult cpu(Graph graph, CohesionConfig config, Execution execution) {
        try (ButterflyResult butterflies = graph instanceof BipartiteGraph bipartite
                ? new ButterflyCpu(bipartite, PER_VERTEX, execution).count()
                : null) {
            return new CohesionCpu(graph, butterflies, config, execution).count();
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, CohesionConfig config, int concurrency) {
        long vertices = size.vertices();
        // From nothing, since a component with a vertex of degree 1 is not searched, to all components at once.
        long searched = MinimumCut.bytes(vertices, size.edges());
        return cpuEstimate(
                size,
                isBipartite(size) ? new ButterflyAlgorithm().cpuEstimate(size, PER_VERTEX, concurrency) : null,
                Math.min(1, vertices),
                vertices,
                MemoryEstimate.range(SEARCHES, 0, searched));
    }

    @Override
    public CpuEstimate cpuEstimate(Graph graph, CohesionConfig config, Execution execution) {
        CutMemory ofCuts = CutMemory.of(graph, config, execution);
        return cpuEstimate(
                GraphSize.of(graph),
                graph instanceof BipartiteGraph bipartite
                        ? new ButterflyAlgorithm().cpuEstimate(bipartite, PER_VERTEX, execution)
                        : null,
                ofCuts.components(),
                ofCuts.components(),
                ofCuts.estimate(SEARCHES));
    }

    /** @param counting butterflies; null in a unipartite graph */
    private CpuEstimate cpuEstimate(
            GraphSize size, CpuEstimate counting, long leastComponents, long mostComponents, MemoryEstimate searches) {
        long vertices = size.vertices();
        MemoryEstimate cutting = MemoryEstimate.sum(
                "cutting components",
                MemoryEstimate.of("butterflies by vertex", counting == null ? 0 : vertices * Long.BYTES),
                MemoryEstimate.range(
                        "components by vertex",
                        Components.bytes(vertices, leastComponents),
                        Components.bytes(vertices, mostComponents)),
                MemoryEstimate.of("bridges", Bridges.bytes(vertices)),
                searches,
                MemoryEstimate.range("result", 0, mostComponents * CohesionResult.BYTES_PER_COMPONENT));
        return CpuEstimate.of(counting == null ? cutting : MemoryEstimate.largest(name(), counting.offHeap(), cutting));
    }
}
