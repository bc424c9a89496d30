package dev.motif.graph.memory;

import dev.motif.parallel.Cancellation;
import java.util.Arrays;
import java.util.concurrent.CancellationException;

/** Radix sort of 64-bit keys, least significant digit first, stable, with an optional payload beside each key. */
public final class RadixSort {
    /** The most bits of a digit: the positions of all digits fit the first cache of a processor. */
    private static final int MOST_DIGIT_BITS = 11;

    /** Bits of a digit for fewer than {@value #FEW} keys, since making positions takes time. */
    private static final int DIGIT_BITS_OF_FEW = 9;

    private static final int FEW = 1 << 14;

    /** Fewer keys are compared with each other. */
    private static final int FEWEST = 1 << 10;

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
        return sort(keys, payloads, spareKeys, sparePayloads, 0, count, keyBits, cancellation);
    }

    /** Sorts {@code keys[first, first + count)} in place. */
    public static Sorted sort(
            OffHeapLongs keys,
            OffHeapLongs payloads,
            OffHeapLongs spareKeys,
            OffHeapLongs sparePayloads,
            long first,
            long count,
            int keyBits,
            Cancellation cancellation) {
        Sorted from = new Sorted(keys, payloads);
        Sorted to = new Sorted(spareKeys, sparePayloads);
        int mostBits = count < FEW ? DIGIT_BITS_OF_FEW : MOST_DIGIT_BITS;
        int digits = (keyBits + mostBits - 1) / mostBits;
        int bits = digits == 0 ? 0 : (keyBits + digits - 1) / digits;
        long[][] positions = new long[digits][];
        Arrays.setAll(positions, digit -> new long[1 << Math.min(bits, keyBits - digit * bits)]);
        countDigits(keys, first, count, positions, bits, cancellation);
        for (int digit = 0; digit < digits; digit++) {
            if (toPositions(positions[digit], first, count)) {
                scatter(from, to, first, count, digit * bits, positions[digit], cancellation);
                Sorted swap = from;
                from = to;
                to = swap;
            }
        }
        return from;
    }

    /**
     * The keys, none below 0, in ascending order, in {@code keys} or another array of the same length; {@code keys} is
     * overwritten. For so few that they are on the heap: it asks for no cancellation.
     */
    public static long[] sort(long[] keys) {
        if (isSorted(keys)) {
            return keys;
        }
        if (keys.length < FEWEST) {
            Arrays.sort(keys);
            return keys;
        }
        long used = 0;
        for (long key : keys) {
            used |= key;
        }
        int keyBits = Long.SIZE - Long.numberOfLeadingZeros(used);
        long[] from = keys;
        long[] to = new long[keys.length];
        for (int shift = 0; shift < keyBits; shift += MOST_DIGIT_BITS) {
            long[] positions = new long[1 << MOST_DIGIT_BITS];
            int mask = positions.length - 1;
            for (long key : from) {
                positions[(int) (key >>> shift) & mask]++;
            }
            if (toPositions(positions, 0, from.length)) {
                for (long key : from) {
                    to[(int) positions[(int) (key >>> shift) & mask]++] = key;
                }
                long[] swap = from;
                from = to;
                to = swap;
            }
        }
        return from;
    }

    private static boolean isSorted(long[] keys) {
        for (int i = 1; i < keys.length; i++) {
            if (keys[i - 1] > keys[i]) {
                return false;
            }
        }
        return true;
    }

    /** Adds to {@code counts} how many keys have each value of each digit. */
    private static void countDigits(
            OffHeapLongs keys, long first, long count, long[][] counts, int bits, Cancellation cancellation) {
        for (long done = 0; done < count; done += KEYS_PER_CHECK) {
            cancellation.check();
            int keysNow = (int) Math.min(KEYS_PER_CHECK, count - done);
            for (int digit = 0; digit < counts.length; digit++) {
                countDigit(keys, first + done, keysNow, digit * bits, counts[digit]);
            }
        }
    }

    private static void countDigit(OffHeapLongs keys, long from, int count, int shift, long[] counts) {
        int mask = counts.length - 1;
        for (int i = 0; i < count; i++) {
            counts[(int) (keys.get(from + i) >>> shift) & mask]++;
        }
    }

    /**
     * Turns the counts of each value of a digit into the first index of each after sorting. Returns false when all keys
     * share one value, so that the pass can be skipped.
     */
    private static boolean toPositions(long[] counts, long first, long count) {
        long next = first;
        boolean several = false;
        for (int value = 0; value < counts.length; value++) {
            long size = counts[value];
            several |= size > 0 && size < count;
            counts[value] = next;
            next += size;
        }
        return several;
    }

    private static void scatter(
            Sorted from, Sorted to, long first, long count, int shift, long[] positions, Cancellation cancellation) {
        for (long done = 0; done < count; done += KEYS_PER_CHECK) {
            cancellation.check();
            scatter(from, to, first + done, (int) Math.min(KEYS_PER_CHECK, count - done), shift, positions);
        }
    }

    private static void scatter(Sorted from, Sorted to, long first, int count, int shift, long[] positions) {
        int mask = positions.length - 1;
        boolean carries = from.payloads != null;
        for (int i = 0; i < count; i++) {
            long key = from.keys.get(first + i);
            long at = positions[(int) (key >>> shift) & mask]++;
            to.keys.set(at, key);
            if (carries) {
                to.payloads.set(at, from.payloads.get(first + i));
            }
        }
    }
}
