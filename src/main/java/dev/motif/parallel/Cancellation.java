package dev.motif.parallel;

import java.util.concurrent.CancellationException;

/** Says whether the caller still wants the result. Workers poll it between pieces of work. Thread-safe. */
@FunctionalInterface
public interface Cancellation {
    Cancellation NEVER = () -> false;

    /** True once the result is not wanted any more. */
    boolean requested();

    /**
     * Throws when cancellation was requested, otherwise does nothing.
     *
     * @throws CancellationException when cancellation was requested
     */
    default void check() {
        if (requested()) {
            throw new CancellationException("cancelled by the caller");
        }
    }
}
