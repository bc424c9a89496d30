package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that many more workers than processors, nearly all of which are idle, sleep until there is a part of the work for
 * them: a thread counts how often it has begun to wait.
 */
@LeavesNothing
@Timeout(600)
class ManyWorkersTest {
    private static final int MANY = 256;

    /**
     * A worker waits once for each part that it takes, once for the end, and in the pool: two to five times on two processors,
     * since a few parts are given to each. One that looked for work every 20 microseconds would wait a thousand times.
     */
    private static final long MOST_WAITS_EACH = 50;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

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

    /** How often each thread of workers has waited so far, by its number. */
    private static Map<Long, Long> waits() {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("motif-worker-"))
                .collect(Collectors.toMap(ThreadInfo::getThreadId, ThreadInfo::getWaitedCount));
    }

    private static void assertIdleWorkersSleep(IntConsumer run) {
        Map<Long, Long> before = waits();
        run.accept(MANY);
        Map<Long, Long> after = waits();
        assertThat(after).hasSizeGreaterThanOrEqualTo(MANY);
        long waits = after.entrySet().stream()
                .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
                .sum();
        assertThat(waits).isLessThan(MANY * MOST_WAITS_EACH);
    }

    @Test
    void bicliquesFromLeavesBelowTheirRootsAlone() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 300, 300, 30_000, 1).toGraph(memory, Workers.of(1))) {
            assertIdleWorkersSleep(run(
                    new BicliqueAlgorithm(), graph, BicliqueConfig.total(3, 3).with(BicliqueConfig.Technique.PIVOT)));
        }
    }

    @Test
    void bicliquesFromDeepSearches() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 200, 200, 13_000, 1).toGraph(memory, Workers.of(1))) {
            assertIdleWorkersSleep(run(new BicliqueAlgorithm(), graph, BicliqueConfig.total(4, 4)));
        }
    }

    @Test
    void cliques() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(250, 0.55, 3).toUnipartiteGraph(memory, Workers.of(1))) {
            assertIdleWorkersSleep(run(new KCliqueAlgorithm(), graph, KCliqueConfig.total(6, 6)));
        }
    }

    @Test
    void maximalBicliquesFromBitmaps() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(2, 500, 500, 30_000, 1).toGraph(memory, Workers.of(1))) {
            assertIdleWorkersSleep(run(new MaximalBicliqueAlgorithm(), graph, MaximalBicliqueConfig.TOTALS));
        }
    }

    static Stream<AlgorithmCase<BipartiteGraph, ?, ?>> more() {
        return MoreCases.of("ManyWorkersTest", AlgorithmCase.class);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("more")
    <C, R extends AutoCloseable> void others(AlgorithmCase<BipartiteGraph, C, R> run) {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(2, 500, 500, 12_000, 1).toGraph(memory, Workers.of(1))) {
            assertIdleWorkersSleep(run(run.algorithm(), graph, run.config()));
        }
    }
}
