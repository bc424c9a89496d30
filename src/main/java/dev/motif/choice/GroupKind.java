package dev.motif.choice;

import dev.motif.backend.work.FoundBuffer;
import dev.motif.graph.memory.HeapBudget;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * A kind of groups of vertices, and how a search keeps them.
 *
 * @param name in the plural, as estimates and errors call the groups
 * @param form the arrays of a group
 * @param vertices gives the vertices of a group; each array has vertices of its own
 * @param order of equally large groups, of which only the same are equal
 * @param bytes the heap bytes of a group by its number of vertices
 * @param <T> a group
 */
public record GroupKind<T>(
        String name,
        FoundBuffer.Form<T> form,
        Function<T, int[][]> vertices,
        Comparator<T> order,
        LongUnaryOperator bytes) {
    /** Cliques, or other groups without sides, each as its vertices, ascending. */
    public static final GroupKind<int[]> CLIQUES =
            new GroupKind<>("cliques", FoundBuffer.Form.CLIQUES, Arrays::compare, LargestGroups.Heap::bytes);

    /** A kind of groups that have nothing but vertices. */
    public GroupKind(String name, FoundBuffer.Form<T> form, Comparator<T> order, LongUnaryOperator bytes) {
        this(name, form, form::arrays, order, bytes);
    }

    /** The heap of the groups that are kept, or of what is remembered of the returned ones. */
    public LargestGroups.Heap<T> heap(HeapBudget budget) {
        return new LargestGroups.Heap<>(
                budget, "the " + name + " that are kept", group -> bytes.applyAsLong(count(group)));
    }

    private long count(T group) {
        long count = 0;
        for (int[] side : vertices.apply(group)) {
            count += side.length;
        }
        return count;
    }
}
