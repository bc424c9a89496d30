package dev.motif.algorithm.level;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.graph.TestPeelings;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.LeavesNothing;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link PeelDataSetTest} on a GPU, and checks that every number is that of the CPU. */
@LeavesNothing
@Tag("gpu")
class PeelDataSetGpuTest extends PeelDataSetTest {
    private static final BackendCase CPU =
            new BackendCase(Backend.CPU, Runtime.getRuntime().availableProcessors());

    private final NativeMemory memory = new NativeMemory(1L << 33);

    @Override
    BackendCase backend() {
        return BackendCase.gpu().findFirst().orElseThrow();
    }

    static Stream<DataSet> allDataSets() {
        return DataSets.bipartite();
    }

    /** As a call peels, and on two blocks that come back often. */
    private static final List<TestPeelings> WAYS = List.of(
            new TestPeelings(0, KernelAbi.PEEL_SHIFT, Long.MAX_VALUE, Long.MAX_VALUE),
            new TestPeelings(2, 1, 0, 1_000_000));

    @ParameterizedTest
    @MethodSource("allDataSets")
    void numbersAreThoseOfTheCpu(DataSet set) {
        EdgeList list = set.read();
        assertEachIs(PeelValues.wings(list, CPU, memory), () -> PeelValues.wings(list, backend(), memory));
        for (Side side : Side.values()) {
            assertEachIs(
                    PeelValues.tips(list, side, CPU, memory), () -> PeelValues.tips(list, side, backend(), memory));
        }
    }

    private static void assertEachIs(List<Long> expected, Supplier<List<Long>> onGpu) {
        WAYS.forEach(way -> assertThat(way.with(onGpu)).as("%s", way).isEqualTo(expected));
    }
}
