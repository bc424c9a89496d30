package dev.motif.backend.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.work.SearchQueue.Task;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SearchQueueTest {
    private static final int ROUNDS = 50;
    private static final int SEATS = 3;
    private static final long PAUSE_NANOS = 2_000_000;

    private final NativeMemory memory = new NativeMemory(1 << 20);

    /** Offers of which each is taken a while before the worker that takes it knows it. */
    private static final class SlowOffers extends ConcurrentLinkedQueue<Task> {
        private static final long serialVersionUID = 1;

        @Override
        public Task poll() {
            Task part = super.poll();
            if (part != null) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return part;
        }
    }

    /**
     * In each round a worker has the only root, gives a part of it away, and asks for more as soon as another one takes
     * the part, before that one begins with it.
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
                SlowOffers offers = new SlowOffers();
                SearchQueue queue = new SearchQueue(
                        weights, WorkRange.ALL, SEATS, "searching", Deadline.after(0), workers, scope, offers);
                AtomicInteger open = new AtomicInteger(1);
                workers.run(SEATS, (worker, group) -> {
                    SearchQueue.Seat seat = queue.new Seat(group);
                    for (Task task = seat.take(); task != null; task = seat.take()) {
                        if (task.first() == 0) {
                            giveAway(seat, open, offers);
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

    private static void giveAway(SearchQueue.Seat seat, AtomicInteger open, SlowOffers offers) {
        while (!seat.othersIdle()) {
            Thread.onSpinWait();
        }
        open.incrementAndGet();
        seat.offer(new Task(0, 1, 2));
        while (!offers.isEmpty()) {
            Thread.onSpinWait();
        }
    }
}
