package dev.motif.bench.generate;

import java.util.SplittableRandom;

/**
 * A pseudo-random permutation of {@code [0, size)} that needs no table: its first {@code n} values are a sample of
 * {@code n} distinct numbers.
 *
 * <p>It is a Feistel network on the bits of {@code size - 1}, repeated while the value is not below {@code size} (cycle
 * walking, fewer than 2 steps on average). Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002,
 * doi:10.1007/3-540-45760-7_9.
 */
final class IndexPermutation {
    private static final int HALF_ROUNDS = 8;

    private final long size;
    private final int lowBits;
    private final long lowMask;
    private final long highMask;
    private final long[] keys = new long[HALF_ROUNDS];

    IndexPermutation(long size, long seed) {
        this.size = size;
        int bits = size <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(size - 1);
        this.lowBits = bits / 2;
        this.lowMask = (1L << lowBits) - 1;
        this.highMask = (1L << (bits - lowBits)) - 1;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < HALF_ROUNDS; i++) {
            keys[i] = random.nextLong();
        }
    }

    /** The value at {@code index}, both in {@code [0, size)}. */
    long at(long index) {
        long value = index;
        do {
            value = network(value);
        } while (value >= size);
        return value;
    }

    private long network(long value) {
        long high = value >>> lowBits;
        long low = value & lowMask;
        for (int i = 0; i < HALF_ROUNDS; i += 2) {
            high ^= Mixer.mix(low ^ keys[i]) & highMask;
            low ^= Mixer.mix(high ^ keys[i + 1]) & lowMask;
        }
        return (high << lowBits) | low;
    }
}
