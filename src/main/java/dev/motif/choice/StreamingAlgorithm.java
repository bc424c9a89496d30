package dev.motif.choice;

import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.graph.Graph;
import java.util.List;

/**
 * Streams what another algorithm counts while the same search finds it, in no particular order. A run returns at once; the
 * graph must stay open until its result has been closed.
 *
 * @param <G> the kind of graph it works on
 * @param <C> its configuration
 * @param <R> its result, owned by the caller
 */
public abstract class StreamingAlgorithm<G extends Graph, C, R extends AutoCloseable> implements Algorithm<G, C, R> {
    private final Algorithm<G, C, ?> counting;
    private final String found;

    /** @param found what is found, in the plural, as estimates call it */
    protected StreamingAlgorithm(Algorithm<G, C, ?> counting, String found) {
        this.counting = counting;
        this.found = found;
    }

    @Override
    public final String name() {
        return counting.name() + ".stream";
    }

    @Override
    public final Class<G> graphType() {
        return counting.graphType();
    }

    /** The choice among the groups that are found; null where all are returned, as they are found. */
    protected GroupChoice choice(C config) {
        return null;
    }

    private boolean keepsLargest(C config) {
        return choice(config) != null && choice(config).ofLargest();
    }

    /** A search that is read meanwhile shows one stage, whatever was done before it. */
    @Override
    public final List<String> stages(GraphSize size, C config) {
        List<String> all = counting.stages(size, config);
        return keepsLargest(config) ? all : all.subList(all.size() - 1, all.size());
    }

    @Override
    public final CpuEstimate cpuEstimate(GraphSize size, C config, int concurrency) {
        return withBuffer(counting.cpuEstimate(size, config, concurrency), config, size.vertices());
    }

    @Override
    public final CpuEstimate cpuEstimate(G graph, C config, Execution execution) {
        return withBuffer(
                counting.cpuEstimate(graph, config, execution),
                config,
                GraphSize.of(graph).vertices());
    }

    private CpuEstimate withBuffer(CpuEstimate search, C config, long vertices) {
        return new CpuEstimate(
                keepsLargest(config)
                        ? MemoryEstimate.sum(name(), search.offHeap())
                        : MemoryEstimate.sum(name(), search.offHeap(), unread(found)),
                choice(config) == null
                        ? search.heap()
                        : CpuEstimate.heapOf(
                                search.heap(),
                                choice(config).kept(found, vertices, 2 * LargestGroups.Heap.bytes(vertices))));
    }

    /**
     * The off-heap memory of what was found and is not read yet, while no other call waits for the search.
     *
     * @param found what is found, in the plural
     */
    public static MemoryEstimate unread(String found) {
        return MemoryEstimate.range(found + " that nobody has fetched yet", 0, FoundBuffer.CAPACITY_BYTES);
    }
}
