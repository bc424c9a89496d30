package dev.motif.backend;

import dev.motif.backend.work.Deadline;
import dev.motif.parallel.Progress;
import java.util.concurrent.TimeUnit;

/**
 * A clock for deadlines that stands still until a given number of stages have begun, and then is a day ahead: so what was
 * done in time does not depend on the machine. It is the progress of the job whose stages it counts.
 */
public final class StageClock implements Progress {
    private final String late;
    private volatile long stagesLeft;

    /** @param stages the number of stages that begin in time */
    public StageClock(int stages) {
        this.stagesLeft = stages;
        this.late = null;
    }

    /** @param late the stage that begins too late */
    public StageClock(String late) {
        this.stagesLeft = Long.MAX_VALUE;
        this.late = late;
    }

    /** A deadline a second from now. */
    public Deadline deadline() {
        return Deadline.after(1000, () -> stagesLeft < 0 ? TimeUnit.DAYS.toNanos(1) : 0);
    }

    @Override
    public void begin(String stage, long volume) {
        stagesLeft = stage.equals(late) ? -1 : stagesLeft - 1;
    }

    @Override
    public void advance(long amount) {}
}
