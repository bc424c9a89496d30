package dev.motif.algorithm.commonneighbors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.algorithm.commonneighbors.CommonNeighborsCases.Counting;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
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
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a run reserves on a GPU what was estimated; needs no GPU. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class CommonNeighborsGpuEstimateTest {
    private static final long LARGE = 100L << 30;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final Workers workers = Workers.of(2);

    protected Stream<Counting<?>> countings() {
        return Stream.of(CommonNeighborsCases.counting(true));
    }

    /** Those of which a device that holds a quarter of the graph has room for what is by vertex. */
    protected Stream<Counting<?>> withLittleByVertex() {
        return countings();
    }

    private UnipartiteGraph graph() {
        return CommonNeighborsAlgorithmTest.skewed(1, 3000, 60_000, 2).toUnipartiteGraph(memory, workers);
    }

    /** The bytes that a run reserves. It fails when it touches the planned device, which comes after that. */
    private long reserved(UnipartiteGraph graph, Counting<?> counting, GpuDevice device) {
        Execution execution = new Execution(memory, workers, new StageTimes());
        assertThat(catchThrowable(() -> counting.run(graph, execution, device))).isNotNull();
        assertThat(device.reservedBytes()).isZero();
        assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        return TestDevices.peakReservedBytes(device);
    }

    @ParameterizedTest
    @MethodSource("countings")
    void mostIsWhatARunReserves(Counting<?> counting) {
        try (UnipartiteGraph graph = graph()) {
            GraphSize size = GraphSize.of(graph);
            GpuDevice device = TestDevices.planned(LARGE);
            assertThat(counting.gpu().obstacle(device, size)).isNull();
            assertThat(counting.gpu().passes(device, size)).isEqualTo(1);
            long most = counting.gpu().estimate(device, size).device().maxBytes();
            assertThat(reserved(graph, counting, device)).isEqualTo(most);

            GpuDevice exact = TestDevices.planned(most);
            assertThat(counting.gpu().passes(exact, size)).isEqualTo(1);
            assertThat(reserved(graph, counting, exact)).isEqualTo(most);
        }
    }

    @ParameterizedTest
    @MethodSource("countings")
    void passesReserveAtMostWhatIsEstimatedAndFitSmallerAndSmallerDevices(Counting<?> counting) {
        try (UnipartiteGraph graph = graph()) {
            GraphSize size = GraphSize.of(graph);
            long limit = counting.gpu()
                            .estimate(TestDevices.planned(LARGE), size)
                            .device()
                            .maxBytes()
                    - 1;
            long passes = 0;
            while (counting.gpu().obstacle(TestDevices.planned(limit), size) == null) {
                GpuDevice device = TestDevices.planned(limit);
                GpuEstimate estimate = counting.gpu().estimate(device, size);
                assertThat(estimate.device().minBytes())
                        .isEqualTo(estimate.device().maxBytes());
                assertThat(estimate.device().maxBytes()).isLessThanOrEqualTo(limit);
                memory.resetPeak();
                // An eighth of the device is left to other calls where the passes can do without.
                assertThat(reserved(graph, counting, device))
                        .isBetween(
                                estimate.device().maxBytes() * 3 / 4,
                                estimate.device().maxBytes());
                assertThat(memory.peakBytes() - graph.bytes())
                        .isLessThanOrEqualTo(estimate.offHeap().maxBytes());
                assertThat(counting.gpu().passes(device, size)).isGreaterThanOrEqualTo(passes);
                passes = counting.gpu().passes(device, size);
                limit -= Math.max(1, limit / 20);
            }
            assertThat(passes).isGreaterThan(3);
            assertThat(counting.gpu().obstacle(TestDevices.planned(limit), size))
                    .matches(
                            ".* of device memory are needed even in many passes over the graph \\(.* for its nodes, the"
                                    + " rest for the largest one\\), but only .* may be used");
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("withLittleByVertex")
    void aQuarterOfALargeGraphIsEnough(Counting<?> counting) {
        GraphSize size = new GraphSize(100_000_000, 0, 1_600_000_000);
        long graphBytes = (size.vertices() + 1) * Long.BYTES + 2 * size.edges() * Integer.BYTES;
        GpuDevice device = TestDevices.planned(graphBytes / 4);
        assertThat(counting.gpu().obstacle(device, size)).isNull();
        assertThat(counting.gpu().passes(device, size)).isBetween(2L, 1000L);
    }

    @Test
    void tooManyPassesAreAnObstacle() {
        GraphSize size = new GraphSize(100_000_000, 0, 1_600_000_000);
        assertThat(CommonNeighborsCases.counting(false).gpu().obstacle(TestDevices.planned(2_000_000_000), size))
                .matches("about \\d+ passes over the graph would be needed with the .* of device memory that may be"
                        + " used, more than 8192");
    }

    /** They claim passes of the same sizes, which each of them has room for. */
    @Test
    void devicesThatCannotHoldTheGraphShareIt() {
        try (UnipartiteGraph graph = graph()) {
            GraphSize size = GraphSize.of(graph);
            GpuVersion<UnipartiteGraph, CommonNeighborsResult> version =
                    CommonNeighborsCases.counting(false).gpu();
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
