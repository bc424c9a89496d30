package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.commonneighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.commonneighbors.ktruss.KTrussAlgorithm;
import dev.motif.algorithm.commonneighbors.ktruss.KTrussConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.similarity.SimilarPairs;
import dev.motif.algorithm.commonneighbors.similarity.SimilarityAlgorithm;
import dev.motif.algorithm.commonneighbors.similarity.SimilarityConfig;
import dev.motif.algorithm.commonneighbors.similarity.SimilarityParameters;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lets every allocation of device memory fail in turn. */
@Tag("gpu")
class CommonNeighborsGpuMemoryTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    @Test
    void everyAllocationThatFailsLeavesNothing() throws Exception {
        CommonNeighborsConfig config = CommonNeighborsConfig.oriented(true);
        UnipartiteGraph graph = RandomGraphs.unipartite(5).toUnipartiteGraph(memory, workers);
        int failures = DeviceAllocationFailures.check(device, memory, graph, () -> new CommonNeighborsAlgorithm()
                .gpu(config)
                .run(graph, new Execution(memory, workers, new StageTimes()), device)
                .close());
        assertThat(failures).isGreaterThan(2);
    }

    @Test
    void everyAllocationOfTrussNumbersThatFailsLeavesNothing() throws Exception {
        KTrussAlgorithm trusses = new KTrussAlgorithm();
        UnipartiteGraph graph = RandomGraphs.unipartite(7).toUnipartiteGraph(memory, workers);
        long estimated = trusses.gpu(new KTrussConfig())
                .estimate(device, GraphSize.of(graph))
                .device()
                .maxBytes();
        int failures = DeviceAllocationFailures.check(device, memory, graph, () -> trusses.gpu(new KTrussConfig())
                .run(graph, new Execution(memory, workers, new StageTimes()), device)
                .close());
        assertThat(failures).isGreaterThan(7);
        assertThat(device.peakReservedBytes()).isGreaterThanOrEqualTo(estimated);
    }

    @Test
    void everyAllocationThatFailsWhilePairsAreFoundLeavesNothing() throws Exception {
        UnipartiteGraph graph = RandomGraphs.unipartite(5).toUnipartiteGraph(memory, workers);
        SimilarityConfig config = SimilarityParameters.config(new Configuration(Map.of()));
        int failures = DeviceAllocationFailures.check(device, memory, graph, () -> {
            try (SimilarPairs pairs = new SimilarityAlgorithm()
                    .gpu(config)
                    .run(graph, new Execution(memory, workers, new StageTimes()), device)) {
                assertThat(pairs.hasNext()).isTrue();
            }
        });
        assertThat(failures).isGreaterThan(2);
    }
}
