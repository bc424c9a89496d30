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
@Timeout(600)
class ProgressTest {
    private static class Recorded implements Progress {
        final AtomicLong done = new AtomicLong();
        final Set<Thread> publishers = ConcurrentHashMap.newKeySet();
        final AtomicInteger published = new AtomicInteger();

        @Override
        public void begin(String stage, long volume) {}

        @Override
        public void advance(long amount) {
            done.addAndGet(amount);
        }

        @Override
        public void publish() {
            publishers.add(Thread.currentThread());
            published.incrementAndGet();
        }

        /** Waits until it has been published {@code more} times from now on. */
        void await(int more) throws InterruptedException {
            int enough = published.get() + more;
            while (published.get() < enough) {
                Thread.sleep(1);
            }
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
        new Workers(concurrency, Cancellation.NEVER, progress).run(concurrency, (worker, group) -> progress.await(3));
        assertThat(progress.publishers).containsExactly(Thread.currentThread());
    }

    /** The work ends only when it has been published so often. */
    @Test
    void longJobIsPublishedAgainAndAgain() {
        Recorded progress = new Recorded();
        new Workers(2, Cancellation.NEVER, progress).run(2, (worker, group) -> progress.await(6));
        assertThat(progress.published).hasValueGreaterThan(6);
    }

    @Test
    void jobIsPublishedAtItsEnd() {
        Recorded progress = new Recorded();
        AtomicInteger before = new AtomicInteger();
        new Workers(1, Cancellation.NEVER, progress).run(1, (worker, group) -> before.set(progress.published.get()));
        assertThat(progress.published).hasValueGreaterThan(before.get());
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
        Recorded failing = new Recorded() {
            @Override
            public void publish() {
                super.publish();
                ProgressTest.<RuntimeException>rethrow(failure);
            }
        };
        AtomicInteger running = new AtomicInteger();
        assertThatThrownBy(() -> new Workers(2, Cancellation.NEVER, failing).run(2, (worker, group) -> {
                    running.incrementAndGet();
                    while (!group.stopped()) {
                        Thread.sleep(1);
                    }
                    // Whoever leaves is published no more.
                    failing.await(2);
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
