package dev.motif.algorithm.level;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.level.wing.WingAlgorithm;
import dev.motif.algorithm.level.wing.WingConfig;
import dev.motif.backend.Backend;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.gpu.graph.TestPeelings;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link PeelCountTest} on a GPU, and others for each way to peel there. */
@LeavesNothing
@Tag("gpu")
class PeelCountGpuTest extends PeelCountTest {
    private static final BackendCase CPU = new BackendCase(Backend.CPU, 2);
    private static final BackendCase GPU = new BackendCase(Backend.GPU, 2);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    static Stream<TestPeelings> ways() {
        return TestPeelings.all();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyWayToPeelGivesTheNumbersOfTheCpu(TestPeelings way) {
        for (long seed = 0; seed < 20; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 60, 40, 900, 2);
            List<Long> wings = way.with(() -> PeelValues.wings(list, GPU, memory));
            assertThat(wings).as("wings, seed %d", seed).isEqualTo(PeelValues.wings(list, CPU, memory));
            for (Side side : Side.values()) {
                List<Long> tips = way.with(() -> PeelValues.tips(list, side, GPU, memory));
                assertThat(tips).as("%s, seed %d", side, seed).isEqualTo(PeelValues.tips(list, side, CPU, memory));
            }
        }
    }

    @Test
    void wingsArePeeledInOnePassWhereTheDeviceHasNoRoomForPartsOfBlooms() {
        GpuDevice device = Gpus.ofThisHost().devices().get(0);
        EdgeList list = RandomGraphs.bipartite(3, 600, 300, 20_000, 2);
        List<Long> expected = PeelValues.wings(list, CPU, memory);
        long least;
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
            least = TestDevices.leastLimit(
                    device, () -> new WingAlgorithm().gpu(new WingConfig()).obstacle(device, graph) == null);
        }
        for (long limit : new long[] {least, device.limitBytes()}) {
            assertThat(TestDevices.withLimit(device, limit, () -> PeelValues.wings(list, GPU, memory)))
                    .as("with %d bytes", limit)
                    .isEqualTo(expected);
        }
    }
}
