package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.level.tip.TipAlgorithm;
import dev.motif.algorithm.level.tip.TipConfig;
import dev.motif.algorithm.level.wing.WingAlgorithm;
import dev.motif.algorithm.level.wing.WingConfig;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests on the CPU that calls find what earlier calls on the same graph have prepared, and that no result changes. */
@LeavesNothing
class PreparedFormsOnCpuTest {
    private static final int ORDERS = 3;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    /** Holds the results to compare with. */
    private final NativeMemory apart = new NativeMemory(1L << 32);

    private static AlgorithmCase<?, ?, ?> butterflies(ButterflyConfig config) {
        return new AlgorithmCase<>(new ButterflyAlgorithm(), config);
    }

    private static AlgorithmCase<?, ?, ?> bicliques(BicliqueConfig config) {
        return new AlgorithmCase<>(new BicliqueAlgorithm(), config);
    }

    private static AlgorithmCase<?, ?, ?> cliques(KCliqueConfig config) {
        return new AlgorithmCase<>(new KCliqueAlgorithm(), config);
    }

    static Stream<AlgorithmCase<?, ?, ?>> bipartiteCalls() {
        return Stream.concat(
                bipartiteCallsOfTheProduct(),
                MoreCases.<AlgorithmCase<?, ?, ?>>of("PreparedFormsOnCpuTest", AlgorithmCase.class));
    }

    private static Stream<AlgorithmCase<?, ?, ?>> bipartiteCallsOfTheProduct() {
        return Stream.of(
                butterflies(ButterflyConfig.TOTAL),
                butterflies(new ButterflyConfig(true, true)),
                new AlgorithmCase<>(new WingAlgorithm(), new WingConfig()),
                bicliques(BicliqueConfig.total(3, 3)),
                bicliques(BicliqueConfig.total(3, 3).with(Side.RIGHT)),
                bicliques(BicliqueConfig.total(2, 4)),
                bicliques(BicliqueConfig.total(4, 2)),
                bicliques(BicliqueConfig.of(3, 4, BicliqueConfig.Result.VERTEX)),
                bicliques(BicliqueConfig.of(3, 4, BicliqueConfig.Result.EDGE)));
    }

    /** Peels a ranked graph in place, so it must not be one that other calls use. */
    private static AlgorithmCase<?, ?, ?> tips() {
        return new AlgorithmCase<>(new TipAlgorithm(), new TipConfig(Side.RIGHT));
    }

    static Stream<AlgorithmCase<?, ?, ?>> unipartiteCalls() {
        return Stream.of(
                new AlgorithmCase<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(false)),
                cliques(KCliqueConfig.total(3, 3)),
                cliques(KCliqueConfig.total(4, 4).with(Orientation.DEGENERACY)),
                cliques(KCliqueConfig.total(5, 5)),
                cliques(KCliqueConfig.total(5, 5).with(Orientation.DEGREE)),
                cliques(KCliqueConfig.of(4, Result.VERTEX)),
                cliques(KCliqueConfig.of(4, Result.EDGE)),
                cliques(KCliqueConfig.of(5, Result.EDGE)));
    }

    static Stream<AlgorithmCase<?, ?, ?>> calls() {
        return Stream.concat(bipartiteCalls(), unipartiteCalls());
    }

    private static Graph graph(AlgorithmCase<?, ?, ?> call, NativeMemory of) {
        EdgeList list = call.isBipartite() ? RandomGraphs.bipartite(11, 120, 100, 1500, 2) : RandomGraphs.unipartite(7);
        return call.graph(list, of);
    }

    private static AutoCloseable result(AlgorithmCase<?, ?, ?> call, Graph graph, NativeMemory of, int workers) {
        return call.result(graph, new Execution(of, Workers.of(workers), new StageTimes()), null);
    }

    private static void check(
            AlgorithmCase<?, ?, ?> call, Graph graph, NativeMemory of, int workers, AutoCloseable expected)
            throws Exception {
        try (AutoCloseable result = result(call, graph, of, workers)) {
            AlgorithmCase.checkSame(result, expected);
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void secondCallAddsNothing(AlgorithmCase<?, ?, ?> call) throws Exception {
        try (Graph graph = graph(call, memory);
                AutoCloseable expected = result(call, graph, apart, 2)) {
            long alone = memory.liveBytes();
            memory.keepFormsOf(graph);
            check(call, graph, memory, 2, expected);
            long kept = memory.forms().bytesOf(graph);
            // Butterflies of a small graph are counted on the graph itself.
            assertThat(kept > 0).isEqualTo(!(call.config() instanceof ButterflyConfig));
            assertThat(memory.liveBytes()).isEqualTo(alone + kept);
            check(call, graph, memory, 2, expected);
            assertThat(memory.liveBytes()).isEqualTo(alone + kept);
            assertThat(memory.forms().unusedBytes()).isEqualTo(kept);
        }
    }

    /**
     * Calls follow one another in several orders, with much memory and with just enough for each of them. One thread,
     * so that the memory they need is always the same.
     */
    private void checkOrders(Stream<AlgorithmCase<?, ?, ?>> stream) throws Exception {
        List<AlgorithmCase<?, ?, ?>> calls = stream.toList();
        List<AutoCloseable> expected = new ArrayList<>();
        try (Graph graph = graph(calls.get(0), memory)) {
            memory.resetPeak();
            for (AlgorithmCase<?, ?, ?> call : calls) {
                expected.add(result(call, graph, apart, 1));
                result(call, graph, memory, 1).close();
            }
            for (long limit : new long[] {memory.limitBytes(), memory.peakBytes()}) {
                checkOrders(calls, expected, limit);
            }
        } finally {
            for (AutoCloseable result : expected) {
                result.close();
            }
        }
    }

    private static void checkOrders(List<AlgorithmCase<?, ?, ?>> calls, List<AutoCloseable> expected, long limit)
            throws Exception {
        NativeMemory limited = new NativeMemory(limit);
        try (Graph graph = graph(calls.get(0), limited)) {
            long alone = limited.liveBytes();
            limited.keepFormsOf(graph);
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < ORDERS * calls.size(); i++) {
                order.add(i % calls.size());
            }
            Collections.shuffle(order, new Random(limit));
            for (int i : order) {
                check(calls.get(i), graph, limited, 1, expected.get(i));
                assertThat(limited.liveBytes())
                        .as("after %s with %d bytes", calls.get(i), limit)
                        .isEqualTo(alone + limited.forms().unusedBytes());
            }
        }
        assertThat(limited.liveBytes()).isZero();
    }

    @Test
    void resultsOnABipartiteGraphAreTheSameInEveryOrder() throws Exception {
        checkOrders(Stream.concat(bipartiteCalls(), Stream.of(tips())));
    }

    @Test
    void resultsOnAUnipartiteGraphAreTheSameInEveryOrder() throws Exception {
        checkOrders(unipartiteCalls());
    }
}
