package dev.motif.algorithm.commonneighbors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.AllocationFailures;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a run on the CPU allocates no more than estimated, and frees everything when it fails. */
class CommonNeighborsMemoryTest {
    private static final double MOST_TOO_MUCH = 1.5;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private record Run(CommonNeighborsConfig config, BackendCase backend) {}

    static Stream<Run> runs() {
        CommonNeighborsConfig perVertex = CommonNeighborsConfig.oriented(true);
        return Stream.of(perVertex, perVertex.inBothDirections())
                .flatMap(config -> Stream.of(1, 3).map(n -> new Run(config, new BackendCase(Backend.CPU, n))));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void estimateIsEnoughAndNotFarTooMuch(Run run) {
        List<EdgeList> lists = List.of(
                CommonNeighborsAlgorithmTest.skewed(1, 20_000, 100_000, 1),
                CommonNeighborsAlgorithmTest.skewed(2, 400, 60_000, 1),
                CommonNeighborsAlgorithmTest.skewed(3, 50_000, 500, 2));
        for (EdgeList list : lists) {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, run.backend.workers())) {
                GraphSize size = GraphSize.of(graph);
                MemoryEstimate estimate = new CommonNeighborsAlgorithm()
                        .cpuEstimate(size, run.config, run.backend.concurrency())
                        .offHeap();
                memory.resetPeak();
                run.backend
                        .run(new CommonNeighborsAlgorithm(), graph, run.config, memory)
                        .close();
                long measured = memory.peakBytes() - graph.bytes();
                assertThat(estimate.maxBytes()).as("%s of %s", run, size).isGreaterThanOrEqualTo(measured);
                assertThat((double) estimate.maxBytes())
                        .as("%s of %s", run, size)
                        .isLessThan(MOST_TOO_MUCH * measured);
                assertThat(estimate.minBytes()).as("%s of %s", run, size).isLessThanOrEqualTo(measured);
            }
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void failedAllocationLeavesNothing(Run run) {
        EdgeList list = CommonNeighborsAlgorithmTest.skewed(7, 500, 6000, 2);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, run.backend.workers())) {
            AllocationFailures.check(little -> run.backend
                    .run(new CommonNeighborsAlgorithm(), graph, run.config, little)
                    .close());
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        }
    }
}
