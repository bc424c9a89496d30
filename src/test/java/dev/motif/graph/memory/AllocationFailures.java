package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.timing.DailySample;
import java.util.function.Consumer;

/** Checks house rule 17 for off-heap memory: when an allocation fails, the work fails cleanly and leaves nothing. */
public final class AllocationFailures {
    private static final long ENOUGH = 1L << 40;
    private static final int MOST_SAMPLED = 64;

    private AllocationFailures() {}

    /**
     * Does {@code work} with only the first 0, 1, 2, ... allocations allowed, until it succeeds. Of many numbers only a
     * {@link DailySample} is tried, 0 and the largest among them, except in {@code .ci/run}.
     *
     * @param work closes what it makes
     */
    public static void check(Consumer<NativeMemory> work) {
        assertThat(count(work)).as("failures").isPositive();
    }

    /** As above, for work that may need no memory; returns how often it failed. */
    public static int count(Consumer<NativeMemory> work) {
        int failures = 0;
        int allowed = 0;
        if (!DailySample.isAll()) {
            allowed = allocations(work);
            for (int sampled : DailySample.of(allowed, MOST_SAMPLED)) {
                failures += fails(sampled, work) ? 1 : 0;
            }
        }
        for (; fails(allowed, work); allowed++) {
            failures++;
        }
        return failures;
    }

    /** The allocations of work that succeeds; another time several workers may need some more or less. */
    private static int allocations(Consumer<NativeMemory> work) {
        NativeMemory memory = new NativeMemory(ENOUGH);
        memory.allowAllocations(ENOUGH);
        work.accept(memory);
        return Math.toIntExact(ENOUGH - memory.allowedAllocations());
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
                .as("live bytes after %d allocations, of %s", allowed, DailySample.hint())
                .isZero();
        return fails;
    }
}
