package dev.motif.algorithm.count.triad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.Directions;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the tests of {@link TriadAlgorithmTest} on a GPU, and compares larger graphs with the CPU. */
@Tag("gpu")
class TriadAlgorithmGpuTest extends TriadAlgorithmTest {
    private static final String SKEWED = "kronecker,scale=13,edgefactor=16,seed=1";

    /** Some times more slots than the blocks of a large device take at once. */
    private static final String MANY_SLOTS = "gnm,n=50000,edges=2000000,seed=1";

    /** The time of a launch: far less than the kernels need. */
    private static final long SHORT_NANOS = 10_000;

    private final TriadAlgorithm algorithm = new TriadAlgorithm();
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 32);

    /** The launches of the search for closed triads. */
    private final AtomicInteger launches = new AtomicInteger();

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    /** Copies of graphs do not stay on the device. */
    @AfterEach
    void nothingStaysAllocated() {
        assertThat(memory.liveBytes()).isZero();
        assertThat(device.liveBytes()).isZero();
    }

    private Execution execution(Cancellation cancellation) {
        return new Execution(memory, new Workers(2, cancellation, Progress.NONE), new StageTimes());
    }

    private Execution execution() {
        return execution(Cancellation.NEVER);
    }

    private UnipartiteGraph graph(String recipe, OffHeapScope scope) {
        return (UnipartiteGraph)
                scope.own(Generators.parse(recipe).build(memory, Workers.of(2))).graph();
    }

    private TriadConfig places(UnipartiteGraph graph, OffHeapScope scope) {
        List<Long> directions = Directions.random((int) graph.edgeCount(), 1);
        return new TriadConfig(true, Directions.of(directions, false, scope));
    }

    private TriadResult onGpu(UnipartiteGraph graph, TriadConfig config, Execution execution) {
        return algorithm.gpu(config).run(graph, execution, device);
    }

    private static void checkSame(TriadResult found, TriadResult expected, long vertices) {
        assertThat(found.counts()).isEqualTo(expected.counts());
        for (long v = 0; v < vertices; v++) {
            assertThat(found.places(v)).as("vertex %d", v).isEqualTo(expected.places(v));
        }
    }

    private void compareWithCpu(UnipartiteGraph graph, OffHeapScope scope) {
        TriadConfig config = places(graph, scope);
        try (TriadResult expected = algorithm.cpu(graph, config, execution());
                TriadResult total = onGpu(graph, new TriadConfig(false, config.directions()), execution());
                TriadResult found = onGpu(graph, config, execution())) {
            assertThat(total.counts()).isEqualTo(expected.counts());
            checkSame(found, expected, graph.vertexCount());
        }
    }

    /** Of graphs with rows of all lengths, hubs far beyond the ranks that kernels keep in shared memory among them. */
    @ParameterizedTest
    @ValueSource(strings = {SKEWED, "gnm,n=20000,edges=300000,seed=1", "clique,n=700"})
    void placesOfLargeGraphsAreThoseOfTheCpu(String recipe) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            compareWithCpu(graph(recipe, scope), scope);
        }
    }

    static Stream<DataSet> dataSets() {
        return DataSets.unipartite();
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void placesOfDataSetsAreThoseOfTheCpu(DataSet set) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            compareWithCpu(scope.own(set.read().toUnipartiteGraph(memory, Workers.of(2))), scope);
        }
    }

    private <T> T countingLaunches(Supplier<T> work) {
        launches.set(0);
        TestDevices.LaunchChange change = (session, kernel, arguments) -> {
            if (kernel.equals("triad_closed_per_slot")) {
                launches.incrementAndGet();
            }
        };
        return TestDevices.withSlices(device, SHORT_NANOS, () -> TestDevices.withLaunches(device, change, work));
    }

    @Test
    void launchesOfShortSlicesCountTheSame() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            UnipartiteGraph graph = graph(MANY_SLOTS, scope);
            TriadConfig config = places(graph, scope);
            try (TriadResult expected = onGpu(graph, config, execution());
                    TriadResult found = countingLaunches(() -> onGpu(graph, config, execution()))) {
                checkSame(found, expected, graph.vertexCount());
                assertThat(launches).hasValueGreaterThan(3);
            }
        }
    }

    @Test
    void searchIsCanceledBetweenLaunches() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            UnipartiteGraph graph = graph(MANY_SLOTS, scope);
            TriadConfig config = places(graph, scope);
            Execution execution = execution(() -> launches.get() >= 2);
            assertThatExceptionOfType(CancellationException.class)
                    .isThrownBy(() -> countingLaunches(() -> onGpu(graph, config, execution)));
            assertThat(launches).hasValue(2);
        }
    }

    @Test
    void deviceWithoutRoomForTheGraphIsAnObstacle() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            UnipartiteGraph graph = graph(SKEWED, scope);
            TriadConfig config = places(graph, scope);
            long least =
                    TestDevices.leastLimit(device, () -> algorithm.gpu(config).obstacle(device, graph) == null);
            TestDevices.withLimit(
                    device, least, () -> onGpu(graph, config, execution()).close());
            TestDevices.withLimit(
                    device, least - 1, () -> assertThat(algorithm.gpu(config).obstacle(device, graph))
                            .contains("device memory"));
        }
    }
}
