package dev.motif.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class OffersTest {
    private static final int WORKERS = 5;

    private final Offers<Integer> offers = new Offers<>(WORKERS);
    private final Queue<Thread> idle = new ConcurrentLinkedQueue<>();

    private Integer take(Workers.Group group) throws InterruptedException {
        idle.add(Thread.currentThread());
        return offers.take(group);
    }

    /** Returns once the others sleep without a time after which they would look for parts again. */
    private void awaitSleepOfOthers() {
        while (idle.size() < WORKERS - 1 || !idle.stream().allMatch(OffersTest::sleeps)) {
            Thread.onSpinWait();
        }
    }

    private static boolean sleeps(Thread thread) {
        return thread.getState() == Thread.State.WAITING;
    }

    @Test
    void thereAreNoMorePartsThanSleepingWorkers() {
        Queue<Integer> taken = new ConcurrentLinkedQueue<>();
        CountDownLatch left = new CountDownLatch(WORKERS - 1);
        assertThat(offers.wanted()).as("wanted, before any is idle").isFalse();
        Workers.of(WORKERS).run(WORKERS, (worker, group) -> {
            if (worker == 0) {
                awaitSleepOfOthers();
                for (int part = 0; part < WORKERS - 1; part++) {
                    assertThat(offers.promise()).isTrue();
                }
                assertThat(offers.promise()).as("promised, for nobody").isFalse();
                for (int part = 0; part < WORKERS - 1; part++) {
                    offers.add(part);
                }
            } else {
                taken.add(take(group));
                left.countDown();
            }
            // Else one could take a part of another that has not woken yet.
            left.await();
            assertThat(offers.take(group)).isNull();
        });
        assertThat(taken).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void whoTakesAPartThatWasPromisedToAnotherLeavesItsRequest() {
        AtomicInteger taken = new AtomicInteger();
        Workers.of(WORKERS).run(WORKERS, (worker, group) -> {
            if (worker == 0) {
                awaitSleepOfOthers();
                synchronized (offers) { // so that no other one wakes before
                    assertThat(offers.promise()).isTrue();
                    offers.add(1);
                    taken.addAndGet(offers.take(group));
                    for (int other = 1; other < WORKERS; other++) {
                        assertThat(offers.promise()).isTrue();
                    }
                    assertThat(offers.promise()).isFalse();
                }
                assertThat(offers.take(group)).isNull();
            }
            for (Integer part = worker == 0 ? null : take(group); part != null; part = take(group)) {
                taken.addAndGet(part);
            }
        });
        assertThat(taken).hasValue(1);
    }

    @Test
    void cancellationEndsAllThatSleep() {
        AtomicBoolean cancelled = new AtomicBoolean();
        AtomicInteger ended = new AtomicInteger();
        Workers workers = new Workers(WORKERS, cancelled::get, Progress.NONE);
        assertThatThrownBy(() -> workers.run(WORKERS, (worker, group) -> {
                    if (worker == 0) {
                        awaitSleepOfOthers();
                        cancelled.set(true);
                        while (!group.stopped()) {
                            Thread.onSpinWait();
                        }
                    } else {
                        assertThat(take(group)).isNull();
                    }
                    ended.incrementAndGet();
                }))
                .isInstanceOf(CancellationException.class);
        assertThat(ended).hasValue(WORKERS);
    }

    @Test
    void failureEndsAllThatSleep() {
        assertThatThrownBy(() -> Workers.of(WORKERS).run(WORKERS, (worker, group) -> {
                    if (worker == 0) {
                        awaitSleepOfOthers();
                        throw new IllegalStateException("failed");
                    }
                    assertThat(take(group)).isNull();
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("failed")
                .hasNoSuppressedExceptions();
    }

    @Test
    void partThatCameAfterAFailureIsLeft() {
        AtomicInteger left = new AtomicInteger();
        assertThatThrownBy(() -> Workers.of(WORKERS).run(WORKERS, (worker, group) -> {
                    if (worker == 0) {
                        awaitSleepOfOthers();
                        assertThat(offers.promise()).isTrue();
                        throw new IllegalStateException("failed");
                    }
                    assertThat(take(group)).isNull();
                }))
                .hasMessage("failed");
        offers.add(7);
        offers.forEachLeft(left::addAndGet);
        offers.forEachLeft(left::addAndGet);
        assertThat(left).hasValue(7);
    }
}
