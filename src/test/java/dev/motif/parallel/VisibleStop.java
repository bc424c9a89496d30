package dev.motif.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A cancellation of which a test knows from when on all workers can see it: {@link Workers} publishes the progress right
 * after it has stopped a group. It is the progress of the job too, and counts what is still done afterwards.
 */
public final class VisibleStop implements Cancellation, Progress {
    /** A guard against workers that never end. */
    private static final long MINUTES = 4;

    /** So often is the cancellation of a stage looked at before it is requested: the work has begun then. */
    private static final int LOOKS = 2;

    private final BooleanSupplier due;
    private final String stage;
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger advances = new AtomicInteger();
    private final AtomicInteger afterwards = new AtomicInteger();
    private final CountDownLatch visible = new CountDownLatch(1);
    private volatile boolean requested;
    private volatile boolean inStage;

    /** The thread that runs the job, which begins its stages. */
    private volatile Thread job = Thread.currentThread();

    /** Whether {@link #job} knows of it. */
    private volatile boolean told;

    /** @param due whether the job is to be cancelled by now */
    public VisibleStop(BooleanSupplier due) {
        this.due = due;
        this.stage = null;
    }

    private VisibleStop(String stage) {
        this.due = this::isMidStage;
        this.stage = stage;
    }

    /** Requested in the midst of a stage: when it is looked at once more after the stage has begun. */
    public static VisibleStop in(String stage) {
        return new VisibleStop(stage);
    }

    private boolean isMidStage() {
        return inStage && looks.incrementAndGet() >= LOOKS;
    }

    @Override
    public boolean requested() {
        if (!requested && due.getAsBoolean()) {
            requested = true;
        }
        if (requested && Thread.currentThread() == job) {
            told = true;
        }
        return requested;
    }

    @Override
    public void begin(String name, long volume) {
        job = Thread.currentThread();
        inStage = name.equals(stage);
    }

    @Override
    public void advance(long amount) {
        if (amount > 0) {
            advances.addAndGet(inStage ? 1 : 0);
            afterwards.addAndGet(visible.getCount() == 0 ? 1 : 0);
        }
    }

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

    /** Whether the job was told of it. */
    public boolean wasRequested() {
        return requested;
    }

    /** How often the progress has advanced since workers can see it: at most once a worker, which ends what it is at. */
    public int advancesAfterwards() {
        return afterwards.get();
    }

    /** How often the progress has advanced in the stage. */
    public int advances() {
        return advances.get();
    }
}
