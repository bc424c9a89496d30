package dev.motif.cypher.call;

import org.neo4j.graphdb.ConstraintViolationException;
import org.neo4j.kernel.api.exceptions.Status;

/** A write that ended early. What was committed before stays, and the message says how much that is. */
public final class PartialWriteException extends RuntimeException implements Status.HasStatus {
    private final RuntimeException reason;
    private final long written;
    private final String what;

    /**
     * @param reason why it ended
     * @param written how many of {@code what} are committed
     */
    public PartialWriteException(RuntimeException reason, long written, String what) {
        super(
                explained(reason).getMessage() + " [" + written + " " + what
                        + " were written before, in whole batches, and stay; writing again is harmless.]",
                reason);
        this.reason = reason;
        this.written = written;
        this.what = what;
    }

    public RuntimeException reason() {
        return reason;
    }

    /** The same with another reason. */
    public PartialWriteException with(RuntimeException otherReason) {
        return new PartialWriteException(otherReason, written, what);
    }

    /** That of the reason, so that clients treat this error as they would treat that. */
    @Override
    public Status status() {
        for (Throwable e = reason; e != null; e = e.getCause()) {
            if (e instanceof Status.HasStatus known) {
                return known.status();
            }
        }
        return Status.Procedure.ProcedureCallFailed;
    }

    /** The innermost reason, but for a constraint the one with the names of its label and property. */
    private static Throwable explained(Throwable e) {
        return e.getCause() == null || e instanceof ConstraintViolationException ? e : explained(e.getCause());
    }
}
