package dev.motif.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Checks house rule 14: work that is canceled, at whatever poll, leaves nothing allocated. */
public final class CanceledPolls {
    private static final int MORE_THAN_THERE_ARE = 100_000;

    private CanceledPolls() {}

    /**
     * Does {@code work} again and again, canceled at its first poll, at a later one, ..., until it ends.
     *
     * @param memory must have after each cancellation what it had before
     * @return the number of polls that were too many; 0 when it was never canceled
     */
    public static int check(NativeMemory memory, int workers, Consumer<Workers> work) {
        long live = memory.liveBytes();
        int allowed = 0;
        while (isCanceled(allowed, workers, work)) {
            assertThat(memory.liveBytes())
                    .as("live bytes after %d polls", allowed)
                    .isEqualTo(live);
            allowed += 1 + allowed / 20;
            assertThat(allowed).as("polls").isLessThan(MORE_THAN_THERE_ARE);
        }
        return allowed;
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
