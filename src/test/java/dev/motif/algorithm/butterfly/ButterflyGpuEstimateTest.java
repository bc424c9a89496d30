package dev.motif.algorithm.butterfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.ButterflyResult;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a run reserves on a GPU what was estimated; needs no GPU. */
class ButterflyGpuEstimateTest {
    private static final long LARGE = 100L << 30;

    private final ButterflyAlgorithm algorithm = new ButterflyAlgorithm();
    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final Workers workers = Workers.of(2);

    static Stream<ButterflyConfig> configs() {
        return Stream.of(false, true)
                .flatMap(perVertex -> Stream.of(false, true).map(perEdge -> new ButterflyConfig(perVertex, perEdge)));
    }

    /** The bytes that a run reserves. It fails when it touches the planned device, which comes after that. */
    private long reserved(BipartiteGraph graph, ButterflyConfig config, GpuDevice device) {
        Execution execution = new Execution(memory, workers, new StageTimes());
        assertThat(catchThrowable(() -> algorithm.gpu(config).run(graph, execution, device)))
                .isNotNull();
        assertThat(device.reservedBytes()).isZero();
        return TestDevices.peakReservedBytes(device);
    }

    static Stream<ButterflyConfig> configsAndTechniques() {
        return Stream.concat(
                configs(),
                Stream.of(
                        ButterflyConfig.of(GbfcConfig.ALL),
                        ButterflyConfig.of(GbfcConfig.withTable(false, false, true)),
                        ButterflyConfig.of(GbfcConfig.byIntersection(true))));
    }

    @ParameterizedTest
    @MethodSource("configsAndTechniques")
    void mostIsWhatARunReserves(ButterflyConfig config) {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 3000, 2000, 50_000, 2).toGraph(memory, workers)) {
            GraphSize size = GraphSize.of(graph);
            GpuDevice device = TestDevices.planned(LARGE);
            assertThat(algorithm.gpu(config).obstacle(device, size)).isNull();
            assertThat(algorithm.gpu(config).passes(device, size)).isEqualTo(1);
            long most = algorithm.gpu(config).estimate(device, size).device().maxBytes();
            assertThat(reserved(graph, config, device)).isEqualTo(most);

            GpuDevice exact = TestDevices.planned(most);
            assertThat(algorithm.gpu(config).passes(exact, size)).isEqualTo(1);
            assertThat(reserved(graph, config, exact))
                    .isEqualTo(
                            algorithm.gpu(config).estimate(exact, size).device().maxBytes());
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("configs")
    void passesReserveAtMostWhatIsEstimatedAndFitSmallerAndSmallerDevices(ButterflyConfig config) {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 3000, 2000, 50_000, 2).toGraph(memory, workers)) {
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
                limit -= limit / 20;
            }
            assertThat(passes).isGreaterThan(3);
            assertThat(algorithm.gpu(config).obstacle(TestDevices.planned(limit), size))
                    .matches("about \\d+ passes over the graph would be needed with the .* of device memory that may be"
                            + " used, more than 256");
            assertThat(algorithm.gpu(config).obstacle(TestDevices.planned(1 << 20), size))
                    .matches(
                            ".* of device memory are needed even in many passes over the graph \\(.* for its nodes, the"
                                    + " rest for the largest one\\), but only 1.0 MiB may be used");
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("configs")
    void countsBeyond63BitsAreAnObstacle(ButterflyConfig config) {
        GraphSize size = new GraphSize(1_000_000_000, 1_000_000_000, 1L << 34);
        assertThat(algorithm.gpu(config).obstacle(TestDevices.planned(10 * LARGE), size))
                .isNull();
        GraphSize larger = new GraphSize(2_000_000_000, 100_000_000, 1L << 34);
        assertThat(algorithm.gpu(config).obstacle(TestDevices.planned(10 * LARGE), larger))
                .isEqualTo("counts of nodes may exceed 63 bits");
    }

    /** They claim passes of the same sizes, which each of them has room for. */
    @ParameterizedTest
    @MethodSource("configs")
    void devicesThatCannotHoldTheGraphShareIt(ButterflyConfig config) {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 3000, 2000, 50_000, 2).toGraph(memory, workers)) {
            GraphSize size = GraphSize.of(graph);
            GpuVersion<BipartiteGraph, ButterflyResult> version = algorithm.gpu(config);
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
