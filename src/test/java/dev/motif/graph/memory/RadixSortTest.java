package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

@LeavesNothing
class RadixSortTest {
    private final NativeMemory memory = new NativeMemory(1 << 24);

    private record Pair(long key, long payload) {}

    @Test
    void randomKeysAreSortedStablyForEveryWidth() {
        for (int bits = 0; bits <= 63; bits++) {
            Random random = new Random(bits);
            // Few keys have shorter digits.
            int count = random.nextInt(500) + (bits % 5 == 0 ? 0 : 1 << 14);
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
    }

    @Test
    void higherBitsDoNotMatter() {
        for (int bits = 0; bits < 63; bits++) {
            Random random = new Random(bits);
            long low = (1L << bits) - 1;
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                pairs.add(new Pair(random.nextLong() >>> 1, i));
            }
            List<Pair> expected = new ArrayList<>(pairs);
            expected.sort(Comparator.comparingLong(pair -> pair.key & low));
            assertThat(sorted(pairs, bits, true)).as("%d bits", bits).isEqualTo(expected);
        }
    }

    @Test
    void keysOnTheHeapAreSorted() {
        for (int bits = 0; bits <= 63; bits++) {
            Random random = new Random(bits);
            int shift = Long.SIZE - bits;
            // Few keys are compared with each other.
            long[] keys = random.longs(bits % 3 == 0 ? 100 : 5000)
                    .map(key -> shift == Long.SIZE ? 0 : key >>> shift)
                    .toArray();
            long[] expected = keys.clone();
            Arrays.sort(expected);
            assertThat(RadixSort.sort(keys)).as("%d bits", bits).isEqualTo(expected);
            assertThat(RadixSort.sort(expected.clone())).isEqualTo(expected);
        }
    }

    /** Three pieces each of a pass that counts two digits, and of a pass for each of these. */
    @Test
    void everyPieceOfASortAsksForTheCancellation() {
        long count = 3 * RadixSort.KEYS_PER_CHECK;
        int pieces = (1 + 2) * 3;
        NativeMemory large = new NativeMemory(1 << 26);
        try (OffHeapScope scope = new OffHeapScope(large)) {
            OffHeapLongs keys = scope.longs(count);
            OffHeapLongs spare = scope.longs(count);
            for (long i = 0; i < count; i++) {
                keys.set(i, i * 0x9E3779B9L & 0xffff);
            }
            int[] asked = {0};
            for (int last = 1; last <= pieces; last++) {
                int cancelledAt = last;
                asked[0] = 0;
                assertThatThrownBy(() ->
                                RadixSort.sort(keys, null, spare, null, count, 16, () -> ++asked[0] == cancelledAt))
                        .isInstanceOf(CancellationException.class);
                assertThat(asked[0]).isEqualTo(last);
            }
            asked[0] = 0;
            RadixSort.sort(keys, null, spare, null, count, 16, () -> ++asked[0] < 0);
            assertThat(asked[0]).isEqualTo(pieces);
        }
        assertThat(large.liveBytes()).isZero();
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
            RadixSort.Sorted sorted =
                    RadixSort.sort(keys, payloads, scope.longs(count), sparePayloads, count, bits, Cancellation.NEVER);
            List<Pair> result = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                result.add(new Pair(
                        sorted.keys().get(i), withPayloads ? sorted.payloads().get(i) : 0));
            }
            return result;
        }
    }
}
