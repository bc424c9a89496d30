package dev.motif.backend.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.work.SearchQueue.Task;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@LeavesNothing
class SearchQueueTest {
    private static final int ROUNDS = 50;
    private static final int SEATS = 3;

    private final NativeMemory memory = new NativeMemory(1 << 20);

    /**
     * In each round a worker has the only root, gives a part of it away, and asks for more at once, before another one
     * begins with the part.
     */
    @Test
    @Timeout(120)
    void allStayWhileOneStillWorks() {
        AtomicInteger leftEarly = new AtomicInteger();
        Workers workers = Workers.of(SEATS);
        for (int round = 0; round < ROUNDS; round++) {
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapLongs weights = scope.longs(1);
                weights.set(0, 1);
                SearchQueue queue = new SearchQueue(weights, "searching", Deadline.after(0), workers, scope);
                AtomicInteger open = new AtomicInteger(1);
                queue.run((worker, seat) -> {
                    for (Task task = seat.take(); task != null; task = seat.take()) {
                        if (task.first() == 0) {
                            giveAway(seat, open);
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

    private static void giveAway(SearchQueue.Seat seat, AtomicInteger open) {
        open.incrementAndGet();
        while (!seat.offer(new Task(0, 1, 2))) {
            Thread.onSpinWait();
        }
    }
}
