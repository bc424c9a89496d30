package dev.motif.graph.memory;

import dev.motif.parallel.Cancellation;
import java.util.Arrays;
import java.util.concurrent.CancellationException;

/** Radix sort of 64-bit keys, least significant digit first, stable, with an optional payload beside each key. */
public final class RadixSort {
    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;

    /** How many keys are read or moved between two looks at the cancellation: a few milliseconds of work. */
    public static final long KEYS_PER_CHECK = 1 << 20;

    private RadixSort() {}

    /**
     * The buffers that hold the sorted keys and payloads: the given ones or the spare ones, whichever the last pass
     * wrote to. {@code payloads} is null when there are none.
     */
    public record Sorted(OffHeapLongs keys, OffHeapLongs payloads) {}

    /**
     * Sorts {@code keys[0, count)} by their lowest {@code keyBits} bits.
     *
     * @param payloads one value for each key, moved along with it, or null
     * @param spareKeys a buffer with room for {@code count} keys; both buffers of keys are overwritten
     * @param sparePayloads a buffer with room for {@code count} payloads, or null when {@code payloads} is null
     * @param cancellation asked on the calling thread, every few milliseconds
     * @throws CancellationException when cancellation was requested; the order of keys and payloads is undefined then
     */
    public static Sorted sort(
            OffHeapLongs keys,
            OffHeapLongs payloads,
            OffHeapLongs spareKeys,
            OffHeapLongs sparePayloads,
            long count,
            int keyBits,
            Cancellation cancellation) {
        Sorted from = new Sorted(keys, payloads);
        Sorted to = new Sorted(spareKeys, sparePayloads);
        long[] positions = new long[DIGITS];
        for (int shift = 0; shift < keyBits; shift += DIGIT_BITS) {
            if (countDigits(from.keys, count, shift, positions, cancellation)) {
                scatter(from, to, count, shift, positions, cancellation);
                Sorted swap = from;
                from = to;
                to = swap;
            }
        }
        return from;
    }

    /**
     * Sets {@code positions} to the first index of each digit after sorting. Returns false when all keys share one
     * digit, so that the pass can be skipped.
     */
    private static boolean countDigits(
            OffHeapLongs keys, long count, int shift, long[] positions, Cancellation cancellation) {
        Arrays.fill(positions, 0);
        for (long i = 0; i < count; i++) {
            if (i % KEYS_PER_CHECK == 0) {
                cancellation.check();
            }
            positions[digit(keys.get(i), shift)]++;
        }
        long next = 0;
        boolean several = false;
        for (int digit = 0; digit < DIGITS; digit++) {
            long size = positions[digit];
            several |= size > 0 && size < count;
            positions[digit] = next;
            next += size;
        }
        return several;
    }

    private static void scatter(
            Sorted from, Sorted to, long count, int shift, long[] positions, Cancellation cancellation) {
        for (long i = 0; i < count; i++) {
            if (i % KEYS_PER_CHECK == 0) {
                cancellation.check();
            }
            long key = from.keys.get(i);
            long at = positions[digit(key, shift)]++;
            to.keys.set(at, key);
            if (from.payloads != null) {
                to.payloads.set(at, from.payloads.get(i));
            }
        }
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & (DIGITS - 1);
    }
}
