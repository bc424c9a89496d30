package dev.motif.algorithm.level.truss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.graph.TestPeelings;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link KTrussAlgorithmTest} on a GPU, and others for each way to peel there. */
@Tag("gpu")
class KTrussAlgorithmGpuTest extends KTrussAlgorithmTest {
    private static final BackendCase CPU =
            new BackendCase(Backend.CPU, Runtime.getRuntime().availableProcessors());
    private static final BackendCase GPU = new BackendCase(Backend.GPU, 2);

    /** Two blocks that come back often. */
    private static final TestPeelings SLICED = new TestPeelings(2, KernelAbi.PEEL_SHIFT, 0, 1_000_000);

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    static Stream<TestPeelings> ways() {
        return TestPeelings.all();
    }

    static Stream<DataSet> dataSets() {
        return DataSets.unipartite();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyWayToPeelGivesTheNumbersOfTheCpu(TestPeelings way) {
        for (long seed = 0; seed < 12; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            assertThat(way.with(() -> trusses(list, GPU))).as("seed %d", seed).isEqualTo(trusses(list, CPU));
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void numbersAreThoseOfTheCpu(DataSet set) {
        EdgeList list = set.read();
        List<Long> expected = trusses(list, CPU);
        assertThat(trusses(list, GPU)).isEqualTo(expected);
        if (list.edges().size() < 100_000) {
            assertThat(SLICED.with(() -> trusses(list, GPU))).as("in slices").isEqualTo(expected);
        }
    }
}
