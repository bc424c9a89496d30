package dev.motif.algorithm.count.butterfly;

import static dev.motif.algorithm.count.butterfly.ButterflyValues.EVERYTHING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks on the CPU what holds for every graph; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ButterflyInvariantsTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(60);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    private ButterflyValues count(EdgeList list, BackendCase backend) {
        return ButterflyValues.of(list, EVERYTHING, backend, memory);
    }

    /** Calls {@code check} for named graphs, small random ones and one large enough for many tasks and chunks. */
    private static void forEachGraph(BiConsumer<Long, EdgeList> check) {
        List<EdgeList> graphs = new ArrayList<>(TestGraphs.all());
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            graphs.add(RandomGraphs.bipartite(seed));
        }
        graphs.add(RandomGraphs.bipartite(1, 20_000, 6000, 80_000, 2));
        for (int i = 0; i < graphs.size(); i++) {
            check.accept((long) i, graphs.get(i));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void everyButterflyHasTwoVerticesASideAndFourEdges(BackendCase backend) {
        forEachGraph((number, list) -> {
            ButterflyValues result = count(list, backend);
            BigInteger twice = result.total().shiftLeft(1);
            assertThat(sum(result.left())).as("left of %s", list).isEqualTo(twice);
            assertThat(sum(result.right())).as("right of %s", list).isEqualTo(twice);
            assertThat(sum(result.edges())).as("edges of %s", list).isEqualTo(twice.shiftLeft(1));
        });
    }

    @ParameterizedTest
    @MethodSource("backends")
    void transpositionSwapsTheSides(BackendCase backend) {
        forEachGraph((number, list) -> {
            ButterflyValues result = count(list, backend);
            assertThat(count(list.transposed(), backend))
                    .as("%s", list)
                    .isEqualTo(new ButterflyValues(
                            result.total(),
                            result.right(),
                            result.left(),
                            moved(list, result.edges(), e -> new Edge(e.right(), e.left()))));
        });
    }

    @ParameterizedTest
    @MethodSource("backends")
    void relabellingMovesTheCounts(BackendCase backend) {
        forEachGraph((seed, list) -> {
            ButterflyValues result = count(list, backend);
            List<Integer> newLeft = EdgeList.permutation(list.left(), seed);
            List<Integer> newRight = EdgeList.permutation(list.right(), seed + 1);
            assertThat(count(list.relabelled(newLeft, newRight), backend))
                    .as("seed %d: %s", seed, list)
                    .isEqualTo(new ButterflyValues(
                            result.total(),
                            moved(result.left(), newLeft),
                            moved(result.right(), newRight),
                            moved(
                                    list,
                                    result.edges(),
                                    e -> new Edge(newLeft.get(e.left()), newRight.get(e.right())))));
        });
    }

    @ParameterizedTest
    @MethodSource("backends")
    void disjointUnionAdds(BackendCase backend) {
        forEachGraph((seed, list) -> {
            EdgeList other = RandomGraphs.bipartite(seed + RANDOM_GRAPHS);
            ButterflyValues one = count(list, backend);
            ButterflyValues two = count(other, backend);
            assertThat(count(list.disjointUnion(other), backend))
                    .as("seed %d: %s and %s", seed, list, other)
                    .isEqualTo(new ButterflyValues(
                            one.total().add(two.total()),
                            joined(one.left(), two.left()),
                            joined(one.right(), two.right()),
                            joined(one.edges(), two.edges())));
        });
    }

    private static BigInteger sum(List<Long> counts) {
        return counts.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    }

    private static List<Long> joined(List<Long> first, List<Long> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static List<Long> moved(List<Long> counts, List<Integer> newIds) {
        List<Long> moved = new ArrayList<>(Collections.nCopies(counts.size(), 0L));
        for (int v = 0; v < counts.size(); v++) {
            moved.set(newIds.get(v), counts.get(v));
        }
        return moved;
    }

    /** The counts of the edges of {@code list} in the order of the edges that {@code change} makes of them. */
    private static List<Long> moved(EdgeList list, List<Long> counts, UnaryOperator<Edge> change) {
        TreeMap<Edge, Long> moved = new TreeMap<>();
        List<Edge> edges = list.sorted().edges();
        for (int i = 0; i < edges.size(); i++) {
            moved.put(change.apply(edges.get(i)), counts.get(i));
        }
        return List.copyOf(moved.values());
    }
}
