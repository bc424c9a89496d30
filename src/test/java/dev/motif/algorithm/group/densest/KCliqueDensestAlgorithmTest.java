package dev.motif.algorithm.group.densest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.backend.Backend;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.parallel.Workers;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@LeavesNothing
@Timeout(300)
class KCliqueDensestAlgorithmTest {
    static final BackendCase CPU = new BackendCase(Backend.CPU, 2);

    private static final double SMALLEST_DIFFERENCE = 1e-9;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    record Found(double density, long edges, List<Integer> vertices) {}

    /** Where cliques of 3 nodes or more are counted. */
    BackendCase backend() {
        return CPU;
    }

    private Found find(EdgeList list, KCliqueDensestConfig config) {
        return find(list, config, config.k() == KCliqueDensestConfig.EDGES ? CPU : backend());
    }

    Found find(EdgeList list, KCliqueDensestConfig config, BackendCase backend) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(2));
                DensestSubgraph found = backend.run(new KCliqueDensestAlgorithm(), graph, config, memory)) {
            assertThat(found.right().length()).isZero();
            return new Found(
                    found.density(),
                    found.edges(),
                    IntStream.range(0, (int) found.left().length())
                            .mapToObj(found.left()::get)
                            .toList());
        }
    }

    @Test
    void cliqueIsFoundInASparseGraph() {
        EdgeList list = EdgeList.of(9, 9, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 0)
                .disjointUnion(CliqueGraphs.complete(5));
        List<Integer> clique = List.of(9, 10, 11, 12, 13);
        assertThat(find(list, new KCliqueDensestConfig(2, 0))).isEqualTo(new Found(2, 10, clique));
        assertThat(find(list, new KCliqueDensestConfig(3, 0))).isEqualTo(new Found(2, 10, clique));
        assertThat(find(list, new KCliqueDensestConfig(5, 0))).isEqualTo(new Found(0.2, 10, clique));
        assertThat(find(list, new KCliqueDensestConfig(6, 0))).isEqualTo(new Found(0, 0, List.of()));
    }

    @Test
    void densityIsThatOfTheNodesAndWithinTheGuarantee() {
        for (int seed = 0; seed < 20; seed++) {
            EdgeList list = RandomGraphs.uniform(10, 0.3 + seed % 3 * 0.2, seed);
            int k = 2 + seed % 3;
            List<BitSet> cliques = List.copyOf(new CliqueOracle(list).cliques(k));
            Found found = find(list, new KCliqueDensestConfig(k, 0));
            double largest = 0;
            for (int set = 1; set < 1 << list.left(); set++) {
                largest = Math.max(largest, density(cliques, BitSet.valueOf(new long[] {set})));
            }
            BitSet vertices = new BitSet();
            found.vertices.forEach(vertices::set);
            assertThat(found.density)
                    .as("seed %d: %s", seed, list)
                    .isCloseTo(density(cliques, vertices), within(SMALLEST_DIFFERENCE))
                    .isBetween(largest / k, largest + SMALLEST_DIFFERENCE);
        }
    }

    private static double density(List<BitSet> cliques, BitSet vertices) {
        long inside = cliques.stream()
                .filter(clique -> clique.stream().allMatch(vertices::get))
                .count();
        return inside == 0 ? 0 : (double) inside / vertices.cardinality();
    }

    @Test
    void searchEndsWithItsTime() {
        EdgeList list = RandomGraphs.uniform(300, 0.9, 1);
        assertThatThrownBy(() -> find(list, new KCliqueDensestConfig(40, 100)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the search was stopped by `timeoutMillis: 100`");
    }
}
