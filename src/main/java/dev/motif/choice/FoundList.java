package dev.motif.choice;

import dev.motif.graph.memory.OffHeapScope;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Iterates over groups that a search has found, which are all there.
 *
 * @param <T> a group; serializable
 */
public final class FoundList<T> implements FoundGroups<T>, Serializable {
    private final ArrayList<T> all;
    /** The heap that is counted for them; null in a process that does not run the search. */
    private final transient AutoCloseable heap;

    private boolean complete = true;
    private int next;

    /**
     * @param all copied
     * @param heap the heap that is counted for them, taken over
     */
    FoundList(List<T> all, AutoCloseable heap) {
        this.all = new ArrayList<>(all);
        this.heap = heap;
    }

    /** Says whether the search ended by itself; returns this. */
    public FoundList<T> complete(boolean ended) {
        complete = ended;
        return this;
    }

    @Override
    public boolean complete() {
        return complete;
    }

    @Override
    public boolean hasNext() {
        return next < all.size();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return all.get(next++);
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(heap);
    }
}
