package dev.motif.algorithm.group.densest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.backend.Backend;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@LeavesNothing
class DiscountedDensestAlgorithmTest {
    private static final double SMALLEST_DIFFERENCE = 1e-7;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private record Found(double density, long edges, List<Integer> left, List<Integer> right) {}

    private Found find(EdgeList list, Side hubs) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2));
                DensestSubgraph found =
                        new BackendCase(Backend.CPU, 2).run(new DiscountedDensestAlgorithm(), graph, hubs, memory)) {
            return new Found(
                    found.density() / DiscountedDensestAlgorithm.UNIT,
                    found.edges(),
                    values(found.left()),
                    values(found.right()));
        }
    }

    private static List<Integer> values(OffHeapInts values) {
        return IntStream.range(0, (int) values.length()).mapToObj(values::get).toList();
    }

    /** The weight of the edges among the vertices whose bits are 1, left ones first, by their number. */
    private static double density(EdgeList list, Side hubs, int set) {
        double sum = 0;
        for (Edge edge : list.edges()) {
            if ((set >> edge.left() & set >> list.left() + edge.right() & 1) == 1) {
                long degree = list.edges().stream()
                        .filter(e -> hubs == Side.LEFT ? e.left() == edge.left() : e.right() == edge.right())
                        .count();
                sum += 1 / Math.log(degree + 5);
            }
        }
        return set == 0 ? 0 : sum / Integer.bitCount(set);
    }

    @ParameterizedTest
    @EnumSource(Side.class)
    void densityIsThatOfTheNodesAndWithinTheGuarantee(Side hubs) {
        for (int seed = 0; seed < 20; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 5, 5, 14, 1.5);
            Found found = find(list, hubs);
            double largest = 0;
            for (int set = 1; set < 1 << list.left() + list.right(); set++) {
                largest = Math.max(largest, density(list, hubs, set));
            }
            int set = found.left.stream().mapToInt(u -> 1 << u).sum()
                    + found.right.stream().mapToInt(v -> 1 << list.left() + v).sum();
            assertThat(found.density)
                    .as("seed %d: %s", seed, list)
                    .isCloseTo(density(list, hubs, set), within(SMALLEST_DIFFERENCE))
                    .isBetween(largest / 2 - SMALLEST_DIFFERENCE, largest + SMALLEST_DIFFERENCE);
        }
    }

    /** Six accounts with six items of their own, and with four items that all of sixty others have too. */
    @Test
    void camouflageDoesNotHideABlock() {
        List<Edge> edges = new ArrayList<>();
        for (int u = 0; u < 66; u++) {
            for (int v = 0; v < 6 && u < 6; v++) {
                edges.add(new Edge(u, v));
            }
            for (int v = 6; v < 10; v++) {
                edges.add(new Edge(u, v));
            }
        }
        EdgeList list = new EdgeList(66, 10, edges);
        Found found = find(list, Side.RIGHT);
        assertThat(found.left).isEqualTo(IntStream.range(0, 6).boxed().toList());
        assertThat(found.right).startsWith(0, 1, 2, 3, 4, 5);
        Found plain;
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2));
                DensestSubgraph densest = new BackendCase(Backend.CPU, 2)
                        .run(
                                new BicliqueDensestAlgorithm(),
                                graph,
                                BicliqueConfig.of(1, 1, BicliqueConfig.Result.VERTEX),
                                memory)) {
            plain = new Found(densest.density(), densest.edges(), values(densest.left()), values(densest.right()));
        }
        assertThat(plain.left).hasSize(66);
    }
}
