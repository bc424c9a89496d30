package dev.motif.choice;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchStream;
import java.util.function.BooleanSupplier;

/**
 * Iterates over groups of vertices while a search finds them, and leaves out groups that overlap too much with one returned
 * before, as {@link DistinctGroups} says.
 *
 * @param <T> a group
 */
public final class DistinctStream<T> extends SearchStream<T> implements FoundGroups<T> {
    private final LargestGroups.Heap<T> heap;
    private final DistinctGroups<T> distinct;

    /** Starts a search that nothing else waits for, see {@link SearchStream}. */
    public DistinctStream(
            String stage, long volume, Search<T> search, GroupKind<T> kind, GroupChoice choice, Execution execution) {
        this(stage, volume, search, kind, choice, execution, () -> false);
    }

    /** Starts a search of unknown volume, see {@link SearchStream}. */
    public DistinctStream(
            String stage,
            Search<T> search,
            GroupKind<T> kind,
            GroupChoice choice,
            Execution execution,
            BooleanSupplier keepsOthersWaiting) {
        this(stage, 0, search, kind, choice, execution, keepsOthersWaiting);
    }

    private DistinctStream(
            String stage,
            long volume,
            Search<T> search,
            GroupKind<T> kind,
            GroupChoice choice,
            Execution execution,
            BooleanSupplier keepsOthersWaiting) {
        super(stage, volume, search, kind.form(), choice.limit(), execution, keepsOthersWaiting);
        this.heap = kind.heap(execution.memory().heap());
        this.distinct = choice.distinct(kind.vertices(), heap);
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
