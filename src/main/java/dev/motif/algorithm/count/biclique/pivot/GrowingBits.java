package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;

/**
 * An off-heap array of words that grows when more are needed; it loses its content then. Closing it frees the words.
 */
public final class GrowingBits implements AutoCloseable {
    private final NativeMemory memory;
    private OffHeapLongs bits;

    public GrowingBits(NativeMemory memory) {
        this.memory = memory;
        this.bits = memory.longs(0);
    }

    public OffHeapLongs bits() {
        return bits;
    }

    /** Returns at least {@code words} words, with any content. */
    public OffHeapLongs atLeast(long words) {
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
