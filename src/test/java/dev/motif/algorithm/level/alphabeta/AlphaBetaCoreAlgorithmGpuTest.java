package dev.motif.algorithm.level.alphabeta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.graph.TestPeelings;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link AlphaBetaCoreAlgorithmTest} on a GPU, and others for each way to peel there. */
@Tag("gpu")
class AlphaBetaCoreAlgorithmGpuTest extends AlphaBetaCoreAlgorithmTest {
    private static final BackendCase CPU =
            new BackendCase(Backend.CPU, Runtime.getRuntime().availableProcessors());
    private static final BackendCase GPU = new BackendCase(Backend.GPU, 2);

    /** As a call peels, and on two blocks that come back often. */
    private static final List<TestPeelings> WAYS = List.of(
            new TestPeelings(0, KernelAbi.PEEL_SHIFT, Long.MAX_VALUE, Long.MAX_VALUE),
            new TestPeelings(2, 1, 0, 1_000_000));

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    static Stream<TestPeelings> ways() {
        return TestPeelings.all();
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite();
    }

    /** For each alpha the betas of both sides. */
    private List<int[]> betas(EdgeList list, BackendCase backend) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                AlphaBetaCoreResult found = backend.run(new AlphaBetaCoreAlgorithm(), graph, FIVE, memory)) {
            List<int[]> betas = new ArrayList<>();
            for (int i = 0; i < FIVE.alphas().size(); i++) {
                betas.add(betas(found, i, Side.LEFT));
                betas.add(betas(found, i, Side.RIGHT));
            }
            return betas;
        }
    }

    private void assertSame(EdgeList list, Stream<TestPeelings> ways, String what) {
        List<int[]> expected = betas(list, CPU);
        ways.forEach(way -> {
            List<int[]> found = way.with(() -> betas(list, GPU));
            for (int i = 0; i < expected.size(); i++) {
                assertThat(found.get(i)).as("%s, %s, %d", what, way, i).isEqualTo(expected.get(i));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyWayToPeelGivesTheCoresOfTheCpu(TestPeelings way) {
        for (long seed = 0; seed < 10; seed++) {
            assertSame(RandomGraphs.bipartite(seed, 60, 40, 900, 2), Stream.of(way), "seed " + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void coresOfBothSidesAreThoseOfTheCpu(DataSet set) {
        assertSame(set.read(), WAYS.stream(), "as it is");
        assertSame(set.read().transposed(), WAYS.stream(), "transposed");
    }
}
