package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lets every allocation of device memory fail in turn. */
@Tag("gpu")
class BicliqueGpuMemoryTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    @ParameterizedTest
    @EnumSource(Result.class)
    void everyAllocationThatFailsLeavesNothing(Result result) throws Exception {
        BipartiteGraph graph = TestGraphs.crown(12).toGraph(memory, workers);
        int failures = DeviceAllocationFailures.check(device, memory, graph, () -> new BicliqueAlgorithm()
                .gpu(BicliqueConfig.of(3, 4, result))
                .run(graph, new Execution(memory, workers, new StageTimes()), device)
                .close());
        assertThat(failures).isGreaterThan(24);
    }
}
