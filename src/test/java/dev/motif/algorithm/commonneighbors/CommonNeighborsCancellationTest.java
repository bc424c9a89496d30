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
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import dev.motif.timing.Slow;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
@Slow
class CommonNeighborsCancellationTest {

    private final NativeMemory memory = new NativeMemory(1L << 30);

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
    }
}
