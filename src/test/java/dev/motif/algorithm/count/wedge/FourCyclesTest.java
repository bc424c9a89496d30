package dev.motif.algorithm.count.wedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.parallel.VisibleStop;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class FourCyclesTest {
    private static final int WORKERS = 2;

    /** With as many start vertices, a worker takes 512 of them at a time. */
    @Test
    void noStartVertexIsBegunOnceWorkersCanSeeTheCancellation() {
        AtomicInteger begun = new AtomicInteger();
        VisibleStop stop = new VisibleStop(() -> begun.get() == WORKERS);
        AtomicInteger[] counters = {begun, begun};
        assertThatThrownBy(() -> FourCycles.forEachStart(
                        1_000_000,
                        start -> start,
                        counters,
                        (counter, start) -> {
                            counter.incrementAndGet();
                            stop.await();
                        },
                        new Workers(WORKERS, stop, stop)))
                .isInstanceOf(CancellationException.class);
        assertThat(begun).hasValue(WORKERS);
    }
}
