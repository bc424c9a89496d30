package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.kclique.KCliqueAlgorithm;
import dev.motif.algorithm.kclique.kcore.KCoreAlgorithm;
import dev.motif.algorithm.kclique.kcore.KCoreConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Result;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Technique;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a call reserves what is estimated, and lets every allocation of device memory fail in turn. */
@Tag("gpu")
class KCliqueGpuMemoryTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    static Stream<KCliqueConfig> configs() {
        return Stream.of(
                KCliqueConfig.all(),
                KCliqueConfig.total(4, 4),
                KCliqueConfig.total(5, 5).with(Technique.PIVOT),
                KCliqueConfig.of(4, Result.VERTEX),
                KCliqueConfig.of(5, Result.EDGE),
                KCliqueConfig.of(4, Result.EDGE).with(Technique.ORIENTATION),
                KCliqueConfig.of(5, Result.VERTEX).with(Technique.PIVOT));
    }

    @ParameterizedTest
    @MethodSource("configs")
    void everyAllocationOfCliquesThatFailsLeavesNothing(KCliqueConfig config) throws Exception {
        check(new KCliqueAlgorithm(), config);
    }

    @Test
    void everyAllocationOfCoresThatFailsLeavesNothing() throws Exception {
        check(new KCoreAlgorithm(), new KCoreConfig());
    }

    private <C, R extends AutoCloseable> void check(Algorithm<UnipartiteGraph, C, R> algorithm, C config)
            throws Exception {
        UnipartiteGraph graph = RandomGraphs.unipartite(7).toUnipartiteGraph(memory, workers);
        long estimated = algorithm
                .gpu(config)
                .estimate(device, GraphSize.of(graph))
                .device()
                .maxBytes();
        int failures = DeviceAllocationFailures.check(device, memory, graph, () -> algorithm
                .gpu(config)
                .run(graph, new Execution(memory, workers, new StageTimes()), device)
                .close());
        assertThat(failures).isGreaterThan(7);
        assertThat(device.peakReservedBytes()).isGreaterThanOrEqualTo(estimated);
    }
}
