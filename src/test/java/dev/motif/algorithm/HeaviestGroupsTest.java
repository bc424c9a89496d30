package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.group.biclique.MaximumBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.Searches;
import dev.motif.algorithm.group.biclique.Searches.Way;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.clique.FoundCliquesAlgorithm;
import dev.motif.algorithm.group.clique.FoundCliquesConfig;
import dev.motif.algorithm.group.clique.MaximalCliqueConfig;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.DistinctGroups;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.choice.LargestGroups;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.graph.weight.GroupWeights.Aggregation;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.oracle.MaximalBicliqueOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the heaviest maximal bicliques and cliques with all of a brute force, sorted; with integers and doubles. A subclass
 * that is tagged {@code gpu} overrides {@link #backends}.
 */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeaviestGroupsTest {
    private static final List<Aggregation> AGGREGATIONS = List.of(Aggregation.values());

    private final NativeMemory memory = new NativeMemory(1L << 32);

    static Stream<Way> ways() {
        return Searches.ways();
    }

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    /** A few different weights, of which many groups have equal ones, or many. */
    private OffHeapLongs bits(Graph graph, Random random, boolean floats) {
        OffHeapLongs bits = memory.longs(graph.edgeCount());
        int most = random.nextBoolean() ? 3 : 1000;
        for (long edge = 0; edge < bits.length(); edge++) {
            int weight = random.nextInt(most);
            bits.set(edge, floats ? Double.doubleToLongBits(weight / 7.0) : weight);
        }
        return bits;
    }

    private GroupWeights weights(Graph graph, OffHeapLongs bits, Aggregation how, boolean floats) {
        return GroupWeights.named(EdgeWeights.named("w"), how)
                .with(TestGraphs.weights(bits, floats), graph, memory, Workers.of(1));
    }

    private static <T> List<T> heaviest(List<T> all, ToLongFunction<T> weight, Comparator<T> order) {
        return all.stream()
                .sorted(Comparator.comparingLong(weight).reversed().thenComparing(order))
                .toList();
    }

    /** The first of {@code sorted} that are returned. */
    private static <T> List<String> chosen(
            List<T> sorted, int count, double maxOverlap, FoundBuffer.Form<T> form, Function<T, String> text) {
        HeapBudget budget = new HeapBudget(1 << 20);
        try (LargestGroups.Heap<T> heap = new LargestGroups.Heap<>(budget, "members", group -> 0)) {
            DistinctGroups<T> distinct = new DistinctGroups<>(maxOverlap, 0, form::arrays, heap);
            return sorted.stream().filter(distinct::add).limit(count).map(text).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void bicliquesAreTheHeaviestOfAllInEachWay(Way way) {
        checkBicliques(way.config(), (graph, config) -> way.largest()
                .cpu(graph, config, new Execution(memory, Workers.of(way.threads()), new StageTimes())));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void bicliquesAreTheHeaviestOfAll(BackendCase backend) {
        checkBicliques(
                MaximalBicliqueConfig.TOTALS,
                (graph, config) -> backend.run(new MaximumBicliqueAlgorithm(), graph, config, memory));
    }

    private void checkBicliques(
            MaximalBicliqueConfig search,
            BiFunction<BipartiteGraph, MaximumBicliqueConfig, FoundGroups<Biclique>> run) {
        for (int seed = 0; seed < Seeds.atMost(60); seed++) {
            Random random = new Random(seed);
            EdgeList list = RandomGraphs.bipartite(seed);
            boolean floats = random.nextBoolean();
            Aggregation how = AGGREGATIONS.get(random.nextInt(2));
            int count = 1 + random.nextInt(12);
            double maxOverlap = random.nextInt(3) == 0 ? 0.4 : 1;
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                    OffHeapLongs bits = bits(graph, random, floats);
                    GroupWeights weights = weights(graph, bits, how, floats)) {
                List<Biclique> all = new MaximalBicliqueOracle(list)
                        .all().stream()
                                .map(sides -> Biclique.of(
                                        sides.left().stream().mapToInt(v -> v).toArray(),
                                        sides.right().stream().mapToInt(v -> v).toArray()))
                                .toList();
                List<String> expected = chosen(
                        heaviest(
                                all,
                                biclique -> weights.of(biclique.left(), biclique.right()),
                                Comparator.naturalOrder()),
                        count,
                        maxOverlap,
                        Biclique.KIND.form(),
                        Object::toString);
                MaximumBicliqueConfig config = new MaximumBicliqueConfig(
                        search, GroupChoice.top(count, maxOverlap), BicliqueSize.EDGES, weights);
                List<String> found = new ArrayList<>();
                try (FoundGroups<Biclique> result = run.apply(graph, config)) {
                    result.forEachRemaining(biclique -> found.add(biclique.toString()));
                }
                assertThat(found)
                        .as("seed " + seed + ", " + how + " of floats " + floats)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void cliquesAreTheHeaviestOfAll(BackendCase backend) {
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            Random random = new Random(seed);
            EdgeList list = RandomGraphs.unipartite(seed);
            boolean floats = random.nextBoolean();
            Aggregation how = AGGREGATIONS.get(random.nextInt(2));
            int count = 1 + random.nextInt(12);
            double maxOverlap = random.nextInt(3) == 0 ? 0.4 : 1;
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                    OffHeapLongs bits = bits(graph, random, floats);
                    GroupWeights weights = weights(graph, bits, how, floats)) {
                List<int[]> all = new CliqueOracle(list)
                        .maximal().stream()
                                .map(clique -> clique.stream().toArray())
                                .toList();
                List<String> expected = chosen(
                        heaviest(all, weights::of, Arrays::compare),
                        count,
                        maxOverlap,
                        FoundBuffer.Form.CLIQUES,
                        Arrays::toString);
                FoundCliquesConfig config =
                        new FoundCliquesConfig(MaximalCliqueConfig.TOTALS, GroupChoice.top(count, maxOverlap), weights);
                List<String> found = new ArrayList<>();
                try (FoundGroups<int[]> result = backend.run(new FoundCliquesAlgorithm(), graph, config, memory)) {
                    result.forEachRemaining(clique -> found.add(Arrays.toString(clique)));
                }
                assertThat(found)
                        .as("seed " + seed + ", " + how + " of floats " + floats)
                        .isEqualTo(expected);
            }
        }
    }
}
