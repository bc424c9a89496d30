package dev.motif.algorithm.sample.butterfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SampledSides;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests estimates of the butterflies of each node. */
@LeavesNothing
class ButterflyNodeSampleTest {
    private static final ButterflyConfig BY_VERTEX = new ButterflyConfig(true, false);

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final ButterflyNodeSampleAlgorithm algorithm = new ButterflyNodeSampleAlgorithm();

    private static Execution execution(NativeMemory own) {
        return new Execution(own, Workers.of(2), new StageTimes());
    }

    /** With more wedges than are counted; the middles are on the left of one of them, on the right of the other. */
    private static List<EdgeList> large() {
        return List.of(
                RandomGraphs.bipartite(6, 3000, 3000, 600_000, 2), RandomGraphs.bipartite(7, 400, 6000, 500_000, 1));
    }

    private ButterflyResult count(BipartiteGraph graph) {
        return new ButterflyAlgorithm().cpu(graph, BY_VERTEX, execution(memory));
    }

    @Test
    void graphsWithFewWedgesAreCounted() {
        for (int seed = 0; seed < 10; seed++) {
            try (BipartiteGraph graph = RandomGraphs.bipartite(seed).toGraph(memory, Workers.of(1));
                    ButterflyResult counts = count(graph);
                    SampledSides found = algorithm.cpu(graph, SampleConfig.DEFAULT, execution(memory))) {
                for (int v = 0; v < graph.leftCount(); v++) {
                    assertThat(found.count(Side.LEFT, v))
                            .isEqualTo(SampledCount.exact(counts.left().get(v)));
                }
                for (int v = 0; v < graph.rightCount(); v++) {
                    assertThat(found.count(Side.RIGHT, v))
                            .isEqualTo(SampledCount.exact(counts.right().get(v)));
                }
            }
        }
    }

    /** Nodes of one run are not independent, so that fewer than 95 % of the intervals may hold the counts of one. */
    @Test
    void intervalsHoldTheCountsOfNodes() {
        int held = 0;
        int all = 0;
        for (EdgeList list : large()) {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2));
                    ButterflyResult counts = count(graph);
                    SampledSides found = algorithm.cpu(graph, new SampleConfig(0.95, 0.2, 0, 1), execution(memory))) {
                double ofSide = 2 * counts.total().doubleValue();
                for (Side side : Side.values()) {
                    OffHeapLongs exact = side == Side.LEFT ? counts.left() : counts.right();
                    double sum = 0;
                    for (int v = 0; v < exact.length(); v++) {
                        SampledCount one = found.count(side, v);
                        sum += one.estimate();
                        if (one.reliable()) {
                            all++;
                            held += one.lower() <= exact.get(v) && exact.get(v) <= one.upper() ? 1 : 0;
                        }
                    }
                    assertThat(sum).as("%s", side).isCloseTo(ofSide, within(0.1 * ofSide));
                }
            }
        }
        System.out.printf("nodes: %.1f %% of %d held%n", 100.0 * held / all, all);
        assertThat(all).isGreaterThan(500);
        assertThat(held / (double) all).isGreaterThan(0.9);
    }
}
