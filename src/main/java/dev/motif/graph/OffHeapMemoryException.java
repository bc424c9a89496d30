package dev.motif.graph;

/**
 * Thrown when an off-heap allocation does not fit into its budget or into the machine's memory. Nothing has been
 * allocated.
 */
public final class OffHeapMemoryException extends RuntimeException {
    /** The JVM option that sets the off-heap budget of the whole server. */
    public static final String LIMIT_PROPERTY = "motif.offheap.limit";

    OffHeapMemoryException(long neededBytes, long freeBytes, long limitBytes) {
        super("Not enough off-heap memory: " + Bytes.toText(neededBytes) + " needed, " + Bytes.toText(freeBytes)
                + " of the budget of " + Bytes.toText(limitBytes)
                + " free. Drop graphs with motif.graph.drop, or raise the budget with -D" + LIMIT_PROPERTY
                + "=<bytes, or a number with k, m or g> in server.jvm.additional.");
    }
}
