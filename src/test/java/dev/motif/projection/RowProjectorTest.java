package dev.motif.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.leaks.CanceledPolls;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.RelationshipIds;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class RowProjectorTest {
    private static final long FAR = 1L << 45;
    private static final int PAIRS = 1000;

    private final NativeMemory memory = new NativeMemory(1L << 30);

    /** Three parallel relationships of each pair of nodes, each in two rows, and rows that are no edges. */
    private EdgeRows rows() {
        EdgeRows rows = new EdgeRows(memory, true, 0);
        for (int row = 0; row < 6 * PAIRS; row++) {
            long pair = row % PAIRS;
            rows.add(FAR + pair, 2 * FAR + pair, 3 * FAR + row % (3 * PAIRS));
        }
        rows.add(FAR, 2 * FAR + 1, EdgeRows.NONE);
        rows.add(FAR, EdgeRows.NONE, 7);
        rows.add(EdgeRows.NONE, 2 * FAR + PAIRS, 7);
        return rows;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void idsOf64BitsAreKeptOnce(boolean bipartite) {
        try (ProjectedGraph projected = new RowProjector(memory, Workers.of(2))
                .project(rows(), bipartite, List.of(), null, null)
                .graph()) {
            assertThat(projected.graph().vertexCount()).isEqualTo(2 * PAIRS + 1);
            assertThat(projected.statistics()).isEqualTo(new ProjectionStatistics(5 * PAIRS, 0, 0, 0, 0));
            RelationshipIds ids = projected.relationships();
            assertThat(LongStream.range(0, ids.first().length()).map(ids.first()::get))
                    .containsExactlyElementsOf(
                            LongStream.range(3 * FAR, 3 * FAR + PAIRS).boxed().toList());
            assertThat(LongStream.range(0, 2 * PAIRS).map(ids.others().slots()::get))
                    .containsExactlyElementsOf(LongStream.range(0, 2 * PAIRS)
                            .map(other -> other / 2)
                            .boxed()
                            .toList());
            assertThat(LongStream.range(0, 2 * PAIRS).map(ids.others().payloads()::get))
                    .containsExactlyElementsOf(LongStream.range(0, 2 * PAIRS)
                            .map(other -> 3 * FAR + other / 2 + (1 + other % 2) * PAIRS)
                            .boxed()
                            .toList());
            assertThat(memory.liveBytes()).isEqualTo(projected.bytes());
        }
    }

    @Test
    void cancelledProjectionLeavesNothing() {
        int polls = CanceledPolls.check(memory, 2, workers -> {
            try (ProjectedGraph projected = new RowProjector(memory, workers)
                    .project(rows(), true, List.of(), null, null)
                    .graph()) {
                assertThat(projected.graph().edgeCount()).isEqualTo(PAIRS);
            }
        });
        assertThat(polls).isGreaterThan(5);
    }

    @Test
    void tooSmallBudgetIsAnErrorThatLeavesNothing() {
        NativeMemory ample = new NativeMemory(1L << 30);
        try (ProjectedGraph projected = new RowProjector(ample, Workers.of(1))
                .project(rows(), true, List.of(), null, null)
                .graph()) {
            assertThat(projected.graph().edgeCount()).isEqualTo(PAIRS);
        }
        long needed = ample.peakBytes();
        for (long budget = needed / 4; budget < needed; budget += needed / 16) {
            NativeMemory tight = new NativeMemory(budget);
            EdgeRows rows = rows();
            assertThatThrownBy(() -> new RowProjector(tight, Workers.of(1)).project(rows, true, List.of(), null, null))
                    .isInstanceOf(OffHeapMemoryException.class);
            assertThat(tight.liveBytes()).isZero();
            assertThat(memory.liveBytes()).isZero();
        }
    }
}
