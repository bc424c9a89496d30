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
    private static LongStream tasks(CyclicPartition hands, Range range) {
        long held = range.to() - range.from();
        return LongStream.range(0, hands.tasksOf(range)).map(i -> i / held * hands.count() + range.from() + i % held);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 1023, 1024, 1025, 2048, 5000})
    void everyTaskIsInOneHand(long count) {
        CyclicPartition hands = CyclicPartition.of(count);
        SplittableRandom random = new SplittableRandom(count);
        LongStream dealt = LongStream.empty();
        for (long from = 0; from < hands.count(); ) {
            long to = Math.min(hands.count(), from + random.nextLong(1, 200));
            Range range = new Range(from, to);
            assertThat(tasks(hands, range)).isSorted();
            for (long below : new long[] {0, 1, count / 3, count}) {
                assertThat(hands.tasksBelow(below, range))
                        .isEqualTo(
                                tasks(hands, range).filter(task -> task < below).count());
            }
            dealt = LongStream.concat(dealt, tasks(hands, range));
            from = to;
        }
        assertThat(dealt.sorted().toArray())
                .isEqualTo(LongStream.range(0, count).toArray());
        Range all = new Range(0, hands.count());
        assertThat(hands.areAll(all)).isTrue();
        assertThat(tasks(hands, all).toArray())
                .isEqualTo(LongStream.range(0, count).toArray());
        assertThat(hands.countOf(count)).isEqualTo(hands.count());
        assertThat(hands.countOf(1)).isEqualTo(1);
    }

    @Test
    void withoutTasksThereAreNoHands() {
        CyclicPartition hands = CyclicPartition.of(0);
        assertThat(hands.count()).isZero();
        assertThat(hands.tasksOf(new Range(0, 0))).isZero();
        assertThat(hands.countOf(1)).isEqualTo(1);
    }
}
