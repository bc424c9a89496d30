package dev.motif.algorithm.level.wing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.wedge.WedgeCounter;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import org.junit.jupiter.api.Test;

/** Checks the bound on the wedges of a graph, by which wing numbers reserve device memory. */
@LeavesNothing
class WingWedgesTest {
    private final NativeMemory memory = new NativeMemory(1L << 28);
    private final Workers workers = Workers.of(2);

    @Test
    void boundIsNotBelowTheWedgesThatAreWalked() {
        for (long seed = 0; seed < Seeds.atMost(50); seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            assertThat(bound(list)).as("seed %d: %s", seed, list).isGreaterThanOrEqualTo(walked(list));
        }
    }

    @Test
    void boundOfACompleteGraphIsWhatTheDegreesSay() {
        assertThat(bound(TestGraphs.complete(7, 4))).isEqualTo(28 * (4 - 1));
        assertThat(bound(TestGraphs.star(9))).isZero();
        assertThat(bound(TestGraphs.edgeless(3, 5))).isZero();
    }

    private long bound(EdgeList list) {
        try (BipartiteGraph graph = list.toGraph(memory, workers)) {
            return WingGpu.largestWedges(graph, workers);
        }
    }

    private long walked(EdgeList list) {
        try (BipartiteGraph graph = list.toGraph(memory, workers);
                OffHeapScope scope = new OffHeapScope(memory)) {
            RankedGraph ranked = scope.own(RankedGraph.of(graph, memory, workers));
            WedgeCounter counter = new WedgeCounter(ranked.adjacency(), new Steps(Cancellation.NEVER), scope);
            long wedges = 0;
            for (int u = 0; u < ranked.adjacency().vertexCount(); u++) {
                long ends = counter.walkToFirst(u);
                for (long i = 0; i < ends; i++) {
                    wedges += counter.common(counter.end(i));
                }
                counter.clear();
            }
            return wedges;
        }
    }
}
