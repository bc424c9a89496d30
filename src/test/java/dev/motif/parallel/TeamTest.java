package dev.motif.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class TeamTest {
    private static final long MUCH = 1L << 40;

    /** Each position adds to a sum, which is whole when the next phase begins, whether of much or of little work. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 16})
    void everyPhaseBeginsAfterAllOfTheOneBefore(int size) {
        int phases = 3000;
        int[] begun = {0};
        AtomicInteger sum = new AtomicInteger();
        Supplier<Team.Phase> plan = () -> {
            assertThat(sum).hasValue(begun[0] * 10);
            return begun[0]++ == phases
                    ? null
                    : new Team.Phase(10, 3, begun[0] % 7 < 3 ? MUCH : 0, (worker, from, to) -> {
                        assertThat(worker).isBetween(0, size - 1);
                        sum.addAndGet((int) (to - from));
                    });
        };
        new Team(size, plan).run(Workers.of(size));
        assertThat(begun[0]).isEqualTo(phases + 1);
    }

    @Test
    void phasesOfMuchWorkAreDoneByAllThreadsAndOthersByOne() {
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(4);
        AtomicInteger begun = new AtomicInteger();
        Team[] team = new Team[1];
        team[0] = new Team(4, () -> switch (begun.getAndIncrement()) {
            case 0 -> new Team.Phase(4, 1, MUCH, (worker, from, to) -> {
                seen.add(worker);
                assertThat(team[0].alone()).isFalse();
                all.countDown();
                assertThat(all.await(100, TimeUnit.SECONDS)).isTrue();
            });
            case 1 -> new Team.Phase(4, 1, 1, (worker, from, to) -> assertThat(team[0].alone())
                    .isTrue());
            default -> null;
        });
        team[0].run(Workers.of(4));
        assertThat(seen).containsExactlyInAnyOrder(0, 1, 2, 3);
        assertThat(begun).hasValue(3);
    }

    /** The others wait for the next phase, or are still asleep, when one fails. */
    @ParameterizedTest
    @ValueSource(longs = {0, MUCH})
    void failureOfAThreadEndsAll(long work) {
        IllegalStateException failure = new IllegalStateException("boom");
        AtomicInteger begun = new AtomicInteger();
        Team team = new Team(3, () -> new Team.Phase(1, 1, begun.getAndIncrement() == 20 ? work : MUCH, (w, f, t) -> {
            if (begun.get() == 21) {
                Thread.sleep(20);
                throw failure;
            }
        }));
        assertThatThrownBy(() -> team.run(Workers.of(3))).isSameAs(failure);
        assertThat(begun).hasValue(21);
    }

    @Test
    void failureOfThePlanEndsAll() {
        AtomicInteger begun = new AtomicInteger();
        Team team = new Team(3, () -> {
            if (begun.getAndIncrement() == 5) {
                throw new ArithmeticException("plan");
            }
            return new Team.Phase(3, 1, MUCH, (worker, from, to) -> {});
        });
        assertThatThrownBy(() -> team.run(Workers.of(3))).hasMessage("plan");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, MUCH})
    void canceledTeamEnds(long work) {
        AtomicBoolean canceled = new AtomicBoolean();
        AtomicInteger begun = new AtomicInteger();
        Team team = new Team(3, () -> new Team.Phase(1000, 1, work, (worker, from, to) -> {
            if (begun.incrementAndGet() == 2000) {
                canceled.set(true);
            }
            if (canceled.get()) {
                Thread.sleep(1);
            }
        }));
        assertThatThrownBy(() -> team.run(new Workers(3, canceled::get, Progress.NONE)))
                .isInstanceOf(CancellationException.class);
    }
}
