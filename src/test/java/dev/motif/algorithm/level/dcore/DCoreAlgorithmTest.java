package dev.motif.algorithm.level.dcore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.Directions;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.DCoreOracle;
import dev.motif.timing.Seeds;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class DCoreAlgorithmTest {
    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    private static EdgeList arcs(EdgeList list, List<Long> directions) {
        return new EdgeList(list.left(), list.left(), Directions.arcs(list, directions));
    }

    private static List<Integer> numbers(OffHeapInts numbers) {
        return IntStream.range(0, (int) numbers.length()).mapToObj(numbers::get).toList();
    }

    private void check(EdgeList list, List<Long> directions, int k, BackendCase backend, String name) {
        EdgeList arcs = arcs(list, directions);
        try (OffHeapScope scope = new OffHeapScope(memory);
                UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                DCoreResult cores = backend.run(
                        new DCoreAlgorithm(),
                        graph,
                        new DCoreConfig(k, Directions.of(directions, k % 2 == 0, scope)),
                        memory)) {
            List<Integer> levels = DCoreOracle.levels(arcs, k);
            assertThat(numbers(cores.levels())).as(name).isEqualTo(levels);
            assertThat(numbers(cores.out())).as(name).isEqualTo(DCoreOracle.levels(arcs, 0));
            assertThat(numbers(cores.in())).as(name).isEqualTo(DCoreOracle.levels(arcs.transposed(), 0));
            for (int l = 0; l < 4; l++) {
                int least = l;
                assertThat(cores.count(l))
                        .isEqualTo(
                                levels.stream().filter(level -> level >= least).count());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void coresAreWhatRemains(BackendCase backend) {
        for (int seed = 0; seed < Seeds.atMost(200); seed++) {
            EdgeList list = seed % 3 == 0
                    ? RandomGraphs.uniform(40, 0.3, seed).sorted()
                    : RandomGraphs.unipartite(seed).sorted();
            List<Long> directions = Directions.random(list.edges().size(), seed);
            for (int k = 0; k < 6; k++) {
                check(list, directions, k, backend, "k = " + k + ", seed " + seed + ": " + list + " " + directions);
            }
        }
    }

    /** Among n vertices which all have arcs to each other, the (k,l)-cores are all or nothing; a transitive order has none. */
    @ParameterizedTest
    @MethodSource("backends")
    void completeGraphsHaveTheirClosedForm(BackendCase backend) {
        int n = 50;
        EdgeList complete = CliqueGraphs.complete(n).sorted();
        int edges = complete.edges().size();
        for (long direction : new long[] {1, 3}) {
            try (OffHeapScope scope = new OffHeapScope(memory);
                    UnipartiteGraph graph = complete.toUnipartiteGraph(memory, backend.workers());
                    DCoreResult cores = backend.run(
                            new DCoreAlgorithm(),
                            graph,
                            new DCoreConfig(n - 1, Directions.of(Collections.nCopies(edges, direction), false, scope)),
                            memory)) {
                assertThat(numbers(cores.levels())).containsOnly(direction == 3 ? n - 1 : DCoreResult.NONE);
                assertThat(numbers(cores.in())).containsOnly(direction == 3 ? n - 1 : 0);
            }
        }
        check(EdgeList.of(0, 0), List.of(), 1, backend, "no vertices");
        check(EdgeList.of(3, 3), List.of(), 0, backend, "no edges");
    }
}
