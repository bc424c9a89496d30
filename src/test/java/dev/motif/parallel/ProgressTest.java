package dev.motif.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the calls that {@link Workers} make to a {@link Progress}. */
@Timeout(120)
class ProgressTest {
    private static class Recorded implements Progress {
        final AtomicLong done = new AtomicLong();
        final Set<Thread> publishers = ConcurrentHashMap.newKeySet();

        @Override
        public void begin(String stage, long volume) {}

        @Override
        public void advance(long amount) {
            done.addAndGet(amount);
        }

        @Override
        public void publish() {
            publishers.add(Thread.currentThread());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void amountsAddUp(int concurrency) {
        Recorded progress = new Recorded();
        Workers workers = new Workers(concurrency, Cancellation.NEVER, progress);
        workers.forRanges(10_000, 7, (worker, from, to) -> workers.progress().advance(to - from));
        assertThat(progress.done).hasValue(10_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void callingThreadAlonePublishes(int concurrency) {
        Recorded progress = new Recorded();
        new Workers(concurrency, Cancellation.NEVER, progress).run(concurrency, (worker, group) -> Thread.sleep(300));
        assertThat(progress.publishers).containsExactly(Thread.currentThread());
    }

    @Test
    void longJobIsPublishedSeveralTimesASecond() {
        AtomicInteger published = new AtomicInteger();
        Progress progress = new Recorded() {
            @Override
            public void publish() {
                published.incrementAndGet();
            }
        };
        // The work takes about a second; a loaded machine makes it and the time between the calls longer.
        new Workers(2, Cancellation.NEVER, progress).run(2, (worker, group) -> {
            for (int millis = 0; millis < 1000; millis++) {
                Thread.sleep(1);
            }
        });
        assertThat(published).hasValueGreaterThan(5);
    }

    @Test
    void shortJobIsPublishedOnce() {
        Recorded progress = new Recorded();
        new Workers(2, Cancellation.NEVER, progress).run(2, (worker, group) -> {});
        assertThat(progress.publishers).hasSize(1);
    }

    @Test
    void exceptionWhilePublishingIsThrownAfterAllWorkersEnded() {
        checkFailureWhilePublishing(new IllegalStateException("terminated"));
    }

    @Test
    void errorWhilePublishingIsThrownAfterAllWorkersEnded() {
        checkFailureWhilePublishing(new StackOverflowError("too deep"));
    }

    private static void checkFailureWhilePublishing(Throwable failure) {
        Progress failing = new Recorded() {
            @Override
            public void publish() {
                ProgressTest.<RuntimeException>rethrow(failure);
            }
        };
        AtomicInteger running = new AtomicInteger();
        assertThatThrownBy(() -> new Workers(2, Cancellation.NEVER, failing).run(2, (worker, group) -> {
                    running.incrementAndGet();
                    while (!group.stopped()) {
                        Thread.sleep(1);
                    }
                    Thread.sleep(100);
                    running.decrementAndGet();
                }))
                .isSameAs(failure);
        assertThat(running).hasValue(0);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable failure) throws E {
        throw (E) failure;
    }
}
