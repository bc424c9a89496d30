package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.group.biclique.Searches;
import dev.motif.algorithm.group.lockstep.LockstepAlgorithm;
import dev.motif.algorithm.group.lockstep.LockstepConfig;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.backend.Algorithm;
import dev.motif.backend.StageClock;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.Times;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.VisibleStop;
import dev.motif.parallel.Workers;
import dev.motif.timing.Slow;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that would take far too long end when they are canceled, and at their timeout. */
@LeavesNothing
@Timeout(600)
class EndlessRunsTest {
    private static final String CROWN = "crown,n=120";

    /** Has far too many cliques of 60 vertices for any search. */
    static final String DENSE = "gnm,n=320,edges=50500,seed=1";

    private static final KCliqueConfig OF_EDGES =
            KCliqueConfig.of(60, KCliqueConfig.Result.EDGE).with(KCliqueConfig.Technique.COMPLEMENT);

    private static final int WORKERS = 2;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    static <G extends Graph, C, R extends AutoCloseable> Arguments run(
            Algorithm<G, C, R> algorithm, C config, String recipe) {
        return arguments(new AlgorithmCase<>(algorithm, config), recipe);
    }

    /** A window over all times of edges, which stay as long as the tests run. */
    private static TimeWindow timesOf(int edges) {
        return new TimeWindow(Long.MAX_VALUE, Times.single(edges, 1000, 1, new NativeMemory(Long.MAX_VALUE)));
    }

    static Stream<Arguments> runs() {
        return Stream.concat(runsOfTheProduct(), MoreCases.of("EndlessRunsTest", Arguments.class));
    }

    private static Stream<Arguments> runsOfTheProduct() {
        return Stream.of(
                run(new BicliqueAlgorithm(), BicliqueConfig.total(30, 30), CROWN),
                run(
                        new ButterflyAlgorithm(),
                        ButterflyConfig.TOTAL.within(timesOf(1500 * 1500)),
                        "complete,left=1500,right=1500"),
                run(new LockstepAlgorithm(), new LockstepConfig(timesOf(120 * 119), 2, 2, 0, Long.MAX_VALUE), CROWN),
                run(new KCliqueAlgorithm(), OF_EDGES, DENSE));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void canceledRunEndsWithWhatItsWorkersAreAt(AlgorithmCase<?, ?, ?> run, String recipe) {
        checkCanceled(run, recipe);
    }

    static final String MANY_TRIANGLES = "gnm,n=3000,edges=3200000,seed=1";

    static Stream<Arguments> slowRuns() {
        return Stream.of(
                        Searches.ways().flatMap(way -> Stream.of("crown,n=60", "crown,n=90")
                                .map(crown -> run(way.counting(), way.config(), crown))),
                        Stream.of(run(
                                new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(true), MANY_TRIANGLES)),
                        MoreCases.of("slow runs of EndlessRunsTest", Arguments.class))
                .flatMap(runs -> runs);
    }

    @Slow
    @ParameterizedTest
    @MethodSource("slowRuns")
    void canceledSlowRunEndsWithWhatItsWorkersAreAt(AlgorithmCase<?, ?, ?> run, String recipe) {
        checkCanceled(run, recipe);
    }

    /**
     * Cancels a run in the midst of its search. Without that, most would never end, and the others would advance many
     * more times.
     */
    private void checkCanceled(AlgorithmCase<?, ?, ?> run, String recipe) {
        try (LoadedGraph graph = Generators.parse(recipe).build(memory, Workers.of(WORKERS))) {
            List<String> stages = run.stages(graph.graph());
            VisibleStop stop = VisibleStop.in(stages.get(stages.size() - 1));
            Workers workers = new Workers(WORKERS, stop, stop);
            assertThatThrownBy(() -> run.run(graph.graph(), new Execution(memory, workers, new StageTimes()), null))
                    .isInstanceOf(CancellationException.class);
            assertThat(stop.advancesAfterwards()).isLessThanOrEqualTo(WORKERS);
        }
    }

    static Stream<Arguments> timeouts() {
        BicliqueConfig bicliques =
                BicliqueConfig.total(30, 30).with(Technique.PIVOT).withTimeoutMillis(1000);
        String none = "0 of 120 start nodes, about 0\\.0% of its work";
        return Stream.of(
                        Stream.of(
                                arguments(new AlgorithmCase<>(new BicliqueAlgorithm(), bicliques), CROWN, none),
                                arguments(
                                        new AlgorithmCase<>(new BicliqueAlgorithm(), bicliques.with(Side.LEFT)),
                                        CROWN,
                                        none)),
                        Stream.of(KCliqueConfig.Technique.ORIENTATION, KCliqueConfig.Technique.COMPLEMENT)
                                .map(technique -> arguments(
                                        new AlgorithmCase<>(
                                                new KCliqueAlgorithm(),
                                                KCliqueConfig.total(60, 60)
                                                        .with(technique)
                                                        .withTimeoutMillis(1000)),
                                        DENSE,
                                        ".*")),
                        MoreCases.of("timeouts of EndlessRunsTest", Arguments.class))
                .flatMap(runs -> runs);
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void runIsStoppedByItsTimeout(AlgorithmCase<?, ?, ?> run, String recipe, String after) {
        try (LoadedGraph graph = Generators.parse(recipe).build(memory, Workers.of(2))) {
            List<String> stages = run.stages(graph.graph());
            StageClock clock = new StageClock(stages.get(stages.size() - 1));
            Workers workers = new Workers(WORKERS, Cancellation.NEVER, clock);
            Execution execution = new Execution(memory, workers, new StageTimes(), clock.deadline());
            assertThatThrownBy(() -> run.run(graph.graph(), execution, null))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching("the search was stopped by `timeoutMillis: 1000` after " + after);
        }
    }
}
