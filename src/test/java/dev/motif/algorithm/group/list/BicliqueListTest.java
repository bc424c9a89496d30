package dev.motif.algorithm.group.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.BicliqueOracle;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests lists of bicliques on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backend}. */
@LeavesNothing
class BicliqueListTest {
    private static final int LARGEST = 4;
    private static final int LARGEST_KNOWN = 6;

    /** The most bicliques of a random graph, and of a data set, that are listed. */
    private static final BigInteger MOST_COMPARED = BigInteger.valueOf(20_000);

    private static final BigInteger MOST_COUNTED = BigInteger.valueOf(500_000);

    final NativeMemory memory = new NativeMemory(1L << 30);

    BackendCase backend() {
        return new BackendCase(Backend.CPU, 2);
    }

    /** The off-heap bytes that a search holds beside the buffer, and not all the time. */
    long searching() {
        return 1 << 20;
    }

    private static Execution execution(NativeMemory memory, Cancellation cancellation) {
        return new Execution(memory, new Workers(2, cancellation, Progress.NONE), new StageTimes());
    }

    Bicliques bicliques(BipartiteGraph graph, int p, int q, NativeMemory memory, Cancellation cancellation) {
        return backend()
                .run(new BicliqueListAlgorithm(), graph, new BicliqueListConfig(p, q), execution(memory, cancellation));
    }

    /** A biclique with equality. */
    record Sides(List<Integer> left, List<Integer> right) {
        static Sides of(ListedBiclique biclique) {
            return new Sides(list(biclique.left()), list(biclique.right()));
        }

        private static List<Integer> list(int[] vertices) {
            return Arrays.stream(vertices).boxed().toList();
        }
    }

    List<Sides> list(BipartiteGraph graph, int p, int q) {
        List<Sides> all = new ArrayList<>();
        try (Bicliques bicliques = bicliques(graph, p, q, memory, Cancellation.NEVER)) {
            bicliques.forEachRemaining(biclique -> all.add(Sides.of(biclique)));
            assertThat(bicliques.hasNext()).isFalse();
            assertThatThrownBy(bicliques::next).isInstanceOf(NoSuchElementException.class);
        }
        return all;
    }

    /** Each biclique that is listed is one, each is listed once, and there are as many as by the definition. */
    @Test
    void bicliquesAreThoseOfTheDefinition() {
        for (int seed = 0; seed < Seeds.atMost(150); seed++) {
            EdgeList dense = RandomGraphs.bipartite(seed);
            // Dense graphs would have too many for the oracle.
            EdgeList list = new EdgeList(
                    dense.left(),
                    dense.right(),
                    dense.edges().subList(0, Math.min(300, dense.edges().size())));
            Set<Edge> edges = new HashSet<>(list.edges());
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                for (int p = 1; p <= LARGEST; p++) {
                    for (int q = 1; q <= LARGEST; q++) {
                        BigInteger count = new BicliqueOracle(list, p, q).total();
                        if (count.compareTo(MOST_COMPARED) > 0) {
                            continue;
                        }
                        List<Sides> found = list(graph, p, q);
                        String which = "(" + p + "," + q + ") of seed " + seed + ": " + list;
                        assertThat(found).as(which).hasSize(count.intValueExact());
                        assertThat(new HashSet<>(found)).as(which).hasSameSizeAs(found);
                        int left = p;
                        int right = q;
                        assertThat(found)
                                .as(which)
                                .allMatch(one -> isAscending(one.left(), left) && isAscending(one.right(), right))
                                .allMatch(one -> areRelated(one, edges));
                    }
                }
            }
        }
    }

    private static boolean isAscending(List<Integer> vertices, int size) {
        return vertices.size() == size && IntStream.range(1, size).allMatch(i -> vertices.get(i - 1) < vertices.get(i));
    }

    private static boolean areRelated(Sides one, Set<Edge> edges) {
        return one.left().stream().allMatch(u -> one.right().stream().allMatch(v -> edges.contains(new Edge(u, v))));
    }

    @Test
    void completeGraphHasEveryPairOfSubsets() {
        try (BipartiteGraph graph = TestGraphs.complete(7, 5).toGraph(memory, Workers.of(1))) {
            assertThat(list(graph, 3, 2)).hasSize(35 * 10).doesNotHaveDuplicates();
            assertThat(list(graph, 7, 5)).hasSize(1);
            assertThat(list(graph, 8, 1)).isEmpty();
            assertThat(list(graph, 256, 256)).isEmpty();
        }
    }

    @Test
    void emptySideLeavesAnyVerticesOfTheOther() {
        try (BipartiteGraph graph = new EdgeList(3, 4, List.of(new Edge(0, 0))).toGraph(memory, Workers.of(1))) {
            assertThat(list(graph, 0, 0)).containsExactly(new Sides(List.of(), List.of()));
            assertThat(list(graph, 2, 0))
                    .containsExactly(
                            new Sides(List.of(0, 1), List.of()),
                            new Sides(List.of(0, 2), List.of()),
                            new Sides(List.of(1, 2), List.of()));
            assertThat(list(graph, 0, 3))
                    .hasSize(4)
                    .doesNotHaveDuplicates()
                    .allMatch(found -> found.right().size() == 3);
            assertThat(list(graph, 4, 0)).isEmpty();
        }
    }

    @Test
    void graphWithoutEdgesHasNone() {
        try (BipartiteGraph graph = new EdgeList(3, 4, List.of()).toGraph(memory, Workers.of(1))) {
            assertThat(list(graph, 1, 1)).isEmpty();
            assertThat(list(graph, 2, 3)).isEmpty();
        }
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite();
    }

    /** The (p,q)-bicliques that other programs agreed on, where there are not too many; otherwise null. */
    private static BigInteger known(DataSet set, int p, int q) {
        JsonNode count = set.counts().path(p == 2 && q == 2 ? "butterflies" : "K(" + p + "," + q + ")");
        return count.isMissingNode() || count.bigIntegerValue().compareTo(MOST_COUNTED) > 0
                ? null
                : count.bigIntegerValue();
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void numberOfRowsIsTheKnownCount(DataSet set) {
        try (BipartiteGraph graph = set.read().toGraph(memory, Workers.of(2))) {
            for (int p = 1; p <= LARGEST_KNOWN; p++) {
                for (int q = 1; q <= LARGEST_KNOWN; q++) {
                    BigInteger expected = known(set, p, q);
                    if (expected == null) {
                        continue;
                    }
                    long rows = 0;
                    try (Bicliques bicliques = bicliques(graph, p, q, memory, Cancellation.NEVER)) {
                        for (; bicliques.hasNext(); rows++) {
                            bicliques.next();
                        }
                    }
                    assertThat(rows).as("(%d,%d) of %s", p, q, set).isEqualTo(expected.longValueExact());
                }
            }
        }
    }

    /** The graph has more than 10^38 of them. */
    @Test
    @Timeout(300)
    void firstOnesOfVeryManyComeWithLittleMemory() {
        try (BipartiteGraph graph = TestGraphs.complete(2000, 2000).toGraph(memory, Workers.of(2))) {
            long before = memory.liveBytes();
            try (Bicliques bicliques = bicliques(graph, 8, 8, memory, Cancellation.NEVER)) {
                Set<Sides> found = new HashSet<>();
                for (int i = 0; i < 10; i++) {
                    found.add(Sides.of(bicliques.next()));
                }
                assertThat(found).hasSize(10);
                long live = memory.liveBytes();
                assertThat(live - before).isLessThan(2 * graph.bytes() + searching());
                for (int i = 0; i < 1_000_000; i++) {
                    bicliques.next();
                }
                assertThat(memory.liveBytes())
                        .as("does not grow with the bicliques")
                        .isLessThanOrEqualTo(live + FoundBuffer.CAPACITY_BYTES + searching());
            }
            assertThat(memory.liveBytes()).isEqualTo(before);
        }
    }

    /** In the crown, every two left vertices miss different right ones: there are very many sets of a few, and none of all. */
    @Test
    @Timeout(300)
    void cancellationEndsASearchThatFindsNothing() {
        AtomicBoolean cancelled = new AtomicBoolean();
        try (BipartiteGraph graph = TestGraphs.crown(80).toGraph(memory, Workers.of(1));
                Bicliques bicliques = bicliques(graph, 40, 41, memory, cancelled::get)) {
            cancelled.set(true);
            assertThatThrownBy(bicliques::hasNext).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    @Timeout(300)
    void cancellationEndsASearchThatFindsVeryMany() {
        AtomicBoolean cancelled = new AtomicBoolean();
        try (BipartiteGraph graph = TestGraphs.complete(60, 60).toGraph(memory, Workers.of(1));
                Bicliques bicliques = bicliques(graph, 30, 30, memory, cancelled::get)) {
            assertThat(bicliques.next().left()).hasSize(30);
            cancelled.set(true);
            assertThatThrownBy(() -> bicliques.forEachRemaining(biclique -> {}))
                    .isInstanceOf(CancellationException.class);
        }
    }
}
