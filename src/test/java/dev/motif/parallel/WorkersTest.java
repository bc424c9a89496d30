package dev.motif.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class WorkersTest {
    /** Counts the looks of the calling thread at its workers, which come while it waits for them and once afterwards. */
    private static final class Looks implements Progress {
        private final AtomicInteger looks = new AtomicInteger();

        @Override
        public void begin(String stage, long volume) {}

        @Override
        public void advance(long amount) {}

        @Override
        public void publish() {
            looks.incrementAndGet();
        }

        /** Waits until the calling thread has looked twice more: it does not if it has left already. */
        void awaitTwoMore() throws InterruptedException {
            int enough = looks.get() + 2;
            while (looks.get() < enough) {
                Thread.sleep(1);
            }
        }
    }

    private final Looks looks = new Looks();

    /** Counts down when a worker has ended. */
    private final CountDownLatch oneEnded = new CountDownLatch(1);

    private final Executor watchedThreads = task -> new Thread(() -> {
                task.run();
                oneEnded.countDown();
            })
            .start();

    @ParameterizedTest
    @CsvSource({
        "0, 1, 3",
        "1, 1, 1",
        "1, 100, 4",
        "1000, 1, 1",
        "1000, 1, 4",
        "1000, 7, 2",
        "1000, 1000, 4",
        "1000, 999, 9"
    })
    void everyIndexIsWorkedOnOnce(int length, int grain, int concurrency) {
        AtomicIntegerArray visits = new AtomicIntegerArray(length);
        Workers.of(concurrency).forRanges(length, grain, (worker, from, to) -> {
            assertThat(worker).isBetween(0, concurrency - 1);
            assertThat(from % grain).isZero();
            assertThat(to).isEqualTo(Math.min(length, from + grain));
            for (int i = (int) from; i < to; i++) {
                visits.incrementAndGet(i);
            }
        });
        for (int i = 0; i < length; i++) {
            assertThat(visits.get(i)).as("visits of %d", i).isOne();
        }
    }

    /** Neither could end without the other. */
    @Test
    void workRunsBesideThatOfTheCallingThread() {
        CountDownLatch both = new CountDownLatch(2);
        Thread caller = Thread.currentThread();
        AtomicBoolean ownOnCaller = new AtomicBoolean();
        Workers.of(1).runBeside(() -> meet(both), () -> {
            ownOnCaller.set(Thread.currentThread() == caller);
            meet(both);
        });
        assertThat(ownOnCaller).isTrue();
    }

    private static void meet(CountDownLatch all) {
        all.countDown();
        try {
            assertThat(all.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void failureBesideIsThrownAfterBothHaveEnded() {
        AtomicBoolean ended = new AtomicBoolean();
        assertThatThrownBy(() -> Workers.of(2)
                        .runBeside(
                                () -> {
                                    throw new IllegalStateException("beside");
                                },
                                () -> ended.set(true)))
                .hasMessage("beside");
        assertThat(ended).isTrue();
        CountDownLatch both = new CountDownLatch(2);
        AtomicBoolean besideEnded = new AtomicBoolean();
        assertThatThrownBy(() -> Workers.of(2)
                        .runBeside(
                                () -> {
                                    meet(both);
                                    besideEnded.set(true);
                                },
                                () -> {
                                    meet(both);
                                    throw new IllegalStateException("own");
                                }))
                .hasMessage("own");
        assertThat(besideEnded).isTrue();
    }

    @Test
    void rangesBeyondAnIntAreHandedOut() {
        long grain = 1L << 40;
        AtomicLong sum = new AtomicLong();
        Workers.of(3).forRanges(10 * grain + 5, grain, (worker, from, to) -> sum.addAndGet(to - from));
        assertThat(sum).hasValue(10 * grain + 5);
    }

    @Test
    void everyWorkerRunsOnceAndAtTheSameTime() {
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(5);
        Workers.of(5).run(5, (worker, group) -> {
            assertThat(seen.add(worker)).isTrue();
            all.countDown();
            assertThat(all.await(5, TimeUnit.MINUTES)).isTrue();
        });
        assertThat(seen).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }

    @Test
    void singleUnwatchedWorkerRunsOnTheCallingThread() {
        Thread caller = Thread.currentThread();
        Workers.of(1)
                .run(1, (worker, group) -> assertThat(Thread.currentThread()).isSameAs(caller));
        new Workers(1, () -> false, Progress.NONE)
                .run(1, (worker, group) -> assertThat(Thread.currentThread()).isNotSameAs(caller));
    }

    @Test
    void concurrencyBelowOneIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Workers.of(0))
                .withMessage("`concurrency` must be 1 or more, got 0");
    }

    @Test
    void sameJobWithOtherConcurrencyKeepsItsWatchers() {
        Cancellation cancellation = () -> false;
        Workers workers = new Workers(2, cancellation, Progress.NONE).with(7);
        assertThat(workers.concurrency()).isEqualTo(7);
        assertThat(workers.cancellation()).isSameAs(cancellation);
        assertThat(workers.progress()).isSameAs(Progress.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void failureIsThrownAfterAllWorkersEnded(int concurrency) {
        AtomicInteger running = new AtomicInteger();
        IllegalStateException failure = new IllegalStateException("boom");
        Workers workers = new Workers(concurrency, Cancellation.NEVER, looks);
        assertThatThrownBy(() -> workers.run(concurrency, (worker, group) -> {
                    running.incrementAndGet();
                    try {
                        if (worker == 0) {
                            throw failure;
                        }
                        awaitStop(group);
                        looks.awaitTwoMore();
                    } finally {
                        running.decrementAndGet();
                    }
                }))
                .isSameAs(failure);
        assertThat(running).hasValue(0);
    }

    @Test
    void noRangeBeginsAfterAFailure() {
        AtomicInteger ranges = new AtomicInteger();
        CountDownLatch bothBegan = new CountDownLatch(2);
        Workers workers = new Workers(2, Cancellation.NEVER, Progress.NONE, watchedThreads);
        assertThatThrownBy(() -> workers.forRanges(10_000, 1, (worker, from, to) -> {
                    ranges.incrementAndGet();
                    meet(bothBegan);
                    if (worker == 0) {
                        throw new ArithmeticException("boom");
                    }
                    assertThat(oneEnded.await(5, TimeUnit.MINUTES)).isTrue();
                }))
                .isInstanceOf(ArithmeticException.class)
                .hasNoSuppressedExceptions();
        assertThat(ranges).as("ranges, the first of each worker alone").hasValue(2);
    }

    @Test
    void furtherFailuresAreSuppressed() {
        CountDownLatch both = new CountDownLatch(2);
        assertThatThrownBy(() -> Workers.of(2).run(2, (worker, group) -> {
                    both.countDown();
                    both.await();
                    throw new IllegalStateException("of worker " + worker);
                }))
                .isInstanceOf(IllegalStateException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    @Test
    void errorsAreThrownAsTheyAreAndCheckedExceptionsWrapped() {
        AssertionError error = new AssertionError("boom");
        assertThatThrownBy(() -> Workers.of(2).run(2, (worker, group) -> {
                    throw error;
                }))
                .isSameAs(error);
        assertThatThrownBy(() -> Workers.of(2).forRanges(1, 1, (worker, from, to) -> {
                    throw new IOException("disk");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void failureDuringAPollOfTheCancellationStillStopsTheOthers() {
        AtomicInteger polls = new AtomicInteger();
        Cancellation cancellation = () -> {
            if (polls.getAndIncrement() == 1) {
                awaitQuietly(oneEnded);
            }
            return false;
        };
        Workers workers = new Workers(2, cancellation, Progress.NONE, watchedThreads);
        assertThatThrownBy(() -> workers.run(2, (worker, group) -> {
                    if (worker == 0) {
                        awaitPolls(polls, 2);
                        throw new IllegalStateException("boom");
                    }
                    awaitPolls(polls, 3);
                    awaitStop(group);
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("boom")
                .hasNoSuppressedExceptions();
    }

    @Test
    void workersThatStartedAreWaitedForWhenThereIsNoThreadForAnother() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger started = new AtomicInteger();
        Executor twoThreads = task -> {
            if (started.getAndIncrement() == 2) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            new Thread(task).start();
        };
        Workers workers = new Workers(4, Cancellation.NEVER, looks, twoThreads);
        assertThatThrownBy(() -> workers.run(4, (worker, group) -> {
                    running.incrementAndGet();
                    awaitStop(group);
                    looks.awaitTwoMore();
                    running.decrementAndGet();
                }))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(running).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void cancelledJobBeginsAtMostOneMoreRangeOnEachWorker(int concurrency) {
        AtomicBoolean cancelled = new AtomicBoolean();
        AtomicInteger rangesAfterwards = new AtomicInteger();
        AtomicInteger running = new AtomicInteger();
        Workers workers = new Workers(concurrency, cancelled::get, looks);
        assertThatThrownBy(() -> workers.forRanges(10_000, 1, (worker, from, to) -> {
                    running.incrementAndGet();
                    if (cancelled.get()) {
                        rangesAfterwards.incrementAndGet();
                    }
                    if (from == 50) {
                        cancelled.set(true);
                    }
                    if (cancelled.get()) {
                        // By then, the calling thread has asked the cancellation.
                        looks.awaitTwoMore();
                    }
                    running.decrementAndGet();
                }))
                .isInstanceOf(CancellationException.class)
                .hasMessage("cancelled by the caller");
        assertThat(rangesAfterwards).hasValueLessThanOrEqualTo(concurrency);
        assertThat(running).hasValue(0);
    }

    @Test
    void jobCancelledBeforehandDoesNotBegin() {
        AtomicInteger ranges = new AtomicInteger();
        Workers workers = new Workers(2, () -> true, Progress.NONE);
        assertThatThrownBy(() -> workers.forRanges(10, 1, (worker, from, to) -> ranges.incrementAndGet()))
                .isInstanceOf(CancellationException.class);
        assertThat(ranges).hasValue(0);
    }

    @Test
    void interruptedCallerCancelsAndStaysInterrupted() {
        AtomicInteger running = new AtomicInteger();
        Thread caller = Thread.currentThread();
        assertThatThrownBy(() -> new Workers(2, Cancellation.NEVER, looks).run(2, (worker, group) -> {
                    running.incrementAndGet();
                    if (worker == 0) {
                        caller.interrupt();
                    }
                    awaitStop(group);
                    looks.awaitTwoMore();
                    running.decrementAndGet();
                }))
                .isInstanceOf(CancellationException.class)
                .hasMessage("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(running).hasValue(0);
    }

    /** Waits until the group stops. When it does not, the timeout of the test interrupts the calling thread, which stops it. */
    private static void awaitStop(Workers.Group group) throws InterruptedException {
        while (!group.stopped()) {
            Thread.sleep(1);
        }
    }

    private static void awaitPolls(AtomicInteger polls, int count) throws InterruptedException {
        while (polls.get() < count) {
            Thread.sleep(1);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs {@code work} where cold code is never warm. */
    private static void whileCold(Runnable work) {
        long nanos = ColdCode.nanos;
        ColdCode.nanos = Long.MAX_VALUE / 2;
        try {
            work.run();
        } finally {
            ColdCode.nanos = nanos;
        }
    }

    @Test
    void oneWorkerRunsColdCode() {
        Set<Integer> workers = ConcurrentHashMap.newKeySet();
        whileCold(() -> Workers.of(4).forEach(1000, 1, (worker, index) -> workers.add(worker)));
        assertThat(workers).containsExactly(0);
    }

    @Test
    void othersJoinAWorkerOfColdCodeThatWaits() {
        Object lock = new Object();
        AtomicBoolean joined = new AtomicBoolean();
        whileCold(() -> Workers.of(2).run(2, WorkersTest.class, (worker, group) -> {
            synchronized (lock) {
                if (worker == 0) {
                    group.await(lock, joined::get);
                } else {
                    joined.set(true);
                    lock.notifyAll();
                }
            }
        }));
        assertThat(joined).isTrue();
    }

    @Test
    void failureInColdCodeEndsAll() {
        assertThatThrownBy(() -> whileCold(() -> Workers.of(3).forEach(1000, 1, (worker, index) -> {
                    throw new IllegalArgumentException("no");
                })))
                .hasMessage("no");
    }
}
