package dev.motif.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A cancellation of which a test knows from when on all workers can see it: {@link Workers} publishes the progress right
 * after it has stopped a group. The thread that makes it runs the job.
 */
public final class VisibleStop implements Cancellation, Progress {
    private static final long MINUTES = 4;

    private final BooleanSupplier due;
    private final Thread job = Thread.currentThread();
    private final CountDownLatch visible = new CountDownLatch(1);
    private volatile boolean requested;

    /** Whether {@link #job} knows of it. */
    private boolean told;

    /** @param due whether the job is to be cancelled by now */
    public VisibleStop(BooleanSupplier due) {
        this.due = due;
    }

    @Override
    public boolean requested() {
        requested |= due.getAsBoolean();
        told |= requested && Thread.currentThread() == job;
        return requested;
    }

    @Override
    public void begin(String stage, long volume) {}

    @Override
    public void advance(long amount) {}

    @Override
    public void publish() {
        if (told) {
            visible.countDown();
        }
    }

    /** Waits until workers can see it. */
    public void await() {
        try {
            assertThat(visible.await(MINUTES, TimeUnit.MINUTES))
                    .as("the workers were stopped")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
