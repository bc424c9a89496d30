package dev.motif.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.bench.Turns.Call;
import dev.motif.bench.Turns.Latencies;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that calls of a millisecond get their turn beside every long one; {@link TurnsBenchmark} measures how soon. */
@LeavesNothing
@Tag("gpu")
class TurnsGpuTest {
    /** How long the launches of a call may take together that other calls wait for, while it is alone on the device. */
    private static final long LONG_SLICE_NANOS = 100_000_000;

    /** The same while several calls are on the device. */
    private static final long SHORT_SLICE_NANOS = 5_000_000;

    /** The names of a kernel's parameter that says when a launch must end. */
    private static final List<String> SLICES = List.of("nanos", "deadlineNanos", "sliceNanos");

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 34);

    static List<Call> longCalls() {
        return TurnsBenchmark.longCalls();
    }

    /** Each short call gives what it gave before; launches that took long slices were prepared before the short call came. */
    @ParameterizedTest
    @MethodSource("longCalls")
    void longCallsTakeShortSlicesBesideShortCalls(Call longCall) throws Exception {
        AtomicInteger launches = new AtomicInteger();
        AtomicLong longNanos = new AtomicLong();
        TestDevices.LaunchChange count = (session, kernel, arguments) -> {
            launches.incrementAndGet();
            SLICES.stream()
                    .mapToLong(name -> arguments.get(name) instanceof Long nanos ? nanos : 0)
                    .filter(nanos -> nanos > SHORT_SLICE_NANOS)
                    .forEach(longNanos::addAndGet);
        };
        try (Turns turns = new Turns(device, memory);
                Turns.Busy busy = turns.busy(longCall)) {
            for (Call shortCall : TurnsBenchmark.shortCalls()) {
                longNanos.set(0);
                Latencies beside = TestDevices.withLaunches(device, count, () -> latencies(turns, shortCall));
                busy.checkRuns();
                assertThat(longNanos)
                        .as("%s beside %s", shortCall, longCall)
                        .hasValueLessThanOrEqualTo(beside.calls() * LONG_SLICE_NANOS);
            }
            // A few short calls are so small that none of their launches is seen.
            assertThat(launches).hasValueGreaterThan(TurnsBenchmark.shortCalls().size());
        }
    }

    private static Latencies latencies(Turns turns, Call call) {
        try {
            return turns.latencies(call, 0);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
