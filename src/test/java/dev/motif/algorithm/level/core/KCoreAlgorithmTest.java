package dev.motif.algorithm.level.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.algorithm.order.KCoreCpu;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.backend.Backend;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CoreOracle;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code KCoreAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KCoreAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(200);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    Stream<BackendCase> fastestBackend() {
        return backends().reduce((slower, faster) -> faster).stream();
    }

    private void check(EdgeList list, BackendCase backend, Consumer<KCoreResult> check) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                KCoreResult counts = backend.run(new KCoreAlgorithm(), graph, new KCoreConfig(true), memory);
                KCoreResult alone = backend.run(new KCoreAlgorithm(), graph, new KCoreConfig(), memory)) {
            assertThat(all(alone.cores())).as("without an order").isEqualTo(all(counts.cores()));
            assertThat(alone.degeneracy()).isEqualTo(counts.degeneracy());
            check.accept(counts);
        }
    }

    private static List<Integer> cores(KCoreResult counts) {
        return all(counts.cores());
    }

    private static List<Integer> all(OffHeapInts array) {
        return IntStream.range(0, (int) array.length()).mapToObj(array::get).toList();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void coresAreWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            List<Integer> expected = CoreOracle.cores(list);
            String name = "seed " + seed + ": " + list;
            check(list, backend, counts -> {
                assertThat(cores(counts)).as(name).isEqualTo(expected);
                assertThat(counts.degeneracy())
                        .isEqualTo(expected.stream().mapToInt(c -> c).max().orElse(0));
                checkOrder(list, counts, name);
            });
        }
    }

    /** Checks that the order has every vertex once, with no more later neighbors than its core number. */
    private static void checkOrder(EdgeList list, KCoreResult counts, String name) {
        int[] places = new int[list.left()];
        assertThat(IntStream.range(0, places.length)
                        .map(counts.order()::get)
                        .sorted()
                        .toArray())
                .as("order, %s", name)
                .isEqualTo(IntStream.range(0, places.length).toArray());
        IntStream.range(0, places.length).forEach(place -> places[counts.order().get(place)] = place);
        int[] later = new int[places.length];
        list.edges().forEach(e -> later[places[e.left()] < places[e.right()] ? e.left() : e.right()]++);
        for (int v = 0; v < later.length; v++) {
            assertThat(later[v])
                    .as("later neighbors, %s", name)
                    .isLessThanOrEqualTo(counts.cores().get(v));
        }
    }

    /** Rounds large enough for several threads. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void threadsFindTheSameCoresAndOrder(int threads) {
        for (int seed = 0; seed < 3; seed++) {
            EdgeList drawn = RandomGraphs.bipartite(seed, 3000, 3000, 120_000, 1 + seed);
            // Beside them vertices that all have the same core number, in a ring: they are removed in one round.
            Stream<Edge> ring = IntStream.range(3000, 9000).boxed().flatMap(v -> IntStream.rangeClosed(1, 10)
                    .map(step -> 3000 + (v - 3000 + step) % 6000)
                    .mapToObj(w -> new Edge(Math.min(v, w), Math.max(v, w))));
            List<Edge> edges = Stream.concat(drawn.edges().stream().filter(e -> e.left() < e.right()), ring)
                    .toList();
            EdgeList list = new EdgeList(9000, 9000, edges);
            List<Integer> expected = CoreOracle.cores(list);
            List<Integer> order = new ArrayList<>();
            String name = "seed " + seed;
            check(list, new BackendCase(Backend.CPU, 1), counts -> order.addAll(all(counts.order())));
            check(list, new BackendCase(Backend.CPU, threads), counts -> {
                assertThat(cores(counts)).isEqualTo(expected);
                assertThat(all(counts.order())).isEqualTo(order);
                checkOrder(list, counts, name);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void figuresSumUpTheCores(BackendCase backend) {
        EdgeList list = CliqueGraphs.complete(5)
                .disjointUnion(CliqueGraphs.of(4, (u, v) -> u == 0))
                .disjointUnion(CliqueGraphs.complete(5))
                .disjointUnion(CliqueGraphs.complete(1));
        check(list, backend, counts -> assertThat(KCoreSummary.of(counts)).isEqualTo(new KCoreSummary(4L, 3, 10)));
        check(CliqueGraphs.complete(0), backend, counts -> assertThat(KCoreSummary.of(counts))
                .isEqualTo(new KCoreSummary(0L, 0, 0)));
        check(CliqueGraphs.complete(1), backend, counts -> assertThat(KCoreSummary.of(counts))
                .isEqualTo(new KCoreSummary(0L, 1, 1)));
    }

    /** From its ends on, all of a path comes down to the level in one round: the progress moves, and a kill ends it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void killEndsTheMiddleOfALongPath(int threads) {
        int vertices = 1 << 20;
        List<Integer> at = EdgeList.permutation(vertices, 1);
        EdgeList path = new EdgeList(
                vertices,
                vertices,
                IntStream.range(1, vertices)
                        .mapToObj(i -> new Edge(Math.min(at.get(i - 1), at.get(i)), Math.max(at.get(i - 1), at.get(i))))
                        .toList());
        AtomicLong removed = new AtomicLong();
        Progress progress = new Progress() {
            @Override
            public void begin(String stage, long volume) {}

            @Override
            public void advance(long amount) {
                removed.addAndGet(amount);
            }
        };
        Workers workers = new Workers(threads, () -> removed.get() > vertices / 8, progress);
        try (UnipartiteGraph graph = path.toUnipartiteGraph(memory, Workers.of(1))) {
            assertThatThrownBy(() -> new KCoreCpu(graph, false, memory, workers).count())
                    .isInstanceOf(CancellationException.class);
            assertThat(removed.get()).isLessThan(vertices / 2);
        }
    }

    static Stream<DataSet> dataSets() {
        return DataSets.unipartite();
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void realGraphsHaveTheKnownDegeneracy(DataSet set) {
        EdgeList list = set.read();
        JsonNode known = set.counts().path("degeneracy");
        fastestBackend()
                .forEach(backend -> check(list, backend, counts -> {
                    assertThat(counts.degeneracy()).isEqualTo(known.asInt(counts.degeneracy()));
                    checkOrder(list, counts, set.name());
                }));
    }
}
