package dev.motif.bench.generate;

import java.util.SplittableRandom;

/** Mixes the bits of numbers, so that similar numbers become dissimilar ones. */
final class Mixer {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private Mixer() {}

    /** A bijection of 64 bits in which each input bit changes half of the output bits: MurmurHash3's finalizer. */
    static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 33)) * 0xff51afd7ed558ccdL;
        z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return z ^ (z >>> 33);
    }

    /** The random generator for the block of edges whose first number is {@code from}. */
    static SplittableRandom random(long seed, long from) {
        return new SplittableRandom(mix(mix(seed) + (from / EdgeSource.BLOCK + 1) * GOLDEN_GAMMA));
    }
}
