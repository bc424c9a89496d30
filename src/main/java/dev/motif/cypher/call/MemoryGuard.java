package dev.motif.cypher.call;

import dev.motif.backend.MemoryEstimate;
import dev.motif.graph.Bytes;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapMemoryException;

/** Refuses a call before it starts when even the least off-heap memory that it needs is not free. */
public final class MemoryGuard {
    private MemoryGuard() {}

    /**
     * Checks that the least bytes of {@code estimate} are free.
     *
     * @param procedure the name of the procedure, for the message
     * @param sudo whether to check nothing
     * @throws IllegalStateException when they are not free
     */
    public static void check(String procedure, MemoryEstimate estimate, NativeMemory memory, boolean sudo) {
        long free = memory.freeBytes();
        if (!sudo && estimate.minBytes() > free) {
            throw new IllegalStateException(procedure + " was not started: it needs at least "
                    + Bytes.toText(estimate.minBytes()) + " of off-heap memory, and " + Bytes.toText(free)
                    + " of the budget of " + Bytes.toText(memory.limitBytes())
                    + " are free. Drop graphs with motif.graph.drop, raise the budget with -D"
                    + OffHeapMemoryException.LIMIT_PROPERTY
                    + "=<bytes, or a number with k, m or g> in server.jvm.additional, or start it anyway with"
                    + " {sudo: true}.");
        }
    }
}
