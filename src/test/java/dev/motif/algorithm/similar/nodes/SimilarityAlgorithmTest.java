package dev.motif.algorithm.similar.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.algorithm.similar.nodes.SimilarityConfig.Choice;
import dev.motif.algorithm.similar.pairs.NeighborPair;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.ExtremeWeights;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CommonNeighborsOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@LeavesNothing
class SimilarityAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(40);
    private static final int NO_LIMIT = Integer.MAX_VALUE;
    private static final double ANY = 1e-42;

    private static final Comparator<NeighborPair> BY_ENDS =
            Comparator.comparingInt(NeighborPair::source).thenComparingInt(NeighborPair::target);

    private final NativeMemory memory = new NativeMemory(1L << 30);

    static Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    private static SimilarityConfig config(SimilarityMetric metric, Choice perNode, Choice inAll) {
        return new SimilarityConfig(null, metric, ANY, 1, 1, NO_LIMIT, 0, perNode, inAll);
    }

    private static BigDecimal sum(
            Map<Integer, BigDecimal> a, Map<Integer, BigDecimal> b, BinaryOperator<BigDecimal> of) {
        return a.keySet().stream()
                .filter(b::containsKey)
                .map(x -> of.apply(a.get(x), b.get(x)))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** The similarity by exact sums; 0 where it were 0 divided by 0. */
    private static BigDecimal weighted(
            SimilarityMetric metric, Map<Integer, BigDecimal> a, Map<Integer, BigDecimal> b) {
        BinaryOperator<BigDecimal> each = metric == SimilarityMetric.COSINE ? BigDecimal::multiply : BigDecimal::min;
        BigDecimal common = sum(a, b, each);
        BigDecimal ofA = sum(a, a, each);
        BigDecimal ofB = sum(b, b, each);
        BigDecimal whole =
                switch (metric) {
                    case COUNT -> BigDecimal.ONE;
                    case JACCARD -> ofA.add(ofB).subtract(common);
                    case OVERLAP -> ofA.min(ofB);
                    default -> ofA.multiply(ofB).sqrt(MathContext.DECIMAL128);
                };
        return whole.signum() == 0 ? BigDecimal.ZERO : common.divide(whole, MathContext.DECIMAL128);
    }

    /** The pairs are those of exact sums, or an error says which column has weights that are too large. */
    @ParameterizedTest
    @MethodSource("backends")
    void weightsOfAnySizeGiveTheRightRatio(BackendCase backend) {
        for (int seed = 0; seed < Seeds.atMost(42); seed++) {
            boolean bipartite = seed / 7 % 2 == 0;
            EdgeList list = bipartite ? RandomGraphs.bipartite(seed, 9, 8, 35, 1) : RandomGraphs.uniform(9, 0.6, seed);
            try (Graph graph = bipartite
                            ? list.toGraph(memory, backend.workers())
                            : list.toUnipartiteGraph(memory, backend.workers());
                    OffHeapLongs bits = ExtremeWeights.of(graph, seed, memory)) {
                Map<Integer, Map<Integer, BigDecimal>> weights = ExtremeWeights.ofVertices(graph, bits, !bipartite);
                EdgeWeights given = TestGraphs.weights(bits, true);
                for (SimilarityMetric metric : SimilarityMetric.values()) {
                    // A device is given exact sums alone.
                    if (metric.isWeighable()
                            && (backend.backend() == Backend.CPU
                                    || given.obstacle(metric.multipliesWeights()) == null)) {
                        SimilarityConfig config =
                                config(metric, Choice.ALL, Choice.ALL).weighedBy(given);
                        assertRight(seed + " " + metric, weights, metric, () -> found(graph, config, backend));
                    }
                }
            }
        }
    }

    private static void assertRight(
            String what,
            Map<Integer, Map<Integer, BigDecimal>> weights,
            SimilarityMetric metric,
            Supplier<List<NeighborPair>> search) {
        Map<List<Integer>, Double> found = new HashMap<>();
        try {
            search.get().forEach(pair -> found.put(List.of(pair.source(), pair.target()), pair.value()));
        } catch (IllegalArgumentException e) {
            assertThat(e).as(what).hasMessageStartingWith("`relationshipWeightProperty` must be a column in which");
            assertThat(e).hasMessageContaining("in 'w'");
            BigDecimal all = weights.values().stream()
                    .flatMap(each -> each.values().stream())
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            assertThat(all).as(what).isGreaterThan(new BigDecimal(Double.MAX_VALUE / 4));
            return;
        }
        weights.forEach((u, ofU) -> weights.forEach((v, ofV) -> {
            double expected = weighted(metric, ofU, ofV).doubleValue();
            if (u < v && expected >= ANY) {
                assertThat(found).as(what).containsKey(List.of(u, v));
                assertThat(found.get(List.of(u, v)) / expected).as(what).isEqualTo(1, Offset.offset(1e-14));
            } else {
                assertThat(found).as(what).doesNotContainKey(List.of(u, v));
            }
        }));
    }

    /** The figures of sums of any size are those of others, times a power of two. */
    @Test
    void figuresOfSumsOfAnySizeAreRight() {
        EdgeList list = RandomGraphs.bipartite(1, 20, 15, 150, 1);
        BackendCase backend = backends().findFirst().orElseThrow();
        List<SimilaritySummary> summaries = new ArrayList<>();
        double[] powers = {1, 0x1p660, 0x1p-700, 0x1p1000};
        try (Graph graph = list.toGraph(memory, backend.workers())) {
            for (double power : powers) {
                Random random = new Random(1);
                try (OffHeapLongs bits = memory.longs(graph.edgeCount())) {
                    for (long edge = 0; edge < bits.length(); edge++) {
                        bits.set(edge, Double.doubleToLongBits(random.nextInt(1000) * power));
                    }
                    SimilarityConfig config = new SimilarityConfig(
                                    null, SimilarityMetric.COUNT, 0, 1, 1, NO_LIMIT, 0, Choice.ALL, Choice.ALL)
                            .weighedBy(TestGraphs.weights(bits, true));
                    try (SimilarPairs pairs = backend.run(new SimilarityAlgorithm(), graph, config, memory)) {
                        summaries.add(SimilaritySummary.of(pairs));
                    }
                }
            }
        }
        SimilaritySummary plain = summaries.get(0);
        for (int i = 1; i < powers.length; i++) {
            double power = powers[i];
            SimilaritySummary scaled = summaries.get(i);
            assertThat(scaled.max()).isEqualTo(plain.max() * power);
            assertThat(scaled.mean()).isEqualTo(plain.mean() * power);
            assertThat(scaled.standardDeviation()).isEqualTo(plain.standardDeviation() * power);
            assertThat(scaled.percentiles())
                    .isEqualTo(plain.percentiles().stream()
                            .map(each -> each * power)
                            .toList());
        }
    }

    private static Choice best(int count) {
        return new Choice(count, false);
    }

    private List<NeighborPair> found(Graph graph, SimilarityConfig config, BackendCase backend) {
        try (SimilarPairs pairs = backend.run(new SimilarityAlgorithm(), graph, config, memory)) {
            List<NeighborPair> all = new ArrayList<>();
            pairs.forEachRemaining(all::add);
            return all;
        }
    }

    /** All wanted pairs by definition, with sets of neighbors, then the choices by sorting. */
    private static List<NeighborPair> oracle(List<Set<Integer>> neighbors, SimilarityConfig config) {
        List<NeighborPair> chosen = new ArrayList<>();
        for (int u = 0; u < neighbors.size(); u++) {
            List<NeighborPair> ofSource = new ArrayList<>();
            for (int v = 0; v < neighbors.size(); v++) {
                boolean other = config.perNode().all() && v < u && isWanted(v, u, config.ends());
                if (other || !isWanted(u, v, config.ends())) {
                    continue;
                }
                int du = neighbors.get(u).size();
                int dv = neighbors.get(v).size();
                Set<Integer> common = new HashSet<>(neighbors.get(u));
                common.retainAll(neighbors.get(v));
                Set<Integer> all = new HashSet<>(neighbors.get(u));
                all.addAll(neighbors.get(v));
                if (u == v || common.size() < config.minCommon()) {
                    continue;
                }
                double similarity =
                        switch (config.metric()) {
                            case JACCARD -> (double) common.size() / all.size();
                            case OVERLAP -> (double) common.size() / Math.min(du, dv);
                            case COSINE -> CommonNeighborsOracle.cosine(common.size(), du, dv);
                            case TOTAL_NEIGHBORS -> all.size();
                            case PREFERENTIAL_ATTACHMENT -> du * dv;
                            default ->
                                CommonNeighborsOracle.sum(common.stream().mapToDouble(w -> config.metric()
                                        .weight(neighbors.stream()
                                                .filter(of -> of.contains(w))
                                                .count())));
                        };
                boolean compared =
                        Math.min(du, dv) >= config.degreeCutoff() && Math.max(du, dv) <= config.upperDegreeCutoff();
                if (compared && similarity >= config.similarityCutoff()) {
                    ofSource.add(new NeighborPair(u, v, common.size(), similarity));
                }
            }
            chosen.addAll(choose(ofSource, config.perNode()));
        }
        return config.inAll().all() ? chosen : choose(chosen, config.inAll());
    }

    private static boolean isWanted(int u, int v, PairEnds ends) {
        return (ends.sources() == null || Arrays.stream(ends.sources()).anyMatch(source -> source == u))
                && (ends.targets() == null || Arrays.stream(ends.targets()).anyMatch(target -> target == v));
    }

    private static List<NeighborPair> choose(List<NeighborPair> pairs, Choice choice) {
        Comparator<NeighborPair> bySimilarity = Comparator.comparingDouble(NeighborPair::value);
        return pairs.stream()
                .sorted((choice.least() ? bySimilarity : bySimilarity.reversed()).thenComparing(BY_ENDS))
                .limit(choice.all() ? pairs.size() : choice.count())
                .toList();
    }

    private static List<Set<Integer>> neighbors(EdgeList list, boolean both) {
        List<Set<Integer>> neighbors = IntStream.range(0, list.left())
                .<Set<Integer>>mapToObj(u -> new TreeSet<>())
                .toList();
        for (Edge edge : list.edges()) {
            neighbors.get(edge.left()).add(edge.right());
            if (both) {
                neighbors.get(edge.right()).add(edge.left());
            }
        }
        return neighbors;
    }

    static List<SimilarityConfig> configs() {
        return List.of(
                config(SimilarityMetric.JACCARD, best(10), Choice.ALL),
                config(SimilarityMetric.JACCARD, Choice.ALL, Choice.ALL),
                config(SimilarityMetric.OVERLAP, best(1), Choice.ALL),
                config(SimilarityMetric.COSINE, best(3), best(7)),
                config(SimilarityMetric.COSINE, new Choice(2, true), Choice.ALL),
                config(SimilarityMetric.JACCARD, Choice.ALL, new Choice(5, true)),
                config(SimilarityMetric.ADAMIC_ADAR, best(3), Choice.ALL),
                config(SimilarityMetric.RESOURCE_ALLOCATION, new Choice(2, true), best(9)),
                config(SimilarityMetric.NEWMAN, Choice.ALL, Choice.ALL),
                config(SimilarityMetric.TOTAL_NEIGHBORS, best(2), Choice.ALL),
                config(SimilarityMetric.PREFERENTIAL_ATTACHMENT, best(4), best(20)),
                new SimilarityConfig(null, SimilarityMetric.JACCARD, 0.3, 2, 1, NO_LIMIT, 0, best(4), Choice.ALL),
                new SimilarityConfig(null, SimilarityMetric.COSINE, 0.5, 1, 3, 9, 0, best(2), Choice.ALL),
                new SimilarityConfig(null, SimilarityMetric.OVERLAP, 1, 1, 2, NO_LIMIT, 0, Choice.ALL, Choice.ALL));
    }

    private static SimilarityConfig config(int seed) {
        return configs().get(seed % configs().size());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void pairsAreWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            EdgeList friends = RandomGraphs.unipartite(seed);
            SimilarityConfig config = config(seed);
            SimilarityConfig ofRight = new SimilarityConfig(
                    Side.RIGHT,
                    config.metric(),
                    config.similarityCutoff(),
                    config.minCommon(),
                    config.degreeCutoff(),
                    config.upperDegreeCutoff(),
                    config.falseDiscoveryRate(),
                    config.perNode(),
                    config.inAll());
            try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                    UnipartiteGraph unipartite = friends.toUnipartiteGraph(memory, backend.workers())) {
                assertThat(found(graph, config, backend))
                        .as("seed %d, %s", seed, config)
                        .isEqualTo(oracle(neighbors(list, false), config));
                assertThat(found(graph, ofRight, backend))
                        .as("seed %d, %s", seed, ofRight)
                        .isEqualTo(oracle(neighbors(list.transposed(), false), config));
                assertThat(found(unipartite, config, backend))
                        .as("friends of seed %d, %s", seed, config)
                        .isEqualTo(oracle(neighbors(friends, true), config));
            }
        }
    }

    /** Sources, targets, both, in graphs of both kinds; a GPU has no part in it. */
    @Test
    void pairsOfGivenVerticesLeadFromSourcesToTargets() {
        BackendCase cpu = new BackendCase(Backend.CPU, 3);
        for (int seed = 0; seed < 2 * RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            EdgeList friends = RandomGraphs.unipartite(seed);
            SimilarityConfig config = config(seed);
            for (int which = 1; which < 4; which++) {
                PairEnds ends = ends(list.left(), seed, which);
                PairEnds ofFriends = ends(friends.left(), seed, which);
                try (BipartiteGraph graph = list.toGraph(memory, cpu.workers());
                        UnipartiteGraph unipartite = friends.toUnipartiteGraph(memory, cpu.workers())) {
                    assertThat(found(graph, config.between(ends), cpu))
                            .as("seed %d, %d, %s", seed, which, config)
                            .isEqualTo(oracle(neighbors(list, false), config.between(ends)));
                    assertThat(found(unipartite, config.between(ofFriends), cpu))
                            .as("friends of seed %d, %d, %s", seed, which, config)
                            .isEqualTo(oracle(neighbors(friends, true), config.between(ofFriends)));
                }
            }
        }
    }

    /** About a third of the vertices as sources, targets, or both. */
    private static PairEnds ends(int vertices, int seed, int which) {
        List<Long> sources = someOf(vertices, new Random(seed));
        List<Long> targets = someOf(vertices, new Random(seed + 1000));
        return PairEnds.of((which & 1) > 0 ? sources : List.of(), (which & 2) > 0 ? targets : List.of());
    }

    private static List<Long> someOf(int vertices, Random random) {
        List<Long> some = new ArrayList<>(
                random.longs(1 + vertices / 3, 0, vertices).distinct().boxed().toList());
        Collections.shuffle(some, random);
        return some;
    }

    @Test
    void endsMustBeVertices() {
        try (BipartiteGraph graph = RandomGraphs.bipartite(1, 20, 20, 40, 1).toGraph(memory, Workers.of(1))) {
            SimilarityConfig config = configs().get(0).between(PairEnds.of(List.of(3L), List.of(1L, 20L)));
            Assertions.assertThatThrownBy(() -> found(graph, config, new BackendCase(Backend.CPU, 1)))
                    .hasMessage("`targetNodes` must be vertices from 0 to 19, got 20");
        }
    }

    @Test
    void pairsOfGivenVerticesAreForTheCpu() {
        SimilarityConfig config = configs().get(0).between(PairEnds.of(List.of(), List.of(1L)));
        SimilarityAlgorithm algorithm = new SimilarityAlgorithm();
        assertThat(algorithm.gpu(config)).isNull();
        assertThat(algorithm.withoutGpu(config)).isEqualTo("nodeSimilarity of given nodes has no GPU version");
        assertThat(algorithm.gpu(configs().get(0))).isNotNull();
    }

    /** A source more is a counter more, up to the number of threads. */
    @Test
    void fewSourcesNeedFewCounters() {
        SimilarityConfig config = configs().get(0);
        GraphSize size = new GraphSize(1000, 500, 10_000);
        assertThat(IntStream.of(1, 2, 5)
                        .mapToObj(count -> PairEnds.of(
                                IntStream.range(0, count)
                                        .mapToObj(Long::valueOf)
                                        .toList(),
                                List.of()))
                        .map(ends -> new SimilarityAlgorithm()
                                .cpuEstimate(size, config.between(ends), 4)
                                .offHeap()
                                .maxBytes()))
                .containsExactly(8_000L, 16_000L, 32_000L);
    }

    /**
     * The first vertex has so many neighbors. The others, {@code turns} times {@code most}, have {@code times * k * k}, {@code
     * k} of them in common with it, {@code k} from {@code most} to 1, so that all of their cosines are {@code 1 /
     * sqrt(neighbors * times)}.
     */
    static EdgeList equalCosines(int neighbors, int times, int most, int turns) {
        List<Edge> edges = new ArrayList<>();
        IntStream.range(0, neighbors).forEach(v -> edges.add(new Edge(0, v)));
        int right = neighbors;
        for (int left = 1; left <= turns * most; left++) {
            int k = most - (left - 1) % most;
            for (int v = 0; v < times * k * k; v++) {
                edges.add(new Edge(left, v < k ? v : right++));
            }
        }
        return new EdgeList(turns * most + 1, right, edges);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void equallySimilarPairsComeInTheOrderOfTheirVertices(BackendCase backend) {
        for (int neighbors : new int[] {3, 7, 10, 30}) {
            int times = 1 + neighbors % 3;
            EdgeList list = equalCosines(neighbors, times, Math.min(neighbors, 9), 5);
            double cosine = CommonNeighborsOracle.cosine(1, neighbors, times);
            try (BipartiteGraph graph = list.toGraph(memory, backend.workers())) {
                for (int topK = 1; topK < graph.leftCount(); topK += 3) {
                    SimilarityConfig config = new SimilarityConfig(
                            null, SimilarityMetric.COSINE, cosine, 1, 1, NO_LIMIT, 0, best(topK), Choice.ALL);
                    assertThat(found(graph, config, backend).stream().filter(pair -> pair.source() == 0))
                            .as("the best %d of a vertex of %d neighbors", topK, neighbors)
                            .extracting(NeighborPair::target, NeighborPair::value)
                            .containsExactlyElementsOf(IntStream.rangeClosed(1, topK)
                                    .mapToObj(target -> Assertions.tuple(target, cosine))
                                    .toList());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void cutoffOfASimilarityKeepsItsPair(BackendCase backend) {
        EdgeList list = RandomGraphs.bipartite(11, 60, 40, 700, 1);
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers())) {
            for (SimilarityMetric metric :
                    List.of(SimilarityMetric.JACCARD, SimilarityMetric.OVERLAP, SimilarityMetric.COSINE)) {
                List<NeighborPair> all = found(graph, config(metric, Choice.ALL, Choice.ALL), backend);
                double[] values = all.stream()
                        .mapToDouble(NeighborPair::value)
                        .distinct()
                        .limit(20)
                        .toArray();
                assertThat(values).hasSizeGreaterThan(5);
                for (double cutoff : values) {
                    SimilarityConfig config =
                            new SimilarityConfig(null, metric, cutoff, 1, 1, NO_LIMIT, 0, Choice.ALL, Choice.ALL);
                    assertThat(found(graph, config, backend))
                            .isEqualTo(all.stream()
                                    .filter(pair -> pair.value() >= cutoff)
                                    .toList());
                }
            }
        }
    }

    /** Several batches, and heaps that grow. */
    @Test
    void workersFindTheSameInManyBatches() {
        EdgeList list = RandomGraphs.bipartite(3, 3000, 300, 40_000, 2);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            for (SimilarityConfig config :
                    List.of(configs().get(0), configs().get(1), configs().get(5))) {
                assertThat(found(graph, config, new BackendCase(Backend.CPU, 3)))
                        .isEqualTo(found(graph, config, new BackendCase(Backend.CPU, 1)))
                        .hasSizeGreaterThanOrEqualTo(5);
            }
        }
    }

    @Test
    void figuresAreThoseOfThePairs() {
        try (BipartiteGraph graph = RandomGraphs.bipartite(8, 200, 50, 1500, 2).toGraph(memory, Workers.of(1))) {
            double[] all = found(graph, configs().get(0), new BackendCase(Backend.CPU, 1)).stream()
                    .mapToDouble(NeighborPair::value)
                    .toArray();
            StageTimes times = new StageTimes();
            SimilaritySummary summary;
            try (SimilarPairs timed = new SimilarityAlgorithm()
                    .cpu(graph, configs().get(0), new Execution(memory, Workers.of(2), times))) {
                summary = SimilaritySummary.of(timed);
            }
            assertThat(times.exactMillis(StageTimes.Stage.COMPUTE)).isPositive();
            double mean = Arrays.stream(all).average().orElseThrow();
            double variance = Arrays.stream(all)
                    .map(value -> (value - mean) * (value - mean))
                    .average()
                    .orElseThrow();
            assertThat(summary.pairs()).isEqualTo(all.length);
            assertThat(summary.mean()).isCloseTo(mean, Offset.offset(1e-12));
            assertThat(summary.standardDeviation()).isCloseTo(Math.sqrt(variance), Offset.offset(1e-12));
            assertThat(summary.min()).isEqualTo(Arrays.stream(all).min().orElseThrow());
            assertThat(summary.max()).isEqualTo(Arrays.stream(all).max().orElseThrow());
            assertThat(summary.nodesCompared())
                    .isEqualTo(IntStream.range(0, graph.leftCount())
                            .filter(v -> graph.left().degree(v) > 0)
                            .count());
        }
    }
}
