package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RadixSortTest {
    private final NativeMemory memory = new NativeMemory(1 << 24);

    private record Pair(long key, long payload) {}

    @Test
    void randomKeysAreSortedStablyForEveryWidth() {
        for (int bits = 0; bits <= 63; bits++) {
            Random random = new Random(bits);
            int count = random.nextInt(500);
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long key = bits == 0 ? 0 : random.nextLong() >>> (64 - bits);
                // Every second key is small, so that there are duplicates, and digits that are the same in all keys.
                pairs.add(new Pair(i % 2 == 0 ? key : Math.min(key, random.nextInt(4)), i));
            }
            List<Pair> expected = new ArrayList<>(pairs);
            expected.sort(Comparator.comparingLong(Pair::key));
            assertThat(sorted(pairs, bits, true)).as("%d bits", bits).isEqualTo(expected);
            assertThat(sorted(pairs, bits, false))
                    .as("%d bits without payloads", bits)
                    .extracting(Pair::key)
                    .isEqualTo(expected.stream().map(Pair::key).toList());
        }
        assertThat(memory.liveBytes()).isZero();
    }

    private List<Pair> sorted(List<Pair> pairs, int bits, boolean withPayloads) {
        int count = pairs.size();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs keys = scope.longs(count);
            OffHeapLongs payloads = withPayloads ? scope.longs(count) : null;
            OffHeapLongs sparePayloads = withPayloads ? scope.longs(count) : null;
            for (int i = 0; i < count; i++) {
                keys.set(i, pairs.get(i).key);
                if (withPayloads) {
                    payloads.set(i, pairs.get(i).payload);
                }
            }
            RadixSort.Sorted sorted = RadixSort.sort(keys, payloads, scope.longs(count), sparePayloads, count, bits);
            List<Pair> result = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                result.add(new Pair(
                        sorted.keys().get(i), withPayloads ? sorted.payloads().get(i) : 0));
            }
            return result;
        }
    }
}
