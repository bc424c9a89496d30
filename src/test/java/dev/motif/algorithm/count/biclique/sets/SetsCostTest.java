package dev.motif.algorithm.count.biclique.sets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which sets count a table, and how many pairs of rows are compared for them. */
@LeavesNothing
class SetsCostTest {
    private final NativeMemory memory = new NativeMemory(1L << 32);

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 6, 8})
    void eachSizeIsCountedBySetsOfOneSide(int p) {
        for (int q = 2; q <= 9; q++) {
            for (Side first : Side.values()) {
                int[][] times = new int[p + 1][q + 1];
                for (SetSizes sizes : SetSizes.of(p, q, first)) {
                    boolean isLeft = sizes.side() == Side.LEFT;
                    for (int set = 2; set <= sizes.most(); set++) {
                        for (int other = sizes.least(set); other <= (isLeft ? q : p); other++) {
                            times[isLeft ? set : other][isLeft ? other : set]++;
                        }
                    }
                }
                for (int i = 2; i <= p; i++) {
                    for (int j = 2; j <= q; j++) {
                        assertThat(times[i][j])
                                .as("(%d,%d) of (%d,%d) from %s", i, j, p, q, first)
                                .isEqualTo(1);
                    }
                }
            }
        }
    }

    @Test
    void rowsAreTheVerticesOfTwoNeighborsByDegree() {
        EdgeList list = RandomGraphs.bipartite(3, 50, 70, 400, 1.5);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                OffHeapScope scope = new OffHeapScope(memory)) {
            BitMatrix matrix = BitMatrix.of(graph, Side.LEFT, scope);
            List<Integer> degrees = new ArrayList<>();
            for (int row = 0; row < matrix.rows(); row++) {
                int degree = 0;
                for (int word = 0; word < matrix.words(); word++) {
                    degree += Integer.bitCount(matrix.word(word, row));
                }
                degrees.add(degree);
            }
            List<Integer> expected = new ArrayList<>();
            for (int vertex = 0; vertex < 50; vertex++) {
                expected.add((int) graph.left().degree(vertex));
            }
            expected.removeIf(degree -> degree < 2);
            expected.sort(null);
            assertThat(degrees).isEqualTo(expected);
            assertThat(matrix.words()).isEqualTo(3);
            assertThat(matrix.mostColumns()).isEqualTo(expected.get(expected.size() - 1));
        }
    }

    /** Counts what the walks estimate, by the whole search. */
    private static double pairs(BitMatrix matrix, SetSizes sizes) {
        double all = matrix.pairs();
        if (sizes.most() == 2) {
            return all;
        }
        for (int row = 0; row < matrix.rows(); row++) {
            for (int later = row + 1; later < matrix.rows(); later++) {
                int[] common = common(matrix, null, row);
                common = common(matrix, common, later);
                if (columns(common) >= sizes.least(3)) {
                    List<int[]> list = new ArrayList<>();
                    for (int other = later + 1; other < matrix.rows(); other++) {
                        list.add(common(matrix, common, other));
                    }
                    all += list.size() + pairs(list, 3, sizes);
                }
            }
        }
        return all;
    }

    private static double pairs(List<int[]> found, int size, SetSizes sizes) {
        if (size == sizes.most()) {
            return 0;
        }
        List<int[]> list = new ArrayList<>(found);
        list.removeIf(row -> columns(row) < sizes.least(size + 1));
        if (size + 1 == sizes.most()) {
            return list.size() * (list.size() - 1.0) / 2;
        }
        double pairs = 0;
        for (int i = 0; i < list.size(); i++) {
            List<int[]> child = new ArrayList<>();
            for (int j = i + 1; j < list.size(); j++) {
                int[] common = list.get(i).clone();
                for (int word = 0; word < common.length; word++) {
                    common[word] &= list.get(j)[word];
                }
                child.add(common);
            }
            pairs += child.size() + pairs(child, size + 1, sizes);
        }
        return pairs;
    }

    private static int[] common(BitMatrix matrix, int[] columns, int row) {
        int[] common = new int[matrix.words()];
        for (int word = 0; word < common.length; word++) {
            common[word] = (columns == null ? -1 : columns[word]) & matrix.word(word, row);
        }
        return common;
    }

    private static int columns(int[] words) {
        int columns = 0;
        for (int word : words) {
            columns += Integer.bitCount(word);
        }
        return columns;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6})
    void walksExpectThePairsThatAreCompared(int most) {
        EdgeList list = RandomGraphs.bipartite(3, 40, 45, 700, 1.3);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            for (Side side : Side.values()) {
                for (int more : new int[] {0, 1}) {
                    try (OffHeapScope scope = new OffHeapScope(memory)) {
                        BitMatrix matrix = BitMatrix.of(graph, side, scope);
                        SetSizes sizes = new SetSizes(side, most, more);
                        double expected = pairs(matrix, sizes);
                        assertThat(new SetsCost(matrix, sizes, new Steps(Cancellation.NEVER)).pairs())
                                .as("%s: %s", sizes, expected)
                                .isCloseTo(expected, within(0.3 * expected));
                    }
                }
            }
        }
    }

    @Test
    void walksOfAGraphWithoutSetsEndAndCanBeCancelled() {
        try (BipartiteGraph star = TestGraphs.star(40).toGraph(memory, Workers.of(1));
                BipartiteGraph graph = TestGraphs.crown(300).toGraph(memory, Workers.of(1));
                OffHeapScope scope = new OffHeapScope(memory)) {
            for (Side side : Side.values()) {
                SetSizes sizes = new SetSizes(side, 4, 0);
                assertThat(new SetsCost(BitMatrix.of(star, side, scope), sizes, new Steps(Cancellation.NEVER)).pairs())
                        .isZero();
                BitMatrix matrix = BitMatrix.of(graph, side, scope);
                assertThatThrownBy(() -> new SetsCost(matrix, sizes, new Steps(() -> true)).pairs())
                        .isInstanceOf(CancellationException.class);
            }
        }
    }
}
