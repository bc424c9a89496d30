package dev.motif.cypher.call;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.cypher.job.Job;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;

/** Refuses a call before it starts when even the least memory that it needs, off the heap or on it, is not free. */
public final class MemoryGuard {
    private MemoryGuard() {}

    /**
     * Checks that the least bytes of both estimates are free, and keeps the bytes on the heap for the call until {@code
     * job} ends, so that calls that run at the same time do not count on the same bytes.
     *
     * @param heap null when it is not known
     * @param memory the memory of the call
     * @param sudo whether to check and to keep nothing
     * @throws IllegalStateException when they are not free
     */
    public static void reserve(
            Job job, String procedure, MemoryEstimate offHeap, MemoryEstimate heap, NativeMemory memory, boolean sudo) {
        check(procedure, offHeap, memory, sudo);
        if (sudo || heap == null) {
            return;
        }
        try {
            job.whenEnded(memory.heap().reserve(procedure, heap.minBytes())::close);
        } catch (HeapBudget.Exceeded e) {
            // Suppressed rather than the cause: Neo4j shows only the last cause of an error.
            IllegalStateException error = new IllegalStateException(procedure + " was not started: it needs at least "
                    + Bytes.toText(heap.minBytes()) + " of heap, and "
                    + Bytes.toText(memory.heap().freeBytes()) + " of the heap budget of "
                    + Bytes.toText(memory.heap().limitBytes())
                    + " are free. Wait until other calls have ended, raise the heap budget with -D"
                    + HeapBudget.LIMIT_PROPERTY
                    + "=<bytes, or a number with k, m or g> in server.jvm.additional, or start it anyway with"
                    + " {sudo: true}.");
            error.addSuppressed(e);
            throw error;
        }
    }

    /**
     * Checks that the least bytes of {@code estimate} are free off the heap.
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
