package dev.motif.algorithm.sample.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
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

/** Tests estimates of the cliques of each node. */
@LeavesNothing
class KCliqueNodeSampleTest {
    private static final SampleConfig CONFIG = new SampleConfig(0.95, 0.05, 0, 1);

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final KCliqueNodeSampleAlgorithm algorithm = new KCliqueNodeSampleAlgorithm();

    private Execution execution(NativeMemory own) {
        return new Execution(own, Workers.of(2), new StageTimes());
    }

    private KCliqueResult count(UnipartiteGraph graph, int k) {
        return new KCliqueAlgorithm().cpu(graph, KCliqueConfig.of(k, KCliqueConfig.Result.VERTEX), execution(memory));
    }

    @Test
    void whatAllNodesOfALevelHoldIsExact() {
        for (long seed = 0; seed < 10; seed++) {
            try (UnipartiteGraph graph = RandomGraphs.unipartite(seed).toUnipartiteGraph(memory, Workers.of(1))) {
                for (int k = 3; k <= 5; k++) {
                    try (KCliqueResult counts = count(graph, k);
                            KCliqueNodeSampleAlgorithm.Result found =
                                    algorithm.cpu(graph, new KCliqueSampleConfig(k, k, CONFIG), execution(memory))) {
                        for (int v = 0; v < graph.vertexCount(); v++) {
                            double count = counts.vertices().get(v).doubleValue();
                            assertThat(found.count(v).estimate())
                                    .as("seed %d, k %d, node %d", seed, k, v)
                                    .isCloseTo(count, within(0.2 * count + 1e-9));
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
                RandomGraphs.uniform(80, 0.5, 1),
                RandomGraphs.uniform(150, 0.3, 3),
                KCliqueSampleAlgorithmTest.corner());
        int held = 0;
        int all = 0;
        for (int i = 0; i < graphs.size(); i++) {
            int k = i == 2 ? 9 : 6;
            try (UnipartiteGraph graph = graphs.get(i).toUnipartiteGraph(memory, Workers.of(1));
                    KCliqueResult counts = count(graph, k)) {
                for (int seed = 0; seed < 5; seed++) {
                    KCliqueSampleConfig config = new KCliqueSampleConfig(k, k, CONFIG.withSeed(seed));
                    try (KCliqueNodeSampleAlgorithm.Result found = algorithm.cpu(graph, config, execution(memory))) {
                        double sum = 0;
                        for (int v = 0; v < graph.vertexCount(); v++) {
                            SampledCount one = found.count(v);
                            double count = counts.vertices().get(v).doubleValue();
                            sum += one.estimate();
                            if (one.reliable()) {
                                all++;
                                double rounding = 1e-9 * count;
                                held += one.lower() <= count + rounding && count <= one.upper() + rounding ? 1 : 0;
                            }
                        }
                        double total = k * counts.count(k).doubleValue();
                        assertThat(sum).isCloseTo(total, within(0.15 * total));
                    }
                }
            }
        }
        System.out.printf("nodes: %.1f %% of %d held%n", 100.0 * held / all, all);
        assertThat(all).isGreaterThan(500);
        assertThat(held / (double) all).isGreaterThan(0.9);
    }

    @Test
    void nodesWithoutCliquesHaveNone() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(50, 0.05, 1).toUnipartiteGraph(memory, Workers.of(1));
                KCliqueNodeSampleAlgorithm.Result found =
                        algorithm.cpu(graph, new KCliqueSampleConfig(6, 6, CONFIG), execution(memory))) {
            assertThat(found.count(0)).isEqualTo(SampledCount.exact(0));
        }
    }
}
