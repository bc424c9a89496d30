package dev.motif.algorithm.biclique.pivot;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;

/** Off-heap words of which more are needed now and then; what they held is lost then. Owns them. */
final class GrowingBits implements AutoCloseable {
    private final NativeMemory memory;
    private OffHeapLongs bits;

    GrowingBits(NativeMemory memory) {
        this.memory = memory;
        this.bits = memory.longs(0);
    }

    OffHeapLongs bits() {
        return bits;
    }

    /** At least {@code words} words, with any content. */
    OffHeapLongs atLeast(long words) {
        if (bits.length() < words) {
            bits.close();
            bits = memory.longs(Math.max(words, 2 * bits.length()));
        }
        return bits;
    }

    @Override
    public void close() {
        bits.close();
    }
}
