package dev.motif.backend;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import java.util.function.BooleanSupplier;

/**
 * Iterates over groups of vertices while a search finds them, and leaves out groups that overlap too much with one returned
 * before, as {@link DistinctGroups} says.
 *
 * @param <T> a group
 */
public class DistinctStream<T> extends SearchStream<T> {
    private final LargestGroups.Heap<T> heap;
    private final DistinctGroups<T> distinct;

    /**
     * Starts a search, see {@link SearchStream}.
     *
     * @param maxOverlap the most of a group, from 0 to 1, that one returned before may have too; 1 for all groups
     * @param shared how many members all groups have beside their vertices
     * @param heap gets the bytes of what is remembered, and is closed with this
     */
    protected DistinctStream(
            String stage,
            Search<T> search,
            FoundBuffer.Form<T> form,
            long limit,
            double maxOverlap,
            int shared,
            LargestGroups.Heap<T> heap,
            Execution execution,
            BooleanSupplier keepsOthersWaiting) {
        super(stage, 0, search, form, limit, execution, keepsOthersWaiting);
        this.heap = heap;
        this.distinct = new DistinctGroups<>(maxOverlap, shared, form::arrays, heap);
    }

    @Override
    protected boolean admits(T found) {
        return distinct.add(found);
    }

    @Override
    public void close() {
        super.close();
        heap.close();
    }
}
