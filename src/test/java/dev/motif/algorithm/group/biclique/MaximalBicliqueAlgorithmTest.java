package dev.motif.algorithm.group.biclique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.group.biclique.Searches.Way;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SearchReport;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.MaximalBicliqueOracle;
import dev.motif.oracle.MaximalBicliqueOracle.Sides;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import dev.motif.timing.Slow;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@LeavesNothing
class MaximalBicliqueAlgorithmTest {
    private static final int SEEDS = Seeds.atMost(30);

    /** The most bicliques of a small random graph that is tested; the densest ones have far more and only take longer. */
    private static final int MOST_BICLIQUES = 1500;

    private static final List<SizeLimits> LIMITS = List.of(
            new SizeLimits(2, 1000, 1, 1000),
            new SizeLimits(1, 1000, 3, 1000),
            new SizeLimits(2, 4, 2, 3),
            new SizeLimits(1, 1, 1, 5),
            new SizeLimits(1, 3, 1, Integer.MAX_VALUE),
            new SizeLimits(1, Integer.MAX_VALUE, 1, 2),
            new SizeLimits(4, 1000, 4, 1000));

    private final NativeMemory memory = new NativeMemory(1L << 30);

    static Stream<Way> ways() {
        return Searches.ways();
    }

    /** The ways, and searches whose side is not given: for the largest bicliques, each band has a side of its own. */
    static Stream<Way> waysOfBands() {
        return Stream.concat(ways(), Searches.all().stream().map(how -> new Way(how, MaximalBicliqueConfig.TOTALS, 2)));
    }

    static Stream<Way> allWays() {
        return Searches.waysAndParts();
    }

    private MaximalBicliqueResult count(BipartiteGraph graph, Way way) {
        return way.counting().cpu(graph, way.config(), way.execution(memory));
    }

    private long total(EdgeList list, Way way) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                MaximalBicliqueResult counts = count(graph, way)) {
            return counts.total().longValueExact();
        }
    }

    private record Case(EdgeList list, Set<Sides> all) {
        Case(EdgeList list) {
            this(list, new MaximalBicliqueOracle(list).all());
        }
    }

    /**
     * Small graphs of all densities, graphs with a small and a large side, sparse skewed ones, and one of many
     * components.
     */
    private static final List<Case> RANDOM_GRAPHS = Stream.of(
                    IntStream.range(0, SEEDS)
                            .mapToObj(RandomGraphs::bipartite)
                            .map(Case::new)
                            .filter(random -> random.all.size() < MOST_BICLIQUES),
                    IntStream.range(0, 3).mapToObj(seed -> new Case(RandomGraphs.bipartite(seed, 11, 130, 700, 1))),
                    IntStream.range(0, 3).mapToObj(seed -> new Case(RandomGraphs.bipartite(seed, 30, 300, 1300, 2))),
                    IntStream.range(0, 3).mapToObj(seed -> new Case(RandomGraphs.bipartite(seed, 100, 1000, 1100, 3))),
                    Stream.of(new Case(RandomGraphs.bipartite(9, 400, 400, 500, 1))))
            .flatMap(graphs -> graphs)
            .toList();

    @ParameterizedTest
    @MethodSource("allWays")
    void bicliquesOfRandomGraphsAreThoseOfTheOracle(Way way) {
        RANDOM_GRAPHS.forEach(random -> assertThat(Searches.found(random.list, way, memory))
                .as("%s of %s", way, random.list)
                .isEqualTo(random.all));
    }

    @ParameterizedTest
    @MethodSource("allWays")
    void countsOfRandomGraphsAreThoseOfTheOracle(Way way) {
        RANDOM_GRAPHS.forEach(random -> {
            EdgeList list = random.list;
            Set<Sides> all = random.all;
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                    MaximalBicliqueResult counts = count(graph, way)) {
                assertThat(counts.total()).as("%s of %s", way, list).isEqualTo(all.size());
                assertThat(counts.sizes()).as("%s of %s", way, list).isEqualTo(sizes(all));
                assertThat(counts.search().nodes()).isGreaterThanOrEqualTo(all.size());
                assertThat(counts.search().busyRatio()).isBetween(0.0, 1.0);
            }
        });
    }

    private static List<SizeHistogram.Entry> sizes(Set<Sides> all) {
        SizeHistogram sizes = new SizeHistogram();
        all.forEach(sides -> sizes.add(sides.left().size(), sides.right().size(), 1));
        return sizes.entries();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void limitsLeaveOutTheOthers(Way way) {
        RANDOM_GRAPHS.forEach(random -> {
            EdgeList list = random.list;
            Set<Sides> all = random.all;
            for (SizeLimits sizes : LIMITS) {
                Way limited = way.with(way.config().with(sizes));
                assertThat(Searches.found(list, limited, memory))
                        .as("%s with %s of %s", way, sizes, list)
                        .isEqualTo(all.stream()
                                .filter(sides -> sizes.admit(
                                        sides.left().size(), sides.right().size()))
                                .collect(Collectors.toSet()));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("ways")
    void valuesOfVerticesAreThoseOfTheOracle(Way way) {
        RANDOM_GRAPHS.forEach(random -> {
            EdgeList list = random.list;
            Set<Sides> all = random.all;
            for (PerVertex what : List.of(PerVertex.COUNT, PerVertex.LARGEST)) {
                Way perVertex = way.with(way.config().with(what));
                try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                        MaximalBicliqueResult counts = count(graph, perVertex)) {
                    checkVertices(counts.left(), what, all, Sides::left);
                    checkVertices(counts.right(), what, all, Sides::right);
                }
            }
        });
    }

    private static void checkVertices(
            OffHeapLongs values, PerVertex what, Set<Sides> all, Function<Sides, List<Integer>> side) {
        long[] expected = new long[(int) values.length()];
        for (Sides sides : all) {
            for (int vertex : side.apply(sides)) {
                expected[vertex] =
                        what == PerVertex.COUNT ? expected[vertex] + 1 : Math.max(expected[vertex], edges(sides));
            }
        }
        assertThat(LongStream.range(0, values.length()).map(values::get).toArray())
                .isEqualTo(expected);
    }

    private static long edges(Sides sides) {
        return (long) sides.left().size() * sides.right().size();
    }

    private static long balanced(Sides sides) {
        return Math.min(sides.left().size(), sides.right().size());
    }

    @ParameterizedTest
    @MethodSource("waysOfBands")
    void largestOnesAreThoseOfTheOracle(Way way) {
        RANDOM_GRAPHS.forEach(random -> {
            for (BicliqueSize size : List.of(BicliqueSize.EDGES, BicliqueSize.BALANCED)) {
                List<Sides> largestFirst = largestFirst(random.all, size);
                for (int count : new int[] {1, 7}) {
                    for (double maxOverlap : new double[] {1, 0.6, 0}) {
                        checkLargest(random.list, way, count, size, maxOverlap, largestFirst);
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("waysOfBands")
    void largestWithinLimitsAreThoseOfTheOracle(Way way) {
        RANDOM_GRAPHS.forEach(random -> {
            for (BicliqueSize size : BicliqueSize.values()) {
                List<Sides> largestFirst = largestFirst(random.all, size);
                for (SizeLimits sizes : LIMITS) {
                    List<Sides> within = largestFirst.stream()
                            .filter(sides -> sizes.admit(
                                    sides.left().size(), sides.right().size()))
                            .toList();
                    Way limited = way.with(way.config().with(sizes));
                    for (int count : new int[] {1, 3}) {
                        checkLargest(random.list, limited, count, size, 1, within);
                    }
                }
            }
        });
    }

    /** The threshold is there from the beginning, so all that is large enough must be in a band. */
    @ParameterizedTest
    @MethodSource("waysOfBands")
    void largeEnoughOnesAreThoseOfTheOracle(Way way) {
        RANDOM_GRAPHS.forEach(random -> {
            for (long threshold : new long[] {3, 6, 9, 14, 20}) {
                for (SizeLimits sizes : LIMITS) {
                    Pruning pruning = new Pruning(BicliqueSize.EDGES, () -> threshold, true);
                    Set<Sides> found = ConcurrentHashMap.newKeySet();
                    try (BipartiteGraph graph = random.list.toGraph(memory, Workers.of(1))) {
                        MaximalBicliqueSearch.of(way.how(), way.config().with(sizes), pruning)
                                .run(graph, way.execution(memory), worker -> biclique -> {
                                    if (pruning.wants(biclique.leftSize(), biclique.rightSize())) {
                                        found.add(Searches.sides(Biclique.copyOf(biclique)));
                                    }
                                });
                    }
                    assertThat(found)
                            .as("%s with %s, %s or more, of %s", way, sizes, threshold, random.list)
                            .isEqualTo(random.all.stream()
                                    .filter(sides -> edges(sides) >= threshold
                                            && sizes.admit(
                                                    sides.left().size(),
                                                    sides.right().size()))
                                    .collect(Collectors.toSet()));
                }
            }
        });
    }

    private static double overlap(Sides own, Sides other) {
        long common = own.left().stream().filter(other.left()::contains).count()
                + own.right().stream().filter(other.right()::contains).count();
        return (double) common / (own.left().size() + own.right().size());
    }

    private static List<Sides> largestFirst(Set<Sides> all, BicliqueSize size) {
        ToLongFunction<Sides> sizeOf = size == BicliqueSize.EDGES
                ? MaximalBicliqueAlgorithmTest::edges
                : MaximalBicliqueAlgorithmTest::balanced;
        return all.stream()
                .sorted(Comparator.comparingLong(sizeOf)
                        .reversed()
                        .thenComparing(
                                sides -> sides.left().stream().mapToInt(v -> v).toArray(), Arrays::compare)
                        .thenComparing(
                                sides -> sides.right().stream().mapToInt(v -> v).toArray(), Arrays::compare))
                .toList();
    }

    private void checkLargest(
            EdgeList list, Way way, int count, BicliqueSize size, double maxOverlap, List<Sides> largestFirst) {
        MaximumBicliqueConfig config =
                new MaximumBicliqueConfig(way.config(), GroupChoice.top(count, maxOverlap), size);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> found = way.largest().cpu(graph, config, way.execution(memory))) {
            List<Sides> largest = Stream.generate(() -> found.hasNext() ? Searches.sides(found.next()) : null)
                    .takeWhile(Objects::nonNull)
                    .toList();
            List<Sides> expected = new ArrayList<>();
            largestFirst.forEach(sides -> {
                if (expected.size() < count
                        && expected.stream().noneMatch(listed -> overlap(sides, listed) > maxOverlap)) {
                    expected.add(sides);
                }
            });
            assertThat(largest)
                    .as("%s %s, %s, of %s", way, size, maxOverlap, list)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("allWays")
    void completeGraphHasOne(Way way) {
        for (int left : new int[] {1, 5, 70, 200}) {
            assertThat(total(TestGraphs.complete(left, 90), way)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("allWays")
    void crownHasOneForEveryProperSubset(Way way) {
        for (int n = 2; n <= 12; n++) {
            try (BipartiteGraph crown = TestGraphs.crown(n).toGraph(memory, Workers.of(1));
                    MaximalBicliqueResult counts = count(crown, way)) {
                assertThat(counts.total()).isEqualTo((1L << n) - 2);
                int size = n;
                assertThat(counts.sizes())
                        .allMatch(entry -> entry.left() + entry.right() == size)
                        .allMatch(entry -> entry.count() == binomial(size, entry.left()));
            }
        }
    }

    /** A crown of 66 has 2^66 - 2 maximal bicliques, so a search that looked at all of them would not end. */
    @ParameterizedTest
    @MethodSource("ways")
    void branchesBeyondTheLimitsAreNotSearched(Way way) {
        checkLimitOfOneSide(34, 2, way);
        checkLimitOfOneSide(66, 1, way);
    }

    private void checkLimitOfOneSide(int n, int most, Way way) {
        long expected =
                IntStream.rangeClosed(1, most).mapToLong(k -> binomial(n, k)).sum();
        for (SizeLimits sizes :
                List.of(new SizeLimits(1, most, 1, Integer.MAX_VALUE), new SizeLimits(1, Integer.MAX_VALUE, 1, most))) {
            Way limited = way.with(way.config().with(sizes));
            assertThat(total(TestGraphs.crown(n), limited))
                    .as("%s with %s", way, sizes)
                    .isEqualTo(expected);
        }
    }

    /** The side of the roots is not given, and there are fewer bicliques than asked for. */
    @Test
    void streamWithALimitOfOneSideEnds() {
        SizeLimits sizes = new SizeLimits(1, 3, 1, Integer.MAX_VALUE);
        Way way = new Way(MaximalBicliqueConfig.TOTALS.with(sizes), 2);
        assertThat(Searches.found(TestGraphs.crown(40), way, memory))
                .hasSize((int) (binomial(40, 1) + binomial(40, 2) + binomial(40, 3)));
    }

    private static long binomial(int n, int k) {
        BigInteger value = BigInteger.ONE;
        for (int i = 0; i < k; i++) {
            value = value.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
        }
        return value.longValueExact();
    }

    @ParameterizedTest
    @MethodSource("allWays")
    void graphsWithoutCommonNeighborsHaveStarsAlone(Way way) {
        assertThat(total(new EdgeList(0, 0, List.of()), way)).isZero();
        assertThat(total(new EdgeList(3, 4, List.of()), way)).isZero();
        assertThat(total(EdgeList.of(1, 1, 0, 0), way)).isEqualTo(1);
        assertThat(total(EdgeList.of(3, 3, 0, 0, 1, 1, 2, 2), way)).isEqualTo(3);
        assertThat(total(TestGraphs.complete(1, 500), way)).isEqualTo(1);
        // In the path 0-0-1-1-2 there is one star around each of the three inner vertices.
        assertThat(total(EdgeList.of(3, 2, 0, 0, 1, 0, 1, 1, 2, 1), way)).isEqualTo(3);
    }

    /** The search has more workers than there are processors, so that many of them wait for work at any time. */
    @Slow
    @Timeout(600)
    @ParameterizedTest
    @MethodSource("dev.motif.algorithm.group.biclique.Searches#all")
    void manyThreadsShareWhatIsLeft(SearchTechnique how) {
        EdgeList list = RandomGraphs.bipartite(1, 2000, 1500, 30_000, 2);
        Workers many = Workers.of(32);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2));
                MaximalBicliqueResult alone = count(how, graph, Workers.of(1));
                MaximalBicliqueResult together = count(how, graph, many)) {
            assertThat(together.sizes()).isEqualTo(alone.sizes());
        }
    }

    private MaximalBicliqueResult count(SearchTechnique how, BipartiteGraph graph, Workers workers) {
        Execution execution = new Execution(memory, workers, new StageTimes());
        return new MaximalBicliqueAlgorithm(how).cpu(graph, MaximalBicliqueConfig.TOTALS, execution);
    }

    /** Two devices say of each vertex how large the largest biclique is that they found; sizes add up. */
    @Test
    void largestOfSeveralResultsIsKept() {
        try (MaximalBicliqueResult a = largest(3, 9);
                MaximalBicliqueResult b = largest(5, 2);
                MaximalBicliqueResult c = largest(1, 1)) {
            MaximalBicliqueResult all = a.largest(List.of(b, c), Workers.of(1));
            assertThat(all.left().get(0)).isEqualTo(5);
            assertThat(all.right().get(0)).isEqualTo(9);
            assertThat(all.total()).isEqualTo(3);
        }
    }

    private MaximalBicliqueResult largest(long left, long right) {
        OffHeapLongs ofLeft = memory.longs(1);
        OffHeapLongs ofRight = memory.longs(1);
        ofLeft.set(0, left);
        ofRight.set(0, right);
        SizeHistogram sizes = new SizeHistogram();
        sizes.add(1, 1, 1);
        return new MaximalBicliqueResult(sizes, new SearchReport(0, 1, "BITMAP", Side.LEFT), ofLeft, ofRight);
    }

    /** Uses graphs with hubs on either side, with many frames, with large frames, and without edges. */
    @Slow
    @ParameterizedTest
    @MethodSource("ways")
    void estimateOfAGraphIsCloseToThePeak(Way way) {
        List<EdgeList> lists = List.of(
                RandomGraphs.bipartite(1, 30_000, 20_000, 50_000, 1),
                RandomGraphs.bipartite(2, 60, 2000, 6000, 1),
                RandomGraphs.bipartite(3, 2000, 7, 5000, 1),
                RandomGraphs.bipartite(4, 7, 2000, 5000, 1),
                RandomGraphs.bipartite(5, 3000, 3000, 12_000, 2),
                TestGraphs.complete(300, 200),
                TestGraphs.crown(14),
                TestGraphs.star(5000),
                TestGraphs.edgeless(3000, 2000));
        List<SizeLimits> limits = List.of(SizeLimits.NONE, new SizeLimits(3, Integer.MAX_VALUE, 2, 50));
        for (EdgeList list : lists) {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                for (SizeLimits sizes : LIMITS) {
                    Way limited = new Way(way.config().with(sizes), way.threads());
                    Searches.countedAsEstimated(graph, limited, memory).close();
                }
            }
        }
    }
}
