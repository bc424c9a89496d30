package dev.motif.research.intersection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.DeviceAllocationFailures;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import dev.motif.research.intersection.IntersectionConfig.PassMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lets every allocation of device memory fail in turn. */
@Tag("gpu")
class IntersectionGpuMemoryTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final UnipartiteGraph graph = RandomGraphs.unipartite(5).toUnipartiteGraph(memory, Workers.of(2));

    private Execution execution() {
        return new Execution(memory, Workers.of(2), new StageTimes());
    }

    @Test
    void everyAllocationThatFailsInPassesWithUnifiedMemoryLeavesNothing() throws Exception {
        IntersectionConfig config = IntersectionConfig.of(MpsConfig.ALL).with(PassMemory.UNIFIED);
        long slots = graph.adjacency().largestDegree();
        int failures = DeviceAllocationFailures.check(
                device, memory, graph, () -> new IntersectionGpu(graph, config, execution(), device, slots)
                        .count()
                        .close());
        assertThat(failures).isGreaterThan(2);
    }
}
