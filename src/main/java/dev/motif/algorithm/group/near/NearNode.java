package dev.motif.algorithm.group.near;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/**
 * The branches of a node of a search that are left, for another worker to visit. Owns its sets, and shares the graph with
 * others that search in it.
 *
 * @param sets the sets of one level of a {@link NearSearch}
 * @param hasRest whether more than branches is left of the node
 */
record NearNode(NearRows graph, OffHeapLongs sets, boolean hasRest) implements AutoCloseable {
    @Override
    public void close() {
        OffHeapScope.closeAll(sets, graph);
    }
}
