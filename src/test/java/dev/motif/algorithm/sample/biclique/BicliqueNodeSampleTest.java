package dev.motif.algorithm.sample.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SampledSides;
import dev.motif.algorithm.sample.estimate.VertexSamples;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests estimates of the bicliques of each node. */
@LeavesNothing
class BicliqueNodeSampleTest {
    private static final SampleConfig CONFIG = new SampleConfig(0.95, 0.05, 0, 1);

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final BicliqueNodeSampleAlgorithm algorithm = new BicliqueNodeSampleAlgorithm();

    private Execution execution(NativeMemory own) {
        return new Execution(own, Workers.of(2), new StageTimes());
    }

    private BicliqueResult count(BipartiteGraph graph, int p, int q) {
        return new BicliqueAlgorithm()
                .cpu(graph, BicliqueConfig.of(p, q, BicliqueConfig.Result.VERTEX), execution(memory));
    }

    private SampledSides sample(BipartiteGraph graph, int p, int q, Side side, SampleConfig config) {
        return algorithm.cpu(graph, new BicliqueSampleConfig(p, q, false, side, config), execution(memory));
    }

    /** Of graphs that would need 8 GiB. */
    @Test
    void numbersBeyondIntsAreRightOrAnError() {
        int most = Integer.MAX_VALUE;
        assertThat(Side.LEFT.number(most, 7)).isEqualTo(7);
        assertThat(Side.RIGHT.number(most, most - 1)).isEqualTo(2L * most - 1);
        for (long vertices : new long[] {most, 1L << 31, 1L << 32}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new VertexSamples(vertices, CONFIG, memory))
                    .withMessage("estimates of nodes can be made of fewer than 2^31 - 1 nodes, got " + vertices);
        }
        assertThat(BicliqueSampler.mostNodes(2048, 1000)).isEqualTo(2048);
        assertThat(BicliqueSampler.mostNodes(2048, 1 << 25)).isEqualTo(61);
    }

    @Test
    void smallGraphsAreNearTheCounts() {
        for (int seed = 0; seed < 20; seed++) {
            try (BipartiteGraph graph = RandomGraphs.bipartite(seed).toGraph(memory, Workers.of(1))) {
                for (int p = 1; p <= 4; p++) {
                    int q = 1 + (seed + p) % 4;
                    try (BicliqueResult counts = count(graph, p, q);
                            SampledSides found = sample(graph, p, q, Side.values()[seed % 2], CONFIG)) {
                        for (Side side : Side.values()) {
                            OffHeapSums exact = side == Side.LEFT ? counts.left() : counts.right();
                            int vertices = side == Side.LEFT ? graph.leftCount() : graph.rightCount();
                            for (int v = 0; v < vertices; v++) {
                                double count = exact.get(v).doubleValue();
                                if (p == 1 || q == 1) {
                                    assertThat(found.count(side, v)).isEqualTo(SampledCount.exact(count));
                                }
                                assertThat(found.count(side, v).estimate())
                                        .as("seed %d, size (%d,%d), %s %d", seed, p, q, side, v)
                                        .isCloseTo(count, within(0.5 * count + 1e-9));
                            }
                        }
                    }
                }
            }
        }
    }

    /** Nodes of one run are not independent, so that fewer than 95 % of the intervals may hold the counts of one. */
    @Test
    void intervalsHoldTheCountsOfNodes() {
        List<EdgeList> graphs = List.of(
                RandomGraphs.bipartite(1, 60, 50, 900, 1),
                RandomGraphs.bipartite(2, 200, 100, 3000, 2),
                BicliqueSampleAlgorithmTest.corner());
        int held = 0;
        int all = 0;
        for (int i = 0; i < graphs.size(); i++) {
            int p = i == 2 ? 6 : 3;
            try (BipartiteGraph graph = graphs.get(i).toGraph(memory, Workers.of(1));
                    BicliqueResult counts = count(graph, p, 4)) {
                double total = counts.total().doubleValue();
                for (int seed = 0; seed < 5; seed++) {
                    try (SampledSides found = sample(graph, p, 4, null, CONFIG.withSeed(seed))) {
                        for (Side side : Side.values()) {
                            OffHeapSums exact = side == Side.LEFT ? counts.left() : counts.right();
                            int vertices = side == Side.LEFT ? graph.leftCount() : graph.rightCount();
                            double sum = 0;
                            for (int v = 0; v < vertices; v++) {
                                SampledCount one = found.count(side, v);
                                double count = exact.get(v).doubleValue();
                                sum += one.estimate();
                                if (one.reliable() && !one.isExact()) {
                                    all++;
                                    double rounding = 1e-9 * count;
                                    held += one.lower() <= count + rounding && count <= one.upper() + rounding ? 1 : 0;
                                }
                            }
                            double ofSide = (side == Side.LEFT ? p : 4) * total;
                            assertThat(sum).isCloseTo(ofSide, within(0.15 * ofSide));
                        }
                    }
                }
            }
        }
        System.out.printf("nodes: %.1f %% of %d held%n", 100.0 * held / all, all);
        assertThat(all).isGreaterThan(500);
        assertThat(held / (double) all).isGreaterThan(0.9);
    }

    @Test
    void nodesOutOfTheCoreHaveNone() {
        try (BipartiteGraph graph = RandomGraphs.bipartite(1, 50, 50, 60, 1).toGraph(memory, Workers.of(1));
                SampledSides found = sample(graph, 4, 4, null, CONFIG)) {
            assertThat(found.count(Side.LEFT, 0)).isEqualTo(SampledCount.exact(0));
            assertThat(found.count(Side.RIGHT, 0)).isEqualTo(SampledCount.exact(0));
        }
    }
}
