package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.ArrayList;
import java.util.List;

/**
 * A stack of off-heap longs for the frames of one worker. An allocation does not move until it is released, in the
 * reverse order of allocation. Owns its memory.
 */
public final class Arena implements AutoCloseable {
    private static final long FIRST_LENGTH = 1 << 10;
    private static final int MAX_DOUBLINGS = 8;
    private static final int MARK_SHIFT = 44;

    /** The bytes of the first chunk, the least that an arena in use takes. */
    public static final long FIRST_BYTES = FIRST_LENGTH * Long.BYTES;

    private final NativeMemory memory;
    private final List<OffHeapLongs> chunks = new ArrayList<>();
    private int current = -1;
    private long top;

    public Arena(NativeMemory memory) {
        this.memory = memory;
    }

    /** Allocates {@code length} longs in {@link #chunk()}, with undefined values; returns the index of the first. */
    long allocate(long length) {
        if (current < 0 || length > chunks.get(current).length() - top) {
            nextChunk(length);
        }
        long start = top;
        top += length;
        return start;
    }

    private void nextChunk(long length) {
        int next = current + 1;
        if (next < chunks.size() && chunks.get(next).length() < length) {
            while (chunks.size() > next) {
                chunks.remove(chunks.size() - 1).close();
            }
        }
        if (next == chunks.size()) {
            chunks.add(memory.longs(Math.max(length, FIRST_LENGTH << Math.min(next, MAX_DOUBLINGS))));
        }
        current = next;
        top = 0;
    }

    /** The chunk that holds the last allocation. */
    OffHeapLongs chunk() {
        return chunks.get(current);
    }

    /** The current top of the stack, for {@link #release}. */
    long mark() {
        return (long) (current + 1) << MARK_SHIFT | top;
    }

    /** Releases everything that was allocated since {@link #mark} returned {@code mark}. */
    void release(long mark) {
        current = (int) (mark >>> MARK_SHIFT) - 1;
        top = mark & (1L << MARK_SHIFT) - 1;
    }

    @Override
    public void close() {
        chunks.forEach(OffHeapLongs::close);
        chunks.clear();
        release(0);
    }
}
