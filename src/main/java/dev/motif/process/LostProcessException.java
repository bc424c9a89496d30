package dev.motif.process;

/** Thrown when the process that a task runs in has ended, or must be ended. The next task gets a new process. */
public final class LostProcessException extends RuntimeException {
    public LostProcessException(String message) {
        super(message);
    }
}
