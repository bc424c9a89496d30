package dev.motif.choice;

import java.util.Iterator;

/**
 * Iterates over groups of vertices that a search has found, or finds meanwhile. Must be closed. For one thread.
 *
 * @param <T> a group
 */
public interface FoundGroups<T> extends Iterator<T>, AutoCloseable {
    /** Ends the search if it is still running. */
    @Override
    void close();

    /** Whether the search ended by itself, as far as it has come. */
    default boolean complete() {
        return true;
    }
}
