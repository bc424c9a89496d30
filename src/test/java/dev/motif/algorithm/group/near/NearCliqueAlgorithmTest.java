package dev.motif.algorithm.group.near;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.group.clique.MaximalCliqueResult;
import dev.motif.backend.Algorithm;
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
import dev.motif.oracle.NearCliqueOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests near-cliques on the CPU; a subclass that is tagged {@code gpu} overrides {@link #run}. */
@LeavesNothing
class NearCliqueAlgorithmTest {
    private static final int SEEDS = Seeds.atMost(500);

    /** It has some 30,000 near-cliques of 8 vertices or more. */
    static final EdgeList MANY = RandomGraphs.uniform(46, 0.5, 5);

    private static final Comparator<List<Integer>> LARGEST_FIRST = Comparator.<List<Integer>>comparingInt(List::size)
            .reversed()
            .thenComparing(near -> near.stream().mapToInt(v -> v).toArray(), Arrays::compare);

    final NativeMemory memory = new NativeMemory(1L << 30);

    Execution execution(int threads) {
        return new Execution(memory, Workers.of(threads), new StageTimes());
    }

    <R extends AutoCloseable> R run(
            Algorithm<UnipartiteGraph, NearCliqueConfig, R> algorithm,
            UnipartiteGraph graph,
            NearCliqueConfig config,
            int threads) {
        return algorithm.cpu(graph, config, execution(threads));
    }

    static NearCliqueConfig config(int missing, int minSize) {
        return new NearCliqueConfig(missing, minSize, 0, Long.MAX_VALUE);
    }

    Set<List<Integer>> found(EdgeList list, NearCliqueConfig config, int threads) {
        List<List<Integer>> found = listed(list, config, threads);
        assertThat(found).doesNotHaveDuplicates();
        return Set.copyOf(found);
    }

    List<List<Integer>> listed(EdgeList list, NearCliqueConfig config, int threads) {
        List<List<Integer>> found = new ArrayList<>();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                FoundGroups<int[]> all = run(new NearCliqueStreamAlgorithm(), graph, config, threads)) {
            while (all.hasNext()) {
                found.add(Arrays.stream(all.next()).boxed().toList());
            }
        }
        assertThat(memory.heap().liveBytes()).isZero();
        return found;
    }

    Map<Integer, BigInteger> counted(EdgeList list, NearCliqueConfig config, int threads) {
        Map<Integer, BigInteger> bySize = new TreeMap<>();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                MaximalCliqueResult counts = run(new NearCliqueAlgorithm(), graph, config, threads)) {
            for (int size = 0; size <= counts.largest(); size++) {
                if (counts.count(size).signum() > 0) {
                    bySize.put(size, counts.count(size));
                }
            }
        }
        return bySize;
    }

    static Map<Integer, BigInteger> bySize(Collection<List<Integer>> groups) {
        Map<Integer, BigInteger> bySize = new TreeMap<>();
        groups.forEach(group -> bySize.merge(group.size(), BigInteger.ONE, BigInteger::add));
        return bySize;
    }

    private static EdgeList graph(Random random) {
        return RandomGraphs.uniform(5 + random.nextInt(9), 0.3 + 0.6 * random.nextDouble(), random.nextLong());
    }

    @Test
    void nearCliquesOfRandomGraphsAreThoseOfTheOracle() {
        int all = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            EdgeList list = graph(random);
            int missing = 1 + random.nextInt(3);
            NearCliqueConfig config = config(missing, NearCliqueConfig.leastSize(missing) + random.nextInt(3));
            List<List<Integer>> expected = new NearCliqueOracle(list, missing).all(config.minSize());
            assertThat(found(list, config, 2)).as("%s of %s", config, list).isEqualTo(Set.copyOf(expected));
            assertThat(counted(list, config, 1)).isEqualTo(bySize(expected));
            all += expected.size();
        }
        assertThat(all).isGreaterThan(3 * SEEDS);
    }

    @Test
    void nearCliquesOfLargerGraphsAreThoseOfTheOracle() {
        int all = 0;
        for (int seed = 0; seed < Math.min(SEEDS, 4); seed++) {
            Random random = new Random(seed);
            // A vertex shares neighbors with more than a word has bits, and with fewer when some are chosen.
            EdgeList list = planted(130 + random.nextInt(20), 0.09, 8 + random.nextInt(3), random);
            NearCliqueConfig config = config(1, 3 + random.nextInt(2));
            List<List<Integer>> expected = new NearCliqueOracle(list, 1).all(config.minSize());
            assertThat(found(list, config, 2)).as("%s of seed %s", config, seed).isEqualTo(Set.copyOf(expected));
            assertThat(counted(list, config, 1)).isEqualTo(bySize(expected));
            all += expected.size();
        }
        assertThat(all).isPositive();
    }

    @Test
    void nearCliquesOfLargerGraphsAreThoseFoundFromEachVertex() {
        EdgeList list = planted(120, 0.12, 12, new Random(3));
        NearCliqueConfig config = config(2, 6);
        Set<List<Integer>> fromAll = new HashSet<>();
        for (int v = 0; v < list.left(); v++) {
            fromAll.addAll(found(list, config.containing(List.of(v), List.of()), 1));
        }
        assertThat(found(list, config, 2)).isEqualTo(fromAll).hasSizeGreaterThan(100);
    }

    /** A sparse graph, in which some vertices miss only few relationships to each other. */
    private static EdgeList planted(int vertices, double density, int dense, Random random) {
        Set<EdgeList.Edge> edges = new LinkedHashSet<>(
                RandomGraphs.uniform(vertices, density, random.nextLong()).edges());
        for (int u = 0; u < dense; u++) {
            for (int v = u + 1; v < dense; v++) {
                if (random.nextInt(8) > 0) {
                    edges.add(new EdgeList.Edge(u * 5, v * 5));
                }
            }
        }
        return new EdgeList(vertices, vertices, List.copyOf(edges));
    }

    @Test
    void thoseWithGivenVerticesAreThoseOfAllThatHaveThem() {
        int all = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            EdgeList list = graph(random);
            int missing = 1 + random.nextInt(3);
            List<Integer> given = random.ints(1 + random.nextInt(3), 0, list.left())
                    .distinct()
                    .boxed()
                    .toList();
            NearCliqueConfig config =
                    config(missing, NearCliqueConfig.leastSize(missing)).containing(given, List.of());
            Set<List<Integer>> expected = new NearCliqueOracle(list, missing)
                    .all(config.minSize()).stream()
                            .filter(each -> each.containsAll(given))
                            .collect(Collectors.toSet());
            assertThat(found(list, config, 2)).as("%s of %s", config, list).isEqualTo(expected);
            all += expected.size();
        }
        assertThat(all).isGreaterThan(SEEDS);
    }

    @Test
    void vertexCountsAreThoseOfTheOraclesGroups() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            EdgeList list = graph(random);
            int missing = 1 + random.nextInt(3);
            NearCliqueConfig config = config(missing, NearCliqueConfig.leastSize(missing));
            long[] expected = new long[list.left()];
            new NearCliqueOracle(list, missing)
                    .all(config.minSize())
                    .forEach(near -> near.forEach(vertex -> expected[vertex]++));
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                    MaximalCliqueResult counts = run(new NearCliqueAlgorithm(), graph, config.forEachVertex(), 2)) {
                assertThat(LongStream.range(0, list.left()).map(counts.vertices()::get))
                        .as("%s of %s", config, list)
                        .containsExactly(Arrays.stream(expected).boxed().toArray(Long[]::new));
            }
        }
    }

    @Test
    void largestAreTheFirstOfAllByTheirSize() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            EdgeList list = graph(random);
            int missing = 1 + random.nextInt(3);
            List<List<Integer>> all = new NearCliqueOracle(list, missing)
                    .all(NearCliqueConfig.leastSize(missing)).stream()
                            .sorted(LARGEST_FIRST)
                            .toList();
            for (double maxOverlap : new double[] {1, 0.6, 0}) {
                GroupChoice choice = new GroupChoice(Long.MAX_VALUE, 1 + random.nextInt(4), maxOverlap);
                NearCliqueConfig config = new NearCliqueConfig(
                        missing, NearCliqueConfig.leastSize(missing), List.of(), false, 0, choice, null);
                List<List<Integer>> expected = new ArrayList<>();
                for (List<Integer> near : all) {
                    boolean admitted = expected.stream()
                            .allMatch(before -> maxOverlap == 1
                                    || near.stream().filter(before::contains).count() <= maxOverlap * near.size());
                    if (admitted && expected.size() < choice.topK()) {
                        expected.add(near);
                    }
                }
                assertThat(listed(list, config, 2)).as("%s of %s", config, list).isEqualTo(expected);
            }
        }
    }

    @Test
    void searchForTheLargestLeavesOutNodesThatCannotHoldThem() {
        NearCliqueConfig config = config(1, 6);
        AtomicInteger largest = new AtomicInteger();
        long all = visited(config, 1, () -> 0, worker -> near -> largest.accumulateAndGet(near.size(0), Math::max));
        AtomicInteger best = new AtomicInteger();
        long some = visited(config, 1, best::get, worker -> near -> best.accumulateAndGet(near.size(0), Math::max));
        assertThat(best.get()).isEqualTo(largest.get());
        assertThat(some).isPositive().isLessThan(all / 3);
        NearCliqueConfig largestOnes = config.choosing(GroupChoice.top(20));
        List<List<Integer>> expected =
                found(MANY, config, 2).stream().sorted(LARGEST_FIRST).limit(20).toList();
        for (int threads : new int[] {1, 4}) {
            assertThat(listed(MANY, largestOnes, threads)).isEqualTo(expected);
        }
    }

    /** How often workers ask for the {@code least} size: once for each root that is opened, and for each look at a node. */
    private long visited(
            NearCliqueConfig config, int threads, LongSupplier least, IntFunction<Consumer<NearGroup>> sinks) {
        AtomicLong asked = new AtomicLong();
        NearRows.Bound bound = ofOther -> {
            asked.incrementAndGet();
            return least.getAsLong();
        };
        try (UnipartiteGraph graph = MANY.toUnipartiteGraph(memory, Workers.of(1))) {
            new NearCliqueCpu(config, execution(threads)).search(graph, bound, sinks);
        }
        return asked.get();
    }

    /** Agreed on by a search in Python without pivots. */
    @ParameterizedTest
    @CsvSource({"karate, 1, 4, 114", "karate, 2, 5, 425", "email-eu-core, 1, 20, 1724"})
    void realGraphsHaveTheKnownNumbers(String name, int missing, int minSize, long known) {
        DataSets.DataSet set = DataSets.unipartite()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        assertThat(counted(set.read(), config(missing, minSize), 2).values().stream()
                        .mapToLong(BigInteger::longValueExact)
                        .sum())
                .isEqualTo(known);
    }

    /** All but a perfect matching is one near-clique for 1; all but the edges of a cycle is one for 2. */
    @Test
    void complementsOfMatchingsAndCyclesAreNearCliques() {
        assertThat(counted(complete(300, 2), config(1, 3), 2)).isEqualTo(Map.of(300, BigInteger.ONE));
        assertThat(counted(complete(300, 300), config(2, 5), 2)).isEqualTo(Map.of(300, BigInteger.ONE));
    }

    /** A complete graph but for the edges of the cycles of {@code length} vertices that it is cut into. */
    private static EdgeList complete(int count, int length) {
        List<EdgeList.Edge> edges = new ArrayList<>();
        for (int u = 0; u < count; u++) {
            for (int v = u + 1; v < count; v++) {
                int first = u / length * length;
                boolean sameCycle = v / length * length == first;
                if (!sameCycle || v != u + 1 && (u != first || v != first + length - 1)) {
                    edges.add(new EdgeList.Edge(u, v));
                }
            }
        }
        return new EdgeList(count, count, edges);
    }

    @Test
    void countsDoNotDependOnThreadsOrNumbers() {
        Map<Integer, BigInteger> counts = counted(MANY, config(2, 8), 3);
        assertThat(counts).isNotEmpty();
        assertThat(counted(MANY, config(2, 8), 1)).isEqualTo(counts);
        List<Integer> numbers = EdgeList.permutation(46, 7);
        assertThat(counted(MANY.relabelled(numbers, numbers), config(2, 8), 2)).isEqualTo(counts);
        assertThat(bySize(found(MANY, config(2, 8), 2))).isEqualTo(counts);
    }

    /** A single root, so that workers share its search. */
    @Test
    void aSearchThatIsSharedFindsEachOnce() {
        NearCliqueConfig config = config(2, 8);
        assertThat(found(MANY, config.containing(List.of(3), List.of()), 4))
                .isNotEmpty()
                .isEqualTo(found(MANY, config, 1).stream()
                        .filter(each -> each.contains(3))
                        .collect(Collectors.toSet()));
    }

    @Test
    void aSearchThatIsSharedOpensItsRootOnceAndVisitsNoNodeAgain() {
        NearCliqueConfig config = config(2, 8).containing(List.of(3), List.of());
        long alone = visited(config, 1, () -> 0, worker -> near -> {});
        Set<Integer> finders = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < 100 && finders.size() < 2; round++) {
            finders.clear();
            assertThat(visited(config, 4, () -> 0, worker -> near -> finders.add(worker)))
                    .isEqualTo(alone);
        }
        assertThat(finders).hasSizeGreaterThan(1);
    }

    /** Each vertex misses two on either side of it, so that about a third of all are chosen one after the other. */
    @Test
    void aDeepSearchFitsTheStack() {
        aDeepSearchFitsTheStack(2400);
    }

    void aDeepSearchFitsTheStack(int vertices) {
        NearCliqueConfig one = new NearCliqueConfig(1, 100, 0, 1);
        assertThat(found(complete(vertices, vertices), one, 1)).hasSize(1);
    }

    @Test
    void limitEndsTheSearch() {
        assertThat(found(RandomGraphs.uniform(100, 0.7, 5), new NearCliqueConfig(2, 5, 0, 3), 2))
                .hasSize(3);
    }

    @Test
    void searchesEndAtTheirTimeout() {
        NearCliqueConfig brief = new NearCliqueConfig(2, 5, 200, Long.MAX_VALUE);
        EdgeList list = RandomGraphs.uniform(400, 0.7, 5);
        assertThatThrownBy(() -> counted(list, brief, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the search was stopped by `timeoutMillis: 200`");
    }
}
