package dev.motif.research.gbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.CompleteGraphs;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CommonNeighborhoods;
import dev.motif.research.gbc.GbcConfig.Partitioning;
import dev.motif.research.gbc.GbcConfig.Sets;
import dev.motif.research.gbc.GbcConfig.Techniques;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests GBC with its techniques on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GbcCountTest {
    private static final List<Side> SIDES = Arrays.asList(Side.LEFT, Side.RIGHT, null);
    private static final int[][] SIZES = {{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 3}, {2, 5}, {4, 4}, {5, 2}};
    private static final int RANDOM_GRAPHS = Seeds.atMost(80);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    Stream<BackendCase> fastestBackend() {
        return backends().reduce((slower, faster) -> faster).stream();
    }

    private BigInteger count(EdgeList list, int p, int q, Side side, Techniques gbc, BackendCase backend) {
        return GbcCases.count(list, GbcCases.config(p, q, side, gbc), backend, memory);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void completeGraphHasItsClosedForm(BackendCase backend) {
        int[][] cases = {{2, 2, 2, 2}, {9, 7, 3, 4}, {40, 70, 2, 5}, {20, 70, 4, 3}, {12, 200, 12, 200}, {5, 5, 6, 2}};
        for (int[] c : cases) {
            BigInteger wanted = CommonNeighborhoods.choose(c[0], c[2]).multiply(CommonNeighborhoods.choose(c[1], c[3]));
            for (Side side : SIDES) {
                assertThat(count(TestGraphs.complete(c[0], c[1]), c[2], c[3], side, Techniques.DEFAULT, backend))
                        .as("(%d,%d) of K_{%d,%d} from %s", c[2], c[3], c[0], c[1], side)
                        .isEqualTo(wanted);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void starsAreCountedByDegree(BackendCase backend) {
        assertThat(count(TestGraphs.complete(6, 9), 1, 4, null, Techniques.DEFAULT, backend))
                .isEqualTo(CommonNeighborhoods.choose(9, 4).multiply(BigInteger.valueOf(6)));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void crownHasItsClosedForm(BackendCase backend) {
        for (int n = 4; n <= 16; n += 3) {
            for (int p = 2; p <= Math.min(n, 8); p++) {
                int q = Math.max(2, n / 2 - 1);
                BigInteger wanted = CommonNeighborhoods.choose(n, p).multiply(CommonNeighborhoods.choose(n - p, q));
                for (Techniques gbc : List.of(Techniques.DEFAULT, Techniques.GBL)) {
                    assertThat(count(TestGraphs.crown(n), p, q, Side.LEFT, gbc, backend))
                            .as("(%d,%d) of crown %d, %s", p, q, n, gbc)
                            .isEqualTo(wanted);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void largestSizesAreSearched(BackendCase backend) {
        EdgeList list = TestGraphs.complete(257, 258);
        BigInteger wanted = BigInteger.valueOf(257).multiply(CommonNeighborhoods.choose(258, 256));
        assertThat(count(list, 256, 256, Side.LEFT, Techniques.DEFAULT, backend))
                .isEqualTo(wanted);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void countBeyondTwoToThe128IsExact(BackendCase backend) {
        BigInteger wanted = BigInteger.valueOf(30 * 29 / 2).multiply(CommonNeighborhoods.choose(400, 200));
        assertThat(count(TestGraphs.complete(30, 400), 2, 200, Side.LEFT, Techniques.DEFAULT, backend))
                .isEqualTo(wanted);
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void countsOnBothSidesOfEachWordAreExact(BackendCase backend) {
        for (int bits : new int[] {63, 64, 127, 128}) {
            CompleteGraphs sides = CompleteGraphs.around(BigInteger.TWO.pow(bits), Result.TOTAL);
            for (CompleteGraphs.Case it : List.of(sides.below(), sides.above())) {
                EdgeList list = TestGraphs.complete(it.a(), it.b());
                assertThat(count(list, it.p(), it.q(), Side.LEFT, Techniques.DEFAULT, backend))
                        .as("%s", it)
                        .isEqualTo(it.total());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void namedGraphsAgreeWithTheOracle(BackendCase backend) {
        for (EdgeList list : TestGraphs.all()) {
            for (Side side : SIDES) {
                assertThat(count(list, 2, 2, side, Techniques.DEFAULT, backend))
                        .as("from %s: %s", side, list)
                        .isEqualTo(CommonNeighborhoods.count(list, 2, 2));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void randomGraphsAgreeWithTheOracle(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            int[] size = SIZES[seed % SIZES.length];
            BigInteger wanted = CommonNeighborhoods.count(list, size[0], size[1]);
            for (Side side : SIDES) {
                for (Techniques gbc : List.of(Techniques.DEFAULT, Techniques.GBL)) {
                    assertThat(count(list, size[0], size[1], side, gbc, backend))
                            .as("(%d,%d), %s, %s, seed %d: %s", size[0], size[1], side, gbc, seed, list)
                            .isEqualTo(wanted);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void everyCombinationOfTechniquesCountsTheSame(BackendCase backend) {
        for (int seed = 1000; seed < 1002; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 60, 45, 700, 2);
            int[] size = SIZES[3 + seed % 3];
            BigInteger wanted = CommonNeighborhoods.count(list, size[0], size[1]);
            assertThat(wanted).isPositive();
            for (Side side : List.of(Side.LEFT, Side.RIGHT)) {
                for (Techniques gbc : GbcCases.all()) {
                    assertThat(count(list, size[0], size[1], side, gbc, backend))
                            .as("(%d,%d), %s, %s, seed %d: %s", size[0], size[1], side, gbc, seed, list)
                            .isEqualTo(wanted);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void longRowsAreSearched(BackendCase backend) {
        EdgeList list = RandomGraphs.bipartite(77, 3000, 60, 40_000, 1.5);
        for (int[] size : new int[][] {{2, 2}, {3, 2}}) {
            BigInteger wanted = CommonNeighborhoods.count(list.transposed(), size[1], size[0]);
            for (Techniques gbc : List.of(GbcCases.QUICKLY_PREPARED, Techniques.GBL)) {
                assertThat(count(list, size[0], size[1], Side.RIGHT, gbc, backend))
                        .as("(%d,%d), %s", size[0], size[1], gbc)
                        .isEqualTo(wanted);
            }
        }
        assertThat(count(list, 2, 20, Side.LEFT, GbcCases.QUICKLY_PREPARED, backend))
                .isEqualTo(count(list, 2, 20, Side.LEFT, Techniques.GBL, backend));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void partsOfAnySizeCountTheSame(BackendCase backend) {
        for (int seed = 0; seed < 2; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 150, 90, 2200, 2);
            BigInteger wanted = CommonNeighborhoods.count(list, 3, 3);
            for (Side side : List.of(Side.LEFT, Side.RIGHT)) {
                for (Partitioning partitioning : Partitioning.values()) {
                    for (Sets sets : Sets.values()) {
                        for (long bytes = 40_000; bytes <= 200_000; bytes += 40_000) {
                            Techniques gbc = GbcCases.inParts(partitioning, sets, bytes);
                            assertThat(count(list, 3, 3, side, gbc, backend))
                                    .as("%s, %s, seed %d: %s", side, gbc, seed, list)
                                    .isEqualTo(wanted);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void partThatCannotHoldOneRootIsRefused(BackendCase backend) {
        EdgeList list = TestGraphs.complete(30, 30);
        for (Partitioning partitioning : Partitioning.values()) {
            Techniques gbc = GbcCases.inParts(partitioning, Sets.HTB, 100);
            assertThatThrownBy(() -> count(list, 3, 3, Side.LEFT, gbc, backend))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("`partitionBytes`");
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void searchThatTakesTooLongEndsWithAnError(BackendCase backend) {
        BicliqueConfig soon = BicliqueConfig.total(16, 16).with(Side.LEFT).withTimeoutMillis(200);
        GbcConfig config = new GbcConfig(soon, Techniques.DEFAULT);
        EdgeList list = TestGraphs.crown(48);
        assertThatThrownBy(() -> GbcCases.count(list, config, backend, memory))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("`timeoutMillis: 200`");
    }

    @Test
    void wrongTechniquesAreRefused() {
        Techniques usual = Techniques.DEFAULT;
        for (int iterations : List.of(-1, Techniques.MAX_ITERATIONS + 1)) {
            assertThatThrownBy(() -> new Techniques(
                            usual.priority(),
                            usual.twoHopFilter(),
                            usual.sets(),
                            usual.reorder(),
                            iterations,
                            usual.exploration(),
                            usual.balance(),
                            usual.partitioning(),
                            0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("`reorderIterations` must be in [0, 1000000], got " + iterations);
        }
        assertThatThrownBy(() -> GbcCases.inParts(Partitioning.BCPAR, Sets.HTB, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`partitionBytes` must be 0 or more, got -1");
    }

    @Test
    void costsAreItsOwn() {
        BicliqueConfig config = BicliqueConfig.total(3, 3);
        assertThat(new GbcAlgorithm().cost(new GbcConfig(config, Techniques.DEFAULT)))
                .isNotEqualTo(new BicliqueAlgorithm().cost(config));
    }
}
