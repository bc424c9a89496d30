package dev.motif.algorithm.butterfly.gbfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the tests of {@link GbfcCountTest} on a GPU. */
@Tag("gpu")
class GbfcCountGpuTest extends GbfcCountTest {
    private static final double NANOS = 1e9;

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    /** The kernel would take seconds if it was not stopped: each thread intersects ten thousand lists. */
    @Test
    void kernelThatRunsIsStoppedByCancellation() {
        NativeMemory own = new NativeMemory(1L << 30);
        try (BipartiteGraph graph = TestGraphs.complete(250, 150).toGraph(own, Workers.of(2))) {
            ButterflyConfig config = ButterflyConfig.of(GbfcConfig.byIntersection(false));
            long begin = System.nanoTime();
            Execution whole = new Execution(own, Workers.of(2), new StageTimes());
            new ButterflyAlgorithm().gpu(config).run(graph, whole, device).close();
            double seconds = (System.nanoTime() - begin) / NANOS;

            long start = System.nanoTime();
            Workers workers = new Workers(2, () -> System.nanoTime() - start > 0.1 * NANOS, Progress.NONE);
            assertThatThrownBy(() -> new ButterflyAlgorithm()
                            .gpu(config)
                            .run(graph, new Execution(own, workers, new StageTimes()), device)
                            .close())
                    .isInstanceOf(CancellationException.class);
            double stopped = (System.nanoTime() - start) / NANOS;
            System.out.printf("whole %.3f s, stopped after %.3f s%n", seconds, stopped);
            assertThat(stopped).isLessThan(seconds / 2);
            assertThat(device.liveBytes()).isEqualTo(device.copies().bytes());
            assertThat(own.liveBytes()).isEqualTo(graph.bytes());
        }
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
    }
}
