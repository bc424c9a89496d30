package dev.motif.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.motif.backend.Algorithm;
import dev.motif.bench.Turns.Call;
import dev.motif.bench.Turns.Latencies;
import dev.motif.bench.generate.Generators;
import dev.motif.neo4j.Research;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what a measurement of turns is made of; needs no GPU. */
class TurnsBenchmarkTest {
    static Stream<Call> calls() {
        return Stream.of(TurnsBenchmark.longCalls(), TurnsBenchmark.shortCalls())
                .flatMap(List::stream)
                .filter(call -> Research.has(call.algorithm()));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void callsAreValid(Call call) {
        assertThatCode(call::job).doesNotThrowAnyException();
        assertThatCode(() -> Generators.parse(call.graph())).doesNotThrowAnyException();
    }

    @Test
    void everyAlgorithmIsMeasuredInBothRoles() {
        List<String> all = BenchAlgorithms.ALL.stream()
                .filter(TurnsBenchmarkTest::runsOnGpus)
                .map(BenchAlgorithm::name)
                .toList();
        assertThat(all).hasSizeGreaterThan(10);
        assertThat(TurnsBenchmark.longCalls().stream().map(Call::algorithm)).containsAll(all);
        assertThat(TurnsBenchmark.shortCalls().stream().map(Call::algorithm)).containsAll(all);
    }

    /** Whether it has a version for GPUs, on which the benchmark measures. */
    private static boolean runsOnGpus(BenchAlgorithm<?, ?, ?> algorithm) {
        Algorithm<?, ?, ?> measured =
                algorithm.algorithm() instanceof AtRandom<?, ?, ?> random ? random.ofValues() : algorithm.algorithm();
        return Arrays.stream(measured.getClass().getDeclaredMethods())
                .anyMatch(method -> method.getName().equals("gpu"));
    }

    @Test
    void ranksOfLatencies() {
        Latencies times =
                new Latencies(IntStream.rangeClosed(1, 100).mapToDouble(i -> i).toArray());
        assertThat(times.median()).isEqualTo(50.5);
        assertThat(times.p95()).isEqualTo(95);
        assertThat(times.most()).isEqualTo(100);
        assertThat(new Latencies(new double[] {3}).p95()).isEqualTo(3);
    }
}
