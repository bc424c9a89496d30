package dev.motif.algorithm.count.butterfly.temporal;

import static dev.motif.algorithm.count.butterfly.ButterflyValues.EVERYTHING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.ButterflyValues;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Backend;
import dev.motif.backend.TimeWindow;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.graphs.Times;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.TemporalButterflyOracle;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code ButterflyAlgorithm} with a window of time, on the CPU here and on a GPU in a subclass. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TemporalButterflyTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(300);
    private static final long ENDLESS = Long.MAX_VALUE;

    final NativeMemory memory = new NativeMemory(1L << 33);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite();
    }

    final ButterflyValues count(
            EdgeList list,
            List<List<Long>> times,
            boolean parallel,
            long window,
            ButterflyConfig config,
            BackendCase backend) {
        try (OffHeapScope scope = new OffHeapScope(memory);
                BipartiteGraph graph = list.toGraph(memory, backend.workers());
                ButterflyResult counts = backend.run(
                        new ButterflyAlgorithm(),
                        graph,
                        config.within(new TimeWindow(window, Times.of(times, parallel, scope))),
                        memory)) {
            assertThat(counts.clusteringCoefficient()).isNull();
            return ButterflyValues.of(counts);
        }
    }

    private static ButterflyValues byDefinition(EdgeList list, List<List<Long>> times, long window) {
        TemporalButterflyOracle oracle = new TemporalButterflyOracle(list, times, window);
        return new ButterflyValues(oracle.total(), oracle.perLeft(), oracle.perRight(), oracle.perEdge());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void butterflyIsCountedFromTheWindowOnThatHoldsItsTimes(BackendCase backend) {
        List<List<Long>> times = List.of(List.of(10L), List.of(4L), List.of(7L), List.of(9L));
        for (long window = 0; window < 10; window++) {
            assertThat(count(TestGraphs.butterfly(), times, false, window, EVERYTHING, backend))
                    .as("window %d", window)
                    .isEqualTo(byDefinition(TestGraphs.butterfly(), times, window));
            assertThat(count(TestGraphs.butterfly(), times, false, window, ButterflyConfig.TOTAL, backend)
                            .total())
                    .isEqualTo(window >= 6 ? 1 : 0);
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void parallelRelationshipsMakeButterfliesEach(BackendCase backend) {
        List<List<Long>> times = List.of(List.of(1L, 5L), List.of(2L, 2L, 90L), List.of(3L), List.of(4L, 3L));
        assertThat(count(TestGraphs.butterfly(), times, true, ENDLESS, EVERYTHING, backend)
                        .total())
                .isEqualTo(12);
        assertThat(count(TestGraphs.butterfly(), times, true, 2, EVERYTHING, backend)
                        .total())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void allWindowsOfRandomGraphsAgreeWithTheDefinition(BackendCase backend) {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            Random random = new Random(seed);
            EdgeList list = RandomGraphs.bipartite(
                    seed, 1 + random.nextInt(9), 1 + random.nextInt(9), 1 + random.nextInt(50), 1);
            boolean parallel = seed % 2 == 0;
            long span = 1 + random.nextInt(12);
            List<List<Long>> times = parallel
                    ? Times.parallel(list.edges().size(), 3, span, seed)
                    : Times.single(list.edges().size(), span, seed);
            for (long window = 0; window <= span; window++) {
                ButterflyValues expected = byDefinition(list, times, window);
                String what = "seed " + seed + ", window " + window + ", times " + times + ": " + list;
                assertThat(count(list, times, parallel, window, EVERYTHING, backend))
                        .as(what)
                        .isEqualTo(expected);
                assertThat(count(list, times, parallel, window, ButterflyConfig.TOTAL, backend)
                                .total())
                        .as(what)
                        .isEqualTo(expected.total());
            }
        }
    }

    /** With more wedges of a pair of ends than are compared one by one, up to several thousand. */
    @ParameterizedTest
    @MethodSource("backends")
    void longRowsAgreeWithTheDefinition(BackendCase backend) {
        EdgeList[] lists = {TestGraphs.complete(3, 40), RandomGraphs.bipartite(1, 6, 60, 300, 1)};
        for (EdgeList list : lists) {
            for (boolean parallel : new boolean[] {false, true}) {
                List<List<Long>> times = parallel
                        ? Times.parallel(list.edges().size(), 4, 1000, 1)
                        : Times.single(list.edges().size(), 1000, 1);
                for (long window : new long[] {0, 20, 300, 999}) {
                    ButterflyValues expected = byDefinition(list, times, window);
                    String what = "window " + window + ", parallel " + parallel + ": " + list;
                    assertThat(count(list, times, parallel, window, EVERYTHING, backend))
                            .as(what)
                            .isEqualTo(expected);
                    assertThat(count(list, times, parallel, window, ButterflyConfig.TOTAL, backend)
                                    .total())
                            .as(what)
                            .isEqualTo(expected.total());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void timesAtTheEndsOfTheirRangeAreNoMoreThanTheWindowApartEither(BackendCase backend) {
        long[] ends = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE};
        long[] windows = {0, 1, 2, Long.MAX_VALUE - 1, Long.MAX_VALUE};
        EdgeList list = TestGraphs.complete(2, 9);
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<List<Long>> times = LongStream.range(0, list.edges().size())
                    .mapToObj(edge -> List.of(ends[random.nextInt(ends.length)]))
                    .toList();
            for (long window : windows) {
                ButterflyValues expected = byDefinition(list, times, window);
                assertThat(count(list, times, false, window, EVERYTHING, backend))
                        .as("seed %d, window %d", seed, window)
                        .isEqualTo(expected);
                assertThat(count(list, times, false, window, ButterflyConfig.TOTAL, backend)
                                .total())
                        .isEqualTo(expected.total());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void tooManyWedgesForOnePassAreCountedInSeveral(BackendCase backend) {
        // More wedges from the last vertex than TemporalCounter.LEAST_ROOM, and in all than a GPU lists at once.
        EdgeList list = TestGraphs.complete(130, 2200);
        List<List<Long>> times = Times.single(list.edges().size(), 1000, 1);
        ButterflyValues counts = count(list, times, false, 999, EVERYTHING, backend);
        assertThat(counts.total())
                .isEqualTo(BigInteger.valueOf(130L * 129 / 2).multiply(BigInteger.valueOf(2200L * 2199 / 2)));
        assertThat(counts.edges()).allMatch(count -> count == 129L * 2199);
        assertThat(counts.left()).allMatch(count -> count == 129L * 2200 * 2199 / 2);
        assertThat(counts.right()).allMatch(count -> count == 2199L * 130 * 129 / 2);
        assertThat(count(list, times, false, 999, ButterflyConfig.TOTAL, backend)
                        .total())
                .isEqualTo(counts.total());
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void endlessWindowCountsAllButterflies(DataSet set) {
        EdgeList list = set.read();
        BackendCase backend = backends().reduce((one, several) -> several).orElseThrow();
        List<List<Long>> times = Times.single(list.edges().size(), 1L << 40, 3);
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                ButterflyResult all = new BackendCase(Backend.CPU, backend.concurrency())
                        .run(new ButterflyAlgorithm(), graph, EVERYTHING, memory)) {
            ButterflyValues expected = ButterflyValues.of(all);
            for (boolean parallel : new boolean[] {false, true}) {
                assertThat(count(list, times, parallel, ENDLESS, EVERYTHING, backend))
                        .isEqualTo(expected);
                assertThat(count(list, times, parallel, 1L << 40, ButterflyConfig.TOTAL, backend)
                                .total())
                        .isEqualTo(expected.total());
            }
        }
    }

    @Test
    void windowIsNotNegative() {
        assertThatThrownBy(() -> new TimeWindow(-1, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`window` must be 0 or more, got -1");
    }
}
