package dev.motif.projection;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;

/** Some node ids in the order in which a scan found them. Owned by the scan. */
final class NodeIdChunk implements NodeIdSequence, AutoCloseable {
    private static final int CAPACITY = 1 << 14;

    private final OffHeapLongs ids;
    private int size;

    /** The bytes of the chunks of {@code nodes} nodes that {@code workers} have found. */
    static long bytes(long nodes, int workers) {
        return (nodes + (long) workers * CAPACITY) * Long.BYTES;
    }

    NodeIdChunk(NativeMemory memory) {
        ids = memory.longs(CAPACITY);
    }

    boolean isFull() {
        return size == CAPACITY;
    }

    void add(long id) {
        ids.set(size++, id);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long get(int index) {
        return ids.get(index);
    }

    @Override
    public void close() {
        ids.close();
    }
}
