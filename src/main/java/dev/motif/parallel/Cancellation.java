package dev.motif.parallel;

import java.util.concurrent.CancellationException;

/** Says whether the caller still wants the result. Polled by workers between pieces of work; thread-safe. */
@FunctionalInterface
public interface Cancellation {
    Cancellation NEVER = () -> false;

    boolean requested();

    /** @throws CancellationException when cancellation was requested */
    default void check() {
        if (requested()) {
            throw new CancellationException("cancelled by the caller");
        }
    }
}
