package dev.motif.process;

import java.util.OptionalInt;

/** Thrown when the process that a task runs in has ended, or must be ended. The next task gets a new process. */
public final class LostProcessException extends RuntimeException {
    private static final int UNKNOWN = -1;

    private final int culprit;

    public LostProcessException(String message) {
        this(message, UNKNOWN);
    }

    /** @param culprit what it is because of, by a number of 0 or more that tasks know the meaning of */
    public LostProcessException(String message, int culprit) {
        super(message);
        this.culprit = culprit;
    }

    /** The device because of which the process was lost, for the call whose task said so. */
    public OptionalInt culprit() {
        return culprit == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(culprit);
    }
}
