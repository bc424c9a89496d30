package dev.motif.algorithm.count.cycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.backend.GpuVersion;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.Directions;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which cycles a GPU counts, and what is reserved for them; needs no GPU. */
@LeavesNothing
class CycleGpuVersionTest {
    private static final long LARGE = 100L << 30;

    private final CycleAlgorithm algorithm = new CycleAlgorithm();

    private GpuVersion<UnipartiteGraph, CycleResult> version(int min, int max) {
        return algorithm.gpu(new CycleConfig(min, max, null));
    }

    @Test
    void longCyclesAreCountedOnTheCpu() {
        assertThat(version(2, 5)).isNotNull();
        assertThat(version(6, 6)).isNull();
        assertThat(algorithm.withoutGpu(new CycleConfig(2, 6, null)))
                .isEqualTo(
                        "cycles of more than 5 nodes are counted on the CPU; `maxLength` must be 5 or less for a GPU");
    }

    @Test
    void cyclesInTheOrderOfTimeAreCountedOnTheCpu() {
        CycleConfig config = new CycleConfig(2, 4, null).within(new TimeWindow(7, null));
        assertThat(algorithm.gpu(config)).isNull();
        assertThat(algorithm.withoutGpu(config)).isEqualTo("cycles in the order of time are counted on the CPU");
    }

    @ParameterizedTest
    @CsvSource({"1073741823, 2147483647, true", "1073741824, 7, false", "7, 2147483648, false"})
    void graphsBeyondTheBitsOfAWordAreRefused(long vertices, long edges, boolean fits) {
        String obstacle = version(2, 3).obstacle(TestDevices.planned(1L << 40), new GraphSize(vertices, 0, edges));
        if (fits) {
            assertThat(obstacle).isNull();
        } else {
            assertThat(obstacle)
                    .isEqualTo("cycles need fewer than 2^30 nodes and 2^31 relationships on a GPU, of which each"
                            + " direction counts");
        }
    }

    @Test
    void mostIsWhatARunReserves() {
        NativeMemory memory = new NativeMemory(1L << 30);
        EdgeList list = RandomGraphs.uniform(200, 0.1, 1);
        List<Long> directions = Directions.random(list.edges().size(), 1);
        try (OffHeapScope scope = new OffHeapScope(memory);
                UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
            CycleConfig config = new CycleConfig(2, 5, Directions.of(directions, false, scope));
            for (boolean ofVertices : new boolean[] {false, true}) {
                for (boolean ofArcs : new boolean[] {false, true}) {
                    CycleConfig each = config.each(ofVertices, ofArcs);
                    MemoryEstimate most = algorithm
                            .gpu(each)
                            .estimate(TestDevices.planned(LARGE), GraphSize.of(graph))
                            .device();
                    GpuDevice device = TestDevices.planned(LARGE);
                    assertThat(catchThrowable(() -> algorithm
                                    .gpu(each)
                                    .run(graph, new Execution(memory, Workers.of(1), new StageTimes()), device)))
                            .isNotNull();
                    assertThat(TestDevices.peakReservedBytes(device)).isEqualTo(most.maxBytes());
                    assertThat(most.minBytes()).isEqualTo(most.maxBytes());
                    MemoryEstimate withoutDirections = algorithm
                            .gpu(each.directed(null))
                            .estimate(device, GraphSize.of(graph))
                            .device();
                    assertThat(most.maxBytes()).isBetween(withoutDirections.minBytes(), withoutDirections.maxBytes());
                }
            }
        }
    }

    @Test
    void smallDeviceIsAnObstacle() {
        assertThat(version(2, 5).obstacle(TestDevices.planned(1 << 20), new GraphSize(10_000, 0, 200_000)))
                .contains("of device memory are needed, but only 1.0 MiB may be used");
    }
}
