package dev.motif.algorithm.group.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.oracle.Python;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests maximal cliques on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MaximalCliqueAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(200);

    /** Agreed on by igraph and quick-cliques. */
    private static final Map<String, Integer> KNOWN = Map.of(
            "karate", 36,
            "netscience", 613,
            "ca-grqc", 3_905,
            "email-eu-core", 42_709,
            "dimacs-p_hat300-1", 58_176,
            "nr-soc-epinions", 110_047,
            "email-enron-snap", 226_859,
            "dimacs-brock200_2", 431_586,
            "soc-epinions1", 1_775_065);

    final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    /** The one for what takes long. */
    private BackendCase fastest() {
        return backends().reduce((slower, faster) -> faster).orElseThrow();
    }

    private static MaximalCliqueConfig sizes(int min, int max) {
        return new MaximalCliqueConfig(min, max, false, 0);
    }

    <T> T count(EdgeList list, BackendCase backend, MaximalCliqueConfig config, Function<MaximalCliqueResult, T> read) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                MaximalCliqueResult counts = backend.run(new MaximalCliqueAlgorithm(), graph, config, memory)) {
            return read.apply(counts);
        }
    }

    static Map<Integer, BigInteger> counts(MaximalCliqueResult counts) {
        Map<Integer, BigInteger> bySize = new TreeMap<>();
        for (int size = 0; size <= counts.largest(); size++) {
            if (counts.count(size).signum() > 0) {
                bySize.put(size, counts.count(size));
            }
        }
        return bySize;
    }

    private static Map<Integer, BigInteger> bySize(List<BitSet> cliques) {
        Map<Integer, BigInteger> bySize = new TreeMap<>();
        cliques.forEach(clique -> bySize.merge(clique.cardinality(), BigInteger.ONE, BigInteger::add));
        return bySize;
    }

    static List<Long> perVertex(MaximalCliqueResult counts) {
        return IntStream.range(0, (int) counts.vertices().length())
                .mapToObj(counts.vertices()::get)
                .toList();
    }

    /** Sorted, as texts. */
    List<String> found(EdgeList list, BackendCase backend, MaximalCliqueConfig search, long limit, int topK) {
        List<String> all =
                found(list, backend, new FoundCliquesConfig(search, new GroupChoice(limit, topK, 1))).stream()
                        .map(Arrays::toString)
                        .toList();
        return topK > 0 ? all : all.stream().sorted().toList();
    }

    private List<int[]> found(EdgeList list, BackendCase backend, FoundCliquesConfig config) {
        List<int[]> all = new ArrayList<>();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                FoundGroups<int[]> found = backend.run(new FoundCliquesAlgorithm(), graph, config, memory)) {
            found.forEachRemaining(all::add);
        }
        return all;
    }

    private static double overlap(int[] own, int[] other, int shared) {
        long common = Arrays.stream(own)
                .filter(v -> Arrays.binarySearch(other, v) >= 0)
                .count();
        return (double) (shared + common) / (shared + own.length);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void largestLeaveOutWhatOverlaps(BackendCase backend) {
        for (int seed = 0; seed < 20; seed++) {
            // More cliques than a search keeps, so that there is a second one.
            EdgeList list = RandomGraphs.uniform(40, 0.65, seed);
            List<int[]> all = new CliqueOracle(list)
                    .maximal().stream()
                            .map(clique -> clique.stream().toArray())
                            .sorted((a, b) -> a.length == b.length ? Arrays.compare(a, b) : b.length - a.length)
                            .toList();
            for (double maxOverlap : new double[] {0, 0.3, 0.5, 0.75}) {
                for (int shared : new int[] {0, 1}) {
                    List<int[]> expected = new ArrayList<>();
                    all.stream()
                            .filter(clique -> expected.size() < 40
                                    && expected.stream()
                                            .noneMatch(listed -> overlap(clique, listed, shared) > maxOverlap))
                            .forEach(expected::add);
                    FoundCliquesConfig config = new FoundCliquesConfig(
                            MaximalCliqueConfig.TOTALS,
                            GroupChoice.top(40, maxOverlap).sharing(shared));
                    assertThat(found(list, backend, config))
                            .as("seed %d, %s, %d", seed, maxOverlap, shared)
                            .usingElementComparator(Arrays::compare)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void streamedCliquesDoNotOverlapMoreThanIsAllowed(BackendCase backend) {
        EdgeList list = RandomGraphs.uniform(40, 0.65, 1);
        FoundCliquesConfig config = new FoundCliquesConfig(MaximalCliqueConfig.TOTALS, new GroupChoice(1000, 0, 0.5));
        List<int[]> found = found(list, backend, config);
        assertThat(found).hasSizeGreaterThan(10);
        for (int later = 0; later < found.size(); later++) {
            int[] clique = found.get(later);
            assertThat(found.subList(0, later)).allMatch(listed -> overlap(clique, listed, 0) <= 0.5);
        }
        // Nothing was left out that could be added.
        assertThat(new CliqueOracle(list).maximal())
                .allMatch(clique -> found.stream().anyMatch(listed -> {
                    int[] own = clique.stream().toArray();
                    return Arrays.equals(own, listed) || overlap(own, listed, 0) > 0.5;
                }));
    }

    private static String text(BitSet clique) {
        return Arrays.toString(clique.stream().toArray());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void cliquesAreWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            List<BitSet> maximal = new CliqueOracle(list).maximal();
            String name = "seed " + seed + ": " + list;
            MaximalCliqueConfig config = MaximalCliqueConfig.TOTALS;
            assertThat(count(list, backend, config, MaximalCliqueAlgorithmTest::counts))
                    .as(name)
                    .isEqualTo(bySize(maximal));
            assertThat(count(list, backend, config.forEachVertex(), MaximalCliqueAlgorithmTest::perVertex))
                    .as(name)
                    .isEqualTo(IntStream.range(0, list.left())
                            .mapToObj(v -> maximal.stream()
                                    .filter(clique -> clique.get(v))
                                    .count())
                            .toList());
            assertThat(found(list, backend, config, Long.MAX_VALUE, 0))
                    .as(name)
                    .isEqualTo(maximal.stream()
                            .map(MaximalCliqueAlgorithmTest::text)
                            .sorted()
                            .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void limitsOfSizesOnlyLeaveCliquesOut(BackendCase backend) {
        for (int seed = 0; seed < 20; seed++) {
            EdgeList list = RandomGraphs.uniform(22, 0.2 + 0.03 * seed, seed);
            List<BitSet> maximal = new CliqueOracle(list).maximal();
            for (int min = 1; min < 6; min++) {
                for (int max = min; max < 8; max++) {
                    int from = min;
                    int to = max;
                    List<BitSet> wanted = maximal.stream()
                            .filter(clique -> clique.cardinality() >= from && clique.cardinality() <= to)
                            .toList();
                    assertThat(count(list, backend, sizes(min, max), MaximalCliqueAlgorithmTest::counts))
                            .isEqualTo(bySize(wanted));
                    assertThat(found(list, backend, sizes(min, max), Long.MAX_VALUE, 0))
                            .hasSize(wanted.size());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void largestComeFirstAndOfEquallyLargeOnesTheFirst(BackendCase backend) {
        for (int seed = 0; seed < 20; seed++) {
            EdgeList list = RandomGraphs.uniform(25, 0.5, seed);
            List<String> all = new CliqueOracle(list)
                    .maximal().stream()
                            .map(clique -> clique.stream().toArray())
                            .sorted((a, b) -> a.length == b.length ? Arrays.compare(a, b) : b.length - a.length)
                            .map(Arrays::toString)
                            .toList();
            for (int topK : new int[] {1, 3, 10, 1000}) {
                assertThat(found(list, backend, MaximalCliqueConfig.TOTALS, topK, topK))
                        .isEqualTo(all.subList(0, Math.min(topK, all.size())));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void completeMultipartiteGraphsHaveAProductOfCliques(BackendCase backend) {
        // Moon and Moser: parts of three have the most.
        EdgeList moonMoser = CliqueGraphs.of(21, (u, v) -> u / 3 != v / 3);
        assertThat(count(moonMoser, backend, MaximalCliqueConfig.TOTALS, MaximalCliqueAlgorithmTest::counts))
                .isEqualTo(Map.of(7, BigInteger.valueOf(2187)));
        // Far more than could be listed, and than 64 bits hold.
        EdgeList pairs = CliqueGraphs.of(200, (u, v) -> u / 2 != v / 2);
        assertThat(count(pairs, backend, MaximalCliqueConfig.TOTALS, MaximalCliqueAlgorithmTest::counts))
                .isEqualTo(Map.of(100, BigInteger.TWO.pow(100)));
        assertThat(count(
                        CliqueGraphs.of(34, (u, v) -> u / 2 != v / 2),
                        backend,
                        MaximalCliqueConfig.TOTALS.forEachVertex(),
                        MaximalCliqueAlgorithmTest::perVertex))
                .containsOnly(1L << 16);
        assertThatThrownBy(() -> count(
                        pairs,
                        backend,
                        MaximalCliqueConfig.TOTALS.forEachVertex(),
                        MaximalCliqueAlgorithmTest::perVertex))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a node is in 2^63 maximal cliques or more; `minSize` and `maxSize` leave some out");
    }

    @Test
    void emptyCliqueIsOneOfAGraphWithoutVerticesWhereItIsAskedFor() {
        BackendCase backend = fastest();
        EdgeList empty = CliqueGraphs.complete(0);
        assertThat(count(empty, backend, MaximalCliqueConfig.TOTALS, MaximalCliqueResult::total))
                .isZero();
        assertThat(count(empty, backend, sizes(0, 5), MaximalCliqueResult::total))
                .isOne();
        assertThat(found(empty, backend, sizes(-1, 5), 10, 0)).containsExactly("[]");
        assertThat(found(CliqueGraphs.complete(1), backend, sizes(0, 5), 10, 0)).containsExactly("[0]");
        for (int most : new int[] {0, -1}) {
            assertThat(found(CliqueGraphs.complete(2), backend, sizes(-2, most), 10, 0))
                    .isEmpty();
            assertThat(count(CliqueGraphs.complete(2), backend, sizes(-2, most), MaximalCliqueResult::total))
                    .isZero();
        }
    }

    static Stream<DataSets.DataSet> dataSets() {
        return DataSets.unipartite().filter(set -> KNOWN.containsKey(set.name()));
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void realGraphsHaveTheKnownNumbers(DataSets.DataSet set) {
        BackendCase backend = fastest();
        EdgeList list = set.read();
        MaximalCliqueConfig config = MaximalCliqueConfig.TOTALS.forEachVertex();
        count(list, backend, config, counts -> {
            assertThat(counts.total()).isEqualTo(BigInteger.valueOf(KNOWN.get(set.name())));
            BigInteger members = BigInteger.ZERO;
            for (int size = 0; size <= counts.largest(); size++) {
                members = members.add(counts.count(size).multiply(BigInteger.valueOf(size)));
            }
            assertThat(perVertex(counts).stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(members.longValueExact());
            return null;
        });
    }

    @ParameterizedTest
    @CsvSource({"40, 0.5", "90, 0.1", "60, 0.8"})
    void networkxFindsTheSame(int vertices, double density) throws Exception {
        assumeTrue(Python.has("networkx"), "no networkx");
        EdgeList list = RandomGraphs.uniform(vertices, density, vertices);
        StringBuilder input = new StringBuilder();
        list.edges()
                .forEach(e ->
                        input.append(e.left()).append(' ').append(e.right()).append('\n'));
        String said = Python.run(
                "import networkx, sys\ng = networkx.Graph()\ng.add_nodes_from(range(" + vertices + "))\n"
                        + "g.add_edges_from(tuple(map(int, line.split())) for line in sys.stdin)\n"
                        + "for c in networkx.find_cliques(g): print(sorted(c))",
                input.toString());
        assertThat(found(list, fastest(), MaximalCliqueConfig.TOTALS, Long.MAX_VALUE, 0))
                .isEqualTo(said.lines().sorted().toList());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void sharedSearchesFindWhatOneFinds(BackendCase backend) {
        EdgeList list = RandomGraphs.uniform(150, 0.6, 3);
        BackendCase one = new BackendCase(Backend.CPU, 1);
        MaximalCliqueConfig config = MaximalCliqueConfig.TOTALS.forEachVertex();
        assertThat(count(list, backend, config, MaximalCliqueAlgorithmTest::perVertex))
                .isEqualTo(count(list, one, config, MaximalCliqueAlgorithmTest::perVertex));
        assertThat(count(list, backend, config, MaximalCliqueAlgorithmTest::counts))
                .isEqualTo(count(list, one, config, MaximalCliqueAlgorithmTest::counts));
    }

    @Test
    void streamEndsAfterTheLimitAndWhenItIsClosed() {
        EdgeList list = CliqueGraphs.of(120, (u, v) -> u / 3 != v / 3);
        BackendCase backend = fastest();
        assertThat(found(list, backend, MaximalCliqueConfig.TOTALS, 10, 0)).hasSize(10);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                FoundGroups<int[]> found = backend.run(
                        new FoundCliquesAlgorithm(),
                        graph,
                        new FoundCliquesConfig(MaximalCliqueConfig.TOTALS, GroupChoice.all(Long.MAX_VALUE)),
                        memory)) {
            assertThat(found.next()).hasSize(40);
        }
    }

    @Test
    void searchesWithoutEndAreEnded() {
        EdgeList list = CliqueGraphs.of(120, (u, v) -> u / 3 != v / 3);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
            AtomicBoolean cancelled = new AtomicBoolean();
            Progress progress = new Progress() {
                @Override
                public void begin(String stage, long volume) {}

                @Override
                public void advance(long amount) {}

                @Override
                public void publish() {
                    cancelled.set(true);
                }
            };
            Workers workers = new Workers(2, cancelled::get, progress);
            assertThatThrownBy(() -> fastest()
                            .run(
                                    new MaximalCliqueAlgorithm(),
                                    graph,
                                    MaximalCliqueConfig.TOTALS,
                                    new Execution(memory, workers, new StageTimes())))
                    .isInstanceOf(CancellationException.class);
            assertThatThrownBy(() -> count(
                            list,
                            fastest(),
                            new MaximalCliqueConfig(1, Integer.MAX_VALUE, false, 100),
                            MaximalCliqueResult::total))
                    .hasMessageContaining("the search was stopped by `timeoutMillis: 100`");
        }
    }
}
