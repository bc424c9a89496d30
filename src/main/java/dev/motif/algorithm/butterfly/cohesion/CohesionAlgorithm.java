package dev.motif.algorithm.butterfly.cohesion;

import dev.motif.algorithm.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.ButterflyResult;
import dev.motif.algorithm.butterfly.priority.ButterflyCpu;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.wedge.FourCycles;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import java.util.List;

/**
 * Graph cohesion: for each connected component the fewest edges that hold it together, and its butterflies.
 *
 * <pre>{@code
 * minCut(H) = min over subsets X of the vertices of H, neither empty nor all, of |edges between X and the rest|
 * B(H)      = 1/2 * sum over left vertices u of H of B(u)
 * }</pre>
 *
 * <p>{@code minCut} is at least 1, since a component is connected, and at most the smallest degree. So it is 1 in a
 * component that has a vertex of degree 1. Otherwise {@link MinimumCut} finds it, in components of up to {@link
 * CohesionConfig#maxComponentSize()} vertices. A single vertex has no cut.
 *
 * <p>Work: that of {@link ButterflyAlgorithm} by vertex, {@code O(V + E)} for the components, and what {@link MinimumCut}
 * says for those that are searched, each by one worker. Memory: that of {@link ButterflyAlgorithm} by vertex, or 16 bytes
 * per vertex, 100 bytes per component and {@link MinimumCut#bytes} if that is more.
 *
 * <p>Requires a simple bipartite graph with fewer than 2^31 vertices on both sides together.
 *
 * <p>Source: Xu et al., "Efficient Load-Balanced Butterfly Counting on GPU", PVLDB
 * 15(11), 2022, doi:10.14778/3551793.3551806, name graph cohesion, as the fewest edges whose deletion disconnects the
 * graph, among the applications of butterfly counting.
 */
public final class CohesionAlgorithm implements Algorithm<BipartiteGraph, CohesionConfig, CohesionResult> {
    private static final String SEARCHES = "searches for minimum cuts";
    private static final ButterflyConfig PER_VERTEX = new ButterflyConfig(true, false);

    @Override
    public String name() {
        return "cohesion";
    }

    @Override
    public Class<BipartiteGraph> graphType() {
        return BipartiteGraph.class;
    }

    @Override
    public List<String> stages(GraphSize size, CohesionConfig config) {
        return List.of(FourCycles.STAGE, CohesionCpu.STAGE);
    }

    @Override
    public CohesionResult cpu(BipartiteGraph graph, CohesionConfig config, Execution execution) {
        try (ButterflyResult butterflies = new ButterflyCpu(graph, PER_VERTEX, execution).count()) {
            return new CohesionCpu(graph, butterflies, config, execution).count();
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, CohesionConfig config, int concurrency) {
        long vertices = size.vertices();
        // From nothing, since a component with a vertex of degree 1 is not searched, to all components at once.
        long searched = MinimumCut.bytes(vertices, size.edges());
        return cpuEstimate(
                vertices,
                new ButterflyAlgorithm().cpuEstimate(size, PER_VERTEX, concurrency),
                Math.min(1, vertices),
                vertices,
                MemoryEstimate.range(SEARCHES, 0, searched));
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, CohesionConfig config, Execution execution) {
        CutMemory ofCuts = CutMemory.of(graph, config, execution);
        return cpuEstimate(
                graph.vertexCount(),
                new ButterflyAlgorithm().cpuEstimate(graph, PER_VERTEX, execution),
                ofCuts.components(),
                ofCuts.components(),
                ofCuts.estimate(SEARCHES));
    }

    private CpuEstimate cpuEstimate(
            long vertices, CpuEstimate counting, long leastComponents, long mostComponents, MemoryEstimate searches) {
        MemoryEstimate cutting = MemoryEstimate.sum(
                "cutting components",
                MemoryEstimate.of("butterflies by vertex", vertices * Long.BYTES),
                MemoryEstimate.range(
                        "components by vertex",
                        Components.bytes(vertices, leastComponents),
                        Components.bytes(vertices, mostComponents)),
                searches,
                MemoryEstimate.range("result", 0, mostComponents * CohesionResult.BYTES_PER_COMPONENT));
        return CpuEstimate.of(MemoryEstimate.largest(name(), counting.offHeap(), cutting));
    }
}
