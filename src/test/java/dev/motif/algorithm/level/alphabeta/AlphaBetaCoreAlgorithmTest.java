package dev.motif.algorithm.level.alphabeta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AlphaBetaCoreAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(60);
    static final AlphaBetaCoreConfig FIVE = new AlphaBetaCoreConfig(List.of(1, 2, 3, 5, 9), 1);

    final NativeMemory memory = new NativeMemory(1L << 30);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    /** The edges of the core by definition: edges of vertices with too few are removed until there is none. */
    private static List<Edge> core(EdgeList list, int alpha, int beta) {
        List<Edge> edges = new ArrayList<>(list.edges());
        boolean changed = true;
        while (changed) {
            int[] left = new int[list.left()];
            int[] right = new int[list.right()];
            for (Edge edge : edges) {
                left[edge.left()]++;
                right[edge.right()]++;
            }
            changed = edges.removeIf(edge -> left[edge.left()] < alpha || right[edge.right()] < beta);
        }
        return edges;
    }

    @ParameterizedTest
    @MethodSource("backends")
    void coresAreWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                    AlphaBetaCoreResult found = backend.run(new AlphaBetaCoreAlgorithm(), graph, FIVE, memory)) {
                for (int i = 0; i < FIVE.alphas().size(); i++) {
                    int alpha = FIVE.alphas().get(i);
                    int[] left = new int[list.left()];
                    int[] right = new int[list.right()];
                    int beta = 1;
                    for (List<Edge> core = core(list, alpha, beta); !core.isEmpty(); core = core(list, alpha, beta)) {
                        AlphaBetaCoreResult.Summary summary = found.summary(graph, i, beta);
                        assertThat(summary.edgeCount()).isEqualTo(core.size());
                        assertThat(summary.leftCount())
                                .isEqualTo(
                                        core.stream().map(Edge::left).distinct().count());
                        assertThat(summary.rightCount())
                                .isEqualTo(core.stream()
                                        .map(Edge::right)
                                        .distinct()
                                        .count());
                        for (Edge edge : core) {
                            left[edge.left()] = beta;
                            right[edge.right()] = beta;
                        }
                        beta++;
                    }
                    assertThat(found.summary(graph, i, 1).maxBeta()).isEqualTo(beta - 1);
                    assertThat(betas(found, i, Side.LEFT))
                            .as("seed %d, %d", seed, alpha)
                            .containsExactly(left);
                    assertThat(betas(found, i, Side.RIGHT))
                            .as("seed %d, %d", seed, alpha)
                            .containsExactly(right);
                }
            }
        }
    }

    static int[] betas(AlphaBetaCoreResult found, int alpha, Side side) {
        return IntStream.range(0, (int) found.betas(alpha, side).length())
                .map(v -> found.betas(alpha, side).get(v))
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void coreIsThatOfASearchForBicliques(BackendCase backend) {
        EdgeList list = RandomGraphs.bipartite(5, 3000, 2000, 20_000, 2);
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                AlphaBetaCoreResult found = backend.run(new AlphaBetaCoreAlgorithm(), graph, FIVE, memory)) {
            for (int beta : new int[] {1, 2, 7, 20}) {
                for (int i = 0; i < FIVE.alphas().size(); i++) {
                    AlphaBetaCoreResult.Summary summary = found.summary(graph, i, beta);
                    try (BipartiteCore core =
                            BipartiteCore.of(graph, true, FIVE.alphas().get(i), beta, memory, backend.workers())) {
                        assertThat(summary.leftCount()).isEqualTo(core.rootCount());
                        assertThat(summary.rightCount()).isEqualTo(core.mateCount());
                        assertThat(summary.edgeCount()).isEqualTo(core.edgeCount());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void everyGraphHasCores(BackendCase backend) {
        for (EdgeList list : TestGraphs.all()) {
            try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                    AlphaBetaCoreResult found = backend.run(
                            new AlphaBetaCoreAlgorithm(),
                            graph,
                            new AlphaBetaCoreConfig(List.of(1, Integer.MAX_VALUE), 1),
                            memory)) {
                assertThat(found.summary(graph, 0, 1).edgeCount())
                        .isEqualTo(list.edges().size());
                assertThat(found.summary(graph, 1, 1).leftCount()).isZero();
            }
        }
    }
}
