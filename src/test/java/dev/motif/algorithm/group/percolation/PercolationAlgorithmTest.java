package dev.motif.algorithm.group.percolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.backend.Backend;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.oracle.Python;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@LeavesNothing
@Timeout(300)
class PercolationAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(150);
    private static final int MOST_K = 6;

    private final NativeMemory memory = new NativeMemory(1L << 30);

    static Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    private List<String> communities(EdgeList list, int k, BackendCase backend) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                PercolationResult result =
                        backend.run(new PercolationAlgorithm(), graph, new PercolationConfig(k, 0, false), memory)) {
            List<int[]> all = new ArrayList<>();
            long[] memberships = new long[list.left()];
            for (long community = 0; community < result.count(); community++) {
                int[] members = result.members(community);
                assertThat(members).isSorted().doesNotHaveDuplicates();
                assertThat(result.size(community)).isEqualTo(members.length);
                IntStream.of(members).forEach(v -> memberships[v]++);
                all.add(members);
            }
            assertThat(IntStream.range(0, list.left()).mapToLong(result.vertices()::get))
                    .containsExactly(Arrays.stream(memberships).boxed().toArray(Long[]::new));
            assertThat(all).isSortedAccordingTo((a, b) -> a.length == b.length ? a[0] - b[0] : b.length - a.length);
            return all.stream().map(Arrays::toString).sorted().toList();
        }
    }

    /** The unions of k-cliques that a chain of them joins, each of which shares k - 1 vertices with the one before. */
    private static List<String> oracle(EdgeList list, int k) {
        List<BitSet> open = new ArrayList<>(new CliqueOracle(list).cliques(k));
        List<String> communities = new ArrayList<>();
        while (!open.isEmpty()) {
            List<BitSet> chain = new ArrayList<>(List.of(open.remove(0)));
            BitSet community = new BitSet();
            for (int i = 0; i < chain.size(); i++) {
                BitSet clique = chain.get(i);
                community.or(clique);
                List<BitSet> adjacent = open.stream()
                        .filter(other -> {
                            BitSet common = (BitSet) other.clone();
                            common.and(clique);
                            return common.cardinality() == k - 1;
                        })
                        .toList();
                chain.addAll(adjacent);
                open.removeAll(adjacent);
            }
            communities.add(Arrays.toString(community.stream().toArray()));
        }
        return communities.stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void communitiesAreWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.uniform(8 + seed % 12, 0.25 + 0.05 * (seed % 9), seed);
            for (int k = 2; k <= MOST_K; k++) {
                assertThat(communities(list, k, backend))
                        .as("k %d, seed %d: %s", k, seed, list)
                        .isEqualTo(oracle(list, k));
            }
        }
    }

    @Test
    void cliquesThatShareTooFewVerticesAreApart() {
        BackendCase backend = new BackendCase(Backend.CPU, 1);
        // Two cliques of 5 that share 2 vertices, and one vertex alone.
        EdgeList list = CliqueGraphs.of(9, (u, v) -> v < 5 || u >= 3 && v < 8);
        assertThat(communities(list, 3, backend)).containsExactly("[0, 1, 2, 3, 4, 5, 6, 7]");
        assertThat(communities(list, 4, backend)).containsExactly("[0, 1, 2, 3, 4]", "[3, 4, 5, 6, 7]");
        assertThat(communities(list, 6, backend)).isEmpty();
        assertThat(communities(CliqueGraphs.complete(0), 2, backend)).isEmpty();
        assertThat(communities(CliqueGraphs.complete(7), 7, backend)).containsExactly("[0, 1, 2, 3, 4, 5, 6]");
    }

    @ParameterizedTest
    @CsvSource({"60, 0.15, 3", "45, 0.4, 5", "30, 0.7, 8"})
    void networkxFindsTheSame(int vertices, double density, int k) throws Exception {
        assumeTrue(Python.has("networkx"), "no networkx");
        EdgeList list = RandomGraphs.uniform(vertices, density, vertices);
        StringBuilder input = new StringBuilder();
        list.edges()
                .forEach(e ->
                        input.append(e.left()).append(' ').append(e.right()).append('\n'));
        String said = Python.run(
                "import networkx, sys\nfrom networkx.algorithms.community import k_clique_communities\n"
                        + "g = networkx.Graph(tuple(map(int, line.split())) for line in sys.stdin)\n"
                        + "for c in k_clique_communities(g, " + k + "): print(sorted(c))",
                input.toString());
        assertThat(communities(list, k, new BackendCase(Backend.CPU, 2)))
                .isEqualTo(said.lines().sorted().toList());
    }

    @Test
    void tooManyCliquesAreAnError() {
        EdgeList pairs = CliqueGraphs.of(200, (u, v) -> u / 2 != v / 2);
        assertThatThrownBy(() -> communities(pairs, 4, new BackendCase(Backend.CPU, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the graph has " + BigInteger.TWO.pow(100)
                        + " maximal cliques of `k` nodes or more; communities need fewer than 2^31 - 1");
    }
}
