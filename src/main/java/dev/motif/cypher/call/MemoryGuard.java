package dev.motif.cypher.call;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.NativeMemory;

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
        NativeMemory.Limit limit = memory.tightestLimit();
        if (!sudo && estimate.minBytes() > free) {
            throw new IllegalStateException(procedure + " was not started: it needs at least "
                    + Bytes.toText(estimate.minBytes()) + " of off-heap memory, and " + Bytes.toText(free)
                    + " of the " + limit.name() + " of " + Bytes.toText(limit.bytes())
                    + " are free. Drop graphs with motif.graph.drop, raise the " + limit.name() + " with -D"
                    + limit.property()
                    + "=<bytes, or a number with k, m or g> in server.jvm.additional, or start it anyway with"
                    + " {sudo: true}.");
        }
    }
}
