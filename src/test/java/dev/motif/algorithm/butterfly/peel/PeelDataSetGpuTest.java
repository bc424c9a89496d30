package dev.motif.algorithm.butterfly.peel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.Side;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link PeelDataSetTest} on a GPU, and checks that every number is that of the CPU. */
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

    @ParameterizedTest
    @MethodSource("allDataSets")
    void numbersAreThoseOfTheCpu(DataSet set) {
        EdgeList list = set.read();
        assertThat(PeelValues.wings(list, backend(), memory)).isEqualTo(PeelValues.wings(list, CPU, memory));
        for (Side side : Side.values()) {
            assertThat(PeelValues.tips(list, side, backend(), memory))
                    .as("%s", side)
                    .isEqualTo(PeelValues.tips(list, side, CPU, memory));
        }
        assertThat(memory.liveBytes()).isZero();
    }
}
