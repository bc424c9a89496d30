package dev.motif.algorithm.count.clique;

import static dev.motif.algorithm.count.clique.CliqueGraphs.choices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Backend;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapSums;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code KCliqueAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KCliqueAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(100);
    private static final int[] SIZES = {3, 4, 5, 7};

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    Stream<BackendCase> fastestBackend() {
        return backends().reduce((slower, faster) -> faster).stream();
    }

    /** The configuration {@code what} with every technique and order. */
    static List<KCliqueConfig> ways(KCliqueConfig what) {
        return Stream.of(Technique.values())
                .flatMap(technique -> Stream.of(Orientation.DEGREE, Orientation.DEGENERACY)
                        .map(orientation -> what.with(technique).with(orientation)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void everyWayCountsWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CliqueOracle oracle = new CliqueOracle(list);
            List<BigInteger> expected = IntStream.rangeClosed(3, oracle.cliqueNumber())
                    .mapToObj(oracle::total)
                    .toList();
            for (KCliqueConfig way : ways(KCliqueConfig.all())) {
                assertThat(KCliqueValues.all(list, way, backend, memory))
                        .as("%s, seed %d: %s", way, seed, list)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void everyWayCountsByVertexAndEdgeWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CliqueOracle oracle = new CliqueOracle(list);
            int k = SIZES[seed % SIZES.length];
            KCliqueValues expected = KCliqueValues.byDefinition(oracle, k);
            for (KCliqueConfig way : ways(KCliqueConfig.total(k, k))) {
                assertThat(KCliqueValues.of(list, way, backend, memory))
                        .as("%s, seed %d: %s", way, seed, list)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void aRangeOfSizesIsAPartOfAllSizes(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CliqueOracle oracle = new CliqueOracle(list);
            int minK = 3 + seed % 4;
            int maxK = minK + seed % 3;
            for (KCliqueConfig way : ways(KCliqueConfig.total(minK, maxK))) {
                try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                        KCliqueResult counts = backend.run(new KCliqueAlgorithm(), graph, way, memory)) {
                    for (int k = minK; k <= maxK; k++) {
                        assertThat(counts.count(k))
                                .as("%d-cliques, %s, seed %d: %s", k, way, seed, list)
                                .isEqualTo(oracle.total(k));
                    }
                    assertThatIllegalArgumentException().isThrownBy(() -> counts.count(maxK + 1));
                    Integer known = counts.cliqueNumber(graph);
                    assertThat(known)
                            .as("clique number, %s, seed %d: %s", way, seed, list)
                            .isIn(null, oracle.cliqueNumber());
                    boolean inRange = minK <= oracle.cliqueNumber() && oracle.cliqueNumber() < maxK;
                    assertThat(known != null).isEqualTo(inRange || minK == 3 && oracle.cliqueNumber() < minK);
                }
            }
        }
    }

    private void checkAll(
            EdgeList list,
            int largest,
            IntFunction<BigInteger> expected,
            BackendCase backend,
            Technique... techniques) {
        List<BigInteger> counts =
                IntStream.rangeClosed(3, largest).mapToObj(expected).toList();
        for (Technique technique : techniques) {
            assertThat(KCliqueValues.all(list, KCliqueConfig.all().with(technique), backend, memory))
                    .as("%s of %d vertices", technique, list.left())
                    .isEqualTo(counts);
        }
    }

    /** The counts are far beyond 64 and 128 bits. */
    @ParameterizedTest
    @MethodSource("backends")
    void completeGraphHasAllChoices(BackendCase backend) {
        for (int n : new int[] {0, 1, 2, 3, 4, 5, 17, 64, 65, 66, 129, 300}) {
            checkAll(
                    CliqueGraphs.complete(n),
                    n,
                    k -> choices(n, k),
                    backend,
                    Technique.AUTO,
                    Technique.PIVOT,
                    Technique.COMPLEMENT);
        }
        checkAll(CliqueGraphs.complete(17), 17, k -> choices(17, k), backend, Technique.ORIENTATION);
    }

    /** Without closed forms the searches would never end; some of the numbers have a hundred bits. */
    @ParameterizedTest
    @MethodSource("backends")
    void sparseComplementsAreCountedAtOnce(BackendCase backend) {
        for (int n : new int[] {2, 3, 8, 39, 40, 100}) {
            checkAll(CliqueGraphs.cocktailParty(n), n, k -> choices(n, k).shiftLeft(k), backend, Technique.COMPLEMENT);
        }
        for (int n : new int[] {5, 6, 78, 79, 80, 201}) {
            checkAll(
                    CliqueGraphs.complementOfPath(n),
                    (n + 1) / 2,
                    k -> choices(n - k + 1, k),
                    backend,
                    Technique.COMPLEMENT);
            checkAll(
                    CliqueGraphs.complementOfCycle(n),
                    n / 2,
                    k -> choices(n - k, k).multiply(BigInteger.valueOf(n)).divide(BigInteger.valueOf(n - k)),
                    backend,
                    Technique.COMPLEMENT);
            checkAll(
                    CliqueGraphs.multipartite(n, 3),
                    n,
                    k -> choices(n, k).multiply(BigInteger.valueOf(3).pow(k)),
                    backend,
                    Technique.COMPLEMENT);
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void completeMultipartiteGraphHasAllChoices(BackendCase backend) {
        for (int[] shape : new int[][] {{3, 5}, {4, 2}, {5, 4}, {7, 3}, {6, 6}}) {
            checkAll(
                    CliqueGraphs.multipartite(shape[0], shape[1]),
                    shape[0],
                    k -> choices(shape[0], k)
                            .multiply(BigInteger.valueOf(shape[1]).pow(k)),
                    backend,
                    Technique.values());
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void everyVertexAndEdgeOfASymmetricGraphHasItsShare(BackendCase backend) {
        for (int n : new int[] {40, 66, 100, 120}) {
            for (int k : new int[] {3, 5, 20}) {
                checkShares(
                        CliqueGraphs.complete(n),
                        k,
                        choices(n, k),
                        choices(n - 1, k - 1),
                        choices(n - 2, k - 2),
                        backend);
                checkShares(
                        CliqueGraphs.cocktailParty(n / 2),
                        k,
                        choices(n / 2, k).shiftLeft(k),
                        choices(n / 2 - 1, k - 1).shiftLeft(k - 1),
                        choices(n / 2 - 2, k - 2).shiftLeft(k - 2),
                        backend);
            }
        }
    }

    private void checkShares(
            EdgeList list, int k, BigInteger total, BigInteger ofVertex, BigInteger ofEdge, BackendCase backend) {
        KCliqueConfig config = KCliqueConfig.total(k, k).with(Technique.COMPLEMENT);
        assertThat(KCliqueValues.of(list, config, backend, memory))
                .isEqualTo(new KCliqueValues(
                        total,
                        Collections.nCopies(list.left(), ofVertex),
                        Collections.nCopies(list.edges().size(), ofEdge)));
    }

    /** Totals at the limits of a word or two, with a sign and without, and just beyond: a total may be of any size. */
    @ParameterizedTest
    @MethodSource("fastestBackend")
    void countsOnBothSidesOfEachWordAreExact(BackendCase backend) {
        for (int bits : new int[] {63, 64, 127, 128}) {
            for (Result result : Result.values()) {
                int k = 3;
                while (ofOne(result, 2 * k, k).bitLength() <= bits) {
                    k++;
                }
                // All others from here on have fewer.
                int n = 2 * k;
                while (ofOne(result, n - 1, k).bitLength() > bits) {
                    n--;
                }
                checkComplete(n, k, result, backend);
                checkComplete(n - 1, k, result, backend);
            }
        }
    }

    /** The cliques of {@code k} of {@code n} vertices, all or those of one vertex or edge. */
    private static BigInteger ofOne(Result result, int n, int k) {
        return choices(n - result.ordinal(), k - result.ordinal());
    }

    /** Checks the exact counts, or the error that says that the counts of single vertices or edges are too large. */
    private void checkComplete(int n, int k, Result result, BackendCase backend) {
        BigInteger ofOne = ofOne(result, n, k);
        // A search on the CPU adds up those of a start node, too, where the counts are those of its edges.
        boolean byStart = result == Result.EDGE && backend.backend() == Backend.CPU;
        boolean isRefused = result != Result.TOTAL && (byStart ? ofOne(Result.VERTEX, n, k) : ofOne).bitLength() > 127;
        for (Technique technique : new Technique[] {Technique.PIVOT, Technique.COMPLEMENT}) {
            KCliqueConfig config = KCliqueConfig.of(k, result).with(technique);
            String name = result + " of " + k + " of " + n + " vertices by " + technique;
            try (UnipartiteGraph graph = CliqueGraphs.complete(n).toUnipartiteGraph(memory, backend.workers())) {
                if (isRefused) {
                    assertThatThrownBy(() -> backend.run(new KCliqueAlgorithm(), graph, config, memory))
                            .as(name)
                            .isInstanceOf(ArithmeticException.class)
                            .hasMessageContaining("2^127 or more");
                    continue;
                }
                try (KCliqueResult counts = backend.run(new KCliqueAlgorithm(), graph, config, memory)) {
                    assertThat(counts.count(k)).as(name).isEqualTo(choices(n, k));
                    if (result != Result.TOTAL) {
                        assertThat(HeapSums.of(result == Result.VERTEX ? counts.vertices() : counts.edges()))
                                .as(name)
                                .containsOnly(ofOne);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void countsByVertexAndEdgeThatAreTooLargeAreAnError(BackendCase backend) {
        EdgeList list = CliqueGraphs.complete(140);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers())) {
            for (Result result : new Result[] {Result.VERTEX, Result.EDGE}) {
                for (Technique technique : new Technique[] {Technique.PIVOT, Technique.COMPLEMENT}) {
                    KCliqueConfig config = KCliqueConfig.of(70, result).with(technique);
                    assertThatThrownBy(() -> backend.run(new KCliqueAlgorithm(), graph, config, memory))
                            .isInstanceOf(ArithmeticException.class)
                            .hasMessageContaining("2^127 or more");
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void graphsWithoutTrianglesHaveNoCliques(BackendCase backend) {
        EdgeList star = CliqueGraphs.of(50, (u, v) -> u == 0);
        EdgeList edgeless = CliqueGraphs.of(5, (u, v) -> false);
        EdgeList empty = CliqueGraphs.of(0, (u, v) -> false);
        int[] cliqueNumbers = {2, 1, 0};
        EdgeList[] lists = {star, edgeless, empty};
        for (int i = 0; i < lists.length; i++) {
            for (KCliqueConfig way : ways(KCliqueConfig.all())) {
                try (UnipartiteGraph graph = lists[i].toUnipartiteGraph(memory, backend.workers());
                        KCliqueResult counts = backend.run(new KCliqueAlgorithm(), graph, way, memory)) {
                    assertThat(KCliqueSummary.of(counts)).containsExactly(new KCliqueSummary(3, 0L, "0", true));
                    assertThat(counts.cliqueNumber(graph)).isEqualTo(cliqueNumbers[i]);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void countsDoNotDependOnTheNamesOfVertices(BackendCase backend) {
        EdgeList list = dense(60, 1200, 5);
        List<Integer> names = EdgeList.permutation(60, 9);
        EdgeList renamed = CliqueGraphs.of(60, (u, v) -> list.edges().stream().anyMatch(e -> renames(e, names, u, v)));
        KCliqueConfig config = KCliqueConfig.total(6, 6);
        KCliqueValues before = KCliqueValues.of(list, config, backend, memory);
        KCliqueValues after = KCliqueValues.of(renamed, config, backend, memory);
        assertThat(before.total()).isPositive().isEqualTo(after.total());
        assertThat(IntStream.range(0, 60).mapToObj(v -> after.vertices().get(names.get(v))))
                .containsExactlyElementsOf(before.vertices());
        assertThat(sum(before.vertices())).isEqualTo(before.total().multiply(BigInteger.valueOf(6)));
        assertThat(sum(before.edges())).isEqualTo(before.total().multiply(BigInteger.valueOf(15)));
    }

    private static boolean renames(EdgeList.Edge edge, List<Integer> names, int u, int v) {
        int a = names.get(edge.left());
        int b = names.get(edge.right());
        return Math.min(a, b) == u && Math.max(a, b) == v;
    }

    private static BigInteger sum(List<BigInteger> values) {
        return values.stream().reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** The graph is large enough for its searches to be shared among workers. */
    @ParameterizedTest
    @MethodSource("backends")
    void aLongSearchIsSharedAndCountsOnce(BackendCase backend) {
        EdgeList list = dense(110, 4400, 3).disjointUnion(CliqueGraphs.complete(20));
        EdgeList hub = CliqueGraphs.of(list.left() + 1, (u, v) -> v == list.left());
        List<EdgeList.Edge> edges = new ArrayList<>(list.edges());
        edges.addAll(hub.edges());
        EdgeList joined = new EdgeList(list.left() + 1, list.left() + 1, edges);
        List<BigInteger> without = KCliqueValues.all(list, KCliqueConfig.all(), backend, memory);
        for (Technique technique : new Technique[] {Technique.PIVOT, Technique.COMPLEMENT}) {
            List<BigInteger> with =
                    KCliqueValues.all(joined, KCliqueConfig.all().with(technique), backend, memory);
            assertThat(with).as("by %s", technique).hasSize(without.size() + 1);
            for (int i = 1; i < without.size(); i++) {
                assertThat(with.get(i))
                        .as("(%d)-cliques by %s: those without the hub, and those with it", i + 3, technique)
                        .isEqualTo(without.get(i).add(without.get(i - 1)));
            }
        }
    }

    private static EdgeList dense(int vertices, int edges, long seed) {
        java.util.Random random = new java.util.Random(seed);
        boolean[][] joined = new boolean[vertices][vertices];
        for (int drawn = 0; drawn < edges; drawn++) {
            int u = random.nextInt(vertices);
            int v = random.nextInt(vertices);
            joined[Math.min(u, v)][Math.max(u, v)] = true;
        }
        return CliqueGraphs.of(vertices, (u, v) -> joined[u][v]);
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void plansSayWhatWasUsed(BackendCase backend) {
        EdgeList list = dense(60, 900, 4);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers())) {
            for (KCliqueConfig way : ways(KCliqueConfig.total(5, 5))) {
                try (KCliqueResult counts = backend.run(new KCliqueAlgorithm(), graph, way, memory)) {
                    assertThat(counts.orientation()).isEqualTo(way.orientation());
                    assertThat(counts.technique()).isIn(used(way.technique(), backend));
                    assertThat(counts.degeneracy() != null).isEqualTo(way.orientation() == Orientation.DEGENERACY);
                }
            }
        }
    }

    /** The techniques that may count where this one is asked for. */
    private static List<Technique> used(Technique asked, BackendCase backend) {
        return switch (asked) {
            case AUTO -> List.of(Technique.ORIENTATION, Technique.PIVOT, Technique.COMPLEMENT);
            case PIVOT -> List.of(backend.backend() == Backend.GPU ? Technique.PIVOT : Technique.COMPLEMENT);
            default -> List.of(asked);
        };
    }
}
