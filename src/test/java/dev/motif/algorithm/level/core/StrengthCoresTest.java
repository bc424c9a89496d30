package dev.motif.algorithm.level.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.backend.Backend;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graphs.ExtremeWeights;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.oracle.CoreOracle;
import dev.motif.timing.Seeds;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests core numbers by weights; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@EmptyDatabase
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StrengthCoresTest {
    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    /** Edges with weights; halves and quarters have exact sums. */
    private record Edges(int vertices, int[] first, int[] second, double[] weights) {
        static Edges of(UnipartiteGraph graph, Random random) {
            int count = (int) graph.edgeCount();
            Edges edges = new Edges((int) graph.vertexCount(), new int[count], new int[count], new double[count]);
            EdgeCursor cursor = new EdgeCursor(graph);
            while (cursor.next()) {
                int edge = (int) cursor.edge();
                edges.first[edge] = cursor.first();
                edges.second[edge] = cursor.second();
                edges.weights[edge] = random.nextInt(12) / 4.0;
            }
            return edges;
        }

        /** The vertices that are left when those of a strength below {@code least} are taken away as long as there are any. */
        boolean[] core(double least) {
            boolean[] in = new boolean[vertices];
            Arrays.fill(in, true);
            boolean changed = true;
            while (changed) {
                double[] strengths = new double[vertices];
                for (int edge = 0; edge < weights.length; edge++) {
                    if (in[first[edge]] && in[second[edge]]) {
                        strengths[first[edge]] += weights[edge];
                        strengths[second[edge]] += weights[edge];
                    }
                }
                changed = false;
                for (int v = 0; v < vertices; v++) {
                    if (in[v] && strengths[v] < least) {
                        in[v] = false;
                        changed = true;
                    }
                }
            }
            return in;
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void eachLevelIsTheLargestPartOfItsStrength(BackendCase backend) {
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            try (UnipartiteGraph graph = RandomGraphs.unipartite(seed).toUnipartiteGraph(memory, backend.workers());
                    OffHeapLongs bits = memory.longs(graph.edgeCount())) {
                Edges edges = Edges.of(graph, new Random(seed));
                for (int edge = 0; edge < edges.weights.length; edge++) {
                    bits.set(edge, Double.doubleToLongBits(edges.weights[edge]));
                }
                EdgeWeights weights = TestGraphs.weights(bits, true);
                try (KCoreResult result =
                        backend.run(new KCoreAlgorithm(), graph, new KCoreConfig().weighedBy(weights), memory)) {
                    KCoreResult.Strengths found = result.strengths();
                    double[] cores = IntStream.range(0, (int) graph.vertexCount())
                            .mapToDouble(found::core)
                            .toArray();
                    double[] levels = Arrays.stream(cores).sorted().distinct().toArray();
                    for (double level : levels) {
                        // A number v has: it is in the core of that strength, and in none of a larger one.
                        boolean[] in = edges.core(level);
                        boolean[] above = edges.core(level + 0.125);
                        for (int v = 0; v < cores.length; v++) {
                            assertThat(in[v])
                                    .as("seed " + seed + ", vertex " + v)
                                    .isEqualTo(cores[v] >= level);
                            assertThat(above[v])
                                    .as("seed " + seed + ", vertex " + v)
                                    .isEqualTo(cores[v] > level);
                        }
                    }
                    assertThat(found.levels()).isEqualTo(levels.length);
                    assertThat(found.largest()).isEqualTo(levels.length == 0 ? 0 : levels[levels.length - 1]);
                    assertThat(found.nodesAtLargest())
                            .isEqualTo(Arrays.stream(cores)
                                    .filter(core -> core == found.largest())
                                    .count());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void weightsOfOneGiveCoreNumbers(BackendCase backend) {
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            var list = RandomGraphs.unipartite(seed);
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                    OffHeapLongs ones = memory.longs(graph.edgeCount())) {
                for (long edge = 0; edge < ones.length(); edge++) {
                    ones.set(edge, 1);
                }
                EdgeWeights weights = TestGraphs.weights(ones, false);
                try (KCoreResult result =
                        backend.run(new KCoreAlgorithm(), graph, new KCoreConfig().weighedBy(weights), memory)) {
                    assertThat(IntStream.range(0, (int) graph.vertexCount())
                                    .mapToObj(v -> (int) result.strengths().core(v))
                                    .toList())
                            .as("seed " + seed)
                            .isEqualTo(CoreOracle.cores(list));
                }
            }
        }
    }

    /** Core numbers by exact strengths. */
    private static Map<Integer, BigDecimal> exactCores(Map<Integer, Map<Integer, BigDecimal>> weights) {
        Map<Integer, BigDecimal> left = new HashMap<>();
        weights.forEach((v, ofV) -> left.put(v, ofV.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add)));
        Map<Integer, BigDecimal> cores = new HashMap<>();
        BigDecimal core = BigDecimal.ZERO;
        while (!left.isEmpty()) {
            int least = Collections.min(left.entrySet(), Map.Entry.comparingByValue())
                    .getKey();
            core = core.max(left.remove(least));
            cores.put(least, core);
            weights.get(least).forEach((v, weight) -> left.computeIfPresent(v, (any, of) -> of.subtract(weight)));
        }
        return cores;
    }

    @ParameterizedTest
    @MethodSource("backends")
    void weightsOfAnySizeCount(BackendCase backend) {
        for (int seed = 0; seed < Seeds.atMost(70); seed++) {
            try (UnipartiteGraph graph =
                            RandomGraphs.uniform(12, 0.5, seed).toUnipartiteGraph(memory, backend.workers());
                    OffHeapLongs bits = ExtremeWeights.of(graph, seed, memory)) {
                Map<Integer, BigDecimal> expected = exactCores(ExtremeWeights.ofVertices(graph, bits, true));
                EdgeWeights weights = TestGraphs.weights(bits, true);
                KCoreConfig config = new KCoreConfig().weighedBy(weights);
                // A device is given exact sums alone.
                if (backend.backend() == Backend.GPU && weights.obstacle(false) != null) {
                    continue;
                }
                if (expected.values().stream().anyMatch(core -> Double.isInfinite(core.doubleValue()))) {
                    assertThatThrownBy(() -> backend.run(new KCoreAlgorithm(), graph, config, memory))
                            .hasMessage("`relationshipWeightProperty` must be a column in which each core number is"
                                    + " below 1.8e308, but in 'w' one is larger");
                    continue;
                }
                try (KCoreResult result = backend.run(new KCoreAlgorithm(), graph, config, memory)) {
                    for (Map.Entry<Integer, BigDecimal> core : expected.entrySet()) {
                        double exact = core.getValue().doubleValue();
                        double found = result.strengths().core(core.getKey());
                        assertThat(exact == 0 ? found + 1 : found / exact)
                                .as(seed + ": " + core)
                                .isEqualTo(1, Offset.offset(1e-7));
                    }
                }
            }
        }
    }

    @Test
    void proceduresReadTheColumn() {
        TestDatabase.rows(
                "UNWIND [['a', 'b', 2.5], ['b', 'c', 2.5], ['a', 'c', 2.5], ['c', 'd', 7.0], ['d', 'e', 0.5]] AS row"
                        + " MERGE (x:P {name: row[0]}) MERGE (y:P {name: row[1]}) CREATE (x)-[:R {w: row[2]}]->(y)");
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'R', {relationshipProperties: 'w'})");
        assertThat(TestDatabase.rows(
                        "CALL motif.kcore.stream('g', {relationshipWeightProperty: 'w', nodes: true}) YIELD node, core"
                                + " RETURN node.name AS name, core ORDER BY name"))
                .isEqualTo(List.of(
                        Map.of("name", "a", "core", 5.0),
                        Map.of("name", "b", "core", 5.0),
                        Map.of("name", "c", "core", 7.0),
                        Map.of("name", "d", "core", 7.0),
                        Map.of("name", "e", "core", 0.5)));
        assertThat(TestDatabase.row(
                        "CALL motif.kcore.stats('g', {relationshipWeightProperty: 'w'}) YIELD degeneracy, levels,"
                                + " nodesAtMax"))
                .isEqualTo(Map.of("degeneracy", 7.0, "levels", 3L, "nodesAtMax", 2L));
        TestDatabase.rows("CALL motif.kcore.mutate('g', {relationshipWeightProperty: 'w', mutateProperty: 'score'})");
        TestDatabase.rows("CALL motif.kcore.write('g', {relationshipWeightProperty: 'w', writeProperty: 'score'})");
        assertThat(TestDatabase.row(
                        "CALL motif.graph.nodeProperties.stream('g', 'score') YIELD nodeId, propertyValue MATCH (n)"
                                + " WHERE id(n) = nodeId RETURN count(*) AS c, sum(CASE WHEN n.score = propertyValue THEN 1 ELSE 0 END)"
                                + " AS same"))
                .isEqualTo(Map.of("c", 5L, "same", 5L));
        assertThat(TestDatabase.row("CALL motif.kcore.stats('g') YIELD degeneracy"))
                .isEqualTo(Map.of("degeneracy", 2L));
    }
}
