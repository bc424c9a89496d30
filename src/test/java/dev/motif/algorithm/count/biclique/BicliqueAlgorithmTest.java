package dev.motif.algorithm.count.biclique;

import static dev.motif.oracle.BicliqueOracle.choices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.HeapSums;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.BicliqueOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code BicliqueAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BicliqueAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(100);
    private static final int[][] SIZES = {{1, 1}, {1, 3}, {3, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 2}, {2, 5}, {4, 4}
    };

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    Stream<BackendCase> fastestBackend() {
        return backends().reduce((slower, faster) -> faster).stream();
    }

    private BigInteger total(EdgeList list, BicliqueConfig config, BackendCase backend) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                BicliqueResult counts = backend.run(new BicliqueAlgorithm(), graph, config, memory)) {
            return counts.total();
        }
    }

    /** Checks the counts of searches from either side. */
    private void check(EdgeList list, int p, int q, BackendCase backend, BicliqueValues expected, String name) {
        for (Side side : new Side[] {Side.LEFT, Side.RIGHT}) {
            assertThat(BicliqueValues.of(list, BicliqueConfig.total(p, q).with(side), backend, memory))
                    .as("(%d,%d) from the %s, %s: %s", p, q, side, name, list)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void completeGraphHasAllChoices(BackendCase backend) {
        int[][] graphs = {{1, 1}, {1, 7}, {2, 2}, {5, 3}, {9, 12}, {70, 65}};
        for (int[] graph : graphs) {
            int a = graph[0];
            int b = graph[1];
            for (int[] size : SIZES) {
                int p = size[0];
                int q = size[1];
                BigInteger leftAlone = choices(a, p);
                BigInteger rightAlone = choices(b, q);
                BigInteger ofLeft = choices(a - 1, p - 1).multiply(rightAlone);
                BigInteger ofRight = choices(b - 1, q - 1).multiply(leftAlone);
                BigInteger ofEdge = choices(a - 1, p - 1).multiply(choices(b - 1, q - 1));
                BicliqueValues expected = new BicliqueValues(
                        leftAlone.multiply(rightAlone),
                        Collections.nCopies(a, ofLeft),
                        Collections.nCopies(b, ofRight),
                        Collections.nCopies(
                                a * b, leftAlone.signum() * rightAlone.signum() == 0 ? BigInteger.ZERO : ofEdge));
                check(TestGraphs.complete(a, b), p, q, backend, expected, "complete");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void completeGraphOf200TimesIsCountedExactlyBeyondAllWords(BackendCase backend) {
        BigInteger half = choices(200, 100);
        assertThat(total(TestGraphs.complete(200, 200), BicliqueConfig.total(100, 100), backend))
                .isEqualTo(half.multiply(half));
    }

    /** Totals at the limits of a word or two, with a sign and without, and just beyond: a total may be of any size. */
    @ParameterizedTest
    @MethodSource("fastestBackend")
    void countsOnBothSidesOfEachWordAreExact(BackendCase backend) {
        for (int bits : new int[] {63, 64, 127, 128}) {
            for (Result result : new Result[] {Result.TOTAL, Result.VERTEX, Result.EDGE}) {
                CompleteGraphs sides = CompleteGraphs.around(BigInteger.TWO.pow(bits), result);
                for (Side side : Side.values()) {
                    checkComplete(sides.below(), result, side, backend);
                    checkComplete(sides.above(), result, side, backend);
                }
            }
        }
        for (int[] sizes : new int[][] {{67, 67, 33, 33}, {33, 131, 33, 65}}) {
            for (Result result : new Result[] {Result.TOTAL, Result.VERTEX, Result.EDGE}) {
                checkComplete(new CompleteGraphs.Case(sizes[0], sizes[1], sizes[2], sizes[3]), result, null, backend);
            }
        }
    }

    /** Checks the exact counts, or the error that says that the counts of single vertices or edges are too large. */
    private void checkComplete(CompleteGraphs.Case it, Result result, Side side, BackendCase backend) {
        // A search on the CPU adds up those of a start node, too, where the counts are those of its edges.
        boolean byStart = result == Result.EDGE && backend.backend() == Backend.CPU;
        boolean isRefused = result != Result.TOTAL
                && it.most(byStart ? Result.VERTEX : result).bitLength() > 127;
        BicliqueConfig config = BicliqueConfig.of(it.p(), it.q(), result).with(side);
        try (BipartiteGraph graph = TestGraphs.complete(it.a(), it.b()).toGraph(memory, backend.workers())) {
            if (isRefused) {
                assertThatThrownBy(() -> backend.run(new BicliqueAlgorithm(), graph, config, memory))
                        .as("%s of %s from the %s", result, it, side)
                        .isInstanceOf(ArithmeticException.class)
                        .hasMessageContaining("2^127 or more");
                return;
            }
            try (BicliqueResult counts = backend.run(new BicliqueAlgorithm(), graph, config, memory)) {
                assertThat(counts.total())
                        .as("%s of %s from the %s", result, it, side)
                        .isEqualTo(it.total());
                if (result == Result.VERTEX) {
                    assertThat(HeapSums.of(counts.left())).as("%s", it).containsOnly(it.ofLeft());
                    assertThat(HeapSums.of(counts.right())).as("%s", it).containsOnly(it.ofRight());
                } else if (result == Result.EDGE) {
                    assertThat(HeapSums.of(counts.edges())).as("%s", it).containsOnly(it.ofEdge());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void crownHasTheChoicesThatShareNoVertex(BackendCase backend) {
        for (int n : new int[] {3, 6, 12, 17}) {
            for (int[] size : SIZES) {
                int p = size[0];
                int q = size[1];
                assertThat(total(TestGraphs.crown(n), BicliqueConfig.total(p, q), backend))
                        .as("(%d,%d) of crown %d", p, q, n)
                        .isEqualTo(n - p < q ? BigInteger.ZERO : choices(n, p).multiply(choices(n - p, q)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void largeCrownHasItsClosedForm(BackendCase backend) {
        EdgeList crown = TestGraphs.crown(24);
        assertThat(total(crown, BicliqueConfig.total(2, 2), backend)).isEqualTo(63_756);
        assertThat(total(crown, BicliqueConfig.total(4, 8), backend)).isEqualTo(1_338_557_220);
        assertThat(total(crown, BicliqueConfig.total(12, 12), backend)).isEqualTo(2_704_156);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void namedGraphsAgreeWithTheDefinition(BackendCase backend) {
        for (EdgeList list : TestGraphs.all()) {
            for (int[] size : SIZES) {
                check(list, size[0], size[1], backend, BicliqueValues.byDefinition(list, size[0], size[1]), "named");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void randomGraphsAgreeWithTheDefinition(BackendCase backend) {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 3 + (int) seed % 17, 3 + (int) seed % 13, (int) seed * 3, 1.5);
            int[] size = SIZES[(int) (seed % SIZES.length)];
            check(list, size[0], size[1], backend, BicliqueValues.byDefinition(list, size[0], size[1]), "seed " + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void skewedGraphsAgreeWithTheDefinition(BackendCase backend) {
        for (long seed = 0; seed < 3; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 90, 70, 1200, 2);
            check(list, 3, 3, backend, BicliqueValues.byDefinition(list, 3, 3), "seed " + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void tableHoldsTheTotalOfEachSize(BackendCase backend) {
        for (long seed = 0; seed < 10; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 14, 11, 90, 1.5);
            for (Side side : new Side[] {Side.LEFT, Side.RIGHT}) {
                BicliqueConfig config = BicliqueConfig.of(5, 12, Result.TABLE).with(side);
                try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                        BicliqueResult counts = backend.run(new BicliqueAlgorithm(), graph, config, memory)) {
                    for (int p = 1; p <= 5; p++) {
                        for (int q = 1; q <= 12; q++) {
                            assertThat(counts.count(p, q))
                                    .as("(%d,%d) from the %s, seed %d: %s", p, q, side, seed, list)
                                    .isEqualTo(new BicliqueOracle(list, p, q).total());
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void tableOfOneRowOrColumnHoldsStars(BackendCase backend) {
        EdgeList list = RandomGraphs.bipartite(7, 14, 11, 90, 1.5);
        for (int[] largest : new int[][] {{1, 4}, {4, 1}, {1, 1}}) {
            BicliqueConfig config = BicliqueConfig.of(largest[0], largest[1], Result.TABLE);
            try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                    BicliqueResult counts = backend.run(new BicliqueAlgorithm(), graph, config, memory)) {
                assertThat(BicliqueSummary.of(counts))
                        .hasSize(largest[0] * largest[1])
                        .allSatisfy(row -> assertThat(row.countText())
                                .isEqualTo(new BicliqueOracle(list, row.p(), row.q())
                                        .total()
                                        .toString()));
            }
        }
    }

    @Test
    void hopelessSearchIsEstimatedAsSuch() {
        try (BipartiteGraph graph = TestGraphs.crown(120).toGraph(memory, Workers.of(1))) {
            Execution estimating = new Execution(memory, Workers.of(1), new StageTimes());
            SearchEstimate hopeless = SearchEstimate.of(graph, BicliqueConfig.total(30, 30), estimating);
            assertThat(hopeless.words()).isGreaterThan(1e12);
            SearchEstimate pivots = SearchEstimate.of(
                    graph, BicliqueConfig.total(30, 30).with(BicliqueConfig.Technique.PIVOT), estimating);
            assertThat(pivots.nodes()).isGreaterThan(1e12);
            assertThat(pivots.words()).isGreaterThanOrEqualTo(hopeless.words());
            SearchEstimate easy = SearchEstimate.of(graph, BicliqueConfig.total(2, 3), estimating);
            assertThat(easy.nodes()).isLessThan(1e6);
        }
    }
}
