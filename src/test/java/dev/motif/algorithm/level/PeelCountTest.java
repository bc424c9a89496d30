package dev.motif.algorithm.level;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.PeelingOracle;
import dev.motif.timing.Seeds;
import dev.motif.timing.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests wing and tip numbers by closed forms, by the oracle, and by what holds for every graph. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PeelCountTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(200);
    private static final int MAX_SIDE = 11;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    private static EdgeList small(long seed) {
        Random random = new Random(seed);
        int left = 1 + random.nextInt(MAX_SIDE);
        int right = 1 + random.nextInt(MAX_SIDE);
        return RandomGraphs.bipartite(seed, left, right, random.nextInt(2 * left * right), 1 + random.nextInt(3));
    }

    private static List<Long> allOf(long count, long number) {
        return Collections.nCopies((int) count, number);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void completeGraphIsOneWingAndOneTip(BackendCase backend) {
        for (int a = 1; a <= 9; a++) {
            for (int b = 1; b <= 9; b++) {
                EdgeList list = TestGraphs.complete(a, b);
                assertThat(PeelValues.wings(list, backend, memory)).isEqualTo(allOf(a * b, (a - 1L) * (b - 1)));
                assertThat(PeelValues.tips(list, Side.LEFT, backend, memory))
                        .isEqualTo(allOf(a, (a - 1L) * b * (b - 1) / 2));
                assertThat(PeelValues.tips(list, Side.RIGHT, backend, memory))
                        .isEqualTo(allOf(b, (b - 1L) * a * (a - 1) / 2));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void crownIsOneWingAndOneTipSinceAllItsEdgesAreAlike(BackendCase backend) {
        for (int n = 2; n <= 12; n++) {
            long butterflies = n * (n - 1L) / 2 * ((n - 2L) * (n - 3) / 2);
            EdgeList list = TestGraphs.crown(n);
            assertThat(PeelValues.wings(list, backend, memory))
                    .isEqualTo(allOf(n * (n - 1), 4 * butterflies / (n * (n - 1L))));
            for (Side side : Side.values()) {
                assertThat(PeelValues.tips(list, side, backend, memory)).isEqualTo(allOf(n, 2 * butterflies / n));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void graphsWithoutButterfliesAreAllZero(BackendCase backend) {
        for (EdgeList list : List.of(
                TestGraphs.empty(),
                TestGraphs.edgeless(3, 5),
                TestGraphs.star(7),
                TestGraphs.star(7).transposed(),
                TestGraphs.path(6),
                TestGraphs.cycle(4))) {
            assertThat(PeelValues.wings(list, backend, memory))
                    .isEqualTo(allOf(list.edges().size(), 0));
            assertThat(PeelValues.tips(list, Side.LEFT, backend, memory)).isEqualTo(allOf(list.left(), 0));
            assertThat(PeelValues.tips(list, Side.RIGHT, backend, memory)).isEqualTo(allOf(list.right(), 0));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void edgesOfTwoButterfliesThatShareOneAreInOneWing(BackendCase backend) {
        EdgeList list = TestGraphs.butterfliesWithCommonEdge();
        assertThat(PeelValues.wings(list, backend, memory)).isEqualTo(allOf(7, 1));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void numbersAreThoseOfTheDefinition(BackendCase backend) {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = small(seed);
            assertThat(PeelValues.wings(list, backend, memory))
                    .as("wings, seed %d: %s", seed, list)
                    .isEqualTo(PeelingOracle.wings(list));
            assertThat(PeelValues.tips(list, Side.LEFT, backend, memory))
                    .as("left tips, seed %d: %s", seed, list)
                    .isEqualTo(PeelingOracle.leftTips(list));
            assertThat(PeelValues.tips(list, Side.RIGHT, backend, memory))
                    .as("right tips, seed %d: %s", seed, list)
                    .isEqualTo(PeelingOracle.leftTips(list.transposed()));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void transpositionRelabellingAndDisjointUnionMoveTheNumbers(BackendCase backend) {
        for (long seed = 0; seed < 40; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            EdgeList other = small(seed);
            List<Long> wings = PeelValues.wings(list, backend, memory);
            assertThat(PeelValues.wings(list.transposed(), backend, memory))
                    .as("seed %d: %s", seed, list)
                    .isEqualTo(transposed(list, wings));
            assertThat(PeelValues.tips(list.transposed(), Side.RIGHT, backend, memory))
                    .isEqualTo(PeelValues.tips(list, Side.LEFT, backend, memory));
            assertThat(PeelValues.wings(list.relabelled(seed), backend, memory))
                    .containsExactlyInAnyOrderElementsOf(wings);
            assertThat(PeelValues.wings(list.disjointUnion(other), backend, memory))
                    .isEqualTo(joined(wings, PeelValues.wings(other, backend, memory)));
            assertThat(PeelValues.tips(list.disjointUnion(other), Side.LEFT, backend, memory))
                    .isEqualTo(joined(
                            PeelValues.tips(list, Side.LEFT, backend, memory),
                            PeelValues.tips(other, Side.LEFT, backend, memory)));
        }
    }

    /** A graph with its k-wings and k-tips by {@link PeelChecks}, kept for all backends since they take seconds. */
    private record Large(EdgeList list, Map<Long, List<Integer>> wings, Map<Long, List<Integer>> tips) {
        Large(EdgeList list) {
            this(list, new HashMap<>(), new HashMap<>());
        }
    }

    /** Graphs large enough for rounds of several workers, for several windows of candidates, and for counting again. */
    private static final List<Large> LARGE = List.of(
            new Large(RandomGraphs.bipartite(1, 1500, 900, 60_000, 2)),
            new Large(RandomGraphs.bipartite(2, 6000, 60, 60_000, 3)));

    @ParameterizedTest
    @MethodSource("backends")
    void roundsOfMuchWorkGiveTheNumbersOfOneThread(BackendCase backend) {
        BackendCase one = new BackendCase(Backend.CPU, 1);
        for (int seed = 0; seed < 3; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 400, 250, 9_000, 1 + seed);
            assertThat(PeelValues.wings(list, backend, memory)).isEqualTo(PeelValues.wings(list, one, memory));
            for (Side side : Side.values()) {
                assertThat(PeelValues.tips(list, side, backend, memory))
                        .isEqualTo(PeelValues.tips(list, side, one, memory));
            }
        }
    }

    @Slow
    @ParameterizedTest
    @MethodSource("backends")
    void largeGraphsHaveTheSameNumbersAsByCountingAnew(BackendCase backend) {
        for (Large large : LARGE) {
            EdgeList list = large.list;
            List<Long> wings = PeelValues.wings(list, backend, memory);
            for (long k : List.of(1L, median(wings), Collections.max(wings), Collections.max(wings) + 1)) {
                assertThat(large.wings.computeIfAbsent(k, same -> new PeelChecks(memory).wingOf(list, same)))
                        .as("the %d-wing", k)
                        .isEqualTo(atLeast(wings, k));
            }
            List<Long> tips = PeelValues.tips(list, Side.LEFT, backend, memory);
            for (long k : List.of(1L, median(tips), Collections.max(tips), Collections.max(tips) + 1)) {
                assertThat(large.tips.computeIfAbsent(k, same -> new PeelChecks(memory).leftTipOf(list, same)))
                        .as("the %d-tip", k)
                        .isEqualTo(atLeast(tips, k));
            }
            assertThat(PeelValues.tips(list.transposed(), Side.RIGHT, backend, memory))
                    .isEqualTo(tips);
        }
    }

    private static long median(List<Long> numbers) {
        return numbers.stream().sorted().toList().get(numbers.size() / 2);
    }

    private static List<Integer> atLeast(List<Long> numbers, long k) {
        return IntStream.range(0, numbers.size())
                .filter(i -> numbers.get(i) >= k)
                .boxed()
                .toList();
    }

    private static List<Long> joined(List<Long> first, List<Long> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static List<Long> transposed(EdgeList list, List<Long> wings) {
        TreeMap<Edge, Long> moved = new TreeMap<>();
        List<Edge> edges = new ArrayList<>(list.sorted().edges());
        for (int i = 0; i < edges.size(); i++) {
            moved.put(new Edge(edges.get(i).right(), edges.get(i).left()), wings.get(i));
        }
        return List.copyOf(moved.values());
    }
}
