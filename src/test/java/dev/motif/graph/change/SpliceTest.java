package dev.motif.graph.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

@LeavesNothing
class SpliceTest {
    private static final long NEW = -1;

    private final NativeMemory memory = new NativeMemory(1L << 30);

    /** The array afterwards, {@link #NEW} where an element was inserted. */
    private List<Long> copied(Splice splice, int oldLength) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs old = scope.longs(oldLength);
            for (int i = 0; i < oldLength; i++) {
                old.set(i, i);
            }
            OffHeapLongs made = splice.copy(old, scope, Workers.of(2));
            for (int i = 0; i < splice.insertedCount(); i++) {
                made.set(splice.inserted(i), NEW);
            }
            List<Long> values = new ArrayList<>();
            for (long i = 0; i < made.length(); i++) {
                values.add(made.get(i));
            }
            return values;
        }
    }

    @Test
    void elementsAreRemovedInsertedAndRenewed() {
        Random random = new Random(1);
        for (int round = 0; round < 2000; round++) {
            int length = random.nextInt(12);
            long[] removed = random.longs(random.nextInt(4), 0, length + 1)
                    .filter(i -> i < length)
                    .distinct()
                    .sorted()
                    .toArray();
            long[] at = random.longs(random.nextInt(4), 0, length + 1).sorted().toArray();
            Splice splice = new Splice(length, removed, at);
            List<Long> expected = new ArrayList<>();
            for (long i = 0; i <= length; i++) {
                for (long each : at) {
                    if (each == i) {
                        expected.add(NEW);
                    }
                }
                if (i < length && Arrays.binarySearch(removed, i) < 0) {
                    expected.add(i);
                }
            }
            assertThat(copied(splice, length)).isEqualTo(expected);

            long[] renewed = random.longs(expected.size(), 0, expected.size() + 1)
                    .filter(i -> i < expected.size() && expected.get((int) i) != NEW && random.nextBoolean())
                    .distinct()
                    .sorted()
                    .toArray();
            for (long index : renewed) {
                expected.set((int) index, NEW);
            }
            assertThat(copied(splice.renewing(renewed), length)).isEqualTo(expected);
        }
    }
}
