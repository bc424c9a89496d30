package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.kclique.KCliqueAlgorithm;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.maximal.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.research.cumbe.CumbeAlgorithm;
import dev.motif.research.cumbe.CumbeConfig;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that many more workers than processors, nearly all of which are idle, cost little processor time. */
@LeavesNothing
@Timeout(300)
class ManyWorkersTest {
    private static final int MANY = 256;
    private static final double MOST_TIMES = 1.5;
    /** What a worker may cost that does nothing: its start and its memory, on a slow host. */
    private static final long START_NANOS = 1_000_000;
    /** Other work of the machine only adds to a time, so the least of these rounds is the one to judge by. */
    private static final int MOST_ROUNDS = 20;

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private <G extends Graph, C> IntConsumer run(Algorithm<G, C, ?> algorithm, G graph, C config) {
        return workers -> {
            try (AutoCloseable result = new BackendCase(Backend.CPU, workers).run(algorithm, graph, config, memory)) {
                assertThat(result).isNotNull();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private static long nanos(IntConsumer run, int workers) {
        long before = PROCESS.getProcessCpuTime();
        run.accept(workers);
        return PROCESS.getProcessCpuTime() - before;
    }

    private static void assertManyCostLittle(IntConsumer run) {
        run.accept(2);
        long two = nanos(run, 2);
        long many = nanos(run, MANY);
        for (int round = 0; round < MOST_ROUNDS && many >= mostNanos(two); round++) {
            two = Math.min(two, nanos(run, 2));
            many = Math.min(many, nanos(run, MANY));
        }
        assertThat(many)
                .as("processor nanoseconds with %d workers; with 2 they are %d", MANY, two)
                .isLessThan(mostNanos(two));
    }

    private static long mostNanos(long two) {
        return (long) (MOST_TIMES * two) + MANY * START_NANOS;
    }

    @Test
    void bicliquesFromLeavesBelowTheirRootsAlone() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 300, 300, 30_000, 1).toGraph(memory, Workers.of(1))) {
            assertManyCostLittle(run(
                    new BicliqueAlgorithm(), graph, BicliqueConfig.total(3, 3).with(BicliqueConfig.Technique.PIVOT)));
        }
    }

    @Test
    void bicliquesFromDeepSearches() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 200, 200, 13_000, 1).toGraph(memory, Workers.of(1))) {
            assertManyCostLittle(run(new BicliqueAlgorithm(), graph, BicliqueConfig.total(4, 4)));
        }
    }

    @Test
    void cliques() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(250, 0.55, 3).toUnipartiteGraph(memory, Workers.of(1))) {
            assertManyCostLittle(run(new KCliqueAlgorithm(), graph, KCliqueConfig.total(6, 6)));
        }
    }

    @Test
    void maximalBicliquesFromBitmaps() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(2, 500, 500, 30_000, 1).toGraph(memory, Workers.of(1))) {
            assertManyCostLittle(run(new MaximalBicliqueAlgorithm(), graph, MaximalBicliqueConfig.TOTALS));
        }
    }

    @Test
    void maximalBicliquesByCumbe() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(2, 500, 500, 12_000, 1).toGraph(memory, Workers.of(1))) {
            assertManyCostLittle(run(new CumbeAlgorithm(), graph, CumbeConfig.of(MaximalBicliqueConfig.TOTALS)));
        }
    }
}
