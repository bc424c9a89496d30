package dev.motif.algorithm.sample.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.sample.estimate.Coverage;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests estimates of cliques, which are the same in kind on every backend. */
@LeavesNothing
abstract class KCliqueSampleContract {
    final NativeMemory memory = new NativeMemory(1L << 30);

    /** The estimates of one thread, where there are threads. */
    abstract List<SampledCount> sample(UnipartiteGraph graph, int minK, int maxK, SampleConfig config);

    final double count(UnipartiteGraph graph, int k) {
        Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
        try (KCliqueResult result =
                new KCliqueAlgorithm().cpu(graph, KCliqueConfig.of(k, KCliqueConfig.Result.TOTAL), execution)) {
            return result.count(k).doubleValue();
        }
    }

    @Test
    void intervalsHoldTheCount() {
        List<EdgeList> graphs = List.of(
                RandomGraphs.uniform(80, 0.5, 1),
                RandomGraphs.uniform(70, 0.7, 2),
                RandomGraphs.uniform(150, 0.3, 3),
                KCliqueSampleAlgorithmTest.corner());
        for (int i = 0; i < graphs.size(); i++) {
            try (UnipartiteGraph graph = graphs.get(i).toUnipartiteGraph(memory, Workers.of(1))) {
                int k = i == 3 ? 9 : 5;
                Coverage.assertHolds("graph " + i, count(graph, k), config -> sample(graph, k, k, config)
                        .get(0));
            }
        }
    }

    /** Cliques are found by each order of their vertices, each of which counts for its part. */
    @Test
    void theMeanOfManySeedsIsTheCount() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(60, 0.7, 2).toUnipartiteGraph(memory, Workers.of(1))) {
            Coverage.assertMeanIs("7-cliques", count(graph, 7), config -> sample(graph, 7, 7, config)
                    .get(0));
        }
    }

    @Test
    void largeCliquesOfDenseGraphsAreNear() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(120, 0.6, 1).toUnipartiteGraph(memory, Workers.of(2))) {
            List<SampledCount> counts = sample(graph, 3, 10, new SampleConfig(0.99, 0.05, 0, 4));
            for (int k = 3; k <= 10; k++) {
                double count = count(graph, k);
                assertThat(counts.get(k - 3).estimate()).isCloseTo(count, within(0.1 * count));
            }
        }
    }
}
