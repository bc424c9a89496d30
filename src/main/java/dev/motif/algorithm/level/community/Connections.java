package dev.motif.algorithm.level.community;

import dev.motif.graph.memory.OffHeapInts;
import java.util.function.IntConsumer;

/**
 * The part of a {@link HierarchyBuilder} that differs between kinds of dense subgraphs: its elements, vertices or
 * edges, which have the indexes that they have in the graph, the levels of these, and their connections. Elements are
 * connected at a level {@code k} by something, such as a triangle of edges, all elements of which have the level {@code
 * k} or above.
 */
public interface Connections {
    int count();

    long level(int index);

    /**
     * Hands all indexes to {@code visit}. Elements of a level are connected, and communities of a level and a size are
     * numbered, in this order.
     */
    default void forEach(IntConsumer visit) {
        for (int index = 0; index < count(); index++) {
            visit.accept(index);
        }
    }

    /** The number, below {@link #count}, by which {@link Joins#position} knows the element with an index. */
    default int element(int index) {
        return index;
    }

    /**
     * Says in which order elements will be joined, before the first of them is.
     *
     * @param order begins with the indexes of all elements that are in communities
     */
    default void ordered(OffHeapInts order, int count) {}

    /** About how many memory accesses it takes to join an element. */
    long accesses();

    /**
     * Joins an element with others, where all elements of a connection come before it in the order. Called once for
     * each element; by all workers at once for the elements of a level, and by each worker in the order.
     *
     * @param position the place of the element in the order
     * @return how many edges the element brings to its communities that no other one brings
     */
    int join(int worker, int index, int position, Joins joins);

    /** Whether elements say which edges they bring, since several may bring the same one. */
    default boolean describesEdges() {
        return false;
    }

    /** Says which vertices, and maybe edges, the element with an index brings to its communities. */
    void describe(int index, Extent extent);

    /** Receives the vertices and edges of an element, which others may have brought too. */
    interface Extent {
        /** A left vertex, or one of a unipartite graph. */
        void left(int vertex);

        void right(int vertex);

        /**
         * An edge, where elements name their edges, by a number below the number of edges that no other edge has.
         */
        void edge(int edge);
    }
}
