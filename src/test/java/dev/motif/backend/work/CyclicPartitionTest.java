package dev.motif.backend.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.work.DynamicSchedule.Range;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CyclicPartitionTest {
    /** As kernels take them. */
    private static LongStream tasks(CyclicPartition chunks, Range range) {
        long held = range.to() - range.from();
        return LongStream.range(0, chunks.tasksOf(range)).map(i -> i / held * chunks.count() + range.from() + i % held);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 1023, 1024, 1025, 2048, 5000})
    void everyTaskIsInOneChunk(long count) {
        CyclicPartition chunks = CyclicPartition.of(count);
        SplittableRandom random = new SplittableRandom(count);
        LongStream dealt = LongStream.empty();
        for (long from = 0; from < chunks.count(); ) {
            long to = Math.min(chunks.count(), from + random.nextLong(1, 200));
            Range range = new Range(from, to);
            assertThat(tasks(chunks, range)).isSorted();
            for (long below : new long[] {0, 1, count / 3, count}) {
                assertThat(chunks.tasksBelow(below, range))
                        .isEqualTo(tasks(chunks, range)
                                .filter(task -> task < below)
                                .count());
            }
            dealt = LongStream.concat(dealt, tasks(chunks, range));
            from = to;
        }
        assertThat(dealt.sorted().toArray())
                .isEqualTo(LongStream.range(0, count).toArray());
        Range all = new Range(0, chunks.count());
        assertThat(chunks.areAll(all)).isTrue();
        assertThat(tasks(chunks, all).toArray())
                .isEqualTo(LongStream.range(0, count).toArray());
        assertThat(chunks.countOf(count)).isEqualTo(chunks.count());
        assertThat(chunks.countOf(1)).isEqualTo(1);
    }

    @Test
    void withoutTasksThereAreNoChunks() {
        CyclicPartition chunks = CyclicPartition.of(0);
        assertThat(chunks.count()).isZero();
        assertThat(chunks.tasksOf(new Range(0, 0))).isZero();
        assertThat(chunks.countOf(1)).isEqualTo(1);
    }
}
