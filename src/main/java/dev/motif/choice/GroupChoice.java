package dev.motif.choice;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.memory.OffHeapScope;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Says which of the groups that a search finds are returned.
 *
 * @param limit the most to return, 1 or more
 * @param topK how many of the largest to return, at most {@value LargestGroups#MOST}; 0 for all, as they are found
 * @param maxOverlap the most of a group, from 0 to 1, that one returned before may have too; 1 for all groups
 * @param shared how many members all groups have beside the vertices that are found
 */
public record GroupChoice(long limit, int topK, double maxOverlap, int shared) implements Serializable {
    public GroupChoice {
        if (topK < 0 || topK > LargestGroups.MOST) {
            throw new IllegalArgumentException("`topK` must be in [1, " + LargestGroups.MOST + "], got " + topK);
        }
    }

    /** Chooses among groups that have only the vertices that are found. */
    public GroupChoice(long limit, int topK, double maxOverlap) {
        this(limit, topK, maxOverlap, 0);
    }

    /** All groups, at most {@code limit}. */
    public static GroupChoice all(long limit) {
        return new GroupChoice(limit, 0, 1);
    }

    /** The {@code count} largest groups, which may overlap. */
    public static GroupChoice top(int count) {
        return top(count, 1);
    }

    /** The {@code count} largest groups that overlap at most so much. */
    public static GroupChoice top(int count, double maxOverlap) {
        return new GroupChoice(count, count, maxOverlap);
    }

    /** The same choice among groups with {@code members} members beside the vertices that are found. */
    public GroupChoice sharing(int members) {
        return new GroupChoice(limit, topK, maxOverlap, members);
    }

    /** Whether the search ends before anything is returned, since the largest are asked for. */
    public boolean ofLargest() {
        return topK > 0;
    }

    /** Whether a search keeps a single group, the largest. */
    public boolean keepsOne() {
        return DistinctGroups.kept(topK, maxOverlap) == 1;
    }

    /** Lists groups of {@code kind} that overlap as little as this says. */
    <T> DistinctGroups<T> distinct(Function<T, int[][]> vertices, LargestGroups.Heap<T> heap) {
        return new DistinctGroups<>(maxOverlap, shared, vertices, heap);
    }

    /**
     * The largest of the groups that {@code search} offers, which may be asked several times.
     *
     * @param size asked once for each group
     */
    public <T> FoundList<T> largest(
            GroupKind<T> kind, LargestGroups.Size<T> size, Execution execution, Consumer<LargestGroups<T>> search) {
        LargestGroups.Heap<T> heap = kind.heap(execution.memory().heap());
        return OffHeapScope.closingOnFailure(
                heap, () -> new FoundList<>(largest(size, kind.order(), kind.vertices(), heap, search), heap));
    }

    /**
     * The largest of the groups that {@code search} offers, which may be asked several times.
     *
     * @param order of equally large groups
     * @param vertices gives the vertices of a group
     * @param heap gets the bytes of the groups, and is the caller's
     */
    public <T> List<T> largest(
            LargestGroups.Size<T> size,
            Comparator<T> order,
            Function<T, int[][]> vertices,
            LargestGroups.Heap<T> heap,
            Consumer<LargestGroups<T>> search) {
        return distinct(vertices, heap).largest(topK, admitted -> {
            LargestGroups<T> largest =
                    new LargestGroups<>(DistinctGroups.kept(topK, maxOverlap), size, order, admitted, heap);
            search.accept(largest);
            return largest.list();
        });
    }

    /** The heap of the groups that are kept or remembered, of at most {@code vertices} each. */
    public MemoryEstimate kept(GroupKind<?> kind, long vertices) {
        return kept(kind.name(), vertices, kind.bytes().applyAsLong(vertices));
    }

    /**
     * The heap of the groups that are kept or remembered, of at most {@code vertices} each, in {@code bytes} each.
     *
     * @param groups their name, in the plural
     */
    public MemoryEstimate kept(String groups, long vertices, long bytes) {
        return MemoryEstimate.range(
                groups + " that are kept, when all are as large as can be",
                0,
                (ofLargest() ? DistinctGroups.keptAtOnce(topK, maxOverlap) : 0) * (LargestGroups.GROUP_BYTES + bytes)
                        + DistinctGroups.bytes(maxOverlap, ofLargest() ? topK : limit, vertices));
    }
}
