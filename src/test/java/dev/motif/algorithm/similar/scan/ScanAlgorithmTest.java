package dev.motif.algorithm.similar.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.ScanOracle;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code ScanAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScanAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(100);
    private static final List<Double> EPSILONS = List.of(0.0, 0.3, 0.5, 0.7, 1.0);
    private static final List<Integer> MUS = List.of(1, 2, 3, 5);

    private final NativeMemory memory = new NativeMemory(1L << 30);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    private void check(EdgeList list, ScanConfig config, BackendCase backend, Consumer<ScanResult> check) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                ScanResult found = backend.run(new ScanAlgorithm(), graph, config, memory)) {
            check.accept(found);
        }
    }

    private static ScanConfig config(double epsilon, int mu) {
        return new ScanConfig(List.of(epsilon), List.of(mu));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void rolesAndClustersAreWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            double epsilon = EPSILONS.get(seed % EPSILONS.size());
            int mu = MUS.get(seed % MUS.size());
            String name = "seed " + seed + ", epsilon " + epsilon + ", mu " + mu + ": " + list;
            ScanOracle oracle = new ScanOracle(list, epsilon, mu);
            check(list, config(epsilon, mu), backend, found -> {
                for (int v = 0; v < list.left(); v++) {
                    String role = oracle.role(v);
                    assertThat(found.role(v).name()).as("%d of %s", v, name).isEqualTo(role);
                    assertThat(found.clusters(v)).as("%d of %s", v, name).isEqualTo(oracle.clustersOf(v));
                    long cluster =
                            switch (role) {
                                case "CORE" -> oracle.clustersOf(v).get(0);
                                case "BORDER" -> oracle.mostSimilarCluster(v);
                                default -> -1;
                            };
                    assertThat((long) found.cluster(v)).as("%d of %s", v, name).isEqualTo(cluster);
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void gridHasTheFiguresOfEachClusteringAlone(BackendCase backend) {
        for (int seed = 0; seed < Seeds.atMost(20); seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            List<ScanSummary> alone = new ArrayList<>();
            for (double epsilon : EPSILONS) {
                for (int mu : MUS) {
                    check(list, config(epsilon, mu), backend, found -> {
                        alone.addAll(found.summaries());
                        checkFigures(list, found);
                    });
                }
            }
            check(list, new ScanConfig(EPSILONS, MUS), backend, found -> assertThat(found.summaries())
                    .isEqualTo(alone));
        }
    }

    private static void checkFigures(EdgeList list, ScanResult found) {
        ScanSummary summary = found.summary();
        ScanOracle oracle = new ScanOracle(list, summary.epsilon(), summary.mu());
        List<String> roles =
                IntStream.range(0, list.left()).mapToObj(oracle::role).toList();
        assertThat(summary.clusters()).isEqualTo(oracle.clusters().size());
        assertThat(summary.cores())
                .isEqualTo(roles.stream().filter("CORE"::equals).count());
        assertThat(summary.borders())
                .isEqualTo(roles.stream().filter("BORDER"::equals).count());
        assertThat(summary.hubs())
                .isEqualTo(roles.stream().filter("HUB"::equals).count());
        assertThat(summary.outliers())
                .isEqualTo(roles.stream().filter("OUTLIER"::equals).count());
        int[] sizes = new int[oracle.clusters().size()];
        IntStream.range(0, list.left())
                .map(found::cluster)
                .filter(cluster -> cluster >= 0)
                .forEach(cluster -> sizes[cluster]++);
        assertThat(summary.largest()).isEqualTo(IntStream.of(sizes).max().orElse(0));
    }

    /** A star, where all similarities are 2 / sqrt(8); and a triangle with leaves at a vertex, of 3 / sqrt(18) there. */
    @ParameterizedTest
    @MethodSource("backends")
    void equalSimilaritiesAreOnTheSameSideOfEpsilon(BackendCase backend) {
        EdgeList list = new EdgeList(
                10,
                10,
                List.of(
                        new Edge(0, 1),
                        new Edge(0, 2),
                        new Edge(0, 3),
                        new Edge(4, 5),
                        new Edge(4, 6),
                        new Edge(5, 6),
                        new Edge(5, 7),
                        new Edge(5, 8),
                        new Edge(5, 9)));
        double root = 0.7071067811865476;
        check(list, config(root, 3), backend, found -> assertThat(found.summary())
                .isEqualTo(new ScanSummary(root, 3, 2, 4, 3, 0, 3, 4)));
        double above = Math.nextUp(root);
        check(list, config(above, 2), backend, found -> assertThat(found.summary())
                .isEqualTo(new ScanSummary(above, 2, 1, 2, 0, 0, 8, 2)));
    }

    /** Two cliques of five, a vertex between them, and one that hangs on the first. */
    @ParameterizedTest
    @MethodSource("backends")
    void cliquesAreClustersWithAHubBetweenThem(BackendCase backend) {
        List<Edge> edges = new ArrayList<>(
                CliqueGraphs.complete(5).disjointUnion(CliqueGraphs.complete(5)).edges());
        edges.addAll(List.of(new Edge(0, 10), new Edge(5, 10), new Edge(1, 11)));
        check(new EdgeList(12, 12, edges), config(0.7, 3), backend, found -> assertThat(found.summary())
                .isEqualTo(new ScanSummary(0.7, 3, 2, 10, 0, 1, 1, 5)));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void graphsWithoutEdgesHaveOutliersAlone(BackendCase backend) {
        check(CliqueGraphs.complete(1), config(0.5, 2), backend, found -> assertThat(found.summary())
                .isEqualTo(new ScanSummary(0.5, 2, 0, 0, 0, 0, 1, 0)));
        check(CliqueGraphs.complete(0), config(0.5, 1), backend, found -> assertThat(found.summary())
                .isEqualTo(new ScanSummary(0.5, 1, 0, 0, 0, 0, 0, 0)));
    }

    @Test
    void valuesOfListsAreCopied() {
        List<Double> epsilons = new ArrayList<>(List.of(0.5));
        ScanConfig config = new ScanConfig(epsilons, MUS);
        epsilons.set(0, 0.9);
        assertThat(config.epsilons()).containsExactly(0.5);
        assertThatThrownBy(() -> config.epsilons().set(0, 0.9)).isInstanceOf(UnsupportedOperationException.class);
    }
}
