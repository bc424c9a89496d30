package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.GraphShape;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.HostSpeed;
import dev.motif.backend.cost.RunTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.Graph;
import dev.motif.graphs.EdgeList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that hold for every algorithm on the CPU. */
class AlgorithmContractTest extends AlgorithmContract {
    /** A host and a GPU whose speeds are given, not measured. */
    private static final HostSpeed SPEED = new HostSpeed(1e8, 10, 1e9);

    private static final int MULTIPROCESSORS = 100;

    AlgorithmContractTest() {
        super(null);
    }

    @Override
    Stream<AlgorithmCase<?, ?, ?>> cases() {
        return AlgorithmCases.all();
    }

    /** Interfaces, and algorithms that only others run. */
    private static final Set<String> OF_OTHERS = Set.of(
            "DivisibleAlgorithm.class",
            "PairBatchAlgorithm.class",
            "KCliqueExtensionAlgorithm.class",
            "HierarchyAlgorithm.class");

    static Stream<AlgorithmCase<?, ?, ?>> onGpu() {
        return AlgorithmCases.onGpu().filter(run -> !run.isStarsAlone());
    }

    @Test
    void everyAlgorithmHasACase() throws Exception {
        Path classes = Path.of(Algorithm.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Stream.of("algorithm", "research")
                .map(folder -> classes.resolve("dev/motif").resolve(folder))
                .filter(Files::exists)
                .flatMap(AlgorithmContractTest::under)) {
            assertThat(cases().map(run -> run.algorithm().getClass().getSimpleName() + ".class")
                            .distinct())
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString())
                                    .filter(name -> name.endsWith("Algorithm.class") && !OF_OTHERS.contains(name))
                                    .toList());
        }
    }

    private static Stream<Path> under(Path folder) {
        try {
            return Files.walk(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A run fails when it touches the planned device, which comes after it has reserved memory of it. */
    @ParameterizedTest
    @MethodSource("onGpu")
    void gpuReservesNoMoreThanEstimated(AlgorithmCase<?, ?, ?> run) {
        for (EdgeList list : run.graphs()) {
            GpuDevice planned = TestDevices.planned(100L << 30);
            try (Graph graph = run.graph(list, memory)) {
                long live = memory.liveBytes();
                assertThat(run.obstacle(planned, graph)).isNull();
                assertThat(catchThrowable(() -> run.run(graph, execution(2), planned)))
                        .isNotNull();
                long most = run.estimate(graph, planned).device().maxBytes();
                assertThat(TestDevices.peakReservedBytes(planned))
                        .as("%s on %s", run, GraphSize.of(graph))
                        .isBetween(run.isReservedAtOnce() ? most : 1, most);
                if (run.isReservedAtOnce()) {
                    assertThat(run.obstacle(TestDevices.planned(most), graph)).isNull();
                    GpuDevice smaller = TestDevices.planned(most - 1);
                    if (run.obstacle(smaller, graph) == null) {
                        assertThat(run.estimate(graph, smaller).device().maxBytes())
                                .isLessThan(most);
                    }
                }
                assertThat(planned.reservedBytes()).isZero();
                assertThat(memory.liveBytes()).isEqualTo(live);
            }
        }
    }

    static Stream<AlgorithmCase<?, ?, ?>> ofKnownCost() {
        return AlgorithmCases.all().filter(run -> run.cost() != null);
    }

    /** A graph that grows in proportion goes to the GPU at one size, and stays there up to sizes beyond 2^53. */
    @ParameterizedTest
    @MethodSource("ofKnownCost")
    void growingGraphsChangeTheBackendOnce(AlgorithmCase<?, ?, ?> run) {
        int changes = 0;
        boolean gpu = false;
        for (long edges = 16; edges > 0 && edges <= 1L << 60; edges *= 2) {
            GraphShape shape = GraphShape.of(new GraphSize(edges / 8, edges / 8, edges));
            RunTimes times = RunTimes.of(run.cost(), shape, SPEED, MULTIPROCESSORS, false, 4);
            assertThat(times.cpuMillis()).isFinite().isPositive();
            assertThat(times.gpuMillis()).isFinite().isPositive();
            changes += times.gpuIsFaster() == gpu ? 0 : 1;
            gpu = times.gpuIsFaster();
        }
        assertThat(gpu).isTrue();
        assertThat(changes).isEqualTo(1);
    }
}
