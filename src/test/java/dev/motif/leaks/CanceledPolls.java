package dev.motif.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.DailySample;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Checks house rule 14: work that is canceled, at whatever poll, leaves nothing allocated. */
public final class CanceledPolls {
    private static final int MORE_THAN_THERE_ARE = 100_000;

    /** Where all are tried, they come ever farther apart, so that a few hundred polls take about sixty tries. */
    private static final int MOST_SAMPLED = 32;

    private CanceledPolls() {}

    /**
     * Does {@code work} again and again, canceled at its first poll, at a later one, ..., until it ends. Of many polls
     * only a {@link DailySample} is tried, the first and the last among them, except in {@code .ci/run all}.
     *
     * @param memory must have after each cancellation what it had before
     * @return the number of polls that were too many; 0 when it was never canceled
     */
    public static int check(NativeMemory memory, int workers, Consumer<Workers> work) {
        int allowed = 0;
        if (!DailySample.isAll()) {
            int polls = polls(workers, work);
            for (int sampled : DailySample.of(polls, MOST_SAMPLED)) {
                isCanceled(sampled, memory, workers, work);
            }
            allowed = polls;
        }
        while (isCanceled(allowed, memory, workers, work)) {
            allowed += 1 + allowed / 20;
            assertThat(allowed).as("polls").isLessThan(MORE_THAN_THERE_ARE);
        }
        return allowed;
    }

    /** The polls of work that is not canceled; another time there may be some more or less. */
    private static int polls(int workers, Consumer<Workers> work) {
        AtomicInteger polls = new AtomicInteger();
        work.accept(new Workers(workers, () -> polls.getAndIncrement() < 0, Progress.NONE));
        return polls.get();
    }

    private static boolean isCanceled(int allowed, NativeMemory memory, int workers, Consumer<Workers> work) {
        long live = memory.liveBytes() + memory.heap().liveBytes();
        boolean canceled = isCanceled(allowed, workers, work);
        if (canceled) {
            assertThat(memory.liveBytes() + memory.heap().liveBytes())
                    .as("live bytes after %d polls, of %s", allowed, DailySample.hint())
                    .isEqualTo(live);
        }
        return canceled;
    }

    private static boolean isCanceled(int allowed, int workers, Consumer<Workers> work) {
        AtomicInteger polls = new AtomicInteger();
        try {
            work.accept(new Workers(workers, () -> polls.getAndIncrement() >= allowed, Progress.NONE));
            return false;
        } catch (CancellationException e) {
            return true;
        }
    }
}
