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
class GraphShapeTest {
    private final NativeMemory memory = new NativeMemory(1 << 20);
    private final Workers workers = Workers.of(1);

    @Test
    void pairsOfNeighborsAreThoseOfEachSide() {
        try (BipartiteGraph graph = TestGraphs.complete(3, 5).toGraph(memory, workers)) {
            GraphShape shape = GraphShape.of(graph);
            assertThat(shape).isEqualTo(new GraphShape(new GraphSize(3, 5, 15), 3 * 10, 5 * 3));
            assertThat(shape.pairs()).isEqualTo(15);
        }
    }

    @Test
    void pairsOfAUnipartiteGraphAreThoseOfAllVertices() {
        // A path of four vertices: the two in the middle have two neighbors each.
        try (UnipartiteGraph graph = EdgeList.of(4, 4, 0, 1, 1, 2, 2, 3).toUnipartiteGraph(memory, workers)) {
            assertThat(GraphShape.of(graph)).isEqualTo(new GraphShape(new GraphSize(4, 0, 3), 2, 2));
        }
    }

    @Test
    void graphWithoutEdgesHasNoPairs() {
        assertThat(GraphShape.of(new GraphSize(0, 0, 0)).pairs()).isZero();
        assertThat(GraphShape.of(new GraphSize(10, 10, 0)).pairs()).isZero();
        assertThat(GraphShape.of(new GraphSize(10, 10, 10)).pairs()).isZero();
    }

    @Test
    void pairsAssumedForASizeGrowWithItsEdges() {
        double before = 0;
        for (long edges = 1000; edges <= 1L << 50; edges *= 2) {
            GraphShape shape = GraphShape.of(new GraphSize(1000, 500, edges));
            assertThat(shape.leftPairs()).as("%d edges", edges).isGreaterThanOrEqualTo(before);
            assertThat(shape.rightPairs()).isGreaterThanOrEqualTo(shape.leftPairs());
            before = shape.leftPairs();
        }
        assertThat(before).isFinite();
    }
}
