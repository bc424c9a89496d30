package dev.motif.backend;

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
    private int next;

    /** @param all copied */
    public FoundList(List<T> all) {
        this.all = new ArrayList<>(all);
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
    public void close() {}
}
