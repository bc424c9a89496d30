package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.biclique.BicliqueConfig;
import dev.motif.algorithm.biclique.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.BicliqueCount;
import dev.motif.algorithm.biclique.BicliqueCounts;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With only the first 0, 1, 2, ... allocations allowed every failure is clean, until the call succeeds. */
@Tag("gpu")
class BicliqueGpuMemoryTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    @ParameterizedTest
    @EnumSource(Result.class)
    void everyAllocationThatFailsLeavesNothing(Result result) {
        BipartiteGraph graph = TestGraphs.crown(12).toGraph(memory, workers);
        long hostBytes = memory.liveBytes();
        int failures = 0;
        try {
            for (boolean failed = true; failed; failures++) {
                device.allowAllocations(failures);
                try (BicliqueCounts counts = count(graph, result)) {
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
        assertThat(failures).isGreaterThan(25);
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
    }

    private BicliqueCounts count(BipartiteGraph graph, Result result) {
        Execution execution = new Execution(memory, workers, new StageTimes());
        return new BicliqueCount().gpu(graph, BicliqueConfig.of(3, 4, result), execution, device);
    }
}
