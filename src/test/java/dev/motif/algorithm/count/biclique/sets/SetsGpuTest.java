package dev.motif.algorithm.count.biclique.sets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.BicliqueOracle;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests counting by sets on a GPU against the search with pivots on the CPU and closed forms. */
@LeavesNothing
@Tag("gpu")
class SetsGpuTest {
    private static final long SHORT_SLICE = 20_000;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    private BigInteger[][] count(BipartiteGraph graph, BicliqueConfig config, Side first) {
        assertThat(SetsGpu.canCount(device, GraphSize.of(graph), config)).isTrue();
        Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
        return new SetsGpu(graph, config, execution, device).count(new SetsGpu.Plan(first, 0));
    }

    /** Compares all sizes, from both sides, in long and in short launches. */
    private void assertAsOnCpu(EdgeList list, int p, int q) {
        BicliqueConfig config = BicliqueConfig.of(p, q, Result.TABLE);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2));
                BicliqueResult expected = new BackendCase(Backend.CPU, 2)
                        .run(new BicliqueAlgorithm(), graph, config.with(Technique.PIVOT), memory)) {
            for (Side first : Side.values()) {
                BigInteger[][] found = count(graph, config, first);
                BigInteger[][] sliced = TestDevices.withSlices(device, SHORT_SLICE, () -> count(graph, config, first));
                for (int i = 2; i <= p; i++) {
                    for (int j = 2; j <= q; j++) {
                        assertThat(found[i - 1][j - 1])
                                .as("(%d,%d) from %s", i, j, first)
                                .isEqualTo(expected.count(i, j))
                                .isEqualTo(sliced[i - 1][j - 1]);
                    }
                }
            }
        }
    }

    /** Rows of one word and of more than 32, lists of one word and of several, odd numbers of rows. */
    @ParameterizedTest
    @CsvSource({
        "1, 2, 400, 1.0", "31, 33, 500, 1.0", "33, 31, 700, 1.2", "45, 20, 600, 1.0", "64, 65, 1500, 1.3",
        "97, 130, 3000, 1.5", "1100, 50, 6000, 1.5", "70, 1500, 6000, 1.5", "2048, 40, 5000, 1.2",
                "40, 2048, 5000, 1.2",
    })
    void countsAreThoseOfPivots(int left, int right, int edges, double skew) {
        EdgeList list = RandomGraphs.bipartite(left + right, left, right, edges, skew);
        assertAsOnCpu(list, 6, 6);
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 6", "6, 2", "3, 3", "4, 4", "5, 5", "4, 7", "7, 5", "7, 7", "8, 8"})
    void eachShapeOfATableIsCounted(int p, int q) {
        assertAsOnCpu(RandomGraphs.bipartite(p * 8 + q, 60, 50, 1000, 1.3), p, q);
    }

    @Test
    void fewRowsAreCounted() {
        for (int left = 1; left <= 9; left++) {
            assertAsOnCpu(TestGraphs.complete(left, 7), 6, 6);
            assertAsOnCpu(TestGraphs.crown(left + 1), 6, 6);
        }
    }

    /** Rows are equal, have more columns in common than counters in shared memory, and lists have many words. */
    @ParameterizedTest
    @CsvSource({
        "40, 20, 6, 6",
        "130, 33, 6, 6",
        "200, 40, 6, 6",
        "300, 70, 5, 5",
        "45, 300, 6, 3",
        "30, 2048, 3, 6",
        "2048, 50, 2, 3"
    })
    void completeGraphsHaveClosedForms(int left, int right, int p, int q) {
        try (BipartiteGraph graph = TestGraphs.complete(left, right).toGraph(memory, Workers.of(2))) {
            BigInteger[][] found = count(graph, BicliqueConfig.of(p, q, Result.TABLE), Side.LEFT);
            for (int i = 2; i <= p; i++) {
                for (int j = 2; j <= q; j++) {
                    assertThat(found[i - 1][j - 1])
                            .as("(%d,%d)", i, j)
                            .isEqualTo(BicliqueOracle.choices(left, i).multiply(BicliqueOracle.choices(right, j)));
                }
            }
        }
    }

    @Test
    void largerGraphsAndTablesAreLeftToOthers() {
        BicliqueConfig six = BicliqueConfig.of(6, 6, Result.TABLE);
        assertThat(SetsGpu.canCount(device, new GraphSize(2048, 2048, 100_000), six))
                .isTrue();
        assertThat(SetsGpu.canCount(device, new GraphSize(2049, 2048, 100_000), six))
                .isFalse();
        assertThat(SetsGpu.canCount(device, new GraphSize(900, 2049, 100_000), six))
                .isFalse();
        assertThat(SetsGpu.canCount(device, new GraphSize(900, 900, 9000), BicliqueConfig.of(9, 9, Result.TABLE)))
                .isFalse();
        // There are more than 2^63 sets of 8 of 2,048 vertices.
        assertThat(SetsGpu.canCount(device, new GraphSize(2048, 900, 9000), BicliqueConfig.of(8, 8, Result.TABLE)))
                .isFalse();
    }

    @Test
    void cancelledSearchEnds() {
        BicliqueConfig config = BicliqueConfig.of(6, 6, Result.TABLE);
        try (BipartiteGraph graph = TestGraphs.complete(900, 900).toGraph(memory, Workers.of(2))) {
            AtomicInteger asked = new AtomicInteger();
            Execution execution =
                    new Execution(memory, Workers.of(2).with(() -> asked.incrementAndGet() > 5), new StageTimes());
            assertThatThrownBy(
                            () -> new SetsGpu(graph, config, execution, device).count(new SetsGpu.Plan(Side.LEFT, 0)))
                    .isInstanceOf(CancellationException.class);
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        }
    }
}
