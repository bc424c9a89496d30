package dev.motif.backend;

import dev.motif.backend.cost.MemoryEstimate;
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
 */
public record GroupChoice(long limit, int topK, double maxOverlap) implements Serializable {
    /** All groups, at most {@code limit}. */
    public static GroupChoice all(long limit) {
        return new GroupChoice(limit, 0, 1);
    }

    /** Whether the search ends before anything is returned, since the largest are asked for. */
    public boolean ofLargest() {
        return topK > 0;
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
        return new DistinctGroups<>(maxOverlap, 0, vertices, heap).largest(topK, admitted -> {
            LargestGroups<T> largest =
                    new LargestGroups<>(DistinctGroups.kept(topK, maxOverlap), size, order, admitted, heap);
            search.accept(largest);
            return largest.list();
        });
    }

    /** The heap of the groups that are kept or remembered, of at most {@code vertices} each, in two arrays at most. */
    MemoryEstimate kept(long vertices) {
        return kept(vertices, 2 * LargestGroups.Heap.bytes(vertices));
    }

    /** The heap of the groups that are kept or remembered, of at most {@code vertices} each, in {@code bytes} each. */
    public MemoryEstimate kept(long vertices, long bytes) {
        return MemoryEstimate.range(
                "groups that are kept, when each has all vertices",
                0,
                (ofLargest() ? DistinctGroups.keptAtOnce(topK, maxOverlap) : 0) * (LargestGroups.GROUP_BYTES + bytes)
                        + DistinctGroups.bytes(maxOverlap, ofLargest() ? topK : limit, vertices));
    }
}
