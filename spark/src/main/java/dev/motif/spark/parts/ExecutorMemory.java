package dev.motif.spark.parts;

import dev.motif.graph.memory.NativeMemory;

/** The one budget off the heap of this JVM, for all graphs that its tasks read and all work on them. */
public final class ExecutorMemory {
    private static NativeMemory memory;

    private ExecutorMemory() {}

    /**
     * That budget with another limit.
     *
     * @param bytes the most bytes from now on; 0 for the default
     */
    public static synchronized NativeMemory limitedTo(long bytes) {
        long limit = bytes > 0 ? bytes : NativeMemory.limitOfProcess();
        if (memory == null) {
            memory = new NativeMemory(limit);
        } else {
            memory.limitTo(limit);
        }
        return memory;
    }

    /** The bytes that are live. */
    public static synchronized long liveBytes() {
        return memory == null ? 0 : memory.liveBytes();
    }
}
