package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import java.util.function.Consumer;

/** Checks house rule 17 for off-heap memory: work that gets too little fails cleanly and leaves nothing allocated. */
public final class AllocationFailures {
    private static final long ENOUGH = 1L << 40;
    private static final int BUDGETS = 60;

    private AllocationFailures() {}

    /**
     * Runs {@code work} with budgets that grow from 1 byte to what it needs.
     *
     * @param work closes what it makes; its need does not change from run to run
     */
    public static void check(Consumer<NativeMemory> work) {
        long needed = needed(work);
        checkFailures(needed, work);
        NativeMemory justEnough = new NativeMemory(needed);
        work.accept(justEnough);
        assertThat(justEnough.liveBytes()).as("live with just enough").isZero();
    }

    /** The peak of the off-heap bytes of {@code work}, which closes what it makes. */
    static long needed(Consumer<NativeMemory> work) {
        NativeMemory unlimited = new NativeMemory(ENOUGH);
        work.accept(unlimited);
        assertThat(unlimited.liveBytes()).as("live after success").isZero();
        return unlimited.peakBytes();
    }

    /**
     * Checks that {@code work} fails cleanly with smaller budgets than it needs.
     *
     * @param needed the bytes that it needs: it must fail with any budget below
     */
    static void checkFailures(long needed, Consumer<NativeMemory> work) {
        assertThat(needed).as("bytes needed").isGreaterThan(BUDGETS);
        for (int i = 0; i < BUDGETS; i++) {
            long budget = 1 + (needed - 2) * i / (BUDGETS - 1);
            NativeMemory little = new NativeMemory(budget);
            assertThatThrownBy(() -> work.accept(little))
                    .as("budget %d of %d", budget, needed)
                    .isInstanceOf(OffHeapMemoryException.class);
            assertThat(little.liveBytes())
                    .as("live after failure with %d of %d", budget, needed)
                    .isZero();
        }
    }
}
