package dev.motif.algorithm.group.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.group.biclique.Searches.Way;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.FoundGroups;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.WaitingWorkers;
import dev.motif.parallel.Workers;
import dev.motif.timing.Slow;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cancels searches that would never end: a crown of 60 has 2^60 - 2 maximal bicliques, one of 90 has more. */
@LeavesNothing
@Timeout(600)
@Slow
class MaximalBicliqueCancellationTest {
    private static final int[] CROWNS = {60, 90};

    private final NativeMemory memory = new NativeMemory(1 << 26);
    private final AtomicBoolean cancelled = new AtomicBoolean();

    static Stream<Way> ways() {
        return Searches.ways();
    }

    @BeforeEach
    void begin() {
        cancelled.set(false);
    }

    private Execution execution(Way way, Cancellation cancellation) {
        return new Execution(memory, new Workers(way.threads(), cancellation, Progress.NONE), new StageTimes());
    }

    private static MaximalBicliqueStreamConfig stream(Way way, long limit) {
        return new MaximalBicliqueStreamConfig(way.config(), limit);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void closedCursorEndsTheSearch(Way way) {
        for (int n : CROWNS) {
            try (BipartiteGraph graph = TestGraphs.crown(n).toGraph(memory, Workers.of(1))) {
                FoundGroups<Biclique> found =
                        way.streaming().cpu(graph, stream(way, Long.MAX_VALUE), execution(way, Cancellation.NEVER));
                for (int i = 0; i < 1000; i++) {
                    assertThat(found.hasNext()).isTrue();
                    assertThat(found.next().vertices()).isEqualTo(n);
                }
                found.close();
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
            }
        }
    }

    /** Nobody reads the results, so the workers are waiting for room when the caller cancels. */
    @ParameterizedTest
    @MethodSource("ways")
    void cancelledCursorEndsTheSearchThatWaitsForItsReader(Way way) throws InterruptedException {
        try (BipartiteGraph graph = TestGraphs.crown(60).toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> found =
                        way.streaming().cpu(graph, stream(way, Long.MAX_VALUE), execution(way, cancelled::get))) {
            assertThat(found.hasNext()).isTrue();
            WaitingWorkers.await(way.threads(), FoundBuffer.class);
            assertThat(memory.liveBytes()).isGreaterThan(graph.bytes());
            cancelled.set(true);
            assertThatThrownBy(() -> found.forEachRemaining(biclique -> {})).isInstanceOf(CancellationException.class);
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void cursorStopsAtItsLimit(Way way) {
        try (BipartiteGraph graph = TestGraphs.crown(60).toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> found =
                        way.streaming().cpu(graph, stream(way, 17), execution(way, Cancellation.NEVER))) {
            int count = 0;
            while (found.hasNext()) {
                found.next();
                count++;
            }
            assertThat(count).isEqualTo(17);
        }
    }
}
