package dev.motif.backend.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.work.SearchQueue.Task;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@LeavesNothing
class SearchQueueTest {
    private static final int ROUNDS = 50;
    private static final int WORKERS = 3;

    private final NativeMemory memory = new NativeMemory(1 << 20);

    /**
     * In each round a worker has the only root, gives a part of it away, and asks for more at once, before another one
     * begins with the part.
     */
    @Test
    @Timeout(300)
    void allStayWhileOneStillWorks() {
        AtomicInteger leftEarly = new AtomicInteger();
        Workers workers = Workers.of(WORKERS);
        for (int round = 0; round < ROUNDS; round++) {
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapLongs weights = scope.longs(1);
                weights.set(0, 1);
                SearchQueue queue = new SearchQueue(weights, "searching", Deadline.NEVER, workers, scope);
                AtomicInteger open = new AtomicInteger(1);
                queue.run((worker, tasks) -> {
                    for (Task task = tasks.take(); task != null; task = tasks.take()) {
                        if (task.first() == 0) {
                            giveAway(tasks, open);
                        }
                        open.decrementAndGet();
                    }
                    leftEarly.addAndGet(open.get());
                });
                assertThat(open).hasValue(0);
            }
        }
        assertThat(leftEarly).hasValue(0);
    }

    /** One worker gives a part away every other millisecond, for which 63 wait: time enough for one that does not sleep. */
    @Test
    @Timeout(300)
    void idleWorkersWaitOnceForEachPartAndOnceForTheEnd() {
        int threads = 64;
        int parts = 100;
        AtomicLong waits = new AtomicLong();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs weights = scope.longs(1);
            weights.set(0, 1);
            SearchQueue queue = new SearchQueue(weights, "searching", Deadline.NEVER, Workers.of(threads), scope);
            AtomicInteger open = new AtomicInteger(1);
            queue.run((worker, tasks) -> {
                long before = waitedCount();
                for (Task task = tasks.take(); task != null; task = tasks.take()) {
                    if (task.first() == 0) {
                        for (int part = 0; part < parts; part++) {
                            Thread.sleep(2);
                            giveAway(tasks, open);
                        }
                    }
                    open.decrementAndGet();
                }
                waits.addAndGet(waitedCount() - before);
            });
            assertThat(open).hasValue(0);
        }
        assertThat(waits.get()).isBetween(1L, 3L * parts + threads);
    }

    /** How often the calling thread has begun to wait. */
    private static long waitedCount() {
        return ManagementFactory.getThreadMXBean()
                .getThreadInfo(Thread.currentThread().getId())
                .getWaitedCount();
    }

    private static void giveAway(SearchQueue.WorkerTasks tasks, AtomicInteger open) {
        open.incrementAndGet();
        while (!tasks.offer(new Task(0, 1, 2))) {
            Thread.onSpinWait();
        }
    }
}
