package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.group.biclique.MaximumBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.Backend;
import dev.motif.backend.IsolatedRuns;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.generate.Generators;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.process.WorkerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every algorithm with a GPU version in another process, on the CPU; what is done there and how it gets there is the same on a GPU. */
@LeavesNothing
class IsolatedRunTest {
    private static final WorkerProcess PROCESS = new WorkerProcess(256L << 20, 256L << 20);

    private final NativeMemory memory = new NativeMemory(1L << 30);

    @AfterAll
    static void end() {
        PROCESS.close();
    }

    private Execution execution() {
        return new Execution(memory, Workers.of(1), new StageTimes());
    }

    private BipartiteGraph bipartite() {
        return RandomGraphs.bipartite(1, 300, 200, 3000, 1).toGraph(memory, Workers.of(1));
    }

    private UnipartiteGraph unipartite() {
        return (UnipartiteGraph) Generators.parse("gnm,n=300,edges=5000,seed=1")
                .build(memory, Workers.of(1))
                .graph();
    }

    static Stream<AlgorithmCase<?, ?, ?>> cases() {
        return AlgorithmCases.countsOnGpu();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void resultIsThatOfARunHere(AlgorithmCase<?, ?, ?> run) throws Exception {
        try (Graph graph = run.algorithm().graphType() == BipartiteGraph.class ? bipartite() : unipartite()) {
            run.compareWithIsolated(PROCESS, graph, execution(), null);
        }
    }

    @Test
    void largestBicliquesAreThoseOfARunHere() {
        MaximumBicliqueConfig config =
                new MaximumBicliqueConfig(MaximalBicliqueConfig.TOTALS, GroupChoice.top(20), BicliqueSize.BALANCED);
        MaximumBicliqueAlgorithm algorithm = new MaximumBicliqueAlgorithm();
        try (BipartiteGraph graph = bipartite();
                FoundGroups<Biclique> here = algorithm.cpu(graph, config, execution());
                FoundGroups<Biclique> there =
                        IsolatedRuns.run(algorithm, config, Backend.CPU, PROCESS, graph, execution())) {
            List<Biclique> expected = new ArrayList<>();
            here.forEachRemaining(expected::add);
            List<Biclique> found = new ArrayList<>();
            there.forEachRemaining(found::add);
            assertThat(found).hasSize(20).usingRecursiveComparison().isEqualTo(expected);
        }
    }

    @Test
    void numbersOfEdgesReferToTheGraphHere() {
        CommonNeighborsConfig config = CommonNeighborsConfig.oriented(true).inBothDirections();
        try (UnipartiteGraph graph = unipartite();
                CommonNeighborsResult there = IsolatedRuns.run(
                        new CommonNeighborsAlgorithm(), config, Backend.CPU, PROCESS, graph, execution())) {
            assertThat(there.numbers()).hasFieldOrPropertyWithValue("rows", graph.adjacency());
        }
    }

    @Test
    void timesOfTheStagesComeBackAndTheWayCountsAsTransfer() throws Exception {
        StageTimes times = new StageTimes();
        try (BipartiteGraph graph = bipartite()) {
            IsolatedRuns.run(
                            new ButterflyAlgorithm(),
                            ButterflyConfig.TOTAL,
                            Backend.CPU,
                            PROCESS,
                            graph,
                            new Execution(memory, Workers.of(1), times))
                    .close();
        }
        assertThat(times.exactMillis(Stage.COMPUTE)).isPositive();
        assertThat(times.exactMillis(Stage.TRANSFER)).isPositive();
    }

    @Test
    void errorsOfTheChoiceComeBack() {
        try (BipartiteGraph graph = bipartite()) {
            System.setProperty("motif.gpu", "off");
            try (WorkerProcess withoutGpu = new WorkerProcess(64L << 20, 64L << 20)) {
                assertThatThrownBy(() -> IsolatedRuns.run(
                                new ButterflyAlgorithm(),
                                ButterflyConfig.TOTAL,
                                Backend.GPU,
                                withoutGpu,
                                graph,
                                execution()))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("switched off by -Dmotif.gpu=off");
            } finally {
                System.clearProperty("motif.gpu");
            }
        }
    }
}
