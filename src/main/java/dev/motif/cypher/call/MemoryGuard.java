package dev.motif.cypher.call;

import dev.motif.backend.MemoryEstimate;
import dev.motif.graph.Bytes;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapMemoryException;

/** Refuses calls before they start when even the least that they need is not free. */
public final class MemoryGuard {
    private MemoryGuard() {}

    /**
     * Checks that {@code estimate} fits.
     *
     * @param sudo whether to go on nonetheless, since it is an estimate
     * @throws IllegalStateException when the least bytes are more than are free
     */
    public static void check(String procedure, MemoryEstimate estimate, NativeMemory memory, boolean sudo) {
        long free = memory.freeBytes();
        if (!sudo && estimate.minBytes() > free) {
            throw new IllegalStateException(procedure + " was not started: it needs at least "
                    + Bytes.toText(estimate.minBytes()) + " of off-heap memory, and " + Bytes.toText(free)
                    + " of the budget of " + Bytes.toText(memory.limitBytes())
                    + " are free. Drop graphs with motif.graph.drop, raise the budget with -D"
                    + OffHeapMemoryException.LIMIT_PROPERTY
                    + "=<bytes, or a number with k, m or g> in server.jvm.additional, or start it nonetheless with"
                    + " {sudo: true}.");
        }
    }
}
