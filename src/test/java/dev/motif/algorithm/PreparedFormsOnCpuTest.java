package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.algorithm.butterfly.tip.TipAlgorithm;
import dev.motif.algorithm.butterfly.tip.TipConfig;
import dev.motif.algorithm.butterfly.wing.WingAlgorithm;
import dev.motif.algorithm.butterfly.wing.WingConfig;
import dev.motif.algorithm.commonneighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.kclique.KCliqueAlgorithm;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Result;
import dev.motif.backend.Algorithm;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcAlgorithm;
import dev.motif.research.gbc.GbcConfig;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests on the CPU that calls find what earlier calls on the same graph have prepared, and that no result changes. */
class PreparedFormsOnCpuTest {
    private static final int ORDERS = 3;
    private static final long PART_BYTES = 20_000;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final Workers workers = Workers.of(2);

    /** A call of an algorithm, and the values of its result to compare. */
    private record Call<G extends Graph, C, R extends AutoCloseable>(
            Algorithm<G, C, R> algorithm, C config, Function<R, Object> values) {
        private Object on(G graph, NativeMemory memory, Workers workers) throws Exception {
            try (R result = algorithm.cpu(graph, config, new Execution(memory, workers, new StageTimes()))) {
                return values.apply(result);
            }
        }

        @Override
        public String toString() {
            return algorithm.name() + " " + config;
        }
    }

    @AfterEach
    void nothingStaysAllocated() {
        assertThat(memory.liveBytes()).isZero();
    }

    private static List<BigInteger> values(OffHeapSums counts) {
        return counts == null
                ? List.of()
                : LongStream.range(0, counts.length()).mapToObj(counts::get).toList();
    }

    private static List<Long> values(OffHeapLongs counts) {
        return LongStream.range(0, counts.length()).mapToObj(counts::get).toList();
    }

    private static List<Integer> values(OffHeapInts counts) {
        return LongStream.range(0, counts.length()).mapToObj(counts::get).toList();
    }

    private static Call<BipartiteGraph, ?, ?> bicliques(BicliqueConfig config) {
        return new Call<>(
                new BicliqueAlgorithm(),
                config,
                result ->
                        List.of(result.total(), values(result.left()), values(result.right()), values(result.edges())));
    }

    private static Call<BipartiteGraph, ?, ?> byGbc(GbcConfig config) {
        return new Call<>(new GbcAlgorithm(), config, result -> result.total());
    }

    private static Call<UnipartiteGraph, ?, ?> cliques(KCliqueConfig config) {
        return new Call<>(
                new KCliqueAlgorithm(),
                config,
                result -> List.of(
                        result.count(config.minK()),
                        String.valueOf(result.degeneracy()),
                        values(result.vertices()),
                        values(result.edges())));
    }

    private static Call<BipartiteGraph, ?, ?> butterflies(ButterflyConfig config) {
        return new Call<>(new ButterflyAlgorithm(), config, result -> result.total());
    }

    static Stream<Call<BipartiteGraph, ?, ?>> bipartiteCalls() {
        GbcConfig gbc = GbcConfig.total(3, 3);
        return Stream.of(
                butterflies(ButterflyConfig.TOTAL),
                butterflies(new ButterflyConfig(true, true)),
                butterflies(ButterflyConfig.of(GbfcConfig.ALL)),
                new Call<>(new WingAlgorithm(), new WingConfig(), result -> values(result.edges())),
                bicliques(BicliqueConfig.total(3, 3)),
                bicliques(BicliqueConfig.total(3, 3).with(Side.RIGHT)),
                bicliques(BicliqueConfig.total(2, 4)),
                bicliques(BicliqueConfig.total(4, 2)),
                bicliques(BicliqueConfig.of(3, 4, BicliqueConfig.Result.VERTEX)),
                bicliques(BicliqueConfig.of(3, 4, BicliqueConfig.Result.EDGE)),
                byGbc(gbc),
                byGbc(gbc.with(Side.LEFT)),
                byGbc(gbc.with(Side.RIGHT)),
                byGbc(GbcConfig.total(4, 2)),
                byGbc(gbc.with(withParts(gbc.techniques()))));
    }

    /** Peels a ranked graph in place, so it must not be one that other calls use. */
    private static Call<BipartiteGraph, ?, ?> tips() {
        return new Call<>(new TipAlgorithm(), new TipConfig(Side.RIGHT), result -> values(result.vertices()));
    }

    /** The same techniques, with parts of so few bytes that there are several. */
    private static GbcConfig.Techniques withParts(GbcConfig.Techniques gbc) {
        return new GbcConfig.Techniques(
                gbc.priority(),
                gbc.twoHopFilter(),
                gbc.sets(),
                gbc.reorder(),
                gbc.reorderIterations(),
                gbc.exploration(),
                gbc.balance(),
                gbc.partitioning(),
                PART_BYTES);
    }

    static Stream<Call<UnipartiteGraph, ?, ?>> unipartiteCalls() {
        return Stream.of(
                new Call<>(
                        new CommonNeighborsAlgorithm(),
                        CommonNeighborsConfig.oriented(false),
                        result -> values(result.edges())),
                cliques(KCliqueConfig.total(3, 3)),
                cliques(KCliqueConfig.total(4, 4).with(Orientation.DEGENERACY)),
                cliques(KCliqueConfig.total(5, 5)),
                cliques(KCliqueConfig.total(5, 5).with(Orientation.DEGREE)),
                cliques(KCliqueConfig.of(4, Result.VERTEX)),
                cliques(KCliqueConfig.of(4, Result.EDGE)),
                cliques(KCliqueConfig.of(5, Result.EDGE)));
    }

    private BipartiteGraph bipartite(NativeMemory of) {
        return RandomGraphs.bipartite(11, 120, 100, 1500, 2).toGraph(of, workers);
    }

    private UnipartiteGraph unipartite(NativeMemory of) {
        return RandomGraphs.unipartite(7).toUnipartiteGraph(of, workers);
    }

    private <G extends Graph> void checkSecondCall(Call<G, ?, ?> call, G graph) throws Exception {
        try (graph) {
            long alone = memory.liveBytes();
            Object expected = call.on(graph, memory, workers);
            assertThat(memory.liveBytes()).isEqualTo(alone);
            memory.keepFormsOf(graph);
            assertThat(call.on(graph, memory, workers)).isEqualTo(expected);
            long kept = memory.forms().bytesOf(graph);
            assertThat(kept).isPositive();
            assertThat(memory.liveBytes()).isEqualTo(alone + kept);
            assertThat(call.on(graph, memory, workers)).isEqualTo(expected);
            assertThat(memory.liveBytes()).isEqualTo(alone + kept);
            assertThat(memory.forms().unusedBytes()).isEqualTo(kept);
        }
    }

    @ParameterizedTest
    @MethodSource("bipartiteCalls")
    void secondCallOnABipartiteGraphAddsNothing(Call<BipartiteGraph, ?, ?> call) throws Exception {
        checkSecondCall(call, bipartite(memory));
    }

    @ParameterizedTest
    @MethodSource("unipartiteCalls")
    void secondCallOnAUnipartiteGraphAddsNothing(Call<UnipartiteGraph, ?, ?> call) throws Exception {
        checkSecondCall(call, unipartite(memory));
    }

    /**
     * Calls follow one another in several orders, with much memory and with just enough for each of them. One thread,
     * so that the memory they need is always the same.
     */
    private <G extends Graph> void checkOrders(Stream<Call<G, ?, ?>> stream, Function<NativeMemory, G> graphs)
            throws Exception {
        List<Call<G, ?, ?>> calls = new ArrayList<>(stream.toList());
        List<Object> expected = new ArrayList<>();
        long most;
        try (G graph = graphs.apply(memory)) {
            memory.resetPeak();
            for (Call<G, ?, ?> call : calls) {
                expected.add(call.on(graph, memory, Workers.of(1)));
            }
            most = memory.peakBytes();
        }
        for (long limit : new long[] {memory.limitBytes(), most}) {
            NativeMemory limited = new NativeMemory(limit);
            try (G graph = graphs.apply(limited)) {
                long alone = limited.liveBytes();
                limited.keepFormsOf(graph);
                List<Integer> order = new ArrayList<>();
                for (int round = 0; round < ORDERS; round++) {
                    for (int i = 0; i < calls.size(); i++) {
                        order.add(i);
                    }
                }
                Collections.shuffle(order, new Random(limit));
                for (int i : order) {
                    assertThat(calls.get(i).on(graph, limited, Workers.of(1)))
                            .as("%s with %d bytes", calls.get(i), limit)
                            .isEqualTo(expected.get(i));
                    assertThat(limited.liveBytes())
                            .isEqualTo(alone + limited.forms().unusedBytes());
                }
            }
            assertThat(limited.liveBytes()).isZero();
        }
    }

    @Test
    void resultsOnABipartiteGraphAreTheSameInEveryOrder() throws Exception {
        checkOrders(Stream.concat(bipartiteCalls(), Stream.of(tips())), this::bipartite);
    }

    @Test
    void resultsOnAUnipartiteGraphAreTheSameInEveryOrder() throws Exception {
        checkOrders(unipartiteCalls(), this::unipartite);
    }
}
