package dev.motif.catalog;

import dev.motif.graph.NativeMemory;

/** The off-heap memory that all graphs and algorithms of this server share. */
public final class OffHeapBudget {
    private OffHeapBudget() {}

    private static final class Holder {
        static final NativeMemory MEMORY = new NativeMemory(NativeMemory.limitOfProcess());
    }

    /**
     * The memory from which all graphs and algorithms allocate. Its limit, {@link NativeMemory#limitOfProcess}, is set when
     * this is first called.
     *
     * @throws IllegalArgumentException when the JVM option that sets the limit is not a number of bytes
     */
    public static NativeMemory memory() {
        NativeMemory.limitOfProcess();
        return Holder.MEMORY;
    }
}
