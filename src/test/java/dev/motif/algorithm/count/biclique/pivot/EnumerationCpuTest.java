package dev.motif.algorithm.count.biclique.pivot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.BicliqueOracle;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class EnumerationCpuTest {
    private static final int MAX_ROOTS = 5;
    private static final int MAX_MATES = 6;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    /** The bicliques of 2 to {@link #MAX_ROOTS} roots, and 2 to {@link #MAX_MATES} mates. */
    private BigInteger[][] count(EdgeList list, boolean rootsAreLeft) {
        Workers workers = Workers.of(2);
        try (BipartiteGraph graph = list.toGraph(memory, workers);
                BipartiteCore core = BipartiteCore.of(graph, rootsAreLeft, 2, 2, memory, workers)) {
            SearchSizes sizes = new SearchSizes(rootsAreLeft ? Side.LEFT : Side.RIGHT, 2, MAX_ROOTS, 2, MAX_MATES);
            return new EnumerationCpu(core, sizes, Deadline.NEVER, new Execution(memory, workers, new StageTimes()))
                    .count()
                    .bicliques();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void setsAgreeWithTheDefinition(boolean rootsAreLeft) {
        for (long seed = 0; seed < 12; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 14, 12, 20 + 10 * (int) seed, 1.5);
            BigInteger[][] counts = count(list, rootsAreLeft);
            for (int roots = 2; roots <= MAX_ROOTS; roots++) {
                for (int mates = 2; mates <= MAX_MATES; mates++) {
                    BicliqueOracle oracle = rootsAreLeft
                            ? new BicliqueOracle(list, roots, mates)
                            : new BicliqueOracle(list, mates, roots);
                    assertThat(counts[roots - 2][mates - 2])
                            .as("%d roots, %d mates, seed %d: %s", roots, mates, seed, list)
                            .isEqualTo(oracle.total());
                }
            }
        }
    }

    /** One root has most of the sets, which other workers take over. */
    @Test
    void crownHasItsClosedForm() {
        BigInteger[][] counts = count(TestGraphs.crown(26), false);
        for (int roots = 2; roots <= MAX_ROOTS; roots++) {
            for (int mates = 2; mates <= MAX_MATES; mates++) {
                assertThat(counts[roots - 2][mates - 2])
                        .isEqualTo(
                                BicliqueOracle.choices(26, roots).multiply(BicliqueOracle.choices(26 - roots, mates)));
            }
        }
    }

    @Test
    void rowsOfManyWordsAreCounted() {
        BigInteger[][] counts = count(TestGraphs.complete(70, 200), true);
        for (int roots = 2; roots <= MAX_ROOTS; roots++) {
            for (int mates = 2; mates <= MAX_MATES; mates++) {
                assertThat(counts[roots - 2][mates - 2])
                        .isEqualTo(BicliqueOracle.choices(70, roots).multiply(BicliqueOracle.choices(200, mates)));
            }
        }
    }

    /** Few mates have many roots in common, so that most nodes turn; others have few roots, and none does. */
    @Test
    void nodesTurnWhereTheOtherSideHasFewerSets() {
        EdgeList list = RandomGraphs.bipartite(4, 90, 12, 500, 1);
        assertThat(turns(list, true)).isPositive();
        assertThat(turns(list, false)).isZero();
    }

    private long turns(EdgeList list, boolean rootsAreLeft) {
        Workers workers = Workers.of(1);
        SearchSizes sizes = new SearchSizes(rootsAreLeft ? Side.LEFT : Side.RIGHT, 2, MAX_ROOTS, 2, MAX_MATES);
        try (BipartiteGraph graph = list.toGraph(memory, workers);
                BipartiteCore core = BipartiteCore.of(graph, rootsAreLeft, 2, 2, memory, workers);
                EnumerationSearch search = EnumerationSearch.forProbes(core, sizes, () -> {}, memory)) {
            SplittableRandom random = new SplittableRandom(1);
            for (int root = 0; root < core.rootCount(); root++) {
                search.probe(root, random);
            }
            return search.turns();
        }
    }

    /** Rows of one word and of several, on both sides of a turn. */
    @ParameterizedTest
    @CsvSource({"30, 20, 360, 1", "90, 12, 500, 1", "12, 90, 500, 1", "80, 70, 900, 1.3"})
    void setsOfNodesThatTurnAgreeWithTheDefinition(int left, int right, int edges, double skew) {
        EdgeList list = RandomGraphs.bipartite(7, left, right, edges, skew);
        int[][] sizes = {{2, 2}, {3, 3}, {2, 6}, {4, 3}, {3, 5}};
        for (boolean rootsAreLeft : new boolean[] {true, false}) {
            BigInteger[][] counts = count(list, rootsAreLeft);
            for (int[] size : sizes) {
                BicliqueOracle oracle = rootsAreLeft
                        ? new BicliqueOracle(list, size[0], size[1])
                        : new BicliqueOracle(list, size[1], size[0]);
                assertThat(counts[size[0] - 2][size[1] - 2])
                        .as("%s, roots are left: %s", Arrays.toString(size), rootsAreLeft)
                        .isEqualTo(oracle.total());
            }
        }
    }

    /** Nodes turn or do not, and bitmaps have few words or many. */
    @ParameterizedTest
    @CsvSource({"30, 20, 360, 1", "90, 12, 500, 1", "12, 90, 500, 1", "200, 300, 3000, 1.5", "700, 130, 4000, 2"})
    void searchTakesNoMoreMemoryThanItSays(int left, int right, int edges, double skew) {
        EdgeList list = RandomGraphs.bipartite(7, left, right, edges, skew);
        Workers workers = Workers.of(1);
        for (Side side : Side.values()) {
            SearchSizes sizes = new SearchSizes(side, 2, 4, 2, 4);
            try (BipartiteGraph graph = list.toGraph(memory, workers);
                    BipartiteCore core = BipartiteCore.of(graph, side == Side.LEFT, 2, 2, memory, workers)) {
                long before = memory.liveBytes();
                memory.resetPeak();
                new EnumerationCpu(core, sizes, Deadline.NEVER, new Execution(memory, workers, new StageTimes()))
                        .count();
                long order = core.rootCount() * (Long.BYTES + Integer.BYTES);
                assertThat(memory.peakBytes() - before)
                        .isLessThanOrEqualTo(order
                                + BicliqueLocalGraph.bytes(graph.vertexCount())
                                + BicliqueLocalGraph.largestBitmapBytes(core, sizes)
                                + EnumerationSearch.mostBytes(core, sizes));
            }
        }
    }

    @Test
    void largestCountsOfBothSidesAreEqual() {
        EdgeList list = RandomGraphs.bipartite(5, 40, 34, 600, 1.2);
        BigInteger[][] ofLeft = count(list, true);
        BigInteger[][] ofRight = count(list, false);
        for (int p = 2; p <= MAX_ROOTS; p++) {
            for (int q = 2; q <= MAX_ROOTS; q++) {
                assertThat(ofLeft[p - 2][q - 2])
                        .isEqualTo(ofRight[q - 2][p - 2])
                        .isPositive();
            }
        }
    }
}
