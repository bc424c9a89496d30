package dev.motif.report;

/** A part of the report is left out; the message says why, for the reader of the report. */
final class NotDrawnException extends RuntimeException {
    NotDrawnException(String reason) {
        super(reason);
    }

    NotDrawnException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
