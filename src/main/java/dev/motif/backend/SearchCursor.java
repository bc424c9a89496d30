package dev.motif.backend;

import dev.motif.backend.work.SearchProgress;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What a search lists, in no particular order. It searches while it is read, on the reader's thread, so memory does not
 * grow with the number of what is found. Owns what the search needs.
 *
 * @param <T> what is found
 */
public abstract class SearchCursor<T> implements Iterator<T>, AutoCloseable {
    private final SearchProgress steps;
    private T next;
    private boolean ended;

    /** @param steps those of the search */
    protected SearchCursor(SearchProgress steps) {
        this.steps = steps;
    }

    /** Searches for the next one; null when there is none left, after which this is not called again. */
    protected abstract T find();

    @Override
    public final boolean hasNext() {
        if (next == null && !ended) {
            next = find();
            ended = next == null;
            if (ended) {
                steps.showProgress();
            }
        }
        return next != null;
    }

    @Override
    public final T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        T now = next;
        next = null;
        return now;
    }

    /** What {@link #next} would return from now on. */
    public final Stream<T> stream() {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(this, Spliterator.DISTINCT | Spliterator.NONNULL), false);
    }

    @Override
    public abstract void close();
}
