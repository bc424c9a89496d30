package dev.motif.algorithm.count.clique;

import static dev.motif.algorithm.count.clique.CliqueGraphs.choices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests counts of several sizes by vertex and by edge. */
@LeavesNothing
class KCliqueSizesOfEachTest {
    private static final Result[] EACH = {Result.VERTEX, Result.EDGE};

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private Execution execution() {
        return new Execution(memory, Workers.of(2), new StageTimes());
    }

    private KCliqueResult count(UnipartiteGraph graph, KCliqueConfig config) {
        return new KCliqueAlgorithm().cpu(graph, config, execution());
    }

    /** The counts of {@code k} vertices of each vertex or edge. */
    private static List<BigInteger> values(KCliqueResult counts, UnipartiteGraph graph, int k) {
        boolean byVertex = counts.config().result() == Result.VERTEX;
        OffHeapSums all = byVertex ? counts.vertices() : counts.edges();
        return LongStream.range(0, byVertex ? graph.vertexCount() : graph.edgeCount())
                .mapToObj(index -> {
                    long at = counts.at(index, k);
                    return at < 0 ? BigInteger.ZERO : all.get(at);
                })
                .toList();
    }

    @Test
    void everyWayCountsWhatTheDefinitionSays() {
        for (int seed = 0; seed < 12; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CliqueOracle oracle = new CliqueOracle(list);
            int minK = 3 + seed % 3;
            int[] last = {KCliqueConfig.ALL, minK + 1, minK + 2};
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
                for (Result result : EACH) {
                    for (KCliqueConfig way :
                            KCliqueAlgorithmTest.ways(KCliqueConfig.of(minK, last[seed % 3], result))) {
                        checkByDefinition(graph, oracle, way);
                    }
                }
            }
        }
    }

    private void checkByDefinition(UnipartiteGraph graph, CliqueOracle oracle, KCliqueConfig way) {
        try (KCliqueResult counts = count(graph, way)) {
            for (int k = way.minK(); k <= Math.min(way.maxK(), oracle.cliqueNumber() + 1); k++) {
                assertThat(counts.count(k)).as("%d of %s", k, way).isEqualTo(oracle.total(k));
                assertThat(values(counts, graph, k))
                        .as("%d of %s", k, way)
                        .isEqualTo(way.result() == Result.VERTEX ? oracle.perVertex(k) : oracle.perEdge(k));
            }
        }
    }

    /** Paths and cycles of missing edges. */
    @Test
    void sparseComplementsAreCountedAsOneSizeIs() {
        for (EdgeList list : List.of(
                CliqueGraphs.complementOfPath(23),
                CliqueGraphs.complementOfCycle(22),
                CliqueGraphs.cocktailParty(13),
                joined(CliqueGraphs.complementOfCycle(9), CliqueGraphs.complementOfPath(7)),
                joined(CliqueGraphs.multipartite(4, 3), CliqueGraphs.complementOfPath(11)))) {
            checkAgainstOneSize(list, 3, 4, 7, 11);
        }
    }

    @Test
    void longCyclesOfMissingEdgesAreCountedInParts() {
        try (UnipartiteGraph graph = CliqueGraphs.complementOfCycle(82).toUnipartiteGraph(memory, Workers.of(1));
                KCliqueResult counts = count(graph, KCliqueConfig.of(3, KCliqueConfig.ALL, Result.VERTEX))) {
            checkSums(counts, graph);
            assertThat(values(counts, graph, 20))
                    .containsOnly(values(counts, graph, 20).get(0));
        }
    }

    /** In the second one the edges do not fit in memory for the leaves of one root at once. */
    @Test
    void denseGraphsAreCountedAsOneSizeIs() {
        checkAgainstOneSize(random(30, 0.85, 1), 3, 5, 8, 13);
        checkAgainstOneSize(random(64, 0.9, 2), 30);
    }

    /** So many candidates of a root that not each of its rows of leaves has a slot for itself. */
    @Test
    void rootsOfManyCandidatesAreCounted() {
        int size = 200;
        try (UnipartiteGraph graph = CliqueGraphs.multipartite(3, size).toUnipartiteGraph(memory, Workers.of(1));
                KCliqueResult counts = count(graph, KCliqueConfig.of(3, KCliqueConfig.ALL, Result.VERTEX))) {
            assertThat(counts.degeneracy()).isEqualTo(2 * size);
            assertThat(counts.largest()).isEqualTo(3);
            assertThat(values(counts, graph, 3)).containsOnly(BigInteger.valueOf((long) size * size));
        }
    }

    private void checkAgainstOneSize(EdgeList list, int... sizes) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
            for (Result result : EACH) {
                try (KCliqueResult counts = count(graph, KCliqueConfig.of(3, KCliqueConfig.ALL, result))) {
                    for (int k : sizes) {
                        try (KCliqueResult one = count(graph, KCliqueConfig.of(k, result))) {
                            assertThat(counts.count(k)).isEqualTo(one.count(k));
                            assertThat(values(counts, graph, k)).isEqualTo(values(one, graph, k));
                        }
                    }
                    checkSums(counts, graph);
                }
            }
        }
    }

    /** The counts of the vertices add up to k times the total, and those of the edges to k (k-1) / 2 times. */
    private void checkSums(KCliqueResult counts, UnipartiteGraph graph) {
        boolean byVertex = counts.config().result() == Result.VERTEX;
        try (KCliqueResult totals = count(graph, KCliqueConfig.all())) {
            assertThat(counts.largest()).isEqualTo(totals.largest());
            for (int k = 3; k <= totals.largest(); k++) {
                BigInteger each = BigInteger.valueOf(byVertex ? k : (long) k * (k - 1) / 2);
                assertThat(counts.count(k)).isEqualTo(totals.count(k));
                assertThat(values(counts, graph, k).stream().reduce(BigInteger.ZERO, BigInteger::add))
                        .isEqualTo(totals.count(k).multiply(each));
            }
        }
    }

    private static EdgeList random(int vertices, double density, long seed) {
        Random random = new Random(seed);
        return CliqueGraphs.of(vertices, (u, v) -> random.nextDouble() < density);
    }

    /** Both graphs, and every edge between one and the other. */
    private static EdgeList joined(EdgeList a, EdgeList b) {
        List<EdgeList.Edge> first = a.edges();
        List<EdgeList.Edge> second = b.edges();
        int n = a.left();
        return CliqueGraphs.of(
                n + b.left(),
                (u, v) -> v < n
                        ? first.contains(new EdgeList.Edge(u, v))
                        : u < n || second.contains(new EdgeList.Edge(u - n, v - n)));
    }

    /** Counts of edges take the fourth power of the vertices, so their graphs are no larger than a word takes. */
    @Test
    void countsOfMoreThanAWordAreExactOrAnError() {
        checkComplete(Result.VERTEX, 128, 3, KCliqueConfig.ALL);
        checkComplete(Result.VERTEX, 140, 3, 40);
        checkComplete(Result.VERTEX, 140, 120, KCliqueConfig.ALL);
        checkComplete(Result.EDGE, 80, 3, KCliqueConfig.ALL);
        checkComplete(Result.EDGE, 140, 3, 20);
        checkComplete(Result.EDGE, 140, 120, KCliqueConfig.ALL);
        try (UnipartiteGraph graph = CliqueGraphs.complete(140).toUnipartiteGraph(memory, Workers.of(1))) {
            for (Result result : EACH) {
                assertThatThrownBy(() -> count(graph, KCliqueConfig.of(3, KCliqueConfig.ALL, result)))
                        .isInstanceOf(ArithmeticException.class)
                        .hasMessageContainingAll("2^127 or more", "give a `maxK` below");
            }
        }
    }

    private void checkComplete(Result result, int n, int minK, int maxK) {
        BigInteger most = BigInteger.ZERO;
        try (UnipartiteGraph graph = CliqueGraphs.complete(n).toUnipartiteGraph(memory, Workers.of(1))) {
            try (KCliqueResult counts = count(graph, KCliqueConfig.of(minK, maxK, result))) {
                for (int k = minK; k <= Math.min(maxK, n); k++) {
                    BigInteger ofOne = choices(n - result.ordinal(), k - result.ordinal());
                    List<BigInteger> values = values(counts, graph, k);
                    assertThat(values).isEqualTo(Collections.nCopies(values.size(), ofOne));
                    most = most.max(ofOne);
                }
            }
        }
        assertThat(most.bitLength()).isGreaterThan(Long.SIZE);
    }

    @Test
    void rangesOfRootsAddUp() {
        EdgeList list = random(40, 0.7, 3);
        KCliqueAlgorithm algorithm = new KCliqueAlgorithm();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
            for (Result result : EACH) {
                KCliqueConfig config = KCliqueConfig.of(3, KCliqueConfig.ALL, result);
                var division = algorithm.divide(graph, config, 3, execution());
                List<WorkRange> ranges = division.ranges();
                try (KCliqueResult whole = count(graph, config);
                        KCliqueResult first =
                                algorithm.cpu(graph, division.config(), ranges.subList(0, 1), execution());
                        KCliqueResult rest = algorithm.cpu(
                                graph, division.config(), ranges.subList(1, ranges.size()), execution())) {
                    KCliqueResult sum = first.plus(List.of(rest), Workers.of(2));
                    for (int k = 3; k <= whole.largest(); k++) {
                        assertThat(sum.count(k)).isEqualTo(whole.count(k));
                        assertThat(values(sum, graph, k)).isEqualTo(values(whole, graph, k));
                    }
                }
            }
        }
    }

    @Test
    void theGpuIsNotForThem() {
        KCliqueAlgorithm algorithm = new KCliqueAlgorithm();
        KCliqueConfig config = KCliqueConfig.of(3, KCliqueConfig.ALL, Result.VERTEX);
        assertThat(algorithm.gpu(config)).isNull();
        assertThat(algorithm.withoutGpu(config)).contains("one `k` on a GPU too");
        assertThat(algorithm.gpu(KCliqueConfig.of(4, Result.VERTEX))).isNotNull();
        try (UnipartiteGraph graph = CliqueGraphs.complete(5).toUnipartiteGraph(memory, Workers.of(1))) {
            assertThat(Backend.AUTO.choose(algorithm, graph, config).backend()).isEqualTo(Backend.CPU);
        }
    }
}
