package dev.motif.algorithm.similar.neighbors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.Backend;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import java.util.Map;
import org.junit.jupiter.api.Test;

@LeavesNothing
class CommonNeighborsSummaryTest {
    private final NativeMemory memory = new NativeMemory(1 << 24);

    private CommonNeighborsSummary summary(EdgeList list) {
        BackendCase backend = new BackendCase(Backend.CPU, 1);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                CommonNeighborsResult counts = backend.run(
                        new CommonNeighborsAlgorithm(), graph, CommonNeighborsConfig.oriented(true), memory)) {
            return CommonNeighborsSummary.of(graph, counts);
        }
    }

    /** The graph is a triangle with a tail: 3 of its 5 paths of two edges are closed. */
    @Test
    void coefficientsAreThoseOfTheDefinition() {
        CommonNeighborsSummary summary = summary(EdgeList.of(4, 4, 0, 1, 0, 2, 1, 2, 2, 3));
        assertThat(summary.triangles()).isEqualTo(1);
        assertThat(summary.trianglesText()).isEqualTo("1");
        assertThat(summary.globalClusteringCoefficient()).isCloseTo(3.0 / 5, within(1e-12));
        assertThat(summary.averageClusteringCoefficient()).isCloseTo((1 + 1 + 1.0 / 3 + 0) / 4, within(1e-12));
        assertThat(summary.maxCommonNeighbors()).isEqualTo(1);
        assertThat(summary.histogram())
                .containsExactly(
                        Map.of("min", 0L, "max", 0L, "relationshipCount", 1L),
                        Map.of("min", 1L, "max", 1L, "relationshipCount", 3L));
    }

    @Test
    void histogramHasRangesOfPowersOfTwo() {
        assertThat(summary(CommonNeighborsCases.complete(7)).histogram())
                .containsExactly(
                        Map.of("min", 0L, "max", 0L, "relationshipCount", 0L),
                        Map.of("min", 1L, "max", 1L, "relationshipCount", 0L),
                        Map.of("min", 2L, "max", 3L, "relationshipCount", 0L),
                        Map.of("min", 4L, "max", 7L, "relationshipCount", 21L));
        assertThat(summary(CommonNeighborsCases.complete(7)).globalClusteringCoefficient())
                .isEqualTo(1);
        assertThat(summary(CommonNeighborsCases.complete(7)).averageClusteringCoefficient())
                .isEqualTo(1);
    }

    @Test
    void graphWithoutEdgesHasZeros() {
        for (EdgeList list : new EdgeList[] {TestGraphs.empty(), TestGraphs.edgeless(3, 3)}) {
            CommonNeighborsSummary summary = summary(list);
            assertThat(summary.triangles()).isZero();
            assertThat(summary.globalClusteringCoefficient()).isZero();
            assertThat(summary.averageClusteringCoefficient()).isZero();
            assertThat(summary.maxCommonNeighbors()).isZero();
            assertThat(summary.histogram()).isEmpty();
        }
    }
}
