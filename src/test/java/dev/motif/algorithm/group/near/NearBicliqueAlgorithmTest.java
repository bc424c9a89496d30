package dev.motif.algorithm.group.near;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.SizeCounts;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.backend.Algorithm;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.NearBicliqueOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests near-bicliques on the CPU; a subclass that is tagged {@code gpu} overrides {@link #run}. */
@LeavesNothing
class NearBicliqueAlgorithmTest {
    private static final int SEEDS = Seeds.atMost(100);

    /** It has some 100,000 near-bicliques of 6 and 5 vertices or more. */
    static final EdgeList MANY = RandomGraphs.bipartite(5, 40, 34, 780, 1);

    final NativeMemory memory = new NativeMemory(1L << 30);

    Execution execution(int threads) {
        return new Execution(memory, Workers.of(threads), new StageTimes());
    }

    <R extends AutoCloseable> R run(
            Algorithm<BipartiteGraph, NearBicliqueConfig, R> algorithm,
            BipartiteGraph graph,
            NearBicliqueConfig config,
            int threads) {
        return algorithm.cpu(graph, config, execution(threads));
    }

    static NearBicliqueConfig config(int missing, int minLeft, int minRight) {
        return new NearBicliqueConfig(missing, minLeft, minRight, 0, Long.MAX_VALUE);
    }

    Set<Biclique> found(EdgeList list, NearBicliqueConfig config, int threads) {
        List<Biclique> found = listed(list, config, threads);
        assertThat(found).doesNotHaveDuplicates();
        return Set.copyOf(found);
    }

    List<Biclique> listed(EdgeList list, NearBicliqueConfig config, int threads) {
        List<Biclique> found = new ArrayList<>();
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> all = run(new NearBicliqueStreamAlgorithm(), graph, config, threads)) {
            while (all.hasNext()) {
                found.add(all.next());
            }
        }
        assertThat(memory.heap().liveBytes()).isZero();
        return found;
    }

    SizeCounts counted(EdgeList list, NearBicliqueConfig config, int threads) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            return run(new NearBicliqueAlgorithm(), graph, config, threads);
        }
    }

    private static EdgeList graph(Random random) {
        int left = 3 + random.nextInt(7);
        int right = 3 + random.nextInt(7);
        int edges = left * right * (1 + random.nextInt(5)) / 2;
        return RandomGraphs.bipartite(random.nextLong(), left, right, edges, 1 + random.nextInt(2));
    }

    @Test
    void nearBicliquesOfRandomGraphsAreThoseOfTheOracle() {
        int all = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            EdgeList list = graph(random);
            int missing = 1 + random.nextInt(3);
            int least = NearBicliqueConfig.leastSize(missing);
            NearBicliqueConfig config = config(missing, least + random.nextInt(2), least + random.nextInt(2));
            Set<Biclique> expected = new NearBicliqueOracle(list, missing).all(config.minLeft(), config.minRight());
            assertThat(found(list, config, 2)).as("%s of %s", config, list).isEqualTo(expected);
            SizeCounts counts = counted(list, config, 1);
            assertThat(counts.total()).isEqualTo(expected.size());
            assertThat(counts.sizes()).isEqualTo(sizes(expected));
            all += expected.size();
        }
        assertThat(all).isGreaterThan(SEEDS);
    }

    /** Around a vertex are more than a word has bits, and fewer when some are chosen, so that the search goes on in parts. */
    @Test
    void nearBicliquesOfLargerGraphsAreThoseFoundFromEachVertexOfASide() {
        int all = 0;
        for (int seed = 0; seed < Math.min(SEEDS, 3); seed++) {
            Random random = new Random(seed);
            EdgeList list = planted(90, 80, random);
            int missing = 1 + seed % 3;
            int least = NearBicliqueConfig.leastSize(missing) + 1;
            NearBicliqueConfig config = config(missing, least, least);
            Set<Biclique> found = found(list, config, 2);
            assertThat(found).allMatch(near -> isMaximal(list, near, missing));
            Set<Biclique> fromLeft = new HashSet<>();
            for (int u = 0; u < list.left(); u++) {
                fromLeft.addAll(found(list, config.containing(List.of(u), List.of()), 1));
            }
            Set<Biclique> fromRight = new HashSet<>();
            for (int v = 0; v < list.right(); v++) {
                fromRight.addAll(found(list, config.containing(List.of(), List.of(v)), 1));
            }
            assertThat(fromLeft).isEqualTo(found).isEqualTo(fromRight);
            all += found.size();
        }
        assertThat(all).isPositive();
    }

    /** A sparse graph, in which some left vertices are adjacent to most of some right ones. */
    private static EdgeList planted(int left, int right, Random random) {
        Set<EdgeList.Edge> edges =
                new LinkedHashSet<>(RandomGraphs.bipartite(random.nextLong(), left, right, left * right / 7, 1)
                        .edges());
        for (int u = 0; u < 10; u++) {
            for (int v = 0; v < 10; v++) {
                if (random.nextInt(8) > 0) {
                    edges.add(new EdgeList.Edge(7 * u, 7 * v));
                }
            }
        }
        return new EdgeList(left, right, List.copyOf(edges));
    }

    private static boolean isMaximal(EdgeList list, Biclique near, int missing) {
        BitSet[] rows = list.rows();
        BitSet left = set(near.left());
        BitSet right = set(near.right());
        return isNear(rows, left, right, missing)
                && IntStream.range(0, list.left())
                        .filter(u -> !left.get(u))
                        .noneMatch(u -> isNear(rows, with(left, u), right, missing))
                && IntStream.range(0, list.right())
                        .filter(v -> !right.get(v))
                        .noneMatch(v -> isNear(rows, left, with(right, v), missing));
    }

    private static boolean isNear(BitSet[] rows, BitSet left, BitSet right, int missing) {
        return left.stream()
                        .allMatch(
                                u -> right.stream().filter(v -> !rows[u].get(v)).count() <= missing)
                && right.stream()
                        .allMatch(
                                v -> left.stream().filter(u -> !rows[u].get(v)).count() <= missing);
    }

    private static BitSet set(int[] members) {
        BitSet set = new BitSet();
        Arrays.stream(members).forEach(set::set);
        return set;
    }

    private static BitSet with(BitSet set, int member) {
        BitSet more = (BitSet) set.clone();
        more.set(member);
        return more;
    }

    @Test
    void numbersOfVerticesAreThoseOfTheOraclesGroups() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            EdgeList list = graph(random);
            NearBicliqueConfig config = config(1, 3, 3);
            Set<Biclique> groups = new NearBicliqueOracle(list, 1).all(3, 3);
            for (PerVertex value : new PerVertex[] {PerVertex.COUNT, PerVertex.LARGEST}) {
                long[] left = new long[list.left()];
                long[] right = new long[list.right()];
                for (Biclique near : groups) {
                    long edges = edges(list, near);
                    Arrays.stream(near.left())
                            .forEach(u -> left[u] = value == PerVertex.COUNT ? left[u] + 1 : Math.max(left[u], edges));
                    Arrays.stream(near.right())
                            .forEach(v ->
                                    right[v] = value == PerVertex.COUNT ? right[v] + 1 : Math.max(right[v], edges));
                }
                try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                        SizeCounts counts = run(new NearBicliqueAlgorithm(), graph, config.with(value), 2)) {
                    assertThat(values(counts.left()))
                            .as("%s of %s", value, list)
                            .isEqualTo(left);
                    assertThat(values(counts.right())).isEqualTo(right);
                }
            }
        }
    }

    private static long[] values(OffHeapLongs values) {
        return LongStream.range(0, values.length()).map(values::get).toArray();
    }

    private static long edges(EdgeList list, Biclique near) {
        return list.edges().stream()
                .filter(edge -> Arrays.stream(near.left()).anyMatch(u -> u == edge.left())
                        && Arrays.stream(near.right()).anyMatch(v -> v == edge.right()))
                .distinct()
                .count();
    }

    @Test
    void largestAreTheFirstOfAllByEdgesOrBySide() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            EdgeList list = graph(random);
            for (BicliqueSize size : BicliqueSize.values()) {
                ToLongFunction<Biclique> sizes = near -> size == BicliqueSize.BALANCED
                        ? Math.min(near.left().length, near.right().length)
                        : edges(list, near);
                List<Biclique> all = new NearBicliqueOracle(list, 1)
                        .all(3, 3).stream()
                                .sorted(Comparator.comparingLong(sizes)
                                        .reversed()
                                        .thenComparing(near -> near))
                                .toList();
                for (double maxOverlap : new double[] {1, 0.6}) {
                    GroupChoice choice = new GroupChoice(Long.MAX_VALUE, 1 + random.nextInt(3), maxOverlap);
                    NearBicliqueConfig config = new NearBicliqueConfig(
                            1, 3, 3, List.of(), List.of(), PerVertex.NOTHING, 0, choice, size, null);
                    List<Biclique> expected = new ArrayList<>();
                    for (Biclique near : all) {
                        if (expected.size() < choice.topK()
                                && expected.stream()
                                        .allMatch(before -> maxOverlap == 1
                                                || common(near, before) <= maxOverlap * vertices(near))) {
                            expected.add(near);
                        }
                    }
                    assertThat(listed(list, config, 2))
                            .as("%s of %s", config, list)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void searchForTheLargestLeavesOutNodesThatCannotHoldThem() {
        NearBicliqueConfig config = config(1, 7, 6);
        Set<Biclique> groups = found(MANY, config, 2);
        assertThat(groups).hasSizeGreaterThan(300);
        for (BicliqueSize size : BicliqueSize.values()) {
            Map<Biclique, Long> sizes = groups.stream()
                    .collect(Collectors.toMap(
                            near -> near,
                            near -> size == BicliqueSize.EDGES
                                    ? edges(MANY, near)
                                    : Math.min(near.left().length, near.right().length)));
            List<Biclique> expected = groups.stream()
                    .sorted(Comparator.<Biclique>comparingLong(sizes::get)
                            .reversed()
                            .thenComparing(near -> near))
                    .limit(20)
                    .toList();
            AtomicLong best = new AtomicLong();
            Consumer<NearGroup> sink =
                    near -> best.accumulateAndGet(sizes.get(Biclique.of(near.members(0), near.members(1))), Math::max);
            long all = visited(config, 1, ofOther -> 0, worker -> sink);
            best.set(0);
            assertThat(visited(config, 1, ofOther -> size.leastOfSide(best.get(), ofOther), worker -> sink))
                    .isPositive()
                    .isLessThan(2 * all / 3);
            assertThat(best.get()).isEqualTo(sizes.get(expected.get(0)));
            for (int threads : new int[] {1, 4}) {
                assertThat(listed(MANY, config.choosing(GroupChoice.top(20), size), threads))
                        .isEqualTo(expected);
            }
        }
    }

    /** How often workers ask {@code bound}: once for each side of a root that is opened, and for each look at a node. */
    private long visited(
            NearBicliqueConfig config, int threads, NearRows.Bound bound, IntFunction<Consumer<NearGroup>> sinks) {
        AtomicLong asked = new AtomicLong();
        try (BipartiteGraph graph = MANY.toGraph(memory, Workers.of(1))) {
            new NearBicliqueCpu(config, execution(threads))
                    .search(
                            graph,
                            ofOther -> {
                                asked.incrementAndGet();
                                return bound.least(ofOther);
                            },
                            sinks);
        }
        return asked.get();
    }

    private static long vertices(Biclique near) {
        return near.left().length + near.right().length;
    }

    private static long common(Biclique near, Biclique other) {
        return Arrays.stream(near.left())
                        .filter(u -> Arrays.stream(other.left()).anyMatch(v -> u == v))
                        .count()
                + Arrays.stream(near.right())
                        .filter(u -> Arrays.stream(other.right()).anyMatch(v -> u == v))
                        .count();
    }

    static List<SizeHistogram.Entry> sizes(Set<Biclique> bicliques) {
        SizeHistogram sizes = new SizeHistogram();
        bicliques.forEach(each -> sizes.add(each.left().length, each.right().length, 1));
        return sizes.entries();
    }

    @Test
    void thoseWithGivenVerticesAreThoseOfAllThatHaveThem() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            EdgeList list = graph(random);
            Set<Biclique> all = new NearBicliqueOracle(list, 1).all(3, 3);
            List<Integer> left = random.ints(random.nextInt(3), 0, list.left())
                    .distinct()
                    .boxed()
                    .toList();
            List<Integer> right = random.ints(random.nextInt(3), 0, list.right())
                    .distinct()
                    .boxed()
                    .toList();
            NearBicliqueConfig config = config(1, 3, 3).containing(left, right);
            assertThat(found(list, config, 2))
                    .as("%s of %s", config, list)
                    .isEqualTo(all.stream()
                            .filter(each -> contains(each.left(), left) && contains(each.right(), right))
                            .collect(Collectors.toSet()));
        }
    }

    private static boolean contains(int[] members, List<Integer> some) {
        return some.stream().allMatch(v -> Arrays.binarySearch(members, v) >= 0);
    }

    /** A larger one with a known answer: all but a perfect matching is one near-biclique for 1. */
    @Test
    void crownIsANearBiclique() {
        assertThat(counted(TestGraphs.crown(300), config(1, 3, 3), 2).sizes())
                .containsExactly(new SizeHistogram.Entry(300, 300, 1));
    }

    @Test
    void countsDoNotDependOnThreadsOrSides() {
        SizeCounts counts = counted(MANY, config(1, 6, 5), 3);
        assertThat(counts.total().signum()).isPositive();
        assertThat(counted(MANY, config(1, 6, 5), 1)).isEqualTo(counts);
        assertThat(counted(MANY.transposed(), config(1, 5, 6), 2).sizes().stream()
                        .map(entry -> new SizeHistogram.Entry(entry.right(), entry.left(), entry.count()))
                        .collect(Collectors.toSet()))
                .isEqualTo(Set.copyOf(counts.sizes()));
        assertThat(counted(MANY.relabelled(7), config(1, 6, 5), 2)).isEqualTo(counts);
    }

    /** A single root, so that workers share its search. */
    @Test
    void aSearchThatIsSharedFindsEachOnce() {
        NearBicliqueConfig config = config(1, 6, 5);
        assertThat(found(MANY, config.containing(List.of(), List.of(3)), 4))
                .isNotEmpty()
                .isEqualTo(found(MANY, config, 1).stream()
                        .filter(each -> contains(each.right(), List.of(3)))
                        .collect(Collectors.toSet()));
    }

    @Test
    void aSearchThatIsSharedOpensItsRootOnceAndVisitsNoNodeAgain() {
        NearBicliqueConfig config = config(1, 6, 5).containing(List.of(), List.of(3));
        long alone = visited(config, 1, NearRows.Bound.NONE, worker -> near -> {});
        Set<Integer> finders = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < 100 && finders.size() < 2; round++) {
            finders.clear();
            assertThat(visited(config, 4, NearRows.Bound.NONE, worker -> near -> finders.add(worker)))
                    .isEqualTo(alone);
        }
        assertThat(finders).hasSizeGreaterThan(1);
    }

    /** Each vertex misses two in a row, so that about half of all are chosen one after the other. */
    @Test
    void aDeepSearchFitsTheStack() {
        int count = 1200;
        List<EdgeList.Edge> edges = new ArrayList<>();
        for (int u = 0; u < count; u++) {
            for (int v = 0; v < count; v++) {
                if (u != v && (u + 1) % count != v) {
                    edges.add(new EdgeList.Edge(u, v));
                }
            }
        }
        NearBicliqueConfig one = new NearBicliqueConfig(1, 100, 100, 0, 1);
        assertThat(found(new EdgeList(count, count, edges), one, 1)).hasSize(1);
    }

    @Test
    void limitEndsTheSearch() {
        NearBicliqueConfig few = new NearBicliqueConfig(2, 5, 5, 0, 3);
        assertThat(found(TestGraphs.crown(6).disjointUnion(RandomGraphs.bipartite(5, 60, 60, 2500, 1)), few, 2))
                .hasSize(3);
    }

    @Test
    void searchesEndAtTheirTimeout() {
        NearBicliqueConfig brief = new NearBicliqueConfig(2, 5, 5, 200, Long.MAX_VALUE);
        EdgeList list = RandomGraphs.bipartite(5, 300, 300, 70_000, 1);
        assertThatThrownBy(() -> counted(list, brief, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the search was stopped by `timeoutMillis: 200`");
    }
}
