package dev.motif.cypher.call;

import dev.motif.text.UserText;
import org.neo4j.graphdb.ConstraintViolationException;
import org.neo4j.kernel.api.exceptions.Status;

/** Thrown when a write ends early. What was committed before stays, and the message says how much that is. */
public final class PartialWriteException extends RuntimeException implements Status.HasStatus {
    private final RuntimeException reason;
    private final long written;
    private final String what;

    /**
     * @param reason why it ended
     * @param written how many of {@code what} are committed
     * @param what what is written, in the plural, such as {@code "properties"}
     */
    public PartialWriteException(RuntimeException reason, long written, String what) {
        super(
                UserText.message(explained(reason).getMessage()) + " [" + written + " " + what
                        + " were written before, in whole batches, and stay; writing again is harmless.]",
                reason);
        this.reason = reason;
        this.written = written;
        this.what = what;
    }

    /** Why the write ended early. */
    public RuntimeException reason() {
        return reason;
    }

    public PartialWriteException with(RuntimeException otherReason) {
        return new PartialWriteException(otherReason, written, what);
    }

    /** Returns this exception for a write of which {@code before} were committed before. */
    public PartialWriteException after(long before) {
        return new PartialWriteException(reason, before + written, what);
    }

    /** The status of the reason, so that clients treat this error as they would treat the reason itself. */
    @Override
    public Status status() {
        for (Throwable e = reason; e != null; e = e.getCause()) {
            if (e instanceof Status.HasStatus known) {
                return known.status();
            }
        }
        return Status.Procedure.ProcedureCallFailed;
    }

    /**
     * The innermost cause, since Neo4j too shows only that; for a violated constraint the exception whose message names
     * the label and property.
     */
    private static Throwable explained(Throwable e) {
        return e.getCause() == null || e instanceof ConstraintViolationException ? e : explained(e.getCause());
    }
}
