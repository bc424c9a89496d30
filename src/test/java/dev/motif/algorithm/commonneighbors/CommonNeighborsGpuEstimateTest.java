package dev.motif.algorithm.commonneighbors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.algorithm.commonneighbors.model.BmpConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.commonneighbors.model.MpsConfig;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a run reserves on a GPU what was estimated; needs no GPU. */
class CommonNeighborsGpuEstimateTest {
    private static final long LARGE = 100L << 30;

    private final CommonNeighborsAlgorithm algorithm = new CommonNeighborsAlgorithm();
    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final Workers workers = Workers.of(2);

    static Stream<CommonNeighborsConfig> configs() {
        return Stream.of(
                CommonNeighborsConfig.oriented(true),
                CommonNeighborsConfig.of(MpsConfig.ALL),
                CommonNeighborsConfig.of(BmpConfig.ALL),
                CommonNeighborsConfig.of(BmpConfig.with(false, false)));
    }

    private UnipartiteGraph graph() {
        return CommonNeighborsAlgorithmTest.skewed(1, 3000, 60_000, 2).toUnipartiteGraph(memory, workers);
    }

    /** The bytes that a run reserves. It fails when it touches the planned device, which comes after that. */
    private long reserved(UnipartiteGraph graph, CommonNeighborsConfig config, GpuDevice device) {
        Execution execution = new Execution(memory, workers, new StageTimes());
        assertThat(catchThrowable(() -> algorithm.gpu(config).run(graph, execution, device)))
                .isNotNull();
        assertThat(device.reservedBytes()).isZero();
        assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        return TestDevices.peakReservedBytes(device);
    }

    @ParameterizedTest
    @MethodSource("configs")
    void mostIsWhatARunReserves(CommonNeighborsConfig config) {
        try (UnipartiteGraph graph = graph()) {
            GraphSize size = GraphSize.of(graph);
            GpuDevice device = TestDevices.planned(LARGE);
            assertThat(algorithm.gpu(config).obstacle(device, size)).isNull();
            assertThat(algorithm.gpu(config).passes(device, size)).isEqualTo(1);
            long most = algorithm.gpu(config).estimate(device, size).device().maxBytes();
            assertThat(reserved(graph, config, device)).isEqualTo(most);

            GpuDevice exact = TestDevices.planned(most);
            assertThat(algorithm.gpu(config).passes(exact, size)).isEqualTo(1);
            assertThat(reserved(graph, config, exact)).isEqualTo(most);
        }
    }

    @ParameterizedTest
    @MethodSource("configs")
    void passesReserveAtMostWhatIsEstimatedAndFitSmallerAndSmallerDevices(CommonNeighborsConfig config) {
        try (UnipartiteGraph graph = graph()) {
            GraphSize size = GraphSize.of(graph);
            long limit = algorithm
                            .gpu(config)
                            .estimate(TestDevices.planned(LARGE), size)
                            .device()
                            .maxBytes()
                    - 1;
            long passes = 0;
            while (algorithm.gpu(config).obstacle(TestDevices.planned(limit), size) == null) {
                GpuDevice device = TestDevices.planned(limit);
                GpuEstimate estimate = algorithm.gpu(config).estimate(device, size);
                assertThat(estimate.device().minBytes())
                        .isEqualTo(estimate.device().maxBytes());
                assertThat(estimate.device().maxBytes()).isLessThanOrEqualTo(limit);
                memory.resetPeak();
                // An eighth of the device is left to other calls where the passes can do without.
                assertThat(reserved(graph, config, device))
                        .isBetween(
                                estimate.device().maxBytes() * 3 / 4,
                                estimate.device().maxBytes());
                assertThat(memory.peakBytes() - graph.bytes())
                        .isLessThanOrEqualTo(estimate.offHeap().maxBytes());
                assertThat(algorithm.gpu(config).passes(device, size)).isGreaterThanOrEqualTo(passes);
                passes = algorithm.gpu(config).passes(device, size);
                limit -= Math.max(1, limit / 20);
            }
            assertThat(passes).isGreaterThan(3);
            assertThat(algorithm.gpu(config).obstacle(TestDevices.planned(limit), size))
                    .matches(
                            ".* of device memory are needed even in many passes over the graph \\(.* for its nodes, the"
                                    + " rest for the largest one\\), but only .* may be used");
        }
        assertThat(memory.liveBytes()).isZero();
    }

    static Stream<CommonNeighborsConfig> withoutBitmaps() {
        return configs().filter(config -> config.bmp() == null);
    }

    @ParameterizedTest
    @MethodSource("withoutBitmaps")
    void aQuarterOfALargeGraphIsEnough(CommonNeighborsConfig config) {
        GraphSize size = new GraphSize(100_000_000, 0, 1_600_000_000);
        long graphBytes = (size.vertices() + 1) * Long.BYTES + 2 * size.edges() * Integer.BYTES;
        GpuDevice device = TestDevices.planned(graphBytes / 4);
        assertThat(algorithm.gpu(config).obstacle(device, size)).isNull();
        assertThat(algorithm.gpu(config).passes(device, size)).isBetween(2L, 1000L);
    }

    @Test
    void tooManyPassesAreAnObstacle() {
        GraphSize size = new GraphSize(100_000_000, 0, 1_600_000_000);
        assertThat(algorithm
                        .gpu(CommonNeighborsConfig.oriented(false))
                        .obstacle(TestDevices.planned(2_000_000_000), size))
                .matches("about \\d+ passes over the graph would be needed with the .* of device memory that may be"
                        + " used, more than 8192");
    }

    /** They claim passes of the same sizes, which each of them has room for. */
    @Test
    void devicesThatCannotHoldTheGraphShareIt() {
        CommonNeighborsConfig config = CommonNeighborsConfig.oriented(false);
        try (UnipartiteGraph graph = graph()) {
            GraphSize size = GraphSize.of(graph);
            GpuVersion<UnipartiteGraph, CommonNeighborsResult> version = algorithm.gpu(config);
            long whole =
                    version.estimate(TestDevices.planned(LARGE), size).device().maxBytes();
            List<GpuDevice> devices = Stream.of(9, 8, 8)
                    .map(tenths -> TestDevices.planned(whole * tenths / 10))
                    .toList();
            Execution execution = new Execution(memory, workers, new StageTimes());
            for (GpuDevice device : devices) {
                assertThat(version.canShare(device, size)).isTrue();
                assertThat(version.canDivide(device, size)).isFalse();
            }
            long before = memory.liveBytes();
            assertThat(catchThrowable(() -> version.share(graph, execution, devices, WorkPart.WHOLE)))
                    .isNotInstanceOf(IllegalArgumentException.class);
            assertThat(devices).anyMatch(device -> TestDevices.peakReservedBytes(device) > 0);
            for (GpuDevice device : devices) {
                assertThat(device.reservedBytes()).isZero();
                assertThat(TestDevices.peakReservedBytes(device))
                        .isLessThanOrEqualTo(
                                version.estimate(devices.get(1), size).device().maxBytes());
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> version.share(graph, execution, devices, new WorkPart(0, 1, 2)));
            assertThat(memory.liveBytes()).isEqualTo(before);
        }
    }
}
