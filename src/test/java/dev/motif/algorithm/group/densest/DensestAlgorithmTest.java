package dev.motif.algorithm.group.densest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.DensestOracle;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DensestAlgorithmTest {
    private static final double SMALLEST_DIFFERENCE = 1e-9;

    final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    record Found(double density, List<Integer> left, List<Integer> right) {}

    Found find(EdgeList list, int p, int q, BackendCase backend) {
        BicliqueConfig config = BicliqueConfig.of(p, q, Result.VERTEX);
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                DensestSubgraph densest = backend.run(new BicliqueDensestAlgorithm(), graph, config, memory)) {
            return new Found(densest.density(), values(densest.left()), values(densest.right()));
        }
    }

    private static List<Integer> values(OffHeapInts values) {
        return IntStream.range(0, (int) values.length()).mapToObj(values::get).toList();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void completePartIsFoundInASparseGraph(BackendCase backend) {
        EdgeList list =
                TestGraphs.path(9).disjointUnion(TestGraphs.complete(4, 3)).disjointUnion(TestGraphs.cycle(4));
        assertThat(find(list, 2, 2, backend)).isEqualTo(new Found(18.0 / 7, List.of(5, 6, 7, 8), List.of(5, 6, 7)));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void graphWithoutBicliquesHasNone(BackendCase backend) {
        for (EdgeList list : List.of(TestGraphs.empty(), TestGraphs.path(7), TestGraphs.cycle(5))) {
            assertThat(find(list, 2, 2, backend)).isEqualTo(new Found(0, List.of(), List.of()));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void densityIsThatOfTheNodesAndWithinTheGuarantee(BackendCase backend) {
        int[][] sizes = {{1, 1}, {2, 2}, {2, 3}, {1, 2}};
        for (long seed = 0; seed < 20; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 5, 5, 16, 1.3);
            int[] size = sizes[(int) seed % sizes.length];
            Found found = find(list, size[0], size[1], backend);
            double largest = DensestOracle.density(list, size[0], size[1]);
            assertThat(found.density)
                    .as("seed %d: %s", seed, list)
                    .isCloseTo(
                            DensestOracle.density(list, found.left, found.right, size[0], size[1]),
                            within(SMALLEST_DIFFERENCE))
                    .isBetween(largest / (size[0] + size[1]), largest + SMALLEST_DIFFERENCE);
        }
    }
}
