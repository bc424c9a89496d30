package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.gpu.DeviceAllocationFailures;
import dev.motif.gpu.Gpus;
import dev.motif.graph.Graph;
import dev.motif.graphs.EdgeList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that hold for every algorithm on a GPU. */
@Tag("gpu")
class AlgorithmContractGpuTest extends AlgorithmContract {
    AlgorithmContractGpuTest() {
        super(Gpus.ofThisHost().devices().get(0));
    }

    @Override
    Stream<AlgorithmCase<?, ?, ?>> cases() {
        return AlgorithmCases.onGpu();
    }

    Stream<AlgorithmCase<?, ?, ?>> casesOnTheDevice() {
        return cases().filter(run -> !run.isStarsAlone());
    }

    @ParameterizedTest
    @MethodSource("casesOnTheDevice")
    void estimateEnclosesThePeakOfTheDevice(AlgorithmCase<?, ?, ?> run) {
        for (EdgeList list : run.graphs()) {
            try (Graph graph = run.graph(list, memory)) {
                MemoryEstimate estimate = run.estimate(graph, device).device();
                device.resetPeak();
                run.run(graph, execution(2), device);
                assertThat(device.peakReservedBytes())
                        .as("%s on %s", run, GraphSize.of(graph))
                        .isBetween(1L, estimate.maxBytes());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("casesOnTheDevice")
    void failedAllocationsOfTheDeviceLeaveNothing(AlgorithmCase<?, ?, ?> run) throws Exception {
        Graph graph = smallest(run);
        assertThat(DeviceAllocationFailures.check(device, memory, graph, () -> run.run(graph, execution(2), device)))
                .isPositive();
    }
}
