package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.densest.DensestAlgorithm;
import dev.motif.algorithm.biclique.list.BicliqueListAlgorithm;
import dev.motif.algorithm.biclique.list.BicliqueListConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.butterfly.cohesion.CohesionAlgorithm;
import dev.motif.algorithm.butterfly.cohesion.CohesionConfig;
import dev.motif.algorithm.kclique.KCliqueAlgorithm;
import dev.motif.algorithm.kclique.list.KCliqueListAlgorithm;
import dev.motif.algorithm.kclique.list.KCliqueListConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Parallelization;
import dev.motif.algorithm.maximal.MaximalBicliqueStreamAlgorithm;
import dev.motif.algorithm.maximal.MaximumBicliqueAlgorithm;
import dev.motif.algorithm.maximal.model.BicliqueSize;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig;
import dev.motif.algorithm.maximal.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.maximal.model.MaximumBicliqueConfig;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.BegunStages;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the stages which an algorithm announces are those that a run begins, in their order, for all
 * configurations.
 */
class AnnouncedStagesTest {
    private final NativeMemory memory = new NativeMemory(1L << 28);

    static Stream<AlgorithmCase<?, ?, ?>> cases() {
        MaximalBicliqueConfig maximal = MaximalBicliqueConfig.TOTALS;
        return Stream.concat(
                // DensestAlgorithm announces nothing, since the number of its rounds is not known before.
                AlgorithmCase.all().filter(run -> !(run.algorithm() instanceof DensestAlgorithm)),
                Stream.of(
                        new AlgorithmCase<>(new CohesionAlgorithm(), CohesionConfig.ALL),
                        new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(1, 3, Result.EDGE)),
                        new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(1, 3, Result.TABLE)),
                        new AlgorithmCase<>(
                                new MaximalBicliqueStreamAlgorithm(), new MaximalBicliqueStreamConfig(maximal, 1)),
                        new AlgorithmCase<>(
                                new MaximumBicliqueAlgorithm(),
                                new MaximumBicliqueConfig(maximal, 1, BicliqueSize.EDGES)),
                        new AlgorithmCase<>(new BicliqueListAlgorithm(), new BicliqueListConfig(2, 3)),
                        new AlgorithmCase<>(new BicliqueListAlgorithm(), new BicliqueListConfig(0, 3)),
                        new AlgorithmCase<>(new KCliqueListAlgorithm(), new KCliqueListConfig(3)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(), KCliqueConfig.all().with(Orientation.DEGREE)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(), KCliqueConfig.all().with(Parallelization.EDGE))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void allOfThemComeInTheirOrder(AlgorithmCase<?, ?, ?> run) throws Exception {
        String spec = run.algorithm().graphType() == BipartiteGraph.class
                ? "uniform,left=40,right=30,edges=300,seed=1"
                : "gnm,n=50,edges=300,seed=1";
        BegunStages begun = new BegunStages();
        Workers workers = new Workers(2, Cancellation.NEVER, begun);
        try (LoadedGraph graph = Generators.parse(spec).build(memory, Workers.of(1))) {
            run.run(graph.graph(), new Execution(memory, workers, new StageTimes()));
            assertThat(run.stages(graph.graph())).isNotEmpty();
            assertThat(begun.names()).containsSubsequence(run.stages(graph.graph()));
        }
        assertThat(memory.liveBytes()).isZero();
    }
}
