package dev.motif.algorithm.kclique.kcore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.graph.TestPeelings;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.RandomGraphs;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link KCoreAlgorithmTest} on a GPU. */
@Tag("gpu")
class KCoreAlgorithmGpuTest extends KCoreAlgorithmTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    static Stream<TestPeelings> ways() {
        return TestPeelings.all();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyWayToPeelGivesTheCoresAndADegeneracyOrder(TestPeelings way) {
        way.run(() -> coresAreWhatTheDefinitionSays(new BackendCase(Backend.GPU, 2)));
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void narrowAndWideRangesGiveTheKnownDegeneracy(DataSet set) {
        for (int shift = 0; shift <= KernelAbi.PEEL_SHIFT; shift++) {
            new TestPeelings(2, shift, Long.MAX_VALUE, Long.MAX_VALUE).run(() -> realGraphsHaveTheKnownDegeneracy(set));
        }
    }

    @Override
    @ParameterizedTest
    @MethodSource("fastestBackend")
    void nothingMoreIsAllocatedThanEstimated(BackendCase backend) {
        NativeMemory memory = new NativeMemory(1L << 30);
        try (UnipartiteGraph graph = RandomGraphs.unipartite(7).toUnipartiteGraph(memory, backend.workers())) {
            MemoryEstimate estimate = new KCoreAlgorithm()
                    .gpu(new KCoreConfig())
                    .estimate(Gpus.ofThisHost().devices().get(0), GraphSize.of(graph))
                    .offHeap();
            memory.resetPeak();
            backend.run(new KCoreAlgorithm(), graph, new KCoreConfig(), memory).close();
            assertThat(memory.peakBytes() - graph.bytes()).isBetween(estimate.minBytes(), estimate.maxBytes());
        }
        assertThat(memory.liveBytes()).isZero();
    }
}
