package dev.motif.projection.id;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;

/**
 * Some node ids in the order in which one worker of a scan found them. Each chunk of a worker is twice as large as the
 * one before, up to a limit, so that a worker that finds few nodes takes little memory. Owned by the scan.
 */
public final class NodeIdChunk implements NodeIdSequence, AutoCloseable {
    private static final int FIRST_CAPACITY = 1 << 9;
    private static final int LARGEST_CAPACITY = 1 << 14;

    private final OffHeapLongs ids;
    private int size;

    /** About the most bytes of all chunks, when {@code workers} workers have found {@code nodes} nodes together. */
    public static long bytes(long nodes, int workers) {
        long unused = Math.min((long) workers * LARGEST_CAPACITY, nodes + (long) workers * FIRST_CAPACITY);
        return (nodes + unused) * Long.BYTES;
    }

    private NodeIdChunk(NativeMemory memory, long capacity) {
        ids = memory.longs(capacity);
    }

    /**
     * Allocates a worker's next chunk, which is empty.
     *
     * @param last the worker's chunk before, null for its first chunk
     */
    public static NodeIdChunk after(NodeIdChunk last, NativeMemory memory) {
        return new NodeIdChunk(
                memory, last == null ? FIRST_CAPACITY : Math.min(LARGEST_CAPACITY, 2 * last.ids.length()));
    }

    public boolean isFull() {
        return size == ids.length();
    }

    public void add(long id) {
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
