package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.MaximalBicliqueStreamAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.group.clique.FoundCliquesAlgorithm;
import dev.motif.algorithm.group.clique.FoundCliquesConfig;
import dev.motif.algorithm.group.clique.MaximalCliqueAlgorithm;
import dev.motif.algorithm.group.clique.MaximalCliqueConfig;
import dev.motif.algorithm.group.densest.BicliqueDensestAlgorithm;
import dev.motif.algorithm.group.densest.KCliqueDensestAlgorithm;
import dev.motif.algorithm.group.densest.KCliqueDensestConfig;
import dev.motif.algorithm.group.lockstep.LockstepAlgorithm;
import dev.motif.algorithm.group.lockstep.LockstepConfig;
import dev.motif.algorithm.group.lockstep.LockstepStreamAlgorithm;
import dev.motif.algorithm.group.near.NearBicliqueAlgorithm;
import dev.motif.algorithm.group.near.NearBicliqueConfig;
import dev.motif.algorithm.group.near.NearBicliqueStreamAlgorithm;
import dev.motif.algorithm.group.near.NearCliqueAlgorithm;
import dev.motif.algorithm.group.near.NearCliqueConfig;
import dev.motif.algorithm.group.near.NearCliqueStreamAlgorithm;
import dev.motif.algorithm.group.percolation.PercolationAlgorithm;
import dev.motif.algorithm.group.percolation.PercolationConfig;
import dev.motif.algorithm.group.rules.RuleAlgorithm;
import dev.motif.algorithm.group.rules.RuleConfig;
import dev.motif.algorithm.group.rules.RuleStreamAlgorithm;
import dev.motif.backend.StageClock;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.Times;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.BegunStages;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run has one deadline, whatever it consists of: where the time is over when one of its stages begins, be it the first or
 * the last one, this stage ends in an error.
 */
@LeavesNothing
class TimeLimitTest {
    /** A part of a run with a deadline of its own would go on for so long. */
    static final long HOUR = 3_600_000;

    private static final List<EdgeList> BIPARTITE =
            AlgorithmCases.graphs(BipartiteGraph.class).subList(1, 2);

    /** Has so many cliques that the largest without overlaps take several searches. */
    private static final List<EdgeList> UNIPARTITE =
            AlgorithmCases.graphs(UnipartiteGraph.class).subList(1, 2);

    /** Times of edges, which stay as long as the tests run. */
    private static final TimeWindow WINDOW = new TimeWindow(
            100, Times.single(BIPARTITE.get(0).edges().size(), 1000, 1, new NativeMemory(Long.MAX_VALUE)));

    private final NativeMemory memory = new NativeMemory(1L << 32);

    static Stream<AlgorithmCase<?, ?, ?>> limited() {
        return Stream.concat(
                limitedOfTheProduct(), MoreCases.<AlgorithmCase<?, ?, ?>>of("TimeLimitTest", AlgorithmCase.class));
    }

    private static Stream<AlgorithmCase<?, ?, ?>> limitedOfTheProduct() {
        MaximalCliqueConfig cliques = new MaximalCliqueConfig(2, Integer.MAX_VALUE, false, HOUR);
        MaximalBicliqueConfig bicliques = MaximalBicliqueConfig.TOTALS.withTimeoutMillis(HOUR);
        NearCliqueConfig nearCliques = new NearCliqueConfig(1, 4, HOUR, Long.MAX_VALUE);
        NearBicliqueConfig near = new NearBicliqueConfig(1, 4, 4, HOUR, Long.MAX_VALUE);
        RuleConfig rules = new RuleConfig(Side.RIGHT, 0, 1, 0.5, 12, HOUR, Long.MAX_VALUE);
        LockstepConfig lockstep = new LockstepConfig(WINDOW, 2, 2, HOUR, Long.MAX_VALUE);
        return Stream.concat(
                Stream.of(
                        new AlgorithmCase<>(new MaximalCliqueAlgorithm(), cliques),
                        new AlgorithmCase<>(new MaximalCliqueAlgorithm(), cliques.forEachVertex()),
                        new AlgorithmCase<>(
                                new FoundCliquesAlgorithm(),
                                new FoundCliquesConfig(cliques, GroupChoice.all(Long.MAX_VALUE))),
                        new AlgorithmCase<>(
                                new FoundCliquesAlgorithm(), new FoundCliquesConfig(cliques, GroupChoice.top(9))),
                        new AlgorithmCase<>(
                                new FoundCliquesAlgorithm(),
                                new FoundCliquesConfig(cliques, GroupChoice.top(1500, 0.2)),
                                UNIPARTITE),
                        new AlgorithmCase<>(new PercolationAlgorithm(), new PercolationConfig(2, HOUR, false)),
                        new AlgorithmCase<>(new PercolationAlgorithm(), new PercolationConfig(3, HOUR, true)),
                        new AlgorithmCase<>(new PercolationAlgorithm(), new PercolationConfig(4, HOUR, true)),
                        new AlgorithmCase<>(new NearCliqueAlgorithm(), nearCliques),
                        new AlgorithmCase<>(new NearCliqueStreamAlgorithm(), nearCliques),
                        new AlgorithmCase<>(new KCliqueDensestAlgorithm(), new KCliqueDensestConfig(2, HOUR)),
                        new AlgorithmCase<>(new KCliqueDensestAlgorithm(), new KCliqueDensestConfig(4, HOUR)),
                        new AlgorithmCase<>(new NearBicliqueAlgorithm(), near),
                        new AlgorithmCase<>(new NearBicliqueStreamAlgorithm(), near),
                        new AlgorithmCase<>(new RuleAlgorithm(), rules),
                        new AlgorithmCase<>(new RuleStreamAlgorithm(), rules),
                        new AlgorithmCase<>(new LockstepAlgorithm(), lockstep, BIPARTITE),
                        new AlgorithmCase<>(new LockstepStreamAlgorithm(), lockstep, BIPARTITE),
                        new AlgorithmCase<>(new MaximalBicliqueAlgorithm(), bicliques),
                        new AlgorithmCase<>(
                                new MaximalBicliqueStreamAlgorithm(),
                                new MaximalBicliqueStreamConfig(bicliques, Long.MAX_VALUE)),
                        new AlgorithmCase<>(
                                new BicliqueDensestAlgorithm(),
                                BicliqueConfig.of(2, 2, BicliqueConfig.Result.VERTEX)
                                        .withTimeoutMillis(HOUR))),
                Stream.concat(
                        Stream.of(BicliqueConfig.Result.TOTAL, BicliqueConfig.Result.VERTEX, BicliqueConfig.Result.EDGE)
                                .map(result -> new AlgorithmCase<>(
                                        new BicliqueAlgorithm(),
                                        BicliqueConfig.of(3, 3, result).withTimeoutMillis(HOUR))),
                        Stream.of(
                                        KCliqueConfig.total(3, 3),
                                        KCliqueConfig.total(5, 5),
                                        KCliqueConfig.of(4, KCliqueConfig.Result.VERTEX),
                                        KCliqueConfig.of(4, KCliqueConfig.Result.EDGE))
                                .map(config ->
                                        new AlgorithmCase<>(new KCliqueAlgorithm(), config.withTimeoutMillis(HOUR)))));
    }

    @ParameterizedTest
    @MethodSource("limited")
    void stageThatBeginsTooLateEndsTheRun(AlgorithmCase<?, ?, ?> run) {
        BegunStages begun = new BegunStages();
        runIn(run, begun, new StageClock(Integer.MAX_VALUE));
        assertThat(begun.names()).isNotEmpty();
        for (int inTime = 0; inTime < begun.names().size(); inTime++) {
            StageClock clock = new StageClock(inTime);
            assertThatThrownBy(() -> runIn(run, clock, clock))
                    .as("too late for %s", begun.names().get(inTime))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("the search was stopped by `timeoutMillis: 1000`");
            assertThat(memory.liveBytes()).isZero();
        }
    }

    private void runIn(AlgorithmCase<?, ?, ?> run, Progress progress, StageClock clock) {
        try (Graph graph = run.graph(run.graphs().get(0), memory)) {
            run.run(
                    graph,
                    new Execution(
                            memory, new Workers(2, Cancellation.NEVER, progress), new StageTimes(), clock.deadline()),
                    null);
        }
    }
}
