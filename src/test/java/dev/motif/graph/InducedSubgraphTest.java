package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.BicliqueOracle;
import dev.motif.oracle.CliqueOracle;
import dev.motif.oracle.MaximalBicliqueOracle;
import dev.motif.oracle.MaximalBicliqueOracle.Sides;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@LeavesNothing
class InducedSubgraphTest {
    private static final int SEEDS = Seeds.atMost(300);

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    /** Some vertices of each side, which are in a biclique together unless {@code together} is false. */
    private record Given(List<Integer> left, List<Integer> right) {
        static Given of(EdgeList list, List<Sides> bicliques, Random random) {
            boolean together = random.nextInt(4) > 0;
            Sides from = together
                    ? bicliques.get(random.nextInt(bicliques.size()))
                    : new Sides(
                            IntStream.range(0, list.left()).boxed().toList(),
                            IntStream.range(0, list.right()).boxed().toList());
            List<Integer> left = some(from.left(), random.nextInt(4), random);
            List<Integer> right =
                    some(from.right(), left.isEmpty() ? 1 + random.nextInt(3) : random.nextInt(4), random);
            return new Given(left, right);
        }

        private static List<Integer> some(List<Integer> all, int count, Random random) {
            return random.ints(count, 0, all.size())
                    .mapToObj(all::get)
                    .distinct()
                    .toList();
        }
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(i -> i).toArray();
    }

    private static List<Integer> list(OffHeapInts ints) {
        return LongStream.range(0, ints.length()).mapToObj(ints::get).toList();
    }

    private static List<Edge> edges(BipartiteGraph graph) {
        List<Edge> edges = new ArrayList<>();
        for (int u = 0; u < graph.leftCount(); u++) {
            for (long slot = graph.left().start(u); slot < graph.left().end(u); slot++) {
                edges.add(new Edge(u, graph.left().neighbor(slot)));
                assertThat(graph.right().slotOf(graph.left().neighbor(slot), u)).isNotNegative();
            }
        }
        return edges;
    }

    private Set<Sides> maximalBicliquesIn(InducedSubgraph part) {
        BipartiteGraph graph = (BipartiteGraph) part.graph();
        List<Integer> left = list(part.left());
        List<Integer> right = list(part.right());
        assertThat(left).isSorted().hasSize(graph.leftCount());
        assertThat(right).isSorted().hasSize(graph.rightCount());
        return new MaximalBicliqueOracle(new EdgeList(graph.leftCount(), graph.rightCount(), edges(graph)))
                .all().stream()
                        .map(found -> new Sides(
                                found.left().stream().map(left::get).toList(),
                                found.right().stream().map(right::get).toList()))
                        .collect(Collectors.toSet());
    }

    @Test
    void maximalBicliquesAreThoseThatContainTheVertices() {
        int none = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            Set<Sides> all = new MaximalBicliqueOracle(list).all();
            if (all.isEmpty()) {
                continue;
            }
            Random random = new Random(seed);
            try (BipartiteGraph whole = list.toGraph(memory, workers)) {
                for (int i = 0; i < 5; i++) {
                    Given given = Given.of(list, List.copyOf(all), random);
                    Set<Sides> expected = all.stream()
                            .filter(found -> found.left().containsAll(given.left)
                                    && found.right().containsAll(given.right))
                            .collect(Collectors.toSet());
                    none += expected.isEmpty() ? 1 : 0;
                    try (InducedSubgraph part = InducedSubgraph.ofBicliquesWith(
                            whole, ints(given.left), ints(given.right), memory, workers)) {
                        assertThat(maximalBicliquesIn(part))
                                .as("seed %d, %s of %s", seed, given, list)
                                .isEqualTo(expected);
                        assertThat(part.graph().vertexCount() == 0).isEqualTo(expected.isEmpty());
                    }
                }
            }
        }
        assertThat(none).as("cases without such a biclique").isPositive();
    }

    private static BigInteger bicliques(InducedSubgraph part, int p, int q) {
        BipartiteGraph graph = (BipartiteGraph) part.graph();
        return new BicliqueOracle(new EdgeList(graph.leftCount(), graph.rightCount(), edges(graph)), p, q).total();
    }

    /** Checks a vertex of each side, and an edge: as many bicliques of the part as contain them. */
    @Test
    void bicliquesAroundVerticesCanBeAddedToThem() {
        for (int seed = 0; seed < SEEDS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed).sorted();
            if (list.edges().isEmpty()) {
                continue;
            }
            int edge = new Random(seed).nextInt(list.edges().size());
            int[] left = {list.edges().get(edge).left()};
            int[] right = {list.edges().get(edge).right()};
            int[] none = {};
            BicliqueOracle counts = new BicliqueOracle(list, 2, 3);
            try (BipartiteGraph whole = list.toGraph(memory, workers);
                    InducedSubgraph aroundLeft = InducedSubgraph.ofBicliquesAround(whole, left, none, memory, workers);
                    InducedSubgraph aroundRight =
                            InducedSubgraph.ofBicliquesAround(whole, none, right, memory, workers);
                    InducedSubgraph aroundEdge =
                            InducedSubgraph.ofBicliquesAround(whole, left, right, memory, workers)) {
                assertThat(bicliques(aroundLeft, 1, 3))
                        .as("left %d of seed %d: %s", left[0], seed, list)
                        .isEqualTo(counts.perLeft().get(left[0]));
                assertThat(bicliques(aroundRight, 2, 2))
                        .as("right %d of seed %d: %s", right[0], seed, list)
                        .isEqualTo(counts.perRight().get(right[0]));
                assertThat(bicliques(aroundEdge, 1, 2))
                        .as("edge %d of seed %d: %s", edge, seed, list)
                        .isEqualTo(counts.perEdge().get(edge));
                assertThat(list(aroundLeft.left())).isSorted().doesNotContain(left[0]);
                assertThat(list(aroundRight.right())).isSorted().doesNotContain(right[0]);
            }
        }
    }

    @Test
    void cliquesAreThoseThatContainTheVertices() {
        for (int seed = 0; seed < SEEDS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            // Dense graphs would have too many cliques for the oracle.
            EdgeList sparse = new EdgeList(
                    list.left(),
                    list.right(),
                    list.edges().subList(0, Math.min(150, list.edges().size())));
            CliqueOracle oracle = new CliqueOracle(sparse);
            Random random = new Random(seed);
            try (UnipartiteGraph whole = sparse.toUnipartiteGraph(memory, workers)) {
                for (int size = 1; size <= oracle.cliqueNumber(); size++) {
                    BitSet given = oracle.cliques(size)
                            .get(random.nextInt(oracle.cliques(size).size()));
                    assertThat(cliquesWith(whole, given, size + 2))
                            .as("seed %d, %s of %s", seed, given, sparse)
                            .containsExactlyInAnyOrderElementsOf(oracle.cliques(size + 2).stream()
                                    .filter(clique -> containsAll(clique, given))
                                    .toList());
                }
            }
        }
    }

    private static boolean containsAll(BitSet clique, BitSet given) {
        BitSet missing = (BitSet) given.clone();
        missing.andNot(clique);
        return missing.isEmpty();
    }

    /** The unions of {@code given} with the edges of the part. */
    private List<BitSet> cliquesWith(UnipartiteGraph whole, BitSet given, int size) {
        List<BitSet> cliques = new ArrayList<>();
        try (InducedSubgraph part =
                InducedSubgraph.ofCliquesWith(whole, given.stream().toArray(), memory, workers)) {
            ((UnipartiteGraph) part.graph()).forEachEdge(Workers.of(1), (edge, u, v) -> {
                BitSet clique = (BitSet) given.clone();
                clique.set(part.left().get(u));
                clique.set(part.left().get(v));
                assertThat(clique.cardinality()).isEqualTo(size);
                cliques.add(clique);
            });
        }
        return cliques;
    }

    @Test
    void partAroundVerticesThatAreNoCliqueIsEmpty() {
        try (UnipartiteGraph square = EdgeList.of(4, 4, 0, 1, 1, 2, 2, 3, 0, 3).toUnipartiteGraph(memory, workers);
                InducedSubgraph part = InducedSubgraph.ofCliquesWith(square, new int[] {0, 2}, memory, workers)) {
            assertThat(part.graph().vertexCount()).isZero();
            assertThat(square.isClique(0, 1)).isTrue();
            assertThat(square.isClique(0, 1, 2)).isFalse();
        }
    }

    @Test
    void partOfNothingIsAMistake() {
        try (BipartiteGraph whole = TestGraphs.butterfly().toGraph(memory, workers)) {
            assertThatThrownBy(() -> InducedSubgraph.ofBicliquesWith(whole, new int[0], new int[0], memory, workers))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a vertex at least");
        }
    }

    @Test
    void tooLittleMemoryLeavesNothingAllocated() {
        try (BipartiteGraph whole = TestGraphs.complete(40, 30).toGraph(memory, workers)) {
            AllocationFailures.check(
                    own -> InducedSubgraph.ofBicliquesWith(whole, new int[] {7}, new int[] {3, 4}, own, Workers.of(1))
                            .close());
            AllocationFailures.check(
                    own -> InducedSubgraph.ofBicliquesAround(whole, new int[0], new int[] {3}, own, Workers.of(1))
                            .close());
        }
        EdgeList wheel = new EdgeList(
                60,
                60,
                IntStream.range(1, 60)
                        .boxed()
                        .flatMap(
                                v -> v == 1 ? Stream.of(new Edge(0, v)) : Stream.of(new Edge(0, v), new Edge(v - 1, v)))
                        .toList());
        try (UnipartiteGraph whole = wheel.toUnipartiteGraph(memory, workers)) {
            AllocationFailures.check(own -> InducedSubgraph.ofCliquesWith(whole, new int[] {0}, own, Workers.of(1))
                    .close());
        }
    }

    @Test
    void cancellationEndsTheBuilding() {
        Workers cancelled = new Workers(1, () -> true, Progress.NONE);
        try (BipartiteGraph whole = TestGraphs.complete(4, 3).toGraph(memory, workers)) {
            assertThatThrownBy(
                            () -> InducedSubgraph.ofBicliquesWith(whole, new int[] {0}, new int[0], memory, cancelled))
                    .isInstanceOf(CancellationException.class);
        }
    }
}
