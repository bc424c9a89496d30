package dev.motif.algorithm.similar.neighbors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Counting;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Result;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests {@code CommonNeighborsAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}, one
 * for another algorithm {@link #countings}.
 */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class CommonNeighborsAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(100);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    /** An algorithm with its configuration, and the backend it runs on. */
    public record Run(Counting<?> counting, BackendCase backend) {}

    protected Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    protected Stream<Counting<?>> countings() {
        return Stream.of(CommonNeighborsCases.counting(true));
    }

    Stream<Run> runs() {
        return countings().flatMap(counting -> backends().map(backend -> new Run(counting, backend)));
    }

    private Result count(EdgeList list, Run run) {
        return Result.of(list, run.counting, run.backend, memory);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void triangleIsOne(Run run) {
        assertThat(count(CommonNeighborsCases.complete(3), run))
                .isEqualTo(new Result(List.of(1, 1, 1), List.of(1L, 1L, 1L)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void trianglesWithACommonEdgeMeetInItsEnds(Run run) {
        EdgeList diamond = EdgeList.of(4, 4, 0, 1, 0, 2, 1, 2, 1, 3, 2, 3);
        assertThat(count(diamond, run)).isEqualTo(new Result(List.of(1, 1, 2, 1, 1), List.of(1L, 2L, 2L, 1L)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void completeGraphHasAllOtherVerticesInCommon(Run run) {
        for (int n : new int[] {1, 2, 4, 9, 33, 70, 130}) {
            assertThat(count(CommonNeighborsCases.complete(n), run))
                    .as("K_%d", n)
                    .isEqualTo(new Result(
                            Collections.nCopies(n * (n - 1) / 2, n - 2),
                            Collections.nCopies(n, (n - 1L) * (n - 2) / 2)));
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void wheelHasATriangleAtEachEdgeOfItsRim(Run run) {
        int rim = 3000;
        Result result = count(CommonNeighborsCases.wheel(rim), run);
        List<Integer> expected = new ArrayList<>(Collections.nCopies(rim, 2));
        expected.addAll(Collections.nCopies(rim, 1));
        assertThat(result.edges()).isEqualTo(expected);
        assertThat(result.vertices().get(0)).isEqualTo(rim);
        assertThat(result.vertices().subList(1, rim + 1)).containsOnly(2L);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void graphWithoutTrianglesHasNone(Run run) {
        Stream.of(
                        TestGraphs.empty(),
                        TestGraphs.edgeless(5, 5),
                        CommonNeighborsCases.complete(2),
                        CommonNeighborsCases.star(200),
                        CommonNeighborsCases.cycle(4),
                        CommonNeighborsCases.cycle(101))
                .forEach(list -> assertThat(count(list, run))
                        .as("%s", list)
                        .isEqualTo(new Result(
                                Collections.nCopies(list.edges().size(), 0), Collections.nCopies(list.left(), 0L))));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void randomGraphsAgreeWithTheDefinition(Run run) {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            assertThat(count(list, run)).as("seed %d: %s", seed, list).isEqualTo(Result.byDefinition(list));
        }
    }

    /** The graph has lists of very different lengths, and more slots than one task takes. */
    @ParameterizedTest
    @MethodSource("runs")
    void skewedGraphsAgreeWithTheDefinition(Run run) {
        for (long seed = 0; seed < 2; seed++) {
            EdgeList list = skewed(seed, 300, 9000, 4);
            assertThat(count(list, run)).as("seed %d: %s", seed, list).isEqualTo(Result.byDefinition(list));
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void relabellingMovesTheCounts(Run run) {
        for (long seed = 0; seed < 20; seed++) {
            EdgeList list = seed == 0 ? skewed(seed, 2000, 20_000, 3) : RandomGraphs.unipartite(seed);
            List<Integer> newIds = EdgeList.permutation(list.left(), seed);
            Result result = count(list, run);
            Result moved = count(CommonNeighborsCases.relabelled(list, newIds), run);
            assertThat(moved.edges()).as("seed %d: %s", seed, list).isEqualTo(movedEdges(list, result.edges(), newIds));
            for (int v = 0; v < list.left(); v++) {
                assertThat(moved.vertices().get(newIds.get(v)))
                        .isEqualTo(result.vertices().get(v));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void disjointUnionAdds(Run run) {
        for (long seed = 0; seed < 20; seed++) {
            EdgeList one = RandomGraphs.unipartite(seed);
            EdgeList two = RandomGraphs.unipartite(seed + RANDOM_GRAPHS);
            assertThat(count(one.disjointUnion(two), run).edges())
                    .as("seed %d: %s and %s", seed, one, two)
                    .isEqualTo(Stream.concat(count(one, run).edges().stream(), count(two, run).edges().stream())
                            .toList());
        }
    }

    private static List<Integer> movedEdges(EdgeList list, List<Integer> counts, List<Integer> newIds) {
        TreeMap<Edge, Integer> moved = new TreeMap<>();
        List<Edge> edges = list.sorted().edges();
        for (int i = 0; i < edges.size(); i++) {
            int u = newIds.get(edges.get(i).left());
            int v = newIds.get(edges.get(i).right());
            moved.put(new Edge(Math.min(u, v), Math.max(u, v)), counts.get(i));
        }
        return List.copyOf(moved.values());
    }

    public static EdgeList skewed(long seed, int vertices, int edges, double skew) {
        Random random = new Random(seed);
        List<Integer> ids = EdgeList.permutation(vertices, seed);
        return CommonNeighborsCases.graph(
                vertices,
                IntStream.range(0, edges)
                        .mapToObj(i -> new Edge(
                                ids.get(RandomGraphs.skewed(random, vertices, skew)),
                                ids.get(RandomGraphs.skewed(random, vertices, skew))))
                        .filter(edge -> edge.left() != edge.right()));
    }
}
