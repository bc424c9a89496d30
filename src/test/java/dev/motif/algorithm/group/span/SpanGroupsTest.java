package dev.motif.algorithm.group.span;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.MaximalBicliqueStreamAlgorithm;
import dev.motif.algorithm.group.biclique.MaximumBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.SizeCounts;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.algorithm.group.clique.FoundCliquesAlgorithm;
import dev.motif.algorithm.group.clique.FoundCliquesConfig;
import dev.motif.algorithm.group.clique.MaximalCliqueAlgorithm;
import dev.motif.algorithm.group.clique.MaximalCliqueConfig;
import dev.motif.algorithm.group.clique.MaximalCliqueResult;
import dev.motif.algorithm.group.near.NearBicliqueAlgorithm;
import dev.motif.algorithm.group.near.NearBicliqueConfig;
import dev.motif.algorithm.group.near.NearBicliqueStreamAlgorithm;
import dev.motif.algorithm.group.near.NearCliqueAlgorithm;
import dev.motif.algorithm.group.near.NearCliqueConfig;
import dev.motif.algorithm.group.near.NearCliqueStreamAlgorithm;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.Times;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.SpanOracle;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@LeavesNothing
class SpanGroupsTest {
    private static final int SEEDS = Seeds.atMost(300);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    /** A small graph with times. */
    private record Case(EdgeList list, List<List<Long>> times, boolean parallel, long span) {
        static Case bipartite(int seed) {
            Random random = new Random(seed);
            int left = 2 + random.nextInt(4);
            int right = 2 + random.nextInt(4);
            return of(
                    RandomGraphs.bipartite(
                            random.nextLong(), left, right, left * right * (1 + random.nextInt(5)) / 2, 1),
                    random);
        }

        static Case unipartite(int seed) {
            Random random = new Random(seed);
            return of(
                    RandomGraphs.uniform(2 + random.nextInt(8), 0.3 + 0.7 * random.nextDouble(), random.nextLong()),
                    random);
        }

        private static Case of(EdgeList list, Random random) {
            boolean parallel = random.nextBoolean();
            long all = 1 + random.nextInt(12);
            int edges = list.edges().size();
            long seed = random.nextLong();
            return new Case(
                    list,
                    parallel ? Times.parallel(edges, 3, all, seed) : Times.single(edges, all, seed),
                    parallel,
                    random.nextInt((int) all + 1));
        }

        TimeWindow window(OffHeapScope scope) {
            return new TimeWindow(span, Times.of(times, parallel, scope));
        }
    }

    private Execution execution(int threads) {
        return new Execution(memory, Workers.of(threads), new StageTimes());
    }

    private int bits(EdgeList list, Biclique biclique) {
        return bits(biclique.left()) | bits(biclique.right()) << list.left();
    }

    private static int bits(int[] vertices) {
        return Arrays.stream(vertices).map(v -> 1 << v).sum();
    }

    private static boolean hasBothSides(EdgeList list, int group, int minLeft, int minRight) {
        int left = (1 << list.left()) - 1;
        return Integer.bitCount(group & left) >= minLeft && Integer.bitCount(group & ~left) >= minRight;
    }

    @Test
    void bicliquesOfRandomGraphsAreThoseOfTheOracle() {
        int all = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Case of = Case.bipartite(seed);
            int minLeft = 1 + seed % 2;
            int minRight = 1 + seed / 2 % 2;
            Set<Integer> expected = new SpanOracle(of.list, of.times, of.span, true)
                    .all(0, group -> hasBothSides(of.list, group, minLeft, minRight));
            try (OffHeapScope scope = new OffHeapScope(memory);
                    BipartiteGraph graph = of.list.toGraph(memory, Workers.of(1))) {
                MaximalBicliqueConfig config = MaximalBicliqueConfig.TOTALS
                        .with(new SizeLimits(minLeft, Integer.MAX_VALUE, minRight, Integer.MAX_VALUE))
                        .within(of.window(scope));
                Set<Integer> found = new HashSet<>();
                try (FoundGroups<Biclique> some = new MaximalBicliqueStreamAlgorithm()
                        .cpu(graph, new MaximalBicliqueStreamConfig(config, Long.MAX_VALUE), execution(2))) {
                    some.forEachRemaining(
                            each -> assertThat(found.add(bits(of.list, each))).isTrue());
                }
                assertThat(found).as("seed %d: %s", seed, of).isEqualTo(expected);
                try (MaximalBicliqueResult counts =
                        new MaximalBicliqueAlgorithm().cpu(graph, config.with(PerVertex.COUNT), execution(1))) {
                    assertThat(counts.total()).isEqualTo(expected.size());
                    for (int u = 0; u < of.list.left(); u++) {
                        int bit = 1 << u;
                        assertThat(counts.left().get(u))
                                .isEqualTo(expected.stream()
                                        .filter(group -> (group & bit) != 0)
                                        .count());
                    }
                }
                try (FoundGroups<Biclique> largest = new MaximumBicliqueAlgorithm()
                        .cpu(
                                graph,
                                new MaximumBicliqueConfig(config, GroupChoice.top(2), BicliqueSize.EDGES),
                                execution(2))) {
                    List<Long> edges = new ArrayList<>();
                    largest.forEachRemaining(each -> edges.add(each.edges()));
                    assertThat(edges)
                            .isEqualTo(expected.stream()
                                    .map(group -> edges(of.list, group))
                                    .sorted(Comparator.reverseOrder())
                                    .limit(2)
                                    .toList());
                }
            }
            all += expected.size();
        }
        assertThat(all).isGreaterThan(3 * SEEDS);
    }

    private static long edges(EdgeList list, int group) {
        int left = Integer.bitCount(group & (1 << list.left()) - 1);
        return (long) left * (Integer.bitCount(group) - left);
    }

    @Test
    void cliquesOfRandomGraphsAreThoseOfTheOracle() {
        int all = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Case of = Case.unipartite(seed);
            int minSize = 1 + seed % 3;
            Set<Integer> expected = new SpanOracle(of.list, of.times, of.span, false)
                    .all(0, group -> Integer.bitCount(group) >= minSize);
            try (OffHeapScope scope = new OffHeapScope(memory);
                    UnipartiteGraph graph = of.list.toUnipartiteGraph(memory, Workers.of(1))) {
                MaximalCliqueConfig config =
                        new MaximalCliqueConfig(minSize, Integer.MAX_VALUE, true, 0, of.window(scope));
                Set<Integer> found = new HashSet<>();
                try (FoundGroups<int[]> some = new FoundCliquesAlgorithm()
                        .cpu(graph, new FoundCliquesConfig(config, GroupChoice.all(Long.MAX_VALUE)), execution(2))) {
                    some.forEachRemaining(
                            each -> assertThat(found.add(bits(each))).isTrue());
                }
                assertThat(found).as("seed %d: %s", seed, of).isEqualTo(expected);
                try (MaximalCliqueResult counts = new MaximalCliqueAlgorithm().cpu(graph, config, execution(1))) {
                    assertThat(counts.total()).isEqualTo(expected.size());
                    assertThat(LongStream.range(0, of.list.left()).map(counts.vertices()::get))
                            .containsExactly(IntStream.range(0, of.list.left())
                                    .mapToObj(v -> expected.stream()
                                            .filter(group -> (group & 1 << v) != 0)
                                            .count())
                                    .toArray(Long[]::new));
                }
                try (FoundGroups<int[]> largest = new FoundCliquesAlgorithm()
                        .cpu(graph, new FoundCliquesConfig(config, GroupChoice.top(1)), execution(2))) {
                    assertThat(largest.hasNext() ? largest.next().length : 0)
                            .isEqualTo(expected.stream()
                                    .mapToInt(Integer::bitCount)
                                    .max()
                                    .orElse(0));
                }
            }
            all += expected.size();
        }
        assertThat(all).isGreaterThan(3 * SEEDS);
    }

    @Test
    void nearBicliquesOfRandomGraphsAreThoseOfTheOracle() {
        int all = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Case of = Case.of(RandomGraphs.bipartite(seed, 3 + seed % 3, 3 + seed / 3 % 3, 14, 1), new Random(seed));
            Set<Integer> expected = new SpanOracle(of.list, of.times, of.span, true)
                    .all(1, group -> hasBothSides(of.list, group, 3, 3));
            try (OffHeapScope scope = new OffHeapScope(memory);
                    BipartiteGraph graph = of.list.toGraph(memory, Workers.of(1))) {
                NearBicliqueConfig config = new NearBicliqueConfig(1, 3, 3, 0, Long.MAX_VALUE).within(of.window(scope));
                Set<Integer> found = new HashSet<>();
                try (FoundGroups<Biclique> some = new NearBicliqueStreamAlgorithm().cpu(graph, config, execution(2))) {
                    some.forEachRemaining(
                            each -> assertThat(found.add(bits(of.list, each))).isTrue());
                }
                assertThat(found).as("seed %d: %s", seed, of).isEqualTo(expected);
                try (SizeCounts counts = new NearBicliqueAlgorithm().cpu(graph, config, execution(1))) {
                    assertThat(counts.total()).isEqualTo(expected.size());
                }
            }
            all += expected.size();
        }
        assertThat(all).isGreaterThan(SEEDS / 4);
    }

    @Test
    void nearCliquesOfRandomGraphsAreThoseOfTheOracle() {
        int all = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Case of =
                    Case.of(RandomGraphs.uniform(4 + random.nextInt(6), 0.5 + 0.5 * random.nextDouble(), seed), random);
            int missing = 1 + random.nextInt(2);
            int minSize = 2 * missing + 1;
            Set<Integer> expected = new SpanOracle(of.list, of.times, of.span, false)
                    .all(missing, group -> Integer.bitCount(group) >= minSize);
            try (OffHeapScope scope = new OffHeapScope(memory);
                    UnipartiteGraph graph = of.list.toUnipartiteGraph(memory, Workers.of(1))) {
                NearCliqueConfig config =
                        new NearCliqueConfig(missing, minSize, 0, Long.MAX_VALUE).within(of.window(scope));
                Set<Integer> found = new HashSet<>();
                try (FoundGroups<int[]> some = new NearCliqueStreamAlgorithm().cpu(graph, config, execution(2))) {
                    some.forEachRemaining(
                            each -> assertThat(found.add(bits(each))).isTrue());
                }
                assertThat(found).as("seed %d: %s", seed, of).isEqualTo(expected);
                try (MaximalCliqueResult counts = new NearCliqueAlgorithm().cpu(graph, config, execution(1))) {
                    assertThat(counts.total()).isEqualTo(expected.size());
                }
            }
            all += expected.size();
        }
        assertThat(all).isGreaterThan(SEEDS);
    }

    /** Many windows, in several graphs of parts. */
    @Test
    void aSpanOfAllTimesFindsAllMaximalGroups() {
        EdgeList list = RandomGraphs.bipartite(3, 60, 50, 1500, 1);
        List<List<Long>> times = Times.single(list.edges().size(), 1_000_000, 1);
        try (OffHeapScope scope = new OffHeapScope(memory);
                BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                MaximalBicliqueResult any =
                        new MaximalBicliqueAlgorithm().cpu(graph, MaximalBicliqueConfig.TOTALS, execution(2));
                MaximalBicliqueResult all = new MaximalBicliqueAlgorithm()
                        .cpu(
                                graph,
                                MaximalBicliqueConfig.TOTALS.within(
                                        new TimeWindow(Long.MAX_VALUE, Times.of(times, false, scope))),
                                execution(2))) {
            assertThat(all.sizes()).isEqualTo(any.sizes());
        }
    }

    @Test
    void aSpanIsSearchedOnTheCpu() {
        TimeWindow window = new TimeWindow(1, null);
        MaximalCliqueConfig cliques = MaximalCliqueConfig.TOTALS.within(window);
        assertThat(new MaximalCliqueAlgorithm().gpu(cliques)).isNull();
        assertThat(new MaximalCliqueAlgorithm().withoutGpu(cliques)).isEqualTo(WindowParts.ON_CPU);
        assertThat(new FoundCliquesAlgorithm().gpu(new FoundCliquesConfig(cliques, GroupChoice.all(1))))
                .isNull();
        MaximalBicliqueConfig bicliques = MaximalBicliqueConfig.TOTALS.within(window);
        assertThat(new MaximalBicliqueAlgorithm().gpu(bicliques)).isNull();
        assertThat(new MaximalBicliqueStreamAlgorithm().gpu(new MaximalBicliqueStreamConfig(bicliques, 1)))
                .isNull();
        assertThat(new MaximumBicliqueAlgorithm()
                        .gpu(new MaximumBicliqueConfig(bicliques, GroupChoice.top(1), BicliqueSize.EDGES)))
                .isNull();
    }

    @Test
    void aKilledSearchEndsAndLeavesNothing() {
        EdgeList list = RandomGraphs.bipartite(3, 60, 50, 1500, 1);
        List<List<Long>> times = Times.single(list.edges().size(), 1_000_000, 1);
        int[] looks = {0};
        Cancellation after = () -> ++looks[0] > 20;
        try (OffHeapScope scope = new OffHeapScope(memory);
                BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            MaximalBicliqueConfig config =
                    MaximalBicliqueConfig.TOTALS.within(new TimeWindow(Long.MAX_VALUE, Times.of(times, false, scope)));
            Execution killed = new Execution(memory, new Workers(2, after, Progress.NONE), new StageTimes());
            assertThatThrownBy(() -> new MaximalBicliqueAlgorithm().cpu(graph, config, killed))
                    .isInstanceOf(CancellationException.class);
        }
    }
}
