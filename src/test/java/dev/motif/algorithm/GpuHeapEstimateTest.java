package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the heap of runs on a GPU is known; needs no GPU. {@link HeapGpuTest} compares it with what runs hold. */
@LeavesNothing
class GpuHeapEstimateTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    static Stream<AlgorithmCase<?, ?, ?>> cases() {
        return AlgorithmCases.countsOnGpu();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void heapIsKnownAndLittle(AlgorithmCase<?, ?, ?> run) {
        EdgeList list = TestGraphs.complete(20, 30);
        try (Graph graph = run.algorithm().graphType() == BipartiteGraph.class
                ? list.toGraph(memory, Workers.of(1))
                : list.toUnipartiteGraph(memory, Workers.of(1))) {
            MemoryEstimate heap =
                    run.estimate(graph, TestDevices.planned(1L << 36)).heap();
            assertThat(heap.maxBytes()).isBetween(CpuEstimate.LITTLE_HEAP_BYTES, 4 * CpuEstimate.LITTLE_HEAP_BYTES);
        }
    }
}
