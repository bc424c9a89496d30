package dev.motif.algorithm.count.butterfly;

import static dev.motif.algorithm.count.butterfly.ButterflyValues.EVERYTHING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code ButterflyAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ButterflyAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(300);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    Stream<BackendCase> fastestBackend() {
        return backends().reduce((slower, faster) -> faster).stream();
    }

    private ButterflyValues count(EdgeList list, BackendCase backend) {
        return ButterflyValues.of(list, EVERYTHING, backend, memory);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void butterflyIsOne(BackendCase backend) {
        assertThat(count(TestGraphs.butterfly(), backend))
                .isEqualTo(
                        new ButterflyValues(BigInteger.ONE, List.of(1L, 1L), List.of(1L, 1L), List.of(1L, 1L, 1L, 1L)));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void butterfliesWithCommonEdgeMeetInItsEnds(BackendCase backend) {
        assertThat(count(TestGraphs.butterfliesWithCommonEdge(), backend))
                .isEqualTo(new ButterflyValues(
                        BigInteger.TWO, List.of(1L, 2L, 1L), List.of(1L, 2L, 1L), List.of(1L, 1L, 1L, 2L, 1L, 1L, 1L)));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void completeGraphHasAllPairsOfPairs(BackendCase backend) {
        int[][] sizes = {{1, 1}, {1, 7}, {2, 2}, {2, 9}, {9, 2}, {5, 3}, {30, 20}, {64, 65}};
        for (int[] size : sizes) {
            int a = size[0];
            int b = size[1];
            assertThat(count(TestGraphs.complete(a, b), backend))
                    .as("K_{%d,%d}", a, b)
                    .isEqualTo(new ButterflyValues(
                            BigInteger.valueOf(pairs(a) * pairs(b)),
                            Collections.nCopies(a, (a - 1) * pairs(b)),
                            Collections.nCopies(b, (b - 1) * pairs(a)),
                            Collections.nCopies(a * b, (a - 1L) * (b - 1L))));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void crownHasThePairsOfPairsThatShareNoVertex(BackendCase backend) {
        for (int n = 2; n <= 40; n += 3) {
            long total = pairs(n) * pairs(n - 2);
            assertThat(count(TestGraphs.crown(n), backend))
                    .as("crown of %d", n)
                    .isEqualTo(new ButterflyValues(
                            BigInteger.valueOf(total),
                            Collections.nCopies(n, 2 * total / n),
                            Collections.nCopies(n, 2 * total / n),
                            Collections.nCopies(n * (n - 1), (n - 2L) * (n - 3L))));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void graphWithoutCyclesOfFourHasNone(BackendCase backend) {
        Stream<EdgeList> graphs = Stream.of(
                TestGraphs.empty(),
                TestGraphs.edgeless(5, 0),
                TestGraphs.edgeless(0, 5),
                TestGraphs.edgeless(4, 3),
                TestGraphs.star(100),
                TestGraphs.star(100).transposed(),
                TestGraphs.path(1),
                TestGraphs.path(50),
                TestGraphs.path(51),
                TestGraphs.cycle(3),
                TestGraphs.cycle(40));
        graphs.forEach(list -> assertThat(count(list, backend)).as("%s", list).isEqualTo(noButterflies(list)));
    }

    private static ButterflyValues noButterflies(EdgeList list) {
        return new ButterflyValues(
                BigInteger.ZERO,
                Collections.nCopies(list.left(), 0L),
                Collections.nCopies(list.right(), 0L),
                Collections.nCopies(list.edges().size(), 0L));
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void largeCompleteGraphHasItsClosedForm(BackendCase backend) {
        EdgeList list = TestGraphs.complete(1500, 500);
        assertThat(ButterflyValues.of(list, ButterflyConfig.TOTAL, backend, memory)
                        .total())
                .isEqualTo(pairs(1500) * pairs(500));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void namedGraphsAgreeWithTheDefinition(BackendCase backend) {
        TestGraphs.all()
                .forEach(list ->
                        assertThat(count(list, backend)).as("%s", list).isEqualTo(ButterflyValues.byDefinition(list)));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void randomGraphsAgreeWithTheDefinition(BackendCase backend) {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            assertThat(count(list, backend))
                    .as("seed %d: %s", seed, list)
                    .isEqualTo(ButterflyValues.byDefinition(list));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void skewedGraphsAgreeWithTheDefinition(BackendCase backend) {
        for (long seed = 0; seed < 3; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 400, 250, 8000, 3);
            assertThat(count(list, backend))
                    .as("seed %d: %s", seed, list)
                    .isEqualTo(ButterflyValues.byDefinition(list));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void everyConfigurationCountsTheSame(BackendCase backend) {
        for (long seed = 0; seed < 30; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            ButterflyValues all = count(list, backend);
            assertThat(ButterflyValues.of(list, ButterflyConfig.TOTAL, backend, memory))
                    .as("total, seed %d: %s", seed, list)
                    .isEqualTo(new ButterflyValues(all.total(), null, null, null));
            assertThat(ButterflyValues.of(list, new ButterflyConfig(true, false), backend, memory))
                    .as("by vertex, seed %d: %s", seed, list)
                    .isEqualTo(new ButterflyValues(all.total(), all.left(), all.right(), null));
            assertThat(ButterflyValues.of(list, new ButterflyConfig(false, true), backend, memory))
                    .as("by edge, seed %d: %s", seed, list)
                    .isEqualTo(new ButterflyValues(all.total(), null, null, all.edges()));
        }
    }

    private static long pairs(long n) {
        return n * (n - 1) / 2;
    }
}
