package dev.motif.backend;

import dev.motif.graph.memory.OffHeapScope;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Iterates over what a search has found, which is all there.
 *
 * @param <T> what was found; serializable
 */
public class FoundList<T> implements Iterator<T>, AutoCloseable, Serializable {
    private final ArrayList<T> all;
    /** The heap that is counted for them; null in a process that does not run the search. */
    private final transient AutoCloseable heap;

    private int next;

    /**
     * @param all copied
     * @param heap the heap that is counted for them, taken over
     */
    public FoundList(List<T> all, AutoCloseable heap) {
        this.all = new ArrayList<>(all);
        this.heap = heap;
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
