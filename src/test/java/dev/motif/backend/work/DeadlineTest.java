package dev.motif.backend.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private final AtomicLong clock = new AtomicLong();

    private static Execution execution(Cancellation cancellation) {
        return new Execution(new NativeMemory(1 << 10), new Workers(1, cancellation, Progress.NONE), new StageTimes());
    }

    private Deadline deadline() {
        return Deadline.after(5, clock::get);
    }

    private void waitUntilItHasPassed(Execution limited) {
        clock.set(TimeUnit.MILLISECONDS.toNanos(5));
        limited.workers().cancellation().check();
    }

    @Test
    void timeRunsByItsClock() {
        Deadline deadline = deadline();
        clock.set(TimeUnit.MILLISECONDS.toNanos(4));
        assertThat(deadline.requested()).isFalse();
        assertThat(deadline.nanosLeft()).isEqualTo(1_000_000);
        clock.set(TimeUnit.MILLISECONDS.toNanos(5));
        assertThat(deadline.requested()).isTrue();
        assertThat(Deadline.NEVER.requested()).isFalse();
    }

    @Test
    void workIsDoneOrCutShort() {
        assertThat(deadline().limit(execution(Cancellation.NEVER), limited -> {}))
                .isTrue();
        assertThat(deadline().limit(execution(Cancellation.NEVER), this::waitUntilItHasPassed))
                .isFalse();
    }

    @Test
    void whatIsLimitedGivesItsResultOrAnError() {
        assertThat(deadline().<Integer>inTime(execution(Cancellation.NEVER), limited -> 7))
                .isEqualTo(7);
        assertThatThrownBy(() -> deadline().inTime(execution(Cancellation.NEVER), limited -> {
                    waitUntilItHasPassed(limited);
                    return 7;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the search was stopped by `timeoutMillis: 5`");
    }

    @Test
    void partsOfARunHaveItsDeadline() {
        Execution run = execution(Cancellation.NEVER);
        Deadline whole = run.deadline(1000);
        assertThat(whole.timeoutMillis()).isEqualTo(1000);
        whole.inTime(run, timed -> {
            assertThat(timed.deadline()).isSameAs(whole);
            assertThat(timed.deadline(1)).isSameAs(whole);
            assertThat(timed.with(Workers.of(3)).with(new StageTimes()).deadline(1))
                    .isSameAs(whole);
            return null;
        });
        assertThat(run.<Deadline>inTime(0, timed -> timed.deadline(1))).isSameAs(Deadline.NEVER);
    }

    @Test
    void limitedPartsAreCanceledAndHaveNoDeadline() {
        deadline().limit(execution(Cancellation.NEVER), limited -> {
            assertThat(limited.deadline(1)).isSameAs(Deadline.NEVER);
            assertThat(limited.workers().cancellation().requested()).isFalse();
            clock.set(TimeUnit.MILLISECONDS.toNanos(5));
            assertThat(limited.workers().cancellation().requested()).isTrue();
        });
    }

    @Test
    void noLimitLeavesTheWorkersAsTheyAre() {
        Execution run = execution(Cancellation.NEVER);
        Deadline.NEVER.limit(run, same -> assertThat(same.workers()).isSameAs(run.workers()));
    }

    @Test
    void shorterLimitIsTakenWhereItIsSooner() {
        assertThat(deadline().atMost(2).timeoutMillis()).isEqualTo(2);
        assertThat(deadline().atMost(7).timeoutMillis()).isEqualTo(5);
        assertThat(Deadline.NEVER.atMost(7).timeoutMillis()).isEqualTo(7);
    }

    @Test
    void canceledJobIsNotTakenForALateOne() {
        assertThatThrownBy(() -> deadline().limit(execution(() -> clock.get() > 0), this::waitUntilItHasPassed))
                .isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> deadline().limit(execution(Cancellation.NEVER), limited -> {
                    throw new CancellationException("interrupted");
                }))
                .hasMessage("interrupted");
    }
}
