package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;

/** Checks house rule 17 for off-heap memory: when an allocation fails, the work fails cleanly and leaves nothing. */
public final class AllocationFailures {
    private static final long ENOUGH = 1L << 40;

    private AllocationFailures() {}

    /**
     * Does {@code work} with only the first 0, 1, 2, ... allocations allowed, until it succeeds.
     *
     * @param work closes what it makes
     */
    public static void check(Consumer<NativeMemory> work) {
        assertThat(count(work)).as("failures").isPositive();
    }

    /** As above, for work that may need no memory; returns how often it failed. */
    public static int count(Consumer<NativeMemory> work) {
        int failures = 0;
        while (fails(failures, work)) {
            failures++;
        }
        return failures;
    }

    private static boolean fails(int allowed, Consumer<NativeMemory> work) {
        NativeMemory memory = new NativeMemory(ENOUGH);
        memory.allowAllocations(allowed);
        boolean fails = false;
        try {
            work.accept(memory);
        } catch (OffHeapMemoryException e) {
            fails = true;
        }
        assertThat(memory.liveBytes())
                .as("live bytes after %d allocations", allowed)
                .isZero();
        return fails;
    }
}
