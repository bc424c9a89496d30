package dev.motif.algorithm.count.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.GroupWeights.Aggregation;
import dev.motif.graphs.Directions;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CycleOracle;
import dev.motif.oracle.TemporalCycleOracle;
import dev.motif.oracle.TemporalCycleOracle.Timed;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests lists of cycles, at any time and in the order of time. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class CycleListTest {
    private static final GroupChoice ALL = GroupChoice.all(Long.MAX_VALUE);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    static Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    /** A cycle as its vertices and its relationships, or edges. */
    private record Cycle(List<Integer> vertices, List<Long> relationships) {
        static Cycle of(FoundCycle cycle) {
            return new Cycle(
                    Arrays.stream(cycle.vertices()).boxed().toList(),
                    Arrays.stream(cycle.relationships()).boxed().toList());
        }

        static Cycle of(List<Timed> steps) {
            return new Cycle(
                    steps.stream().map(Timed::from).toList(),
                    steps.stream().map(step -> (long) step.index()).toList());
        }

        long weight(List<Long> amounts, Aggregation aggregation) {
            var all = relationships.stream().mapToLong(index -> amounts.get(index.intValue()));
            return aggregation == Aggregation.SUM ? all.sum() : all.min().orElseThrow();
        }
    }

    private List<Cycle> list(UnipartiteGraph graph, CycleListConfig config, BackendCase backend) {
        List<Cycle> all = new ArrayList<>();
        try (FoundCycles cycles = backend.run(new CycleListAlgorithm(), graph, config, memory)) {
            cycles.forEachRemaining(cycle -> all.add(Cycle.of(cycle)));
        }
        return all;
    }

    /** As many cycles as sets of vertices have; each is one, from its smallest vertex on, and there once. */
    @ParameterizedTest
    @MethodSource("backends")
    void listHasEachCycleOnce(BackendCase backend) {
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            Random random = new Random(seed);
            EdgeList list = RandomGraphs.uniform(2 + random.nextInt(6), 0.2 + 0.8 * random.nextDouble(), seed);
            List<Long> directions = Directions.random(list.edges().size(), seed);
            int min = 2 + random.nextInt(3);
            int max = min + random.nextInt(CycleConfig.MAX_LENGTH - min + 1);
            List<Edge> arcs = Directions.arcs(list, directions);
            CycleOracle oracle = new CycleOracle(list.left(), arcs, min, max);
            List<Integer> contained = random.nextBoolean() ? List.of() : List.of(random.nextInt(list.left()));
            try (OffHeapScope scope = new OffHeapScope(memory);
                    UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers())) {
                CycleListConfig config = new CycleListConfig(
                        new CycleConfig(min, max, Directions.of(directions, false, scope)), ALL, null, contained);
                List<Cycle> cycles = list(graph, config, backend);
                long expected = contained.isEmpty()
                        ? IntStream.rangeClosed(min, max)
                                .mapToLong(length -> oracle.byLength[length])
                                .sum()
                        : oracle.ofVertex[contained.get(0)];
                assertThat(cycles).as("seed %d", seed).hasSize((int) expected).doesNotHaveDuplicates();
                for (Cycle cycle : cycles) {
                    checkIsCycle(cycle, list, Set.copyOf(arcs), min, max);
                    assertThat(cycle.vertices()).containsAll(contained);
                }
            }
        }
    }

    private static void checkIsCycle(Cycle cycle, EdgeList list, Set<Edge> arcs, int min, int max) {
        int length = cycle.vertices().size();
        assertThat(length).isBetween(min, max);
        assertThat(cycle.vertices()).doesNotHaveDuplicates();
        assertThat(cycle.vertices().get(0))
                .isEqualTo(cycle.vertices().stream().min(Integer::compare).orElseThrow());
        for (int i = 0; i < length; i++) {
            int from = cycle.vertices().get(i);
            int to = cycle.vertices().get((i + 1) % length);
            assertThat(arcs).contains(new Edge(from, to));
            assertThat(list.edges().get(cycle.relationships().get(i).intValue()))
                    .isEqualTo(new Edge(Math.min(from, to), Math.max(from, to)));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void listInTheOrderOfTimeIsThatOfAllSetsOfRelationships(BackendCase backend) {
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            TimedGraphCase given = TimedGraphCase.random(seed, seed % 3 > 0);
            List<List<Timed>> expected = new TemporalCycleOracle(8, CycleConfig.ANY_AMOUNT)
                    .cycles(given.relationships(), 2, CycleConfig.MAX_LENGTH);
            try (OffHeapScope scope = new OffHeapScope(memory);
                    UnipartiteGraph graph = given.graph(memory, backend.workers())) {
                CycleConfig search = given.config(2, CycleConfig.MAX_LENGTH, 8, CycleConfig.ANY_AMOUNT, scope);
                assertThat(list(graph, new CycleListConfig(search, ALL, null, List.of()), backend))
                        .as("seed %d", seed)
                        .containsExactlyInAnyOrderElementsOf(
                                expected.stream().map(Cycle::of).toList());
                assertThat(list(graph, new CycleListConfig(search, ALL, null, List.of(1, 0)), backend))
                        .as("seed %d", seed)
                        .containsExactlyInAnyOrderElementsOf(expected.stream()
                                .map(Cycle::of)
                                .filter(cycle -> cycle.vertices().containsAll(List.of(0, 1)))
                                .toList());
                for (Aggregation aggregation : Aggregation.values()) {
                    checkHeaviest(given, expected, search, aggregation, graph, backend);
                }
            }
        }
    }

    private void checkHeaviest(
            TimedGraphCase given,
            List<List<Timed>> found,
            CycleConfig search,
            Aggregation aggregation,
            UnipartiteGraph graph,
            BackendCase backend) {
        List<Long> amounts = given.amounts().stream().flatMap(List::stream).toList();
        List<Cycle> byWeight = found.stream()
                .map(Cycle::of)
                .sorted(Comparator.comparingLong((Cycle cycle) -> -cycle.weight(amounts, aggregation))
                        .thenComparing(cycle -> array(cycle.vertices()), Arrays::compare)
                        .thenComparing(
                                cycle -> cycle.relationships().stream()
                                        .mapToLong(index -> index)
                                        .toArray(),
                                Arrays::compare))
                .toList();
        for (double maxOverlap : new double[] {1, 0.5, 0}) {
            List<Cycle> expected = new ArrayList<>();
            for (Cycle cycle : byWeight) {
                if (expected.size() < 3 && expected.stream().allMatch(other -> overlap(cycle, other) <= maxOverlap)) {
                    expected.add(cycle);
                }
            }
            GroupChoice choice = new GroupChoice(Long.MAX_VALUE, 3, maxOverlap);
            assertThat(list(graph, new CycleListConfig(search, choice, aggregation, List.of()), backend))
                    .as("%s, %s", given, aggregation)
                    .isEqualTo(expected);
        }
    }

    private static int[] array(List<Integer> vertices) {
        return vertices.stream().mapToInt(v -> v).toArray();
    }

    /** The part of a cycle's vertices that another one has, too. */
    private static double overlap(Cycle cycle, Cycle other) {
        Set<Integer> common = new HashSet<>(cycle.vertices());
        common.retainAll(other.vertices());
        return (double) common.size() / cycle.vertices().size();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void weightsOfEdgesOrderCyclesOfAnyTime(BackendCase backend) {
        EdgeList list = EdgeList.of(5, 5, 0, 1, 0, 2, 1, 2, 1, 3, 2, 3, 3, 4, 0, 4);
        EdgeList sorted = list.sorted();
        // 0 -> 1 -> 2 -> 0, 1 -> 2 -> 3 -> 1, and 0 -> 1 -> 2 -> 3 -> 4 -> 0
        Set<Edge> backward = Set.of(new Edge(0, 2), new Edge(1, 3), new Edge(0, 4));
        List<Long> directions = sorted.edges().stream()
                .map(edge -> backward.contains(edge) ? 2L : 1L)
                .toList();
        try (OffHeapScope scope = new OffHeapScope(memory);
                UnipartiteGraph graph = sorted.toUnipartiteGraph(memory, backend.workers())) {
            var values = scope.longs(sorted.edges().size());
            for (int edge = 0; edge < sorted.edges().size(); edge++) {
                values.set(
                        edge,
                        Double.doubleToRawLongBits(1 + sorted.edges().get(edge).right()));
            }
            EdgeWeights weights = EdgeWeights.named("amount")
                    .with(values, true, backend.workers(), edge -> new IllegalStateException("edge " + edge));
            CycleConfig search = new CycleConfig(3, 5, Directions.of(directions, false, scope)).weighedBy(weights);
            GroupChoice two = new GroupChoice(Long.MAX_VALUE, 2, 1);
            assertThat(list(graph, new CycleListConfig(search, two, Aggregation.SUM, List.of()), backend))
                    .extracting(Cycle::vertices)
                    .containsExactly(List.of(0, 1, 2, 3, 4), List.of(1, 2, 3));
            assertThat(list(graph, new CycleListConfig(search, two, Aggregation.MIN, List.of()), backend))
                    .extracting(Cycle::vertices)
                    .containsExactly(List.of(1, 2, 3), List.of(0, 1, 2));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void limitEndsTheSearch(BackendCase backend) {
        EdgeList list = RandomGraphs.uniform(40, 1, 0);
        List<Long> directions = Collections.nCopies(list.edges().size(), 3L);
        try (OffHeapScope scope = new OffHeapScope(memory);
                UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers())) {
            CycleConfig search = new CycleConfig(2, 8, Directions.of(directions, false, scope));
            assertThat(list(graph, new CycleListConfig(search, GroupChoice.all(1000), null, List.of()), backend))
                    .hasSize(1000);
        }
    }
}
