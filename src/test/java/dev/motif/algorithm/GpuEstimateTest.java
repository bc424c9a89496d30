package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithmTest;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that runs of counts that can be made in passes reserve on a GPU what was estimated, whole and in passes; needs no
 * GPU.
 */
@LeavesNothing
class GpuEstimateTest {
    private static final long LARGE = 100L << 30;

    private static final String TOO_LITTLE = ".* of device memory are needed even in many passes over the graph"
            + " \\(.* for its nodes, the rest for the largest one\\), but only .* may be used";
    private static final String TOO_MANY =
            "about \\d+ passes over the graph would be needed with the .* of device memory that may be used, more than ";

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final Workers workers = Workers.of(2);

    private static Stream<AlgorithmCase<?, ?, ?>> butterflies() {
        return Stream.of(false, true)
                .flatMap(perVertex -> Stream.of(false, true).map(perEdge -> new ButterflyConfig(perVertex, perEdge)))
                .map(config -> new AlgorithmCase<>(new ButterflyAlgorithm(), config));
    }

    private static Stream<AlgorithmCase<?, ?, ?>> commonNeighbors() {
        return Stream.concat(
                Stream.of(new AlgorithmCase<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(true))),
                MoreCases.of("common neighbors in passes", AlgorithmCase.class));
    }

    static Stream<AlgorithmCase<?, ?, ?>> cases() {
        return Stream.of(
                        butterflies(),
                        MoreCases.<AlgorithmCase<?, ?, ?>>of("butterflies in passes", AlgorithmCase.class),
                        commonNeighbors())
                .flatMap(some -> some);
    }

    private Graph graph(AlgorithmCase<?, ?, ?> run) {
        return run.graph(
                run.isBipartite()
                        ? RandomGraphs.bipartite(1, 3000, 2000, 50_000, 2)
                        : CommonNeighborsAlgorithmTest.skewed(1, 3000, 60_000, 2),
                memory);
    }

    private Execution execution() {
        return new Execution(memory, workers, new StageTimes());
    }

    /** The bytes that a run reserves. It fails when it touches the planned device, which comes after that. */
    private long reserved(AlgorithmCase<?, ?, ?> run, Graph graph, GpuDevice device) {
        assertThat(catchThrowable(() -> run.run(graph, execution(), device))).isNotNull();
        assertThat(device.reservedBytes()).isZero();
        assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        return TestDevices.peakReservedBytes(device);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void mostIsWhatARunReserves(AlgorithmCase<?, ?, ?> run) {
        try (Graph graph = graph(run)) {
            long most = run.estimate(graph, TestDevices.planned(LARGE)).device().maxBytes();
            for (long limit : new long[] {LARGE, most}) {
                GpuDevice device = TestDevices.planned(limit);
                assertThat(run.obstacle(device, graph)).isNull();
                assertThat(run.passes(device, graph)).isEqualTo(1);
                assertThat(reserved(run, graph, device))
                        .isEqualTo(run.estimate(graph, device).device().maxBytes());
            }
        }
    }

    static Stream<Arguments> inPasses() {
        return Stream.concat(
                butterflies().map(run -> arguments(run, TOO_MANY + 256)),
                commonNeighbors().map(run -> arguments(run, TOO_LITTLE)));
    }

    @ParameterizedTest
    @MethodSource("inPasses")
    void passesReserveAtMostWhatIsEstimatedAndFitSmallerAndSmallerDevices(AlgorithmCase<?, ?, ?> run, String obstacle) {
        try (Graph graph = graph(run)) {
            long limit =
                    run.estimate(graph, TestDevices.planned(LARGE)).device().maxBytes() - 1;
            long passes = 0;
            while (run.obstacle(TestDevices.planned(limit), graph) == null) {
                GpuDevice device = TestDevices.planned(limit);
                GpuEstimate estimate = run.estimate(graph, device);
                long most = estimate.device().maxBytes();
                assertThat(estimate.device().minBytes()).isEqualTo(most);
                assertThat(most).isLessThanOrEqualTo(limit);
                memory.resetPeak();
                // An eighth of the device is left to other calls where the passes can do without.
                assertThat(reserved(run, graph, device)).isBetween(most * 3 / 4, most);
                assertThat(memory.peakBytes() - graph.bytes())
                        .isLessThanOrEqualTo(estimate.offHeap().maxBytes());
                assertThat(run.passes(device, graph)).isGreaterThanOrEqualTo(passes);
                passes = run.passes(device, graph);
                limit -= Math.max(1, limit / 20);
            }
            assertThat(passes).isGreaterThan(3);
            assertThat(run.obstacle(TestDevices.planned(limit), graph)).matches(obstacle);
            assertThat(run.obstacle(TestDevices.planned(Math.min(limit, 1 << 20)), graph))
                    .matches(TOO_LITTLE);
        }
    }

    static Stream<AlgorithmCase<?, ?, ?>> shared() {
        return Stream.concat(
                butterflies(),
                Stream.of(new AlgorithmCase<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(false))));
    }

    /** They claim passes of the same sizes, which each of them has room for. */
    @ParameterizedTest
    @MethodSource("shared")
    void devicesThatCannotHoldTheGraphShareIt(AlgorithmCase<?, ?, ?> run) {
        try (Graph graph = graph(run)) {
            long whole =
                    run.estimate(graph, TestDevices.planned(LARGE)).device().maxBytes();
            List<GpuDevice> devices = Stream.of(9, 8, 8)
                    .map(tenths -> TestDevices.planned(whole * tenths / 10))
                    .toList();
            for (GpuDevice device : devices) {
                assertThat(run.canShare(device, graph)).isTrue();
                assertThat(run.canDivide(device, graph)).isFalse();
            }
            long before = memory.liveBytes();
            assertThat(catchThrowable(() -> run.share(graph, execution(), devices, WorkPart.WHOLE)))
                    .isNotInstanceOf(IllegalArgumentException.class);
            assertThat(devices).anyMatch(device -> TestDevices.peakReservedBytes(device) > 0);
            for (GpuDevice device : devices) {
                assertThat(device.reservedBytes()).isZero();
                assertThat(TestDevices.peakReservedBytes(device))
                        .isLessThanOrEqualTo(
                                run.estimate(graph, devices.get(1)).device().maxBytes());
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.share(graph, execution(), devices, new WorkPart(0, 1, 2)));
            assertThat(memory.liveBytes()).isEqualTo(before);
        }
    }

    @Test
    void butterfliesBeyond63BitsAreAnObstacle() {
        GpuDevice device = TestDevices.planned(10 * LARGE);
        butterflies().forEach(run -> {
            assertThat(run.obstacle(device, new GraphSize(1_000_000_000, 1_000_000_000, 1L << 34)))
                    .isNull();
            assertThat(run.obstacle(device, new GraphSize(2_000_000_000, 100_000_000, 1L << 34)))
                    .isEqualTo("counts of nodes may exceed 63 bits");
        });
    }

    @Test
    void aQuarterOfALargeGraphIsEnoughForCommonNeighbors() {
        GraphSize size = new GraphSize(100_000_000, 0, 1_600_000_000);
        long graphBytes = (size.vertices() + 1) * Long.BYTES + 2 * size.edges() * Integer.BYTES;
        GpuVersion<UnipartiteGraph, CommonNeighborsResult> version =
                new CommonNeighborsAlgorithm().gpu(CommonNeighborsConfig.oriented(true));
        GpuDevice device = TestDevices.planned(graphBytes / 4);
        assertThat(version.obstacle(device, size)).isNull();
        assertThat(version.passes(device, size)).isBetween(2L, 1000L);
    }

    @Test
    void tooManyPassesAreAnObstacle() {
        GraphSize size = new GraphSize(100_000_000, 0, 1_600_000_000);
        assertThat(new CommonNeighborsAlgorithm()
                        .gpu(CommonNeighborsConfig.oriented(false))
                        .obstacle(TestDevices.planned(2_000_000_000), size))
                .matches(TOO_MANY + 8192);
    }
}
