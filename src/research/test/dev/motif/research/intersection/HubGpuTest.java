package dev.motif.research.intersection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.load.GraphCollector;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.VisibleStop;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a graph in which one vertex is in most edges, all of which one warp of BMP has to process. */
@LeavesNothing
@Tag("gpu")
class HubGpuTest {
    private static final int LEAVES = 3_000_000;

    /** So short a slice ends in the midst of the hub. */
    private static final long SHORT_NANOS = 20_000;

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 32);

    /** A graph in which vertex 0 is adjacent to all others, which are a path. */
    private UnipartiteGraph hub() {
        try (GraphCollector collector = GraphCollector.unipartite(LEAVES + 1, 2L * LEAVES, memory, Workers.of(2))) {
            try (GraphCollector.Writer writer = collector.writer()) {
                for (int leaf = 1; leaf <= LEAVES; leaf++) {
                    writer.add(0, leaf);
                    if (leaf > 1) {
                        writer.add(leaf - 1, leaf);
                    }
                }
            }
            return (UnipartiteGraph) collector.build().graph();
        }
    }

    @Test
    void countingEndsInTheMiddleOfTheHub() {
        IntersectionConfig config = IntersectionConfig.of(new BmpConfig(false, false, BmpConfig.RANGE_SIZE, 1, false));
        try (UnipartiteGraph graph = hub()) {
            VisibleStop stop = VisibleStop.in(config.stage());
            Workers workers = new Workers(2, stop, stop);
            assertThatThrownBy(() -> TestDevices.withSlices(device, SHORT_NANOS, () -> new IntersectionAlgorithm()
                            .gpu(config)
                            .run(graph, new Execution(memory, workers, new StageTimes()), device)))
                    .isInstanceOf(CancellationException.class);
            assertThat(stop.advances()).as("what was counted").isZero();
        }
    }
}
