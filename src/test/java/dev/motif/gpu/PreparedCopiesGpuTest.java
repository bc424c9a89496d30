package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.MoreCases;
import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.clique.CliqueFormGpu;
import dev.motif.algorithm.count.clique.CliqueSearcher;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.count.clique.orientation.CliqueBlocksGpu;
import dev.motif.algorithm.count.clique.search.CliqueRootsGpu;
import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreAlgorithm;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreConfig;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreResult;
import dev.motif.algorithm.level.core.KCoreAlgorithm;
import dev.motif.algorithm.level.core.KCoreConfig;
import dev.motif.algorithm.level.truss.KTrussAlgorithm;
import dev.motif.algorithm.level.truss.KTrussConfig;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Progress;
import dev.motif.parallel.StageProgress;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that what calls prepare on a device is found by later calls, and changes no result. */
@LeavesNothing
@Tag("gpu")
class PreparedCopiesGpuTest {
    private static final int CALLS_AT_ONCE = 6;
    private static final int ROUNDS = 8;
    private static final int ORDERS = 3;
    private static final Object KILLED = "killed";

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);
    private final BipartiteGraph bipartite =
            RandomGraphs.bipartite(11, 300, 260, 4000, 2).toGraph(memory, workers);
    private final UnipartiteGraph unipartite = dense().toUnipartiteGraph(memory, workers);
    private final long graphBytes = memory.liveBytes();

    /** A call of an algorithm, and the values of its result to compare. */
    record Call<G extends Graph, C, R extends AutoCloseable>(
            Algorithm<G, C, R> algorithm, C config, Function<R, Object> values) {
        private Object onCpu(G graph, Execution execution) throws Exception {
            try (R result = algorithm.cpu(graph, config, execution)) {
                return values.apply(result);
            }
        }

        private Object onGpu(G graph, Execution execution, GpuDevice device) throws Exception {
            try (R result = algorithm.gpu(config).run(graph, execution, device)) {
                return values.apply(result);
            }
        }

        private String obstacle(G graph, GpuDevice device) {
            return algorithm.gpu(config).obstacle(device, GraphSize.of(graph));
        }

        /** The bytes that a call reserves when all copies are there. */
        private long leastBytes(G graph, GpuDevice device) {
            return algorithm
                    .gpu(config)
                    .estimate(device, GraphSize.of(graph))
                    .device()
                    .minBytes();
        }

        @Override
        public String toString() {
            return algorithm.name() + " " + config;
        }
    }

    private static EdgeList dense() {
        Random random = new Random(5);
        List<Edge> edges = new ArrayList<>();
        int vertices = 150;
        for (int u = 0; u < vertices; u++) {
            for (int v = u + 1; v < vertices; v++) {
                // The vertices of the smaller ids are dense, so that cores differ.
                if (random.nextDouble() < 0.5 * (1 - v / (double) vertices)) {
                    edges.add(new Edge(u, v));
                }
            }
        }
        return new EdgeList(vertices, vertices, edges);
    }

    private static KCliqueAlgorithm splitFrom(int candidates) {
        return new KCliqueAlgorithm(new CliqueSearcher(), new CliqueFormGpu(candidates, true, CliqueBlocksGpu::new));
    }

    private static Call<UnipartiteGraph, KCliqueConfig, KCliqueResult> cliques(KCliqueConfig config) {
        return cliques(new KCliqueAlgorithm(), config);
    }

    private static Call<UnipartiteGraph, KCliqueConfig, KCliqueResult> cliques(
            KCliqueAlgorithm algorithm, KCliqueConfig config) {
        return new Call<>(algorithm, config, result -> {
            List<Object> values = new ArrayList<>();
            for (int k = config.minK(); k <= Math.min(config.maxK(), 12); k++) {
                values.add(result.count(k));
            }
            Collections.addAll(values, String.valueOf(result.degeneracy()), sums(result.vertices()));
            values.add(sums(result.edges()));
            return values;
        });
    }

    private static Call<BipartiteGraph, BicliqueConfig, BicliqueResult> bicliques(BicliqueConfig config) {
        return new Call<>(new BicliqueAlgorithm(), config, result -> {
            List<Object> values = new ArrayList<>();
            if (config.result() == BicliqueConfig.Result.TABLE) {
                for (int p = 1; p <= config.p(); p++) {
                    for (int q = 1; q <= config.q(); q++) {
                        values.add(result.count(p, q));
                    }
                }
            } else {
                values.add(result.total());
            }
            Collections.addAll(values, sums(result.left()), sums(result.right()), sums(result.edges()));
            return values;
        });
    }

    private static List<BigInteger> sums(OffHeapSums counts) {
        List<BigInteger> list = new ArrayList<>();
        for (long i = 0; counts != null && i < counts.length(); i++) {
            list.add(counts.get(i));
        }
        return list;
    }

    static <C> Call<BipartiteGraph, C, MaximalBicliqueResult> maximal(
            Algorithm<BipartiteGraph, C, MaximalBicliqueResult> algorithm, C config) {
        return new Call<>(algorithm, config, result -> new HashSet<>(result.sizes()));
    }

    static Stream<Call<UnipartiteGraph, ?, ?>> unipartiteCalls() {
        return Stream.of(
                new Call<>(new KCoreAlgorithm(), new KCoreConfig(), PreparedCopiesGpuTest::cores),
                new Call<>(new KTrussAlgorithm(), new KTrussConfig(), PreparedCopiesGpuTest::trusses),
                cliques(KCliqueConfig.total(4, 4)),
                cliques(KCliqueConfig.total(4, 4).with(Orientation.DEGENERACY)),
                cliques(KCliqueConfig.total(5, 5)),
                cliques(KCliqueConfig.total(5, 5).with(Orientation.DEGREE)),
                cliques(KCliqueConfig.total(3, 9)),
                cliques(KCliqueConfig.total(6, 6).with(KCliqueConfig.Technique.PIVOT)),
                cliques(KCliqueConfig.total(6, 6).with(KCliqueConfig.Technique.COMPLEMENT)),
                cliques(splitFrom(1), KCliqueConfig.total(6, 6)),
                cliques(splitFrom(CliqueRootsGpu.SPLIT_NONE), KCliqueConfig.total(5, 5)),
                cliques(KCliqueConfig.of(5, KCliqueConfig.Result.VERTEX)),
                cliques(KCliqueConfig.of(8, KCliqueConfig.Result.EDGE)),
                cliques(KCliqueConfig.total(60, 60)));
    }

    private static Object cores(KCoreResult result) {
        List<Integer> cores = new ArrayList<>();
        for (long v = 0; v < result.cores().length(); v++) {
            cores.add(result.cores().get(v));
        }
        return List.of(cores, result.degeneracy());
    }

    private static Object betas(AlphaBetaCoreResult result) {
        List<Integer> betas = new ArrayList<>();
        for (int alpha = 0; alpha < result.alphas().size(); alpha++) {
            for (Side side : Side.values()) {
                for (long v = 0; v < result.betas(alpha, side).length(); v++) {
                    betas.add(result.betas(alpha, side).get(v));
                }
            }
        }
        return betas;
    }

    private static Object trusses(PeeledEdges result) {
        return LongStream.range(0, result.edges().length())
                .mapToObj(result.edges()::get)
                .toList();
    }

    static Stream<Call<BipartiteGraph, ?, ?>> bipartiteCalls() {
        return Stream.concat(
                bipartiteCallsOfTheProduct(),
                MoreCases.<Call<BipartiteGraph, ?, ?>>of("PreparedCopiesGpuTest", Call.class));
    }

    private static Stream<Call<BipartiteGraph, ?, ?>> bipartiteCallsOfTheProduct() {
        return Stream.of(
                bicliques(BicliqueConfig.total(3, 3)),
                bicliques(BicliqueConfig.total(3, 3).with(Side.LEFT)),
                bicliques(BicliqueConfig.total(3, 3).with(Side.RIGHT)),
                bicliques(BicliqueConfig.total(2, 4)),
                bicliques(BicliqueConfig.total(4, 2)),
                bicliques(BicliqueConfig.total(4, 3)),
                bicliques(BicliqueConfig.of(3, 4, BicliqueConfig.Result.VERTEX)),
                bicliques(BicliqueConfig.of(3, 4, BicliqueConfig.Result.EDGE)),
                bicliques(BicliqueConfig.of(3, 3, BicliqueConfig.Result.TABLE)),
                bicliques(BicliqueConfig.total(40, 40)),
                maximal(new MaximalBicliqueAlgorithm(), MaximalBicliqueConfig.TOTALS),
                new Call<>(
                        new AlphaBetaCoreAlgorithm(),
                        new AlphaBetaCoreConfig(List.of(2, 9), 1),
                        PreparedCopiesGpuTest::betas));
    }

    private Execution execution(Workers with) {
        return new Execution(memory, with, new StageTimes());
    }

    private void checkNothingButTheCopiesIsLive() {
        DeviceAllocationFailures.checkNothingButTheCopyIsLive(device, memory, graphBytes);
    }

    @AfterEach
    void nothingStaysAllocated() {
        bipartite.close();
        unipartite.close();
        assertThat(device.copies().bytes()).isZero();
    }

    /** A call finds the copies of one before it: there is no room to make them again. */
    private <G extends Graph> void checkSecondCallPreparesNothing(Call<G, ?, ?> call, G graph) throws Exception {
        Object first = call.onGpu(graph, execution(workers), device);
        long copied = device.copies().bytesOf(graph);
        assertThat(copied).isPositive();
        long limit;
        long wanted = copied;
        do {
            limit = wanted;
            wanted = TestDevices.withLimit(device, limit, () -> copied + call.leastBytes(graph, device));
        } while (wanted > limit);
        assertThat(onGpu(call, graph, limit)).isEqualTo(first);
        assertThat(device.copies().bytesOf(graph)).isEqualTo(copied);
        checkNothingButTheCopiesIsLive();
        device.copies().evict(Long.MAX_VALUE);
        long enough = limit;
        assertThatThrownBy(() -> onGpu(call, graph, enough))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("needed");
    }

    private <G extends Graph> Object onGpu(Call<G, ?, ?> call, G graph, long limit) throws Exception {
        long before = device.limitBytes();
        device.limitTo(limit);
        try {
            return call.onGpu(graph, execution(workers), device);
        } finally {
            device.limitTo(before);
        }
    }

    @ParameterizedTest
    @MethodSource("unipartiteCalls")
    void secondCallOnAUnipartiteGraphPreparesNothing(Call<UnipartiteGraph, ?, ?> call) throws Exception {
        checkSecondCallPreparesNothing(call, unipartite);
    }

    @ParameterizedTest
    @MethodSource("bipartiteCalls")
    void secondCallOnABipartiteGraphPreparesNothing(Call<BipartiteGraph, ?, ?> call) throws Exception {
        checkSecondCallPreparesNothing(call, bipartite);
    }

    /** Calls follow one another in several orders, with all of the memory and with just enough for each of them. */
    private <G extends Graph> void checkOrders(Stream<Call<G, ?, ?>> stream, G graph) throws Exception {
        List<Call<G, ?, ?>> calls = new ArrayList<>(stream.toList());
        Map<Call<G, ?, ?>, Object> expected = new HashMap<>();
        for (Call<G, ?, ?> call : calls) {
            expected.put(call, call.onCpu(graph, execution(workers)));
        }
        long hostBytes = memory.liveBytes();
        long least = TestDevices.leastLimit(
                device, () -> calls.stream().allMatch(call -> call.obstacle(graph, device) == null));
        for (long limit : new long[] {device.limitBytes(), least}) {
            for (int order = 0; order < ORDERS; order++) {
                Collections.shuffle(calls, new Random(order));
                for (Call<G, ?, ?> call : calls) {
                    assertThat(onGpu(call, graph, limit))
                            .as("%s in order %d with %d bytes", call, order, limit)
                            .isEqualTo(expected.get(call));
                    DeviceAllocationFailures.checkNothingButTheCopyIsLive(device, memory, hostBytes);
                }
            }
            device.copies().evict(Long.MAX_VALUE);
        }
    }

    @Test
    void resultsOnAUnipartiteGraphAreThoseOfTheCpuInEveryOrder() throws Exception {
        checkOrders(unipartiteCalls(), unipartite);
    }

    @Test
    void resultsOnABipartiteGraphAreThoseOfTheCpuInEveryOrder() throws Exception {
        checkOrders(bipartiteCalls(), bipartite);
    }

    /** Calls at once make the same copies, or find those of others, while some of them are killed. */
    private <G extends Graph> void checkCallsAtOnce(Call<G, ?, ?> call, G graph) throws Exception {
        Object expected = call.onCpu(graph, execution(workers));
        long hostBytes = memory.liveBytes();
        ExecutorService threads = Executors.newFixedThreadPool(CALLS_AT_ONCE);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                device.copies().evict(Long.MAX_VALUE);
                List<Callable<Object>> calls = new ArrayList<>();
                for (int i = 0; i < CALLS_AT_ONCE; i++) {
                    // Every third call is killed at one of its first polls.
                    int polls = i % 3 == 2 ? round + i : Integer.MAX_VALUE;
                    calls.add(() -> onGpuWithPolls(call, graph, polls));
                }
                for (Future<Object> result : threads.invokeAll(calls)) {
                    assertThat(result.get()).isIn(expected, KILLED);
                }
                DeviceAllocationFailures.checkNothingButTheCopyIsLive(device, memory, hostBytes);
            }
        } finally {
            threads.shutdown();
        }
    }

    private <G extends Graph> Object onGpuWithPolls(Call<G, ?, ?> call, G graph, int allowed) throws Exception {
        AtomicInteger polls = new AtomicInteger();
        Workers polling = new Workers(2, () -> polls.getAndIncrement() >= allowed, Progress.NONE);
        try {
            return call.onGpu(graph, execution(polling), device);
        } catch (CancellationException e) {
            return KILLED;
        }
    }

    @ParameterizedTest
    @MethodSource("unipartiteCalls")
    void callsAtOnceOnAUnipartiteGraphMakeOneCopy(Call<UnipartiteGraph, ?, ?> call) throws Exception {
        checkCallsAtOnce(call, unipartite);
    }

    @ParameterizedTest
    @MethodSource("bipartiteCalls")
    void callsAtOnceOnABipartiteGraphMakeOneCopy(Call<BipartiteGraph, ?, ?> call) throws Exception {
        checkCallsAtOnce(call, bipartite);
    }

    @Test
    void onlyTheLastCoresStay() throws Exception {
        Map<Integer, Long> bytes = new HashMap<>();
        for (int size = 2; size < 2 + 2 * DerivedGraphCache.MOST_VARIANTS; size++) {
            bicliques(BicliqueConfig.total(size, size)).onGpu(bipartite, execution(workers), device);
            bytes.put(size, device.copies().bytesOf(bipartite));
        }
        long first = bytes.get(2);
        long four = bytes.get(1 + DerivedGraphCache.MOST_VARIANTS);
        assertThat(four).isGreaterThan(first);
        assertThat(bytes.get(1 + 2 * DerivedGraphCache.MOST_VARIANTS)).isEqualTo(four);
    }

    @Test
    void coreNumbersAreThoseThatCliquesAreOrderedBy() throws Exception {
        cliques(KCliqueConfig.total(6, 6)).onGpu(unipartite, execution(workers), device);
        long copied = device.copies().bytesOf(unipartite);
        StageProgress peeling = new StageProgress("finding cores");
        Workers watched = new Workers(2, () -> false, peeling);
        Call<UnipartiteGraph, ?, ?> cores =
                new Call<>(new KCoreAlgorithm(), new KCoreConfig(), PreparedCopiesGpuTest::cores);
        assertThat(cores.onGpu(unipartite, execution(watched), device))
                .isEqualTo(cores.onCpu(unipartite, execution(workers)));
        assertThat(peeling.volume()).isZero();
        assertThat(device.copies().bytesOf(unipartite)).isEqualTo(copied);
    }
}
