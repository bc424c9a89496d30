package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.timing.DailySample;
import java.util.function.Consumer;

/** Checks house rule 17 for memory off the heap and on it: when one request fails, the work fails cleanly and leaves nothing. */
public final class AllocationFailures {
    private static final long ENOUGH = 1L << 40;
    private static final int MOST_SAMPLED = 64;

    private AllocationFailures() {}

    /** The two budgets, by how tests limit their requests. */
    private enum Budget {
        OFF_HEAP {
            @Override
            void allow(NativeMemory memory, long requests) {
                memory.allowAllocations(requests);
            }

            @Override
            long allowed(NativeMemory memory) {
                return memory.allowedAllocations();
            }
        },
        HEAP {
            @Override
            void allow(NativeMemory memory, long requests) {
                memory.heap().allowRequests(requests);
            }

            @Override
            long allowed(NativeMemory memory) {
                return memory.heap().allowedRequests();
            }
        };

        abstract void allow(NativeMemory memory, long requests);

        abstract long allowed(NativeMemory memory);
    }

    /**
     * Does {@code work} with only the first 0, 1, 2, ... allocations allowed, until it succeeds, and the same with requests
     * of heap. Of many numbers only a {@link DailySample} is tried, 0 and the largest among them, except in {@code .ci/run all}.
     *
     * @param work closes what it makes
     */
    public static void check(Consumer<NativeMemory> work) {
        assertThat(count(work)).as("failures").isPositive();
    }

    /** Lets each allocation of work fail in turn, for work that may need no memory; returns how often it failed. */
    public static int count(Consumer<NativeMemory> work) {
        NativeMemory counting = new NativeMemory(ENOUGH);
        int failures = 0;
        for (Budget budget : Budget.values()) {
            budget.allow(counting, ENOUGH);
        }
        work.accept(counting);
        for (Budget budget : Budget.values()) {
            failures += count(budget, Math.toIntExact(ENOUGH - budget.allowed(counting)), work);
        }
        return failures;
    }

    /** @param requests those of work that succeeds; another time several workers may need some more or less */
    private static int count(Budget budget, int requests, Consumer<NativeMemory> work) {
        if (requests == 0) {
            return 0;
        }
        int failures = 0;
        int allowed = 0;
        if (!DailySample.isAll()) {
            allowed = requests;
            for (int sampled : DailySample.of(allowed, MOST_SAMPLED)) {
                failures += fails(budget, sampled, work) ? 1 : 0;
            }
        }
        for (; fails(budget, allowed, work); allowed++) {
            failures++;
        }
        return failures;
    }

    private static boolean fails(Budget budget, int allowed, Consumer<NativeMemory> work) {
        NativeMemory memory = new NativeMemory(ENOUGH);
        budget.allow(memory, allowed);
        boolean fails = false;
        try {
            work.accept(memory);
        } catch (OffHeapMemoryException | HeapBudget.Exceeded e) {
            fails = true;
        }
        assertThat(memory.liveBytes() + memory.heap().liveBytes())
                .as("live bytes after %d requests %s, of %s", allowed, budget, DailySample.hint())
                .isZero();
        return fails;
    }
}
