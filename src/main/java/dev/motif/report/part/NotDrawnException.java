package dev.motif.report.part;

/**
 * Thrown when a part of the report has to be left out. The message says why, for the reader of the report, without a
 * period at its end.
 */
public final class NotDrawnException extends RuntimeException {
    NotDrawnException(String reason) {
        this(reason, null);
    }

    NotDrawnException(String reason, Throwable cause) {
        super(reason.endsWith(".") ? reason.substring(0, reason.length() - 1) : reason, cause);
    }
}
