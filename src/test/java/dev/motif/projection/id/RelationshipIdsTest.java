package dev.motif.projection.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.CsrBuilder.ParallelEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@LeavesNothing
class RelationshipIdsTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    private static OffHeapLongs copy(NativeMemory memory, long... values) {
        OffHeapLongs copy = memory.longs(values.length);
        for (int i = 0; i < values.length; i++) {
            copy.set(i, values[i]);
        }
        return copy;
    }

    private static long[] values(OffHeapLongs array) {
        return LongStream.range(0, array.length()).map(array::get).toArray();
    }

    /** An edge of an id beyond 2^40 for each row; the first edge has a share of all rows. */
    @ParameterizedTest
    @CsvSource({"0, 1, 1, 0", "10, 3, 2, 0", "1000, 10, 5, 0.5", "200000, 3, 90000, 0.9", "200000, 40000, 4, 0.01"})
    void idsThatAnEdgeHasAlreadyAreDropped(int rows, int edges, int idsOfAnEdge, double shareOfFirst) {
        Random random = new Random(rows);
        SortedSet<Long>[] model = newSets(edges);
        long[] slots = random.longs(rows, 0, edges)
                .map(edge -> random.nextDouble() < shareOfFirst ? 0 : edge)
                .sorted()
                .toArray();
        long[] ids = new long[rows];
        for (int row = 0; row < rows; row++) {
            ids[row] = (1L << 45) + slots[row] * idsOfAnEdge + random.nextInt(idsOfAnEdge);
            model[(int) slots[row]].add(ids[row]);
        }
        long[] first = LongStream.range(0, edges)
                .map(edge -> model[(int) edge].isEmpty() ? 7 : model[(int) edge].first())
                .toArray();
        try (RelationshipIds relationships =
                new RelationshipIds(copy(memory, first), new ParallelEdges(copy(memory, slots), copy(memory, ids)))) {
            relationships.dropRepetitions(memory, Workers.of(3));
            assertThat(values(relationships.first())).isEqualTo(first);
            assertThat(values(relationships.others().payloads()))
                    .isEqualTo(Arrays.stream(model)
                            .flatMapToLong(edge -> edge.stream().skip(1).mapToLong(id -> id))
                            .toArray());
            assertThat(values(relationships.others().slots()))
                    .isEqualTo(LongStream.range(0, edges)
                            .flatMap(edge -> LongStream.range(1, model[(int) edge].size())
                                    .map(other -> edge))
                            .toArray());
            assertThat(memory.liveBytes()).isEqualTo(relationships.bytes());
        }
    }

    @Test
    void tooLittleMemoryIsAnErrorThatLeavesTheIds() {
        try (RelationshipIds relationships = new RelationshipIds(
                copy(memory, 1), new ParallelEdges(copy(memory, new long[1000]), copy(memory, new long[1000])))) {
            NativeMemory tight = new NativeMemory(20_000);
            assertThatThrownBy(() -> relationships.dropRepetitions(tight, Workers.of(1)))
                    .isInstanceOf(OffHeapMemoryException.class);
            assertThat(tight.liveBytes()).isZero();
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static SortedSet<Long>[] newSets(int count) {
        SortedSet<Long>[] sets = new SortedSet[count];
        Arrays.setAll(sets, i -> new TreeSet<Long>());
        return sets;
    }
}
