package dev.motif.research.intersection;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.load.GraphCollector;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Soon;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a graph in which one vertex is in most edges, all of which one warp of BMP has to process. */
@LeavesNothing
@Tag("gpu")
class HubGpuTest {
    private static final int LEAVES = 3_000_000;
    private static final long MILLIS_BEFORE_CANCELLATION = 100;

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 32);

    /** Measures the time since counting began. */
    private static final class Counting implements Progress {
        private final String name;
        private volatile long startNanos;

        Counting(IntersectionConfig config) {
            name = config.stage();
        }

        @Override
        public void begin(String stage, long volume) {
            if (stage.equals(name)) {
                startNanos = System.nanoTime();
            }
        }

        @Override
        public void advance(long amount) {}

        double millis() {
            return startNanos == 0 ? 0 : (System.nanoTime() - startNanos) / 1e6;
        }
    }

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
            Counting counting = new Counting(config);
            AtomicReference<Soon> soon = new AtomicReference<>();
            Workers workers = new Workers(
                    2,
                    () -> {
                        boolean requested = counting.millis() > MILLIS_BEFORE_CANCELLATION;
                        if (requested && soon.get() == null) {
                            soon.set(Soon.afterNow());
                        }
                        return requested;
                    },
                    counting);
            assertThatThrownBy(() -> new IntersectionAlgorithm()
                            .gpu(config)
                            .run(graph, new Execution(memory, workers, new StageTimes()), device))
                    .isInstanceOf(CancellationException.class);
            soon.get().assertEnded();
        }
    }
}
