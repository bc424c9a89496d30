package dev.motif.algorithm.level.truss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.CanceledPolls;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.Python;
import dev.motif.oracle.TrussOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KTrussAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(60);

    /** Reads edges, one a line, and prints the truss number of each edge in the order of its ends. */
    private static final String NETWORKX = "import sys, networkx as nx\n"
            + "g = nx.Graph()\n"
            + "g.add_edges_from(tuple(map(int, line.split())) for line in sys.stdin)\n"
            + "found = {tuple(sorted(e)): 2 for e in g.edges}\n"
            + "k = 3\n"
            + "while True:\n"
            + "    t = nx.k_truss(g, k)\n"
            + "    if t.number_of_edges() == 0: break\n"
            + "    found.update({tuple(sorted(e)): k for e in t.edges})\n"
            + "    k += 1\n"
            + "print(' '.join(str(found[e]) for e in sorted(found)))\n";

    final NativeMemory memory = new NativeMemory(1L << 30);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    List<Long> trusses(EdgeList list, BackendCase backend) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                PeeledEdges found = backend.run(new KTrussAlgorithm(), graph, new KTrussConfig(), memory)) {
            List<Long> trusses = LongStream.range(0, found.edges().length())
                    .mapToObj(found.edges()::get)
                    .toList();
            KTrussSummary summary = KTrussSummary.of(found);
            assertThat(summary.levels()).isEqualTo(trusses.stream().distinct().count());
            assertThat(summary.maxTruss())
                    .isEqualTo(trusses.stream().max(Long::compare).orElse(null));
            assertThat(summary.relationshipsAtMax())
                    .isEqualTo(trusses.stream()
                            .filter(truss -> truss.equals(summary.maxTruss()))
                            .count());
            return trusses;
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void trussesAreWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            assertThat(trusses(list, backend)).as("seed %d: %s", seed, list).isEqualTo(TrussOracle.trusses(list));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void edgesOfACliqueHaveItsSize(BackendCase backend) {
        for (int n : new int[] {0, 1, 2, 3, 4, 70}) {
            assertThat(trusses(CliqueGraphs.complete(n), backend))
                    .hasSize(n * (n - 1) / 2)
                    .allMatch(truss -> truss == n);
        }
    }

    /** Edges between cliques are in no triangle. */
    @ParameterizedTest
    @MethodSource("backends")
    void linkedCliquesKeepTheirNumbers(BackendCase backend) {
        EdgeList cliques = CliqueGraphs.complete(30).disjointUnion(CliqueGraphs.complete(12));
        List<Edge> edges = new ArrayList<>(cliques.edges());
        edges.add(new Edge(0, 30));
        edges.add(new Edge(1, 31));
        EdgeList list = new EdgeList(42, 42, edges);
        List<Edge> sorted = list.sorted().edges();
        List<Long> trusses = trusses(list, backend);
        for (int i = 0; i < sorted.size(); i++) {
            Edge edge = sorted.get(i);
            long expected = edge.right() < 30 ? 30 : edge.left() < 30 ? 2 : 12;
            assertThat(trusses.get(i)).as("%s", edge).isEqualTo(expected);
        }
    }

    /** So many edges that few workers share them, rounds large enough for all, and rows that are compacted. */
    @Test
    void workersFindTheSame() {
        EdgeList list = RandomGraphs.unipartite(11)
                .disjointUnion(upperHalf(RandomGraphs.bipartite(5, 4000, 4000, 260_000, 1.5)))
                .disjointUnion(upperHalf(RandomGraphs.bipartite(6, 300, 300, 60_000, 1)));
        assertThat(list.edges()).hasSizeGreaterThan(1 << 17);
        List<Long> one = trusses(list, new BackendCase(Backend.CPU, 1));
        for (int threads : new int[] {2, 3, 3, 8, 8}) {
            assertThat(trusses(list, new BackendCase(Backend.CPU, threads))).isEqualTo(one);
        }
        assertThat(one).contains(2L, 3L, 4L);
    }

    private static EdgeList upperHalf(EdgeList list) {
        return new EdgeList(
                list.left(),
                list.left(),
                list.edges().stream().filter(edge -> edge.left() < edge.right()).toList());
    }

    @Test
    void threadsFindWhatTheDefinitionSays() {
        for (int seed = 0; seed < 3; seed++) {
            EdgeList list = upperHalf(RandomGraphs.bipartite(seed, 160, 160, 24_000, 1 + seed / 2.0));
            assertThat(list.edges()).hasSizeGreaterThan(5000);
            List<Long> expected = TrussOracle.trusses(list);
            for (int threads : new int[] {1, 2, 8}) {
                assertThat(trusses(list, new BackendCase(Backend.CPU, threads)))
                        .as("seed %d, %d threads", seed, threads)
                        .isEqualTo(expected);
            }
        }
    }

    /** Levels of few edges, which four workers or more peel in rounds of their own. */
    @Test
    void workersWithRoundsOfTheirOwnFindTheSame() {
        for (int seed = 0; seed < Seeds.atMost(20); seed++) {
            EdgeList list = upperHalf(RandomGraphs.bipartite(seed, 400, 400, 60_000, 1 + seed % 5 / 4.0));
            List<Long> one = trusses(list, new BackendCase(Backend.CPU, 1));
            for (int threads : new int[] {2, 8, 12}) {
                assertThat(trusses(list, new BackendCase(Backend.CPU, threads)))
                        .as("seed %d, %d threads", seed, threads)
                        .isEqualTo(one);
            }
        }
    }

    @Test
    void workersWithRoundsOfTheirOwnAreCancelled() {
        EdgeList list = upperHalf(RandomGraphs.bipartite(3, 300, 300, 40_000, 1.5));
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
            int polls = CanceledPolls.check(
                    memory, 8, workers -> KTrussCpu.count(graph, new Execution(memory, workers, new StageTimes()))
                            .close());
            assertThat(polls).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void thousandsOfRoundsOfALevelArePeeled(int threads) {
        int rings = 5000;
        EdgeList tube = tube(rings);
        assertThat(trusses(tube, new BackendCase(Backend.CPU, threads)))
                .hasSameSizeAs(tube.edges())
                .containsOnly(3L);
        // A vertex beside all others adds a triangle to each edge, and is in one of all rounds.
        List<Edge> edges = new ArrayList<>(tube.edges());
        IntStream.range(0, 4 * rings).forEach(vertex -> edges.add(new Edge(vertex, 4 * rings)));
        assertThat(trusses(new EdgeList(4 * rings + 1, 4 * rings + 1, edges), new BackendCase(Backend.CPU, threads)))
                .hasSameSizeAs(edges)
                .containsOnly(4L);
    }

    /** Rings of four vertices and triangles between them; it is peeled from its ends, ring by ring. */
    private static EdgeList tube(int rings) {
        List<Edge> edges = new ArrayList<>();
        for (int ring = 0; ring < rings; ring++) {
            for (int i = 0; i < 4; i++) {
                int vertex = 4 * ring + i;
                int beside = 4 * ring + (i + 1) % 4;
                edges.add(new Edge(Math.min(vertex, beside), Math.max(vertex, beside)));
                if (ring + 1 < rings) {
                    edges.add(new Edge(vertex, vertex + 4));
                    edges.add(new Edge(vertex, beside + 4));
                }
            }
        }
        return new EdgeList(4 * rings, 4 * rings, edges);
    }

    @Test
    void networkxFindsTheSame() throws Exception {
        assumeTrue(Python.has("networkx"), "python3-networkx is absent");
        List<EdgeList> lists = IntStream.range(0, 6)
                .mapToObj(RandomGraphs::unipartite)
                .filter(list -> !list.edges().isEmpty())
                .toList();
        assertThat(lists).hasSizeGreaterThan(2);
        for (EdgeList list : lists) {
            String edges = list.edges().stream()
                    .map(edge -> edge.left() + " " + edge.right())
                    .collect(Collectors.joining("\n"));
            List<Long> found = Arrays.stream(Python.run(NETWORKX, edges).trim().split(" "))
                    .map(Long::valueOf)
                    .toList();
            assertThat(trusses(list, BackendCase.cpu().findFirst().orElseThrow()))
                    .isEqualTo(found);
        }
    }
}
