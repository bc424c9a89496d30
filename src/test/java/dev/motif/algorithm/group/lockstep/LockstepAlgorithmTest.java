package dev.motif.algorithm.group.lockstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.FoundGroups;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.graphs.Times;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.LockstepOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@LeavesNothing
class LockstepAlgorithmTest {
    private static final int SEEDS = Seeds.atMost(200);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    /** A small graph with times. */
    private record Case(
            EdgeList list, List<List<Long>> times, boolean parallel, long window, int minLeft, int minRight) {
        static Case of(int seed) {
            Random random = new Random(seed);
            int left = 2 + random.nextInt(6);
            int right = 1 + random.nextInt(6);
            EdgeList list = RandomGraphs.bipartite(
                    random.nextLong(), left, right, left * right * (1 + random.nextInt(5)) / 2, 1);
            boolean parallel = random.nextBoolean();
            long span = 1 + random.nextInt(12);
            int edges = list.edges().size();
            List<List<Long>> times = parallel ? Times.parallel(edges, 3, span, seed) : Times.single(edges, span, seed);
            return new Case(
                    list,
                    times,
                    parallel,
                    random.nextInt((int) span + 1),
                    2 + random.nextInt(2),
                    1 + random.nextInt(2));
        }

        Set<Biclique> expected() {
            return new LockstepOracle(list, times, window).all(minLeft, minRight);
        }

        LockstepConfig config(OffHeapScope scope) {
            return new LockstepConfig(
                    new TimeWindow(window, Times.of(times, parallel, scope)), minLeft, minRight, 0, Long.MAX_VALUE);
        }
    }

    private Execution execution(int threads) {
        return new Execution(memory, Workers.of(threads), new StageTimes());
    }

    private Set<Biclique> found(EdgeList list, LockstepConfig config, int threads) {
        Set<Biclique> found = new HashSet<>();
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> all = new LockstepStreamAlgorithm().cpu(graph, config, execution(threads))) {
            while (all.hasNext()) {
                assertThat(found.add(all.next())).isTrue();
            }
        }
        return found;
    }

    private List<SizeHistogram.Entry> sizes(EdgeList list, LockstepConfig config, int threads) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                MaximalBicliqueResult counts = new LockstepAlgorithm().cpu(graph, config, execution(threads))) {
            return counts.sizes();
        }
    }

    private static List<SizeHistogram.Entry> sizes(Set<Biclique> bicliques) {
        SizeHistogram sizes = new SizeHistogram();
        bicliques.forEach(each -> sizes.add(each.left().length, each.right().length, 1));
        return sizes.entries();
    }

    @Test
    void groupsOfRandomGraphsAreThoseOfTheOracle() {
        int all = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Case of = Case.of(seed);
            Set<Biclique> expected = of.expected();
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                LockstepConfig config = of.config(scope);
                assertThat(found(of.list, config, 2))
                        .as("seed %d: %s", seed, of)
                        .isEqualTo(expected);
                assertThat(sizes(of.list, config, 1))
                        .as("seed %d: %s", seed, of)
                        .isEqualTo(sizes(expected));
            }
            all += expected.size();
        }
        assertThat(all).isGreaterThan(SEEDS);
    }

    /**
     * Right vertices in too few left vertices, and left ones in too few right ones, are skipped: here in bitmaps of
     * several words, since right vertices have many windows.
     */
    @Test
    void largeGroupsAmongManyWindowsAreThoseOfAnySize() {
        int large = 0;
        for (int seed = 0; seed < 6; seed++) {
            boolean parallel = seed % 2 == 0;
            EdgeList list = parallel
                    ? RandomGraphs.bipartite(seed, 16, 9, 110, 1)
                    : RandomGraphs.bipartite(seed, 60, 9, 400, 1);
            int edges = list.edges().size();
            List<List<Long>> times = parallel ? Times.parallel(edges, 5, 1000, seed) : Times.single(edges, 1000, seed);
            for (long window : new long[] {100, 300, 600}) {
                try (OffHeapScope scope = new OffHeapScope(memory)) {
                    TimeWindow within = new TimeWindow(window, Times.of(times, parallel, scope));
                    Set<Biclique> any = found(list, new LockstepConfig(within, 3, 1, 0, Long.MAX_VALUE), 2);
                    for (int least = 2; least <= 5; least++) {
                        int minLeft = least + 1;
                        int minRight = least;
                        Set<Biclique> expected = any.stream()
                                .filter(group -> group.left().length >= minLeft && group.right().length >= minRight)
                                .collect(Collectors.toSet());
                        assertThat(found(list, new LockstepConfig(within, minLeft, minRight, 0, Long.MAX_VALUE), 2))
                                .as("seed %d, window %d, %d by %d", seed, window, minLeft, minRight)
                                .isEqualTo(expected);
                        large += expected.size();
                    }
                }
            }
        }
        assertThat(large).isGreaterThan(100);
    }

    @Test
    void groupsWithGivenVerticesAreThoseOfAllThatHaveThem() {
        int all = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Case of = Case.of(seed);
            Random random = new Random(~seed);
            List<Integer> left = vertices(random, of.list.left());
            List<Integer> right = vertices(random, of.list.right());
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                Set<Biclique> expected = of.expected().stream()
                        .filter(each -> contains(each.left(), left) && contains(each.right(), right))
                        .collect(Collectors.toSet());
                assertThat(found(of.list, of.config(scope).containing(left, right), 2))
                        .as("seed %d, with %s and %s: %s", seed, left, right, of)
                        .isEqualTo(expected);
                all += expected.size();
            }
        }
        assertThat(all).isGreaterThan(SEEDS / 4);
    }

    private static List<Integer> vertices(Random random, int count) {
        return random.ints(random.nextInt(3), 0, count).distinct().boxed().toList();
    }

    private static boolean contains(int[] members, List<Integer> some) {
        return some.stream().allMatch(v -> Arrays.binarySearch(members, v) >= 0);
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite().filter(set -> set.counts().get("E").intValue() < 10_000);
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void endlessWindowFindsAllMaximalBicliques(DataSet set) {
        EdgeList list = set.read();
        SizeLimits sizes = new SizeLimits(2, Integer.MAX_VALUE, 2, Integer.MAX_VALUE);
        for (boolean parallel : new boolean[] {false, true}) {
            List<List<Long>> times = Times.parallel(list.edges().size(), parallel ? 2 : 1, 1L << 40, 1);
            try (OffHeapScope scope = new OffHeapScope(memory);
                    BipartiteGraph graph = list.toGraph(memory, Workers.of(2));
                    MaximalBicliqueResult all = new MaximalBicliqueAlgorithm()
                            .cpu(graph, MaximalBicliqueConfig.TOTALS.with(sizes), execution(2))) {
                LockstepConfig config = new LockstepConfig(
                        new TimeWindow(Long.MAX_VALUE, Times.of(times, parallel, scope)), 2, 2, 0, Long.MAX_VALUE);
                assertThat(sizes(list, config, 2)).isEqualTo(all.sizes());
            }
        }
    }

    /** Rows of more relationships than are sorted by insertion. */
    @Test
    void groupIsFoundAmongManyOthers() {
        EdgeList list = RandomGraphs.bipartite(1, 300, 40, 6000, 1);
        List<EdgeList.Edge> edges = list.sorted().edges();
        Set<Integer> ring = Set.of(3, 77, 150, 151, 152, 298);
        Set<EdgeList.Edge> all = new HashSet<>(edges);
        List<Integer> shops = List.of(2, 11, 19, 30);
        ring.forEach(card -> shops.forEach(shop -> all.add(new EdgeList.Edge(card, shop))));
        EdgeList with = new EdgeList(300, 40, List.copyOf(all)).sorted();
        List<List<Long>> times = Times.single(with.edges().size(), 1_000_000, 5);
        List<List<Long>> planted = LongStream.range(0, with.edges().size())
                .mapToObj(edge -> {
                    EdgeList.Edge of = with.edges().get((int) edge);
                    return ring.contains(of.left()) && shops.contains(of.right())
                            ? List.of(1000L * of.right() + of.left() % 60)
                            : times.get((int) edge);
                })
                .toList();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            LockstepConfig config =
                    new LockstepConfig(new TimeWindow(60, Times.of(planted, false, scope)), 6, 4, 0, Long.MAX_VALUE);
            assertThat(found(with, config, 2))
                    .containsExactly(
                            Biclique.of(ring.stream().mapToInt(v -> v).sorted().toArray(), new int[] {2, 11, 19, 30}));
        }
    }

    @Test
    void countsDoNotDependOnThreadsOrNumbersOfVertices() {
        EdgeList list = RandomGraphs.bipartite(5, 60, 50, 1700, 1).sorted();
        int edges = list.edges().size();
        List<List<Long>> times = Times.single(edges, 100, 1);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            EdgeTimes ordered = Times.of(times, false, scope);
            LockstepConfig config = new LockstepConfig(new TimeWindow(30, ordered), 3, 2, 0, Long.MAX_VALUE);
            List<SizeHistogram.Entry> sizes = sizes(list, config, 3);
            assertThat(sizes).isNotEmpty();
            assertThat(sizes(list, config, 1)).isEqualTo(sizes);
            // All edges at one time: the order of the vertices changes that of the times.
            List<List<Long>> same = Collections.nCopies(edges, List.of(7L));
            LockstepConfig atOnce =
                    new LockstepConfig(new TimeWindow(0, Times.of(same, false, scope)), 8, 8, 0, Long.MAX_VALUE);
            assertThat(sizes(list.relabelled(7), atOnce, 2)).isEqualTo(sizes(list, atOnce, 2));
        }
    }

    @Test
    void timesAtTheEndsOfTheirRangeAreNoMoreThanTheWindowApartEither() {
        EdgeList list = TestGraphs.complete(4, 2);
        List<List<Long>> times = Stream.of(Long.MIN_VALUE, 0L, -1L, Long.MAX_VALUE, 0L, Long.MAX_VALUE, 1L, 1L)
                .map(List::of)
                .toList();
        for (long window : new long[] {0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                LockstepConfig config = new LockstepConfig(
                        new TimeWindow(window, Times.of(times, false, scope)), 2, 1, 0, Long.MAX_VALUE);
                assertThat(found(list, config, 1))
                        .as("window %d", window)
                        .isEqualTo(new LockstepOracle(list, times, window).all(2, 1));
            }
        }
    }

    @Test
    void limitEndsTheSearch() {
        EdgeList list = RandomGraphs.bipartite(5, 60, 60, 2500, 1);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            EdgeTimes times = Times.of(Times.single(list.edges().size(), 100, 1), false, scope);
            assertThat(found(list, new LockstepConfig(new TimeWindow(30, times), 2, 2, 0, 3), 2))
                    .hasSize(3);
        }
    }

    @Test
    void searchesEndAtTheirTimeout() {
        EdgeList list = RandomGraphs.bipartite(5, 300, 300, 70_000, 1);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            EdgeTimes times = Times.of(Times.single(list.edges().size(), 100, 1), false, scope);
            LockstepConfig brief = new LockstepConfig(new TimeWindow(60, times), 5, 5, 200, Long.MAX_VALUE);
            assertThatThrownBy(() -> sizes(list, brief, 2))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the search was stopped by `timeoutMillis: 200`");
        }
    }
}
