package dev.motif.bench.baseline.butterfly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.ButterflyOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests claims of docs/research/gbfc.md about the published edge direction. */
@LeavesNothing
class PublishedDirectionTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    private PublishedDirection count(EdgeList list) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            return PublishedDirection.count(graph, new Execution(memory, Workers.of(1), new StageTimes()));
        }
    }

    private static long exact(EdgeList list) {
        return new ButterflyOracle(list).total().longValueExact();
    }

    /** A part of K(3,3): edge {@code i} is there when bit {@code i} is set. */
    private static EdgeList ofThreeByThree(int bits) {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            if ((bits >> i & 1) != 0) {
                edges.add(new Edge(i / 3, i % 3));
            }
        }
        return new EdgeList(3, 3, edges);
    }

    @Test
    void completeGraphOfThreeByThreeLosesAThird() {
        assertThat(count(TestGraphs.complete(3, 3)).butterflies()).isEqualTo(6);
        assertThat(exact(TestGraphs.complete(3, 3))).isEqualTo(9);
    }

    /** Whichever edge is missing: all numberings of the smallest graph that loses butterflies with every choice. */
    @Test
    void eightEdgesLoseOneOfFiveHoweverTheyAreNumbered() {
        for (int missing = 0; missing < 9; missing++) {
            EdgeList list = ofThreeByThree(0x1FF & ~(1 << missing));
            assertThat(exact(list)).isEqualTo(5);
            assertThat(count(list).butterflies()).as("without edge %d", missing).isEqualTo(4);
        }
    }

    @Test
    void sevenEdgesLoseOneOfThreeWhenTheLeftSideGoesFirst() {
        EdgeList list = EdgeList.of(3, 3, 0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 2, 0, 2, 1);
        assertThat(exact(list)).isEqualTo(3);
        assertThat(count(list).butterflies()).isEqualTo(2);
        assertThat(count(list.transposed()).butterflies()).isEqualTo(3);
    }

    @Test
    void sixEdgesLoseNothing() {
        for (int bits = 0; bits < 1 << 9; bits++) {
            if (Integer.bitCount(bits) <= 6) {
                EdgeList list = ofThreeByThree(bits);
                assertThat(count(list).butterflies()).as("%s", list).isEqualTo(exact(list));
            }
        }
    }

    @Test
    void noGraphHasFewerButterfliesThanAreCounted() {
        for (int seed = 0; seed < Seeds.atMost(40); seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            assertThat(count(list).butterflies()).as("seed %d", seed).isNotNegative();
            assertThat(count(list).butterflies().longValueExact())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(exact(list));
        }
    }

    /** The graph of Figure 7 of the paper, which says that 23 wedges become 8. */
    @Test
    void wedgesOfTheExampleAreThoseOfThePaper() {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            edges.add(new Edge(0, i));
            edges.add(new Edge(i + 1, i));
            edges.add(new Edge(i + 1, 6));
        }
        for (int u = 7; u <= 8; u++) {
            edges.add(new Edge(u, 7));
            edges.add(new Edge(u, 8));
        }
        EdgeList list = new EdgeList(9, 9, edges);
        assertThat(count(list).wedges()).isEqualTo(8);
        assertThat(count(list).butterflies()).isEqualTo(1);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            assertThat(Wedges.withoutDirection(graph)).isEqualTo(23);
            // Six from each of the two hubs, and two that make the butterfly.
            assertThat(Wedges.withDirection(graph, memory, Workers.of(2))).isEqualTo(14);
        }
    }
}
