package dev.motif.algorithm.group.percolation;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Steps;
import java.util.function.IntConsumer;

/** Sets of vertices of which communities consist: each is in one community, or in none. */
interface CommunityItems {
    int count();

    /** Does {@code action} with each vertex of an item. */
    void forEachVertex(int item, IntConsumer action);

    /**
     * Numbers the communities from 0.
     *
     * @param numbers receives the number of each item's community, or -1
     * @param steps counts one for each item
     * @return how many communities there are
     */
    int number(OffHeapInts numbers, Steps steps);
}
