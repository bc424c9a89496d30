package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.neighbors.BmpConfig;
import dev.motif.algorithm.neighbors.CommonNeighborsConfig;
import dev.motif.algorithm.neighbors.CommonNeighborsCount;
import dev.motif.algorithm.neighbors.CommonNeighborsCounts;
import dev.motif.algorithm.neighbors.MpsConfig;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With only the first 0, 1, 2, ... allocations allowed every failure is clean, until the call succeeds. */
@Tag("gpu")
class CommonNeighborsGpuMemoryTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    static Stream<CommonNeighborsConfig> configs() {
        return Stream.of(
                CommonNeighborsConfig.oriented(true),
                CommonNeighborsConfig.of(MpsConfig.ALL),
                CommonNeighborsConfig.of(BmpConfig.ALL));
    }

    @ParameterizedTest
    @MethodSource("configs")
    void everyAllocationThatFailsLeavesNothing(CommonNeighborsConfig config) {
        UnipartiteGraph graph = RandomGraphs.unipartite(5).toUnipartiteGraph(memory, workers);
        long hostBytes = memory.liveBytes();
        int failures = 0;
        try {
            for (boolean failed = true; failed; failures++) {
                device.allowAllocations(failures);
                try (CommonNeighborsCounts counts = count(graph, config)) {
                    failed = false;
                } catch (GpuException e) {
                    assertThat(e).hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY");
                    assertThat(device.liveBytes()).isEqualTo(device.copies().bytes());
                    assertThat(device.reservedBytes()).isEqualTo(device.copies().bytes());
                    assertThat(memory.liveBytes()).isEqualTo(hostBytes);
                }
            }
        } finally {
            device.allowAllocations(-1);
            graph.close();
        }
        assertThat(failures).isGreaterThan(3);
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
    }

    private CommonNeighborsCounts count(UnipartiteGraph graph, CommonNeighborsConfig config) {
        return new CommonNeighborsCount().gpu(graph, config, new Execution(memory, workers, new StageTimes()), device);
    }
}
