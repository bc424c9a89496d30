package dev.motif.algorithm.count.butterfly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Backend;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import java.math.BigInteger;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

@LeavesNothing
class ButterflySummaryTest {
    private static final ButterflyConfig BY_VERTEX = new ButterflyConfig(true, false);
    private static final ButterflyConfig BY_EDGE = new ButterflyConfig(false, true);

    private final NativeMemory memory = new NativeMemory(1 << 24);

    private ButterflySummary summary(EdgeList list, ButterflyConfig config) {
        BackendCase backend = new BackendCase(Backend.CPU, 1);
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                ButterflyResult counts = backend.run(new ButterflyAlgorithm(), graph, config, memory)) {
            return ButterflySummary.of(counts);
        }
    }

    private static ButterflySummary summaryOf(BigInteger total) {
        return ButterflySummary.of(new ButterflyResult(total, total.shiftLeft(3), null, null, null));
    }

    @Test
    void maximaAreThoseOfEachSide() {
        EdgeList list = TestGraphs.complete(3, 5).disjointUnion(TestGraphs.butterfly());
        assertThat(summary(list, BY_VERTEX)).isEqualTo(new ButterflySummary(31L, "31", 20L, 12L, 1.0));
    }

    @Test
    void maximaThatWereNotCountedAreNull() {
        for (ButterflyConfig config : List.of(ButterflyConfig.TOTAL, BY_EDGE)) {
            assertThat(summary(TestGraphs.complete(3, 5), config))
                    .isEqualTo(new ButterflySummary(30L, "30", null, null, 1.0));
        }
    }

    @Test
    void maximaOfNothingAreZero() {
        assertThat(summary(TestGraphs.empty(), BY_VERTEX)).isEqualTo(new ButterflySummary(0L, "0", 0L, 0L, 0.0));
    }

    @Test
    void countOf63BitsIsThere() {
        BigInteger total = BigInteger.valueOf(Long.MAX_VALUE);
        assertThat(summaryOf(total).count()).isEqualTo(Long.MAX_VALUE);
        assertThat(summaryOf(total).countText()).isEqualTo("9223372036854775807");
    }

    @Test
    void countBeyond63BitsIsNullAndItsTextExact() {
        BigInteger total = BigInteger.TWO.pow(63);
        assertThat(summaryOf(total).count()).isNull();
        assertThat(summaryOf(total).countText()).isEqualTo("9223372036854775808");
        assertThat(summaryOf(total).clusteringCoefficient()).isEqualTo(0.5);
    }

    @Test
    void completeGraphIsFullyClustered() {
        assertThat(summary(TestGraphs.complete(4, 9), ButterflyConfig.TOTAL).clusteringCoefficient())
                .isEqualTo(1.0);
    }

    @Test
    void pathOfThreeEdgesIsNotClustered() {
        assertThat(summary(TestGraphs.path(3), ButterflyConfig.TOTAL).clusteringCoefficient())
                .isZero();
    }

    @Test
    void graphWithoutPathsOfThreeEdgesIsNotClustered() {
        assertThat(summary(TestGraphs.star(9), ButterflyConfig.TOTAL).clusteringCoefficient())
                .isZero();
    }

    @Test
    void clusteringIsTheShareOfClosedPaths() {
        // Degrees are 2, 3, 2 on both sides: (d-1)(d-1) is 1 for edges 0-0 and 2-2, 4 for 1-1 and 2 for the other four.
        assertThat(summary(TestGraphs.butterfliesWithCommonEdge(), ButterflyConfig.TOTAL)
                        .clusteringCoefficient())
                .isCloseTo(8.0 / 14, Offset.offset(1e-12));
    }
}
