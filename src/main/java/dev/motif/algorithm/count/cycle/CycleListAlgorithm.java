package dev.motif.algorithm.count.cycle;

import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.choice.DistinctStream;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.GroupWeights;
import java.util.List;

/**
 * Lists directed cycles, each once, while they are found, or the heaviest of them. Where vertices must be contained, all
 * cycles through the first of them are searched. The searches are the ones of {@link CycleAlgorithm}, by one vertex more.
 */
public final class CycleListAlgorithm implements Algorithm.OfUnipartite<CycleListConfig, FoundCycles> {
    /** The name of the stage. */
    static final String STAGE = "listing cycles";

    @Override
    public String name() {
        return "cycle.list";
    }

    @Override
    public List<String> stages(GraphSize size, CycleListConfig config) {
        return List.of(STAGE);
    }

    /** Prepares the search, which runs when cycles are asked for. The graph must stay open until then. */
    @Override
    public FoundCycles cpu(UnipartiteGraph graph, CycleListConfig config, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapScope needed = scope.own(new OffHeapScope(execution.memory()));
            CycleSource source = CycleSource.of(graph, config, execution, needed);
            if (config.choice().ofLargest()) {
                return new FoundCycles(largest(source, config, execution), config, null);
            }
            FoundGroups<FoundCycle> streamed = new DistinctStream<>(
                    STAGE,
                    source.volume(),
                    (searching, consumer) -> source.find(
                            searching,
                            cycle -> consumer.accept(cycle, searching.workers().cancellation())),
                    FoundCycle.KIND,
                    config.choice(),
                    execution);
            scope.keep(needed);
            return new FoundCycles(streamed, config, needed);
        }
    }

    private static FoundGroups<FoundCycle> largest(CycleSource source, CycleListConfig config, Execution execution) {
        GroupWeights weights = config.groups();
        return config.choice()
                .largest(FoundCycle.KIND, (cycle, least) -> weights.ofEdges(cycle.relationships()), execution, kept -> {
                    execution.workers().progress().begin(STAGE, source.volume());
                    execution.time(Stage.COMPUTE, () -> source.find(execution, kept::offer));
                });
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, CycleListConfig config, int concurrency) {
        return estimate(
                config,
                estimate(size, config, size.edges(), concurrency)
                        .to(estimate(size, config, 2 * size.edges(), concurrency)));
    }

    @Override
    public CpuEstimate cpuEstimate(UnipartiteGraph graph, CycleListConfig config, Execution execution) {
        GraphSize size = GraphSize.of(graph);
        int concurrency = execution.workers().concurrency();
        return config.search().directions() == null
                ? cpuEstimate(size, config, concurrency)
                : estimate(config, estimate(size, config, config.search().arcs(size.edges()), concurrency));
    }

    private static CpuEstimate estimate(CycleListConfig config, MemoryEstimate offHeap) {
        int longest = config.search().maxLength();
        return CpuEstimate.of(offHeap, config.choice().kept(FoundCycle.KIND, longest));
    }

    private MemoryEstimate estimate(GraphSize size, CycleListConfig config, long arcs, int concurrency) {
        MemoryEstimate making =
                MemoryEstimate.of("sorting relationships", CycleSource.peakBytes(size, arcs, config, concurrency));
        MemoryEstimate search = MemoryEstimate.range(
                "search, one set a worker",
                config.choice().ofLargest() ? concurrency * CycleSource.searchBytes(size, config) : 0,
                concurrency * CycleSource.searchBytes(size, config));
        MemoryEstimate sorted = MemoryEstimate.of("relationships", CycleSource.bytes(size, arcs, config));
        return MemoryEstimate.largest(
                name(),
                making,
                config.choice().ofLargest()
                        ? MemoryEstimate.sum(STAGE, sorted, search)
                        : MemoryEstimate.sum(STAGE, sorted, search, StreamingAlgorithm.unread("cycles")));
    }
}
