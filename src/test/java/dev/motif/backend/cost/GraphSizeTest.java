package dev.motif.backend.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import org.junit.jupiter.api.Test;

@LeavesNothing
class GraphSizeTest {
    private final NativeMemory memory = new NativeMemory(1 << 20);
    private final Workers workers = Workers.of(1);

    @Test
    void bipartiteGraphHasTwoSides() {
        try (BipartiteGraph graph = TestGraphs.complete(3, 5).toGraph(memory, workers)) {
            assertThat(GraphSize.of(graph)).isEqualTo(new GraphSize(3, 5, 15));
            assertThat(GraphSize.of(graph).vertices()).isEqualTo(8);
        }
    }

    @Test
    void unipartiteGraphHasOneSide() {
        try (UnipartiteGraph graph = EdgeList.of(4, 4, 0, 3).toUnipartiteGraph(memory, workers)) {
            assertThat(GraphSize.of(graph)).isEqualTo(new GraphSize(4, 0, 1));
        }
    }
}
