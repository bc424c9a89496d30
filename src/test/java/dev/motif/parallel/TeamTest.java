package dev.motif.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class TeamTest {
    private static final long MUCH = 1 << 20;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void everyPositionOfEachRoundIsVisitedOnce(int concurrency) {
        AtomicIntegerArray visits = new AtomicIntegerArray(1000);
        Queue<Thread> others = new ConcurrentLinkedQueue<>();
        try (Team team = new Team(new Workers(concurrency, Cancellation.NEVER, Progress.NONE, startingIn(others)))) {
            for (int round = 0; round < 2_000; round++) {
                int length = 1 + round % 1000;
                // Some rounds are too small to share, some are, and some come after the others have gone to sleep.
                long work = round % 3 == 0 ? 10 : MUCH;
                if (round % 500 == 499) {
                    awaitSleep(others);
                }
                team.run(0, length, work, (worker, from, to) -> {
                    assertThat(worker).isBetween(0, team.threads() - 1);
                    for (long i = from; i < to; i++) {
                        visits.incrementAndGet((int) i);
                    }
                });
            }
        }
        for (int i = 0; i < visits.length(); i++) {
            assertThat(visits.get(i)).as("position %d", i).isEqualTo(2 * (1000 - i));
        }
    }

    /** Starts threads and keeps them in {@code threads}. */
    private static Executor startingIn(Queue<Thread> threads) {
        return task -> {
            Thread thread = new Thread(task);
            threads.add(thread);
            thread.start();
        };
    }

    private static void awaitSleep(Queue<Thread> threads) {
        while (!threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING)) {
            sleep(1);
        }
    }

    @Test
    void positionsAddUp() {
        try (Team team = new Team(Workers.of(4))) {
            long sum = team.sum(3, 100_000, MUCH, (from, to) -> (to - from) * (from + to - 1) / 2);
            assertThat(sum).isEqualTo(99_999L * 100_000 / 2 - 3);
        }
    }

    @Test
    void nobodyIsInARoundAfterItsEnd() {
        AtomicInteger inside = new AtomicInteger();
        try (Team team = new Team(Workers.of(8))) {
            for (int round = 0; round < 200; round++) {
                team.run(0, 64, MUCH, (worker, from, to) -> {
                    inside.incrementAndGet();
                    Thread.yield();
                    inside.decrementAndGet();
                });
                assertThat(inside).hasValue(0);
            }
        }
    }

    @Test
    void failureOfOneEndsAllAndIsThrown() {
        AtomicInteger inside = new AtomicInteger();
        assertThatThrownBy(() -> {
                    try (Team team = new Team(Workers.of(4))) {
                        AtomicBoolean failed = new AtomicBoolean();
                        while (true) {
                            team.run(0, 1000, MUCH, (worker, from, to) -> {
                                inside.incrementAndGet();
                                try {
                                    if (team.threads() == 1 || worker > 0 && failed.compareAndSet(false, true)) {
                                        throw new IllegalArgumentException("no");
                                    }
                                } finally {
                                    inside.decrementAndGet();
                                }
                            });
                        }
                    }
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no");
        assertThat(inside).hasValue(0);
    }

    /** The leader may see that nobody is in the round any more before the failure of a worker has become known. */
    @Test
    void noRoundFollowsAFailure() {
        AtomicInteger asked = new AtomicInteger();
        for (int time = 0; time < 300; time++) {
            AtomicBoolean begun = new AtomicBoolean();
            AtomicBoolean waiting = new AtomicBoolean();
            assertThatThrownBy(() -> {
                        try (Team team = new Team(Workers.of(4))) {
                            Team.Round failing = new Team.Round(2, MUCH, (worker, from, to) -> {
                                if (worker > 0 || team.threads() == 1) {
                                    begun.set(true);
                                    await(() -> waiting.get() || worker == 0);
                                    throw new IllegalArgumentException("no");
                                }
                                await(begun::get);
                                waiting.set(true);
                            });
                            AtomicBoolean first = new AtomicBoolean(true);
                            team.run(() -> {
                                if (first.getAndSet(false)) {
                                    return failing;
                                }
                                asked.incrementAndGet();
                                return null;
                            });
                        }
                    })
                    .hasMessage("no");
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void coldCodeRunsOnTheCallingThread() {
        long nanos = ColdCode.nanos;
        ColdCode.nanos = Long.MAX_VALUE / 2;
        try (Team team = new Team(Workers.of(4))) {
            List<Integer> workers = new ArrayList<>();
            team.run(0, 1000, MUCH, (worker, from, to) -> workers.add(worker));
            assertThat(workers).isNotEmpty().containsOnly(0);
        } finally {
            ColdCode.nanos = nanos;
        }
    }

    private static void await(BooleanSupplier ready) {
        while (!ready.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void failureOfTheLeaderWaitsForTheOthers() {
        AtomicInteger inside = new AtomicInteger();
        AtomicBoolean failing = new AtomicBoolean();
        try (Team team = new Team(Workers.of(4))) {
            boolean alone = team.threads() == 1;
            assertThatThrownBy(() -> team.run(0, 1000, MUCH, (worker, from, to) -> {
                        if (worker == 0) {
                            while (!alone && inside.get() == 0) {
                                Thread.onSpinWait();
                            }
                            failing.set(true);
                            throw new IllegalStateException("leader");
                        }
                        inside.incrementAndGet();
                        while (!failing.get()) {
                            Thread.onSpinWait();
                        }
                        for (int turn = 0; turn < 100; turn++) {
                            Thread.yield();
                        }
                        inside.decrementAndGet();
                    }))
                    .hasMessage("leader");
            assertThat(inside).hasValue(0);
        }
    }

    @Test
    void cancellationEndsARoundAndProgressIsPublished() {
        AtomicLong published = new AtomicLong();
        AtomicBoolean cancelled = new AtomicBoolean();
        Cancellation cancellation = cancelled::get;
        Progress progress = new Progress() {
            @Override
            public void begin(String stage, long volume) {}

            @Override
            public void advance(long amount) {}

            @Override
            public void publish() {
                cancelled.set(published.incrementAndGet() == 2);
            }
        };
        assertThatThrownBy(() -> {
                    try (Team team = new Team(new Workers(3, cancellation, progress))) {
                        team.run(0, Long.MAX_VALUE / MUCH, Long.MAX_VALUE, (worker, from, to) -> sleep(1));
                    }
                })
                .isInstanceOf(CancellationException.class);
        assertThat(published.get()).isGreaterThanOrEqualTo(2);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
