package dev.motif.graph.memory;

import static dev.motif.graph.SparseArrays.FIRST_LONG_INDEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.SparseArrays;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import org.junit.jupiter.api.Test;

@LeavesNothing
class OffHeapLongsTest {
    private final NativeMemory memory = new NativeMemory(1L << 40);

    @Test
    void valuesAreKept() {
        try (OffHeapLongs array = memory.longs(3)) {
            array.set(0, Long.MIN_VALUE);
            array.set(1, -1);
            array.set(2, Long.MAX_VALUE);
            assertThat(values(array)).containsExactly(Long.MIN_VALUE, -1, Long.MAX_VALUE);
            assertThat(array.length()).isEqualTo(3);
            assertThat(array.bytes()).isEqualTo(3 * Long.BYTES);
        }
    }

    @Test
    void lowerBoundNearIsThatFromAnyEarlierIndex() {
        for (int length = 0; length < 20; length++) {
            try (OffHeapLongs array = memory.longs(length)) {
                for (int i = 0; i < length; i++) {
                    array.set(i, i / 3);
                }
                for (long value = -1; value <= length / 3 + 1; value++) {
                    long bound = array.lowerBound(0, length, value);
                    for (long from = 0; from <= bound; from++) {
                        assertThat(array.lowerBoundNear(from, value)).isEqualTo(bound);
                    }
                }
            }
        }
    }

    @Test
    void lowerBoundIsTheFirstThatIsNotSmaller() {
        try (OffHeapLongs array = memory.longs(5)) {
            for (int i = 0; i < 5; i++) {
                array.set(i, 10 * (i / 2));
            }
            assertThat(array.lowerBound(0, 5, -1)).isZero();
            assertThat(array.lowerBound(0, 5, 0)).isZero();
            assertThat(array.lowerBound(0, 5, 1)).isEqualTo(2);
            assertThat(array.lowerBound(0, 5, 10)).isEqualTo(2);
            assertThat(array.lowerBound(3, 5, 10)).isEqualTo(3);
            assertThat(array.lowerBound(0, 5, 20)).isEqualTo(4);
            assertThat(array.lowerBound(0, 5, 21)).isEqualTo(5);
            assertThat(array.lowerBound(1, 1, 0)).isEqualTo(1);
        }
    }

    @Test
    void addsReturnTheValueBefore() {
        try (OffHeapLongs array = memory.zeroedLongs(2)) {
            assertThat(array.add(1, 5)).isZero();
            assertThat(array.add(1, -7)).isEqualTo(5);
            assertThat(array.getAndAdd(1, 3)).isEqualTo(-2);
            assertThat(values(array)).containsExactly(0, 1);
        }
    }

    @Test
    void atomicAddsOfManyThreadsAreAllCounted() {
        int rounds = 100_000;
        try (OffHeapLongs array = memory.zeroedLongs(3)) {
            Workers.of(4).run(4, (worker, group) -> {
                for (int i = 0; i < rounds; i++) {
                    array.getAndAdd(1, worker + 1);
                }
            });
            assertThat(values(array)).containsExactly(0, 10L * rounds, 0);
        }
    }

    @Test
    void bitsThatManyThreadsSetAreAllThere() {
        try (OffHeapLongs array = memory.longs(3)) {
            array.clear();
            Workers.of(4).run(4, (worker, group) -> {
                for (int bit = worker; bit < Long.SIZE; bit += worker + 1) {
                    array.atomicOr(1, 1L << bit);
                }
            });
            assertThat(array.get(0)).isZero();
            assertThat(array.get(1)).isEqualTo(-1);
            assertThat(array.get(2)).isZero();
        }
    }

    @Test
    void clearedRangeIsZeroAndItsSurroundingsStay() {
        try (OffHeapLongs array = ascending(6)) {
            array.clear(2, 4);
            assertThat(values(array)).containsExactly(0, 1, 0, 0, 4, 5);
            array.clear(3, 3);
            array.clear();
            assertThat(values(array)).containsOnly(0);
        }
    }

    @Test
    void overlappingCopyTakesTheValuesBefore() {
        try (OffHeapLongs array = ascending(6)) {
            array.copyFrom(array, 0, 2, 4);
            assertThat(values(array)).containsExactly(0, 1, 0, 1, 2, 3);
            array.copyFrom(array, 2, 1, 3);
            assertThat(values(array)).containsExactly(0, 0, 1, 2, 2, 3);
            array.copyFrom(array, 6, 6, 0);
        }
    }

    @Test
    void elementsComeFromTheHeap() {
        long[] source = {10, 11, 12, 13};
        try (OffHeapLongs array = ascending(6)) {
            array.copyFrom(source, 1, 3, 2);
            assertThat(values(array)).containsExactly(0, 1, 2, 11, 12, 5);
            array.copyFrom(source, 4, 6, 0);
            assertThatThrownBy(() -> array.copyFrom(source, 0, 3, 4)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> array.copyFrom(source, 2, 0, 3)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void truncatedArrayKeepsItsFirstElements() {
        try (OffHeapLongs array = ascending(100_000)) {
            array.truncate(3);
            assertThat(values(array)).containsExactly(0, 1, 2);
            array.truncate(3);
            assertThat(array.length()).isEqualTo(3);
        }
    }

    @Test
    void closingTwiceFreesOnce() {
        OffHeapLongs array = memory.longs(4);
        array.close();
        array.close();
        assertThat(array.address()).isZero();
    }

    @Test
    void misuseIsCaughtWithAssertions() {
        OffHeapLongs array = ascending(4);
        assertThatThrownBy(() -> array.get(4))
                .isInstanceOf(AssertionError.class)
                .hasMessage("index 4 of 4");
        assertThatThrownBy(() -> array.set(-1, 0)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> array.clear(2, 5)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> array.copyFrom(array, 2, 0, 3)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> array.copyFrom(array, 0, 2, 3)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> array.truncate(5)).isInstanceOf(AssertionError.class);
        array.close();
    }

    @Test
    void closedArrayIsNotTouched() {
        OffHeapLongs array = ascending(4);
        array.close();
        try (OffHeapLongs other = ascending(4)) {
            assertThatThrownBy(() -> array.get(0))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("array is closed");
            assertThatThrownBy(() -> array.set(0, 1)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(array::clear).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> array.copyFrom(other, 0, 0, 4)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> other.copyFrom(array, 0, 0, 4)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> array.truncate(1)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void indexesBeyondAnIntAddressTheirOwnElements() {
        long last = SparseArrays.LENGTH - 1;
        try (OffHeapLongs array = SparseArrays.longs(memory)) {
            long[] indexes = {0, 99, FIRST_LONG_INDEX - 1, FIRST_LONG_INDEX, FIRST_LONG_INDEX + 1, last};
            for (long index : indexes) {
                array.set(index, valueAt(index));
            }
            for (long index : indexes) {
                assertThat(array.get(index)).as("element %d", index).isEqualTo(valueAt(index));
            }
            array.add(FIRST_LONG_INDEX, 1);
            array.getAndAdd(FIRST_LONG_INDEX, 1);
            assertThat(array.get(FIRST_LONG_INDEX)).isEqualTo(valueAt(FIRST_LONG_INDEX) + 2);
        }
    }

    @Test
    void rangesBeyondAnIntAreClearedAndCopied() {
        try (OffHeapLongs array = SparseArrays.longs(memory)) {
            for (int i = 0; i < 4; i++) {
                array.set(FIRST_LONG_INDEX - 2 + i, i + 1);
            }
            array.copyFrom(array, FIRST_LONG_INDEX - 2, 10, 4);
            array.copyFrom(array, 10, FIRST_LONG_INDEX + 20, 4);
            array.clear(FIRST_LONG_INDEX - 1, FIRST_LONG_INDEX + 1);
            assertThat(array.get(11)).isEqualTo(2);
            assertThat(array.get(FIRST_LONG_INDEX + 23)).isEqualTo(4);
            assertThat(array.get(FIRST_LONG_INDEX - 2)).isEqualTo(1);
            assertThat(array.get(FIRST_LONG_INDEX - 1)).isZero();
            assertThat(array.get(FIRST_LONG_INDEX)).isZero();
            assertThat(array.get(FIRST_LONG_INDEX + 1)).isEqualTo(4);
        }
    }

    @Test
    void arrayBeyondAnIntIsTruncatedToOneBeyondAnInt() {
        try (OffHeapLongs array = SparseArrays.longs(memory)) {
            array.set(FIRST_LONG_INDEX, 7);
            array.truncate(FIRST_LONG_INDEX + 1);
            assertThat(array.get(FIRST_LONG_INDEX)).isEqualTo(7);
            assertThat(memory.liveBytes()).isEqualTo((FIRST_LONG_INDEX + 1) * Long.BYTES);
        }
    }

    private static long valueAt(long index) {
        return index * 31 + 1;
    }

    private OffHeapLongs ascending(int length) {
        OffHeapLongs array = memory.longs(length);
        for (int i = 0; i < length; i++) {
            array.set(i, i);
        }
        return array;
    }

    private static long[] values(OffHeapLongs array) {
        long[] values = new long[(int) array.length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = array.get(i);
        }
        return values;
    }
}
