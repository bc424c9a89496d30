package dev.motif.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.bench.Turns.Call;
import dev.motif.bench.Turns.Latencies;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that calls of a millisecond get their turn beside every long one. */
@LeavesNothing
@Tag("gpu")
class TurnsGpuTest {
    private static final long MILLIS_OF_A_PAIR = 40;
    private static final double MOST_MILLIS = 50;

    /** So often a call may be late because of other load. */
    private static final int TRIES = 5;

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 34);

    static List<Call> longCalls() {
        return TurnsBenchmark.longCalls();
    }

    @ParameterizedTest
    @MethodSource("longCalls")
    void shortCallsGetTheirTurn(Call longCall) throws Exception {
        try (Turns turns = new Turns(device, memory);
                Turns.Busy busy = turns.busy(longCall)) {
            for (Call shortCall : TurnsBenchmark.shortCalls()) {
                double best = Double.MAX_VALUE;
                for (int i = 0; i < TRIES && best > MOST_MILLIS; i++) {
                    Latencies beside = turns.latencies(shortCall, MILLIS_OF_A_PAIR);
                    best = Math.min(best, beside.median());
                }
                busy.checkRuns();
                assertThat(best).as("%s beside %s", shortCall, longCall).isLessThan(MOST_MILLIS);
            }
        }
    }
}
