package dev.motif.algorithm.commonneighbors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.commonneighbors.pairs.AdjacentPairs;
import dev.motif.algorithm.commonneighbors.pairs.PairFilter;
import dev.motif.algorithm.commonneighbors.pairs.SimilarityMetric;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Alarm;
import dev.motif.timing.Slow;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class CommonNeighborsCancellationTest {
    private static final int MORE_POLLS_THAN_A_RUN_HAS = 1000;

    private final NativeMemory memory = new NativeMemory(1L << 30);

    static Stream<CommonNeighborsConfig> configs() {
        return Stream.of(CommonNeighborsConfig.oriented(true).inBothDirections());
    }

    @ParameterizedTest
    @MethodSource("configs")
    void nothingStaysAllocatedAtWhateverPollTheRunIsCancelled(CommonNeighborsConfig config) {
        try (UnipartiteGraph graph = CommonNeighborsCases.complete(60).toUnipartiteGraph(memory, Workers.of(2))) {
            int polls = 0;
            while (cancelled(graph, config, polls)) {
                assertThat(memory.liveBytes()).as("cancelled at poll %d", polls).isEqualTo(graph.bytes());
                assertThat(++polls).isLessThan(MORE_POLLS_THAN_A_RUN_HAS);
            }
            assertThat(polls).isPositive();
        }
        assertThat(memory.liveBytes()).isZero();
    }

    private boolean cancelled(UnipartiteGraph graph, CommonNeighborsConfig config, int allowedPolls) {
        AtomicInteger polls = new AtomicInteger();
        Workers workers = new Workers(2, () -> polls.getAndIncrement() >= allowedPolls, Progress.NONE);
        Execution execution = new Execution(memory, workers, new StageTimes());
        try (CommonNeighborsResult counts = new CommonNeighborsAlgorithm().cpu(graph, config, execution)) {
            assertThat(counts.triangles()).isEqualTo(60 * 59 * 58 / 6);
            return false;
        } catch (CancellationException e) {
            return true;
        }
    }

    /** @param topK the number of pairs wanted of each node, 0 for all */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void lookingForPairsOfWhichThereAreNoneIsCancelled(int topK) {
        try (UnipartiteGraph graph = CommonNeighborsCases.complete(400).toUnipartiteGraph(memory, Workers.of(2));
                CommonNeighborsResult counts = new CommonNeighborsAlgorithm()
                        .cpu(
                                graph,
                                CommonNeighborsConfig.oriented(false).inBothDirections(),
                                new Execution(memory, Workers.of(2), new StageTimes()))) {
            PairFilter filter = new PairFilter(SimilarityMetric.COUNT, 400, topK);
            assertThat(new AdjacentPairs(graph, counts, filter, Cancellation.NEVER).hasNext())
                    .isFalse();
            assertThatThrownBy(() -> new AdjacentPairs(graph, counts, filter, () -> true).hasNext())
                    .isInstanceOf(CancellationException.class);
        }
        assertThat(memory.liveBytes()).isZero();
    }

    static Stream<CommonNeighborsConfig> algorithms() {
        return Stream.of(CommonNeighborsConfig.oriented(true));
    }

    /** Counting would take many seconds if it was not cancelled. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void countingEndsSoonAfterCancellation(CommonNeighborsConfig config) {
        try (LoadedGraph loaded =
                Generators.parse("gnm,n=5000,edges=9000000,seed=1").build(memory, Workers.of(2))) {
            Alarm alarm = Alarm.in(1000);
            Workers workers = new Workers(2, alarm::rang, Progress.NONE);
            Execution execution = new Execution(memory, workers, new StageTimes());
            assertThatThrownBy(() -> new CommonNeighborsAlgorithm()
                            .cpu((UnipartiteGraph) loaded.graph(), config, execution)
                            .close())
                    .isInstanceOf(CancellationException.class);
            alarm.assertEndedSoonAfter();
        }
        assertThat(memory.liveBytes()).isZero();
    }
}
