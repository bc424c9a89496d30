package dev.motif.algorithm.similar.neighbors.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithmTest;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases;
import dev.motif.algorithm.similar.neighbors.model.RowParts.Part;
import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.Csr;
import dev.motif.graph.SparseArrays;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.Test;

@LeavesNothing
class RowPartsTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    @Test
    void partsFollowOneAnotherAndNoneIsTooLong() {
        try (UnipartiteGraph graph =
                CommonNeighborsAlgorithmTest.skewed(3, 500, 4000, 2).toUnipartiteGraph(memory, workers)) {
            Csr rows = graph.adjacency();
            for (long most : new long[] {rows.slotCount() / 5, rows.slotCount(), Long.MAX_VALUE / 2}) {
                List<Part> parts = RowParts.of(rows, most);
                long slot = 0;
                int row = 0;
                for (Part part : parts) {
                    assertThat(part.firstSlot()).isEqualTo(slot).isEqualTo(rows.start(part.from()));
                    assertThat(part.slots()).isBetween(1L, most);
                    assertThat(part.from()).isGreaterThanOrEqualTo(row).isLessThan(part.to());
                    slot += part.slots();
                    row = part.to();
                }
                assertThat(slot).isEqualTo(rows.slotCount());
                assertThat(parts.size()).isGreaterThanOrEqualTo((int) RowParts.count(rows.slotCount(), most));
                assertThat(parts).hasSizeLessThan(12);
            }
        }
    }

    @Test
    void partsBeginBeyondWhatAnIntCanNumber() {
        NativeMemory much = new NativeMemory(1L << 34);
        long first = SparseArrays.FIRST_LONG_INDEX;
        long end = SparseArrays.LENGTH;
        try (Csr rows = new Csr(offsets(much, 0, first - 50, first - 10, first + 30, end), SparseArrays.ints(much))) {
            assertThat(RowParts.of(rows, first))
                    .containsExactly(new Part(0, 2, 0, first - 10), new Part(2, 4, first - 10, end - first + 10));
            assertThat(RowParts.of(rows, Long.MAX_VALUE / 2)).containsExactly(new Part(0, 4, 0, end));
        }
        assertThat(much.liveBytes()).isZero();
    }

    private static OffHeapLongs offsets(NativeMemory memory, long... values) {
        OffHeapLongs offsets = memory.longs(values.length);
        for (int i = 0; i < values.length; i++) {
            offsets.set(i, values[i]);
        }
        return offsets;
    }

    @Test
    void rowsOfOrientedGraphsAreNoLongerThanSaid() {
        for (EdgeList list : List.of(
                CommonNeighborsCases.complete(50),
                CommonNeighborsCases.complete(2),
                CommonNeighborsCases.star(30),
                CommonNeighborsAlgorithmTest.skewed(3, 500, 4000, 2))) {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, workers);
                    OrientedGraph oriented = OrientedGraph.byDegree(graph, EdgeNumbers.NONE, memory, workers)) {
                assertThat(RowParts.longestOriented(GraphSize.of(graph))).isGreaterThanOrEqualTo(oriented.maxDegree());
            }
        }
    }

    @Test
    void everyPartMeetsItselfAndThoseBeforeIt() {
        assertThat(RowParts.passes(1)).isEqualTo(1);
        assertThat(RowParts.passes(4)).isEqualTo(10);
    }
}
