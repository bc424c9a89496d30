package dev.motif.algorithm.group.clique;

import dev.motif.algorithm.group.span.WindowParts;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.choice.DistinctGroups;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupKind;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds maximal cliques with their members: all of them while a search finds them, in no particular order, or the
 * largest or heaviest. The search is the same as in {@link MaximalCliqueAlgorithm}; for the largest without the
 * subtrees that cannot hold one as large as the smallest kept so far, or, were all edges as heavy as the heaviest, as
 * heavy as the lightest. Of equally large cliques the ones whose vertices come first are kept. Cliques that overlap
 * with one returned before more than is allowed are left out; of the largest that takes several searches, see {@link
 * DistinctGroups#largest}.
 */
public final class FoundCliquesAlgorithm implements Algorithm.OfUnipartite<FoundCliquesConfig, FoundGroups<int[]>> {
    private static final MaximalCliqueAlgorithm COUNT = new MaximalCliqueAlgorithm();

    @Override
    public String name() {
        return "clique.maximal.stream";
    }

    @Override
    public List<String> stages(GraphSize size, FoundCliquesConfig config) {
        return config.choice().ofLargest() ? COUNT.stages(size, config.search()) : List.of(MaximalCliqueCpu.STAGE);
    }

    /** A search for all returns at once; the graph must stay open until the result has been closed. */
    @Override
    public FoundGroups<int[]> cpu(UnipartiteGraph graph, FoundCliquesConfig config, Execution execution) {
        if (config.choice().ofLargest()) {
            return config.largest(execution, (timed, largest) -> {
                Consumer<int[]> offer = largest::offer;
                new MaximalCliqueCpu(graph, config.search(), timed)
                        .find(worker -> offer, () -> config.leastSize(largest.threshold()));
            });
        }
        return config.streamed(execution, () -> false, (searching, consumer) -> {
            Consumer<int[]> found =
                    clique -> consumer.accept(clique, searching.workers().cancellation());
            new MaximalCliqueCpu(graph, config.search(), searching).find(worker -> found, () -> 0);
        });
    }

    @Override
    public GpuVersion<UnipartiteGraph, FoundGroups<int[]>> gpu(FoundCliquesConfig config) {
        return config.window() == null ? new MaximalCliqueGpu.Finding(config) : null;
    }

    @Override
    public String withoutGpu(FoundCliquesConfig config) {
        return WindowParts.ON_CPU;
    }

    @Override
    public RunCost cost(FoundCliquesConfig config) {
        return MaximalCliqueAlgorithm.COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, FoundCliquesConfig config, int concurrency) {
        return cpuEstimate(COUNT.cpuEstimate(size, config.search(), concurrency), config, mostVertices(size));
    }

    @Override
    public CpuEstimate cpuEstimate(UnipartiteGraph graph, FoundCliquesConfig config, Execution execution) {
        return cpuEstimate(
                COUNT.cpuEstimate(graph, config.search(), execution),
                config,
                graph.adjacency().largestDegree() + 1);
    }

    private CpuEstimate cpuEstimate(CpuEstimate search, FoundCliquesConfig config, long mostVertices) {
        return CpuEstimate.of(
                MemoryEstimate.sum(name(), search.offHeap(), unread(config)),
                search.heap(),
                config.choice().kept(GroupKind.CLIQUES, mostVertices));
    }

    /** The off-heap memory of cliques between the search and its reader. */
    static MemoryEstimate unread(FoundCliquesConfig config) {
        return MemoryEstimate.range(
                "cliques that nobody has fetched yet", 0, config.choice().ofLargest() ? 0 : FoundBuffer.CAPACITY_BYTES);
    }

    static long mostVertices(GraphSize size) {
        return Math.min(size.vertices(), (long) Math.sqrt(2.0 * size.edges()) + 1);
    }
}
