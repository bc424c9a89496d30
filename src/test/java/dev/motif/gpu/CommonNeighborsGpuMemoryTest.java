package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.commonneighbors.lists.ListsGpu;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig.PassMemory;
import dev.motif.algorithm.commonneighbors.model.MpsConfig;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lets every allocation of device memory fail in turn. */
@LeavesNothing
@Tag("gpu")
class CommonNeighborsGpuMemoryTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    @Test
    void everyAllocationThatFailsInPassesWithUnifiedMemoryLeavesNothing() throws Exception {
        CommonNeighborsConfig config = CommonNeighborsConfig.of(MpsConfig.ALL).with(PassMemory.UNIFIED);
        UnipartiteGraph graph = RandomGraphs.unipartite(5).toUnipartiteGraph(memory, workers);
        long slots = graph.adjacency().largestDegree();
        int failures = DeviceAllocationFailures.check(device, memory, graph, () -> new ListsGpu(
                        graph, config, new Execution(memory, workers, new StageTimes()), device, slots)
                .count()
                .close());
        assertThat(failures).isGreaterThan(2);
    }
}
