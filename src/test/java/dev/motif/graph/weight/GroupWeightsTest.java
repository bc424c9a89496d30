package dev.motif.graph.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.weight.GroupWeights.Aggregation;
import dev.motif.graph.weight.GroupWeights.Part;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the weights of cliques and bicliques by those of their edges, one by one. */
@LeavesNothing
class GroupWeightsTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    /** The weights of the edges of a graph, by its ends. */
    private final Map<List<Integer>, Number> byEnds = new HashMap<>();

    private OffHeapLongs bits(Graph graph, Random random, boolean floats) {
        OffHeapLongs bits = memory.longs(graph.edgeCount());
        EdgeCursor edge = new EdgeCursor(graph);
        while (edge.next()) {
            Number weight = floats
                    ? (Number) (random.nextInt(4) == 0 ? -0.0 : random.nextDouble())
                    : (Number) random.nextLong(1L << 40);
            byEnds.put(List.of(edge.first(), edge.second()), weight);
            bits.set(edge.edge(), floats ? Double.doubleToRawLongBits((Double) weight) : (Long) weight);
        }
        return bits;
    }

    private Number expected(Aggregation how, boolean floats, int[] left, int[] right) {
        double real = how == Aggregation.SUM ? 0 : Double.POSITIVE_INFINITY;
        long whole = how == Aggregation.SUM ? 0 : Long.MAX_VALUE;
        boolean none = true;
        for (int u : left) {
            for (int v : right == null ? left : right) {
                if (right != null || u < v) {
                    Number weight = byEnds.get(List.of(u, v));
                    none = false;
                    real = how == Aggregation.SUM ? real + weight.doubleValue() : Math.min(real, weight.doubleValue());
                    whole = how == Aggregation.SUM ? whole + weight.longValue() : Math.min(whole, weight.longValue());
                }
            }
        }
        if (floats) {
            return none ? 0.0 : real + 0.0;
        }
        return none ? 0L : whole;
    }

    /** Random vertices of each of which the last is joined to all before it. */
    private static int[] clique(UnipartiteGraph graph, Random random) {
        int[] order = random.ints(60, 0, (int) graph.vertexCount()).distinct().toArray();
        int[] clique = {};
        for (int v : order) {
            int[] larger = Arrays.copyOf(clique, clique.length + 1);
            larger[clique.length] = v;
            if (graph.isClique(larger)) {
                clique = larger;
            }
        }
        Arrays.sort(clique);
        return clique;
    }

    @ParameterizedTest
    @CsvSource({"SUM, false", "SUM, true", "MIN, false", "MIN, true"})
    void cliquesWeighWhatTheirEdgesDo(Aggregation how, boolean floats) {
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            Random random = new Random(seed);
            byEnds.clear();
            try (UnipartiteGraph graph = RandomGraphs.uniform(30, 0.7, seed).toUnipartiteGraph(memory, Workers.of(1));
                    OffHeapLongs bits = bits(graph, random, floats);
                    GroupWeights weights = weights(how, graph, bits, floats)) {
                for (int i = 0; i < 20; i++) {
                    int[] clique = clique(graph, random);
                    Number expected = expected(how, floats, clique, null);
                    long weight = weights.of(clique);
                    assertThat(weights.value(weight)).isEqualTo(expected);
                    assertAsHeavyAs(weight, least -> weights.of(clique, least));
                    assertThat((long) clique.length * (clique.length - 1) / 2)
                            .isGreaterThanOrEqualTo(weights.leastEdges(weight));
                    // The same of a part in which vertices are numbered backwards, and which lacks two of them.
                    int[] rest = Arrays.stream(clique)
                            .skip(2)
                            .map(v -> 29 - v)
                            .sorted()
                            .toArray();
                    Part part = new Part(v -> 29 - v, null, Arrays.copyOf(clique, Math.min(2, clique.length)), null);
                    assertThat(weights.ofPart(part).of(rest)).isEqualTo(weight);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"SUM, false", "SUM, true", "MIN, false", "MIN, true"})
    void bicliquesWeighWhatTheirEdgesDo(Aggregation how, boolean floats) {
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            Random random = new Random(seed);
            byEnds.clear();
            try (BipartiteGraph graph =
                            RandomGraphs.bipartite(seed, 25, 40, 600, 1).toGraph(memory, Workers.of(1));
                    OffHeapLongs bits = bits(graph, random, floats);
                    GroupWeights weights = weights(how, graph, bits, floats)) {
                for (int u = 0; u < graph.leftCount(); u++) {
                    int[] left = {u, random.nextInt(graph.leftCount())};
                    if (left[0] == left[1]) {
                        continue;
                    }
                    Arrays.sort(left);
                    int[] right = random.ints(30, 0, graph.rightCount())
                            .distinct()
                            .filter(v -> Arrays.stream(left)
                                    .allMatch(w -> graph.left().slotOf(w, v) >= 0))
                            .sorted()
                            .toArray();
                    long weight = weights.of(left, right);
                    assertThat(weights.value(weight)).isEqualTo(expected(how, floats, left, right));
                    assertAsHeavyAs(weight, least -> weights.of(left, right, least));
                    assertThat((long) left.length * right.length).isGreaterThanOrEqualTo(weights.leastEdges(weight));
                    Part part = new Part(v -> v, v -> v - 7, new int[] {left[0]}, new int[0]);
                    assertThat(weights.ofPart(part)
                                    .of(
                                            new int[] {left[1]},
                                            Arrays.stream(right).map(v -> v + 7).toArray()))
                            .isEqualTo(weight);
                }
            }
        }
    }

    /** Checks that a bound on a weight makes no difference unless the weight is below it. */
    private static void assertAsHeavyAs(long weight, LongUnaryOperator bounded) {
        assertThat(bounded.applyAsLong(0)).isEqualTo(weight);
        assertThat(bounded.applyAsLong(weight)).isEqualTo(weight);
        assertThat(bounded.applyAsLong(weight + 1)).isLessThan(weight + 1);
        assertThat(bounded.applyAsLong(Long.MAX_VALUE)).isGreaterThanOrEqualTo(weight);
    }

    private GroupWeights weights(Aggregation how, Graph graph, OffHeapLongs bits, boolean floats) {
        long before = memory.liveBytes();
        GroupWeights weights = GroupWeights.named(EdgeWeights.named("w"), how)
                .with(TestGraphs.weights(bits, floats), graph, memory, Workers.of(3));
        assertThat(memory.liveBytes() - before)
                .isEqualTo(graph instanceof UnipartiteGraph ? GroupWeights.bytes(graph.vertexCount()) : 0);
        return weights;
    }

    @Test
    void noGroupOfFewerEdgesIsAsHeavy() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(3, 1, 1).toUnipartiteGraph(memory, Workers.of(1));
                OffHeapLongs bits = memory.longs(3)) {
            for (int edge = 0; edge < 3; edge++) {
                bits.set(edge, edge + 3);
            }
            try (GroupWeights weights = weights(Aggregation.SUM, graph, bits, false)) {
                assertThat(List.of(0L, 1L, 5L, 6L, 10L, 11L).stream()
                                .map(weights::leastEdges)
                                .toList())
                        .containsExactly(0L, 1L, 1L, 2L, 2L, 3L);
            }
            try (GroupWeights weights = weights(Aggregation.MIN, graph, bits, false)) {
                assertThat(weights.leastEdges(5)).isZero();
            }
            for (int edge = 0; edge < 3; edge++) {
                bits.set(edge, Double.doubleToLongBits(edge + 0.5));
            }
            try (GroupWeights weights = weights(Aggregation.SUM, graph, bits, true)) {
                assertThat(weights.leastEdges(Double.doubleToLongBits(2.6))).isOne();
                assertThat(weights.leastEdges(Double.doubleToLongBits(250.1))).isEqualTo(100);
                assertThat(weights.leastEdges(Double.doubleToLongBits(Double.POSITIVE_INFINITY)))
                        .isEqualTo(1L << 32);
            }
            for (int edge = 0; edge < 3; edge++) {
                bits.set(edge, Double.doubleToLongBits(0));
            }
            try (GroupWeights weights = weights(Aggregation.SUM, graph, bits, true)) {
                assertThat(weights.leastEdges(weights.of(new int[] {0, 1, 2}))).isZero();
            }
        }
    }

    @Test
    void sumsOfFloatsThatAreTooLargeAreErrors() {
        int[] triangle = {0, 1, 2};
        try (UnipartiteGraph graph = RandomGraphs.uniform(3, 1, 1).toUnipartiteGraph(memory, Workers.of(1));
                OffHeapLongs bits = memory.longs(3)) {
            for (int edge = 0; edge < 3; edge++) {
                bits.set(edge, Double.doubleToLongBits(0.8e308));
            }
            try (GroupWeights weights = weights(Aggregation.SUM, graph, bits, true)) {
                assertThat(weights.value(weights.of(new int[] {0, 1}))).isEqualTo(0.8e308);
                assertThatThrownBy(() -> weights.of(triangle))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(
                                "`relationshipWeightProperty` must be a column in which the sum of each group is below"
                                        + " 1.8e308, but in 'w' the sum of one is larger; set weightAggregation: 'MIN'");
            }
            try (GroupWeights weights = weights(Aggregation.MIN, graph, bits, true)) {
                assertThat(weights.value(weights.of(triangle))).isEqualTo(0.8e308);
            }
        }
    }

    @Test
    void sumsOfIntegersThatAreTooLargeAreErrors() {
        long largest = 1L << 53;
        int[] vertices = IntStream.range(0, 46).toArray();
        try (UnipartiteGraph graph =
                        RandomGraphs.uniform(vertices.length, 1, 1).toUnipartiteGraph(memory, Workers.of(1));
                OffHeapLongs bits = memory.longs(graph.edgeCount())) {
            for (long edge = 0; edge < bits.length(); edge++) {
                bits.set(edge, largest);
            }
            try (GroupWeights weights = weights(Aggregation.SUM, graph, bits, false)) {
                assertThat(weights.of(Arrays.copyOf(vertices, 45))).isEqualTo(45 * 44 / 2 * largest);
                assertThatThrownBy(() -> weights.of(vertices))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("relationshipWeightProperty")
                        .hasMessageContaining("2^63");
            }
            try (GroupWeights weights = weights(Aggregation.MIN, graph, bits, false)) {
                assertThat(weights.of(vertices)).isEqualTo(largest);
            }
        }
    }
}
