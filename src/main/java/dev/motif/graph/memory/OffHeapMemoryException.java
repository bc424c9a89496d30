package dev.motif.graph.memory;

/**
 * Thrown when an off-heap allocation does not fit into its budget or into the machine's memory. Nothing has been
 * allocated.
 */
public final class OffHeapMemoryException extends RuntimeException {
    /** The JVM option that sets the off-heap budget of the whole server. */
    public static final String LIMIT_PROPERTY = "motif.offheap.limit";

    /** The JVM option that sets how much of it each user may have; no limit without it. */
    public static final String USER_LIMIT_PROPERTY = "motif.offheap.limit.user";

    OffHeapMemoryException(long neededBytes, long freeBytes, NativeMemory.Limit limit) {
        super("Not enough off-heap memory: " + Bytes.toText(neededBytes) + " needed, " + Bytes.toText(freeBytes)
                + " of the " + limit.name() + " of " + Bytes.toText(limit.bytes()) + " free, "
                + Bytes.toText(limit.bytes() - freeBytes) + " used. Drop graphs with motif.graph.drop, or raise the "
                + limit.name() + " with -D" + limit.property()
                + "=<bytes, or a number with k, m or g> in server.jvm.additional.");
    }
}
