package dev.motif.research.cumbe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.work.Positions;
import dev.motif.parallel.Workers;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StealingPoolTest {
    private static final int WORKERS = 64;

    /** One worker is busy with what cannot be stolen: time enough for others that do not sleep. */
    @Test
    @Timeout(300)
    void thievesWaitOnceWhileThereIsNothingToSteal() {
        StealingPool pool = new StealingPool(Positions.all(0), WORKERS, true);
        AtomicLong waits = new AtomicLong();
        Workers.of(WORKERS).run(WORKERS, (worker, group) -> {
            if (worker == 0) {
                Thread.sleep(200);
                pool.disown(worker);
                return;
            }
            long before = waitedCount();
            pool.disown(worker);
            assertThat(pool.steal(worker, group)).isNull();
            waits.addAndGet(waitedCount() - before);
        });
        assertThat(waits.get()).isLessThanOrEqualTo(2 * WORKERS);
    }

    /** How often the calling thread has begun to wait. */
    private static long waitedCount() {
        return ManagementFactory.getThreadMXBean()
                .getThreadInfo(Thread.currentThread().getId())
                .getWaitedCount();
    }
}
