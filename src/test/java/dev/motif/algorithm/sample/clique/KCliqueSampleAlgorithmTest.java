package dev.motif.algorithm.sample.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

public class KCliqueSampleAlgorithmTest extends KCliqueSampleContract {
    private static final SampleConfig CONFIG = new SampleConfig(0.95, 0.1, 0, 1);

    private final KCliqueSampleAlgorithm algorithm = new KCliqueSampleAlgorithm();

    /** A sparse graph with a dense corner, which has nearly all cliques. */
    public static EdgeList corner() {
        List<Edge> edges = new ArrayList<>(RandomGraphs.uniform(400, 0.03, 8).edges());
        for (Edge edge : RandomGraphs.uniform(45, 0.9, 9).edges()) {
            if (!edges.contains(edge)) {
                edges.add(edge);
            }
        }
        List<Integer> ids = EdgeList.permutation(400, 3);
        return new EdgeList(
                400,
                400,
                edges.stream()
                        .map(edge -> new Edge(ids.get(edge.left()), ids.get(edge.right())))
                        .map(edge -> new Edge(Math.min(edge.left(), edge.right()), Math.max(edge.left(), edge.right())))
                        .toList());
    }

    @Override
    List<SampledCount> sample(UnipartiteGraph graph, int minK, int maxK, SampleConfig config) {
        return sample(graph, minK, maxK, config, 1);
    }

    private List<SampledCount> sample(UnipartiteGraph graph, int minK, int maxK, SampleConfig config, int threads) {
        Execution execution = new Execution(memory, Workers.of(threads), new StageTimes());
        return algorithm
                .cpu(graph, new KCliqueSampleConfig(minK, maxK, config), execution)
                .counts();
    }

    @Test
    void smallNeighborhoodsAreCounted() {
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
                List<SampledCount> counts = sample(graph, 3, 8, CONFIG, 2);
                for (int k = 3; k <= 8; k++) {
                    double count = count(graph, k);
                    SampledCount found = counts.get(k - 3);
                    assertThat(found.lower()).isLessThanOrEqualTo(count * (1 + 1e-9));
                    if (found.isExact()) {
                        assertThat(found).isEqualTo(SampledCount.exact(count));
                    }
                }
            }
        }
    }

    @Test
    void estimatesDoNotDependOnThreads() {
        try (UnipartiteGraph graph = corner().toUnipartiteGraph(memory, Workers.of(1))) {
            List<SampledCount> one = sample(graph, 5, 7, CONFIG, 1);
            assertThat(sample(graph, 5, 7, CONFIG, 3)).isEqualTo(one);
            assertThat(sample(graph, 5, 7, CONFIG.withSeed(2), 1)).isNotEqualTo(one);
            assertThat(one).noneMatch(SampledCount::isExact).allMatch(SampledCount::reliable);
        }
    }

    @Test
    void noCliquesAreNone() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(100, 0.02, 1).toUnipartiteGraph(memory, Workers.of(2))) {
            assertThat(sample(graph, 6, 8, CONFIG, 2)).containsOnly(SampledCount.exact(0));
        }
    }

    @Test
    void timeoutEndsSampling() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(200, 0.8, 1).toUnipartiteGraph(memory, Workers.of(2))) {
            assertThatThrownBy(() -> sample(graph, 25, 25, new SampleConfig(0.95, 0.0001, 1, 1), 2))
                    .hasMessage("sampling was stopped by `timeoutMillis` before it could say anything");
        }
    }
}
