package dev.motif.algorithm.similar.clustering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code ClusteringAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusteringAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(60);

    private final NativeMemory memory = new NativeMemory(1L << 30);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    /** The modes that run where the tests run. */
    List<ClusteringMode> modes() {
        return List.of(ClusteringMode.values());
    }

    /** The neighbors of each vertex of both sides, as sets; right vertices come after the left ones. */
    private static List<Set<Integer>> neighbors(EdgeList list) {
        List<Set<Integer>> neighbors = new ArrayList<>();
        for (int v = 0; v < list.left() + list.right(); v++) {
            neighbors.add(new HashSet<>());
        }
        list.edges().forEach(edge -> {
            neighbors.get(edge.left()).add(list.left() + edge.right());
            neighbors.get(list.left() + edge.right()).add(edge.left());
        });
        return neighbors;
    }

    private static int common(Set<Integer> a, Set<Integer> b) {
        return (int) a.stream().filter(b::contains).count();
    }

    /** The coefficient of a vertex as its definition says, pair by pair. */
    private static double coefficient(List<Set<Integer>> neighbors, int v, ClusteringMode mode) {
        Set<Integer> own = neighbors.get(v);
        if (mode == ClusteringMode.SQUARE) {
            return squares(neighbors, v);
        }
        List<Double> shares = new ArrayList<>();
        for (int u = 0; u < neighbors.size(); u++) {
            int common = u == v ? 0 : common(own, neighbors.get(u));
            if (common > 0) {
                int other = neighbors.get(u).size();
                Set<Integer> all = new HashSet<>(own);
                all.addAll(neighbors.get(u));
                shares.add((double) common
                        / switch (mode) {
                            case DOT -> all.size();
                            case MIN -> Math.min(own.size(), other);
                            default -> Math.max(own.size(), other);
                        });
            }
        }
        return shares.stream().mapToDouble(share -> share).average().orElse(0);
    }

    /** The squares of each pair of neighbors, and those that there could be. */
    private static double squares(List<Set<Integer>> neighbors, int v) {
        long found = 0;
        long possible = 0;
        for (int u : neighbors.get(v)) {
            for (int w : neighbors.get(v)) {
                if (u < w) {
                    int squares = common(neighbors.get(u), neighbors.get(w)) - 1;
                    found += squares;
                    possible += neighbors.get(u).size() - 1 + neighbors.get(w).size() - 1 - squares;
                }
            }
        }
        return possible == 0 ? 0 : (double) found / possible;
    }

    @ParameterizedTest
    @MethodSource("backends")
    void coefficientsAreWhatTheDefinitionsSay(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            List<Set<Integer>> neighbors = neighbors(list);
            for (ClusteringMode mode : modes()) {
                Side side = new Side[] {null, Side.LEFT, Side.RIGHT}[seed % 3];
                String name = "seed " + seed + ", " + mode + ", " + side + ": " + list;
                try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                        ClusteringResult found = backend.run(
                                new ClusteringAlgorithm(), graph, new ClusteringConfig(mode, side), memory)) {
                    assertThat(found.has(Side.LEFT)).isEqualTo(side != Side.RIGHT);
                    assertThat(found.has(Side.RIGHT)).isEqualTo(side != Side.LEFT);
                    check(found, Side.LEFT, list.left(), 0, neighbors, mode, name);
                    check(found, Side.RIGHT, list.right(), list.left(), neighbors, mode, name);
                }
            }
        }
    }

    private static void check(
            ClusteringResult found,
            Side side,
            int count,
            int first,
            List<Set<Integer>> neighbors,
            ClusteringMode mode,
            String name) {
        if (!found.has(side)) {
            assertThat(found.average(side)).isNull();
            return;
        }
        double sum = 0;
        for (int v = 0; v < count; v++) {
            double expected = coefficient(neighbors, first + v, mode);
            assertThat(found.coefficient(side, v))
                    .as("%s %d of %s", side, v, name)
                    .isCloseTo(expected, within(1e-12));
            sum += expected;
        }
        assertThat(found.average(side)).isCloseTo(count == 0 ? 0 : sum / count, within(1e-12));
    }

    @ParameterizedTest
    @EnumSource
    void southernWomenHaveTheCoefficientsOfTheDefinitions(ClusteringMode mode) {
        EdgeList list = DataSets.bipartite()
                .filter(set -> set.name().equals("southern-women"))
                .findFirst()
                .orElseThrow()
                .read();
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2));
                ClusteringResult found = new ClusteringAlgorithm()
                        .cpu(graph, new ClusteringConfig(mode, null), execution(Workers.of(2)))) {
            check(found, Side.LEFT, list.left(), 0, neighbors(list), mode, "southern-women");
            check(found, Side.RIGHT, list.right(), list.left(), neighbors(list), mode, "southern-women");
        }
    }

    @Test
    void completeGraphsHaveCoefficientsOfOne() {
        try (BipartiteGraph graph = TestGraphs.complete(4, 5).toGraph(memory, Workers.of(1))) {
            for (ClusteringMode mode : ClusteringMode.values()) {
                try (ClusteringResult found = new ClusteringAlgorithm()
                        .cpu(graph, new ClusteringConfig(mode, null), execution(Workers.of(1)))) {
                    assertThat(found.average(Side.LEFT)).as("%s", mode).isEqualTo(1);
                    assertThat(found.average(Side.RIGHT)).as("%s", mode).isEqualTo(1);
                }
            }
        }
    }

    private Execution execution(Workers workers) {
        return new Execution(memory, workers, new StageTimes());
    }
}
