package dev.motif.algorithm.group.near;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/**
 * What a node of a search has left, for another worker to visit. Owns its sets, and the graph with others that search in it.
 *
 * @param sets of one level of a {@link NearSearch}
 * @param hasRest whether something is left of the node once its branches have been visited
 */
record NearNode(NearRows graph, OffHeapLongs sets, boolean hasRest) implements AutoCloseable {
    @Override
    public void close() {
        OffHeapScope.closeAll(sets, graph);
    }
}
