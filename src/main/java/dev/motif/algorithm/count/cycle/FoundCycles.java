package dev.motif.algorithm.count.cycle;

import dev.motif.choice.FoundGroups;
import dev.motif.graph.memory.OffHeapScope;

/**
 * Iterates over cycles. Must be closed. For one thread.
 *
 * @param found the cycles
 * @param config the request that was searched, with the directions, times and amounts of relationships
 * @param needed owns what is searched while cycles are read; null where all have been found
 */
public record FoundCycles(FoundGroups<FoundCycle> found, CycleListConfig config, OffHeapScope needed)
        implements FoundGroups<FoundCycle> {
    @Override
    public boolean hasNext() {
        return found.hasNext();
    }

    @Override
    public FoundCycle next() {
        return found.next();
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(found, needed);
    }
}
