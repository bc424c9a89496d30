package dev.motif.algorithm.sample.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("gpu")
class KCliqueSampleGpuTest extends KCliqueSampleContract {
    private static final SampleConfig CONFIG = new SampleConfig(0.95, 0.1, 0, 1);
    private static final long SLICE_NANOS = 20_000;

    private final KCliqueSampleAlgorithm algorithm = new KCliqueSampleAlgorithm();
    private final BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    @Override
    List<SampledCount> sample(UnipartiteGraph graph, int minK, int maxK, SampleConfig config) {
        return gpu.run(algorithm, graph, new KCliqueSampleConfig(minK, maxK, config), memory)
                .counts();
    }

    @Test
    void estimatesDependOnTheSeedAlone() {
        try (UnipartiteGraph graph = KCliqueSampleAlgorithmTest.corner().toUnipartiteGraph(memory, Workers.of(1))) {
            List<SampledCount> counts = sample(graph, 5, 8, CONFIG);
            assertThat(TestDevices.withSlices(device, SLICE_NANOS, () -> sample(graph, 5, 8, CONFIG)))
                    .isEqualTo(counts);
            assertThat(sample(graph, 5, 8, CONFIG.withSeed(2))).isNotEqualTo(counts);
        }
    }

    /** So small an error takes samples without end. */
    @Test
    @Timeout(600)
    void timeoutEndsSampling() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(200, 0.8, 1).toUnipartiteGraph(memory, Workers.of(2))) {
            try {
                SampledCount count = sample(graph, 20, 20, new SampleConfig(0.9999, SampleConfig.MIN_ERROR, 500, 1))
                        .get(0);
                assertThat(count.upper() - count.lower()).isGreaterThan(SampleConfig.MIN_ERROR * count.estimate());
            } catch (IllegalStateException e) {
                // On a busy GPU time may be over before the first estimates.
                assertThat(e).hasMessageContaining("`timeoutMillis`");
            }
        }
    }
}
