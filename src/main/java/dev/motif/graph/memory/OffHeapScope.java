package dev.motif.graph.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Owns resources until it is closed: allocate through it, and whatever happens nothing stays allocated.
 *
 * <pre>{@code
 * try (OffHeapScope scope = new OffHeapScope(memory)) {
 *     OffHeapLongs offsets = scope.longs(n + 1);     // closed with the scope ...
 *     return scope.keep(offsets);                    // ... unless it is handed to somebody else
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class OffHeapScope implements AutoCloseable {
    private final NativeMemory memory;
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();

    public OffHeapScope(NativeMemory memory) {
        this.memory = memory;
    }

    /** A new array of {@code length} ints whose values are undefined; owned by this scope. */
    public OffHeapInts ints(long length) {
        return own(memory.ints(length));
    }

    /** A new array of {@code length} longs whose values are undefined; owned by this scope. */
    public OffHeapLongs longs(long length) {
        return own(memory.longs(length));
    }

    /** A new array of {@code length} ints, all 0; owned by this scope. */
    public OffHeapInts zeroedInts(long length) {
        return own(memory.zeroedInts(length));
    }

    /** A new array of {@code length} longs, all 0; owned by this scope. */
    public OffHeapLongs zeroedLongs(long length) {
        return own(memory.zeroedLongs(length));
    }

    /**
     * Makes this scope the owner of {@code resource}, which is then closed with it.
     *
     * @param resource null for none
     * @return {@code resource}
     */
    public <T extends AutoCloseable> T own(T resource) {
        if (resource != null) {
            owned.push(resource);
        }
        return resource;
    }

    /**
     * Gives {@code resource} to the caller: it is no longer closed with this scope.
     *
     * @param resource null for none
     * @return {@code resource}
     * @throws IllegalArgumentException when this scope does not own it
     */
    public <T extends AutoCloseable> T keep(T resource) {
        if (resource != null && !owned.removeFirstOccurrence(resource)) {
            throw new IllegalArgumentException("the scope does not own " + resource);
        }
        return resource;
    }

    /**
     * Closes a resource of this scope before the scope ends.
     *
     * @throws IllegalArgumentException when this scope does not own it
     */
    public void close(AutoCloseable resource) {
        closeAll(keep(resource));
    }

    @Override
    public void close() {
        AutoCloseable[] all = owned.toArray(AutoCloseable[]::new);
        owned.clear();
        closeAll(all);
    }

    /**
     * Closes resources in this order, each one even if closing another fails.
     *
     * @param resources null for none
     */
    public static void closeAll(AutoCloseable... resources) {
        RuntimeException first = null;
        for (AutoCloseable resource : resources) {
            try {
                if (resource != null) {
                    resource.close();
                }
            } catch (Exception e) {
                RuntimeException wrapped = e instanceof RuntimeException r ? r : new IllegalStateException(e);
                if (first == null) {
                    first = wrapped;
                } else {
                    first.addSuppressed(wrapped);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * Returns the result of {@code work}, which then owns {@code resource}; closes {@code resource} when the work
     * fails. A failure of closing is added to the failure of the work.
     */
    public static <T> T closingOnFailure(AutoCloseable resource, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException | Error e) {
            try {
                closeAll(resource);
            } catch (RuntimeException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }
}
