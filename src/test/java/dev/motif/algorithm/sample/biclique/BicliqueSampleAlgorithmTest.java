package dev.motif.algorithm.sample.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.sample.estimate.Coverage;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@LeavesNothing
public class BicliqueSampleAlgorithmTest {
    private static final SampleConfig CONFIG = new SampleConfig(0.95, 0.1, 0, 1);

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final BicliqueSampleAlgorithm algorithm = new BicliqueSampleAlgorithm();

    /** A sparse graph with a dense corner, which has nearly all bicliques. */
    public static EdgeList corner() {
        List<Edge> edges =
                new ArrayList<>(RandomGraphs.bipartite(4, 300, 300, 3000, 1).edges());
        for (int left = 10; left < 32; left++) {
            for (int right = 200; right < 225; right++) {
                Edge edge = new Edge(left, right);
                if ((left * 7 + right * 13) % 10 != 0 && !edges.contains(edge)) {
                    edges.add(edge);
                }
            }
        }
        return new EdgeList(300, 300, edges);
    }

    private List<SampledCount> sample(BipartiteGraph graph, BicliqueSampleConfig config, int threads) {
        return algorithm
                .cpu(graph, config, new Execution(memory, Workers.of(threads), new StageTimes()))
                .counts();
    }

    private double count(BipartiteGraph graph, int p, int q) {
        Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
        try (BicliqueResult result = new BicliqueAlgorithm().cpu(graph, BicliqueConfig.total(p, q), execution)) {
            return result.total().doubleValue();
        }
    }

    @Test
    void tablesAreNearTheCounts() {
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            try (BipartiteGraph graph = RandomGraphs.bipartite(seed).toGraph(memory, Workers.of(1))) {
                Side side = seed % 3 == 0 ? null : Side.values()[seed % 2];
                BicliqueSampleConfig config = new BicliqueSampleConfig(4, 4, true, side, CONFIG.withSeed(seed));
                List<SampledCount> counts = sample(graph, config, 2);
                assertThat(counts).hasSize(16);
                for (int i = 0; i < 16; i++) {
                    double count = count(graph, i / 4 + 1, i % 4 + 1);
                    // Five times the error that 95 % stay below.
                    assertThat(counts.get(i).estimate())
                            .as("seed %d, size %d", seed, i)
                            .isCloseTo(count, within(0.5 * count));
                    if (counts.get(i).isExact()) {
                        assertThat(counts.get(i).estimate()).isCloseTo(count, within(1e-9 * count));
                    }
                }
            }
        }
    }

    @Test
    void intervalsHoldTheCount() {
        List<EdgeList> graphs = List.of(
                RandomGraphs.bipartite(1, 60, 50, 900, 1),
                RandomGraphs.bipartite(2, 200, 100, 3000, 2),
                RandomGraphs.bipartite(3, 40, 300, 3000, 1.5),
                corner());
        for (int i = 0; i < graphs.size(); i++) {
            try (BipartiteGraph graph = graphs.get(i).toGraph(memory, Workers.of(1))) {
                int p = i == 3 ? 6 : 3;
                BicliqueSampleConfig size = new BicliqueSampleConfig(p, 4, false, null, CONFIG);
                Coverage.assertHolds("graph " + i, count(graph, p, 4), config -> sample(
                                graph, new BicliqueSampleConfig(size.p(), size.q(), false, null, config), 1)
                        .get(0));
            }
        }
    }

    @Test
    void countsBeyondTheLargestDoubleAreAnError() {
        List<Edge> edges = new ArrayList<>();
        for (int right = 0; right < 3000; right++) {
            edges.add(new Edge(0, right));
            edges.add(new Edge(1, right));
            edges.add(new Edge(2, right));
        }
        try (BipartiteGraph graph = new EdgeList(3, 3000, edges).toGraph(memory, Workers.of(1))) {
            for (int p = 1; p <= 3; p++) {
                BicliqueSampleConfig config = new BicliqueSampleConfig(p, 256, false, Side.LEFT, CONFIG);
                assertThatThrownBy(() -> sample(graph, config, 2))
                        .isInstanceOf(ArithmeticException.class)
                        .hasMessageStartingWith("the count is beyond");
            }
        }
    }

    @Test
    void estimatesDoNotDependOnThreads() {
        try (BipartiteGraph graph = corner().toGraph(memory, Workers.of(1))) {
            BicliqueSampleConfig config = new BicliqueSampleConfig(4, 4, true, null, CONFIG);
            assertThat(sample(graph, config, 3)).isEqualTo(sample(graph, config, 1));
        }
    }

    @Test
    void timeoutEndsSampling() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(7, 300, 300, 60_000, 1).toGraph(memory, Workers.of(2))) {
            BicliqueSampleConfig soon =
                    new BicliqueSampleConfig(9, 9, false, null, new SampleConfig(0.95, 0.0001, 1, 1));
            assertThatThrownBy(() -> sample(graph, soon, 2))
                    .hasMessage("sampling was stopped by `timeoutMillis` before it could say anything");
        }
    }
}
