package dev.motif.projection;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;

/**
 * Some node ids in the order in which a scan found them. Each chunk of a worker is twice as large as the one before, up to
 * a limit, so that those who find few take little. Owned by the scan.
 */
final class NodeIdChunk implements NodeIdSequence, AutoCloseable {
    private static final int FIRST_CAPACITY = 1 << 9;
    private static final int LARGEST_CAPACITY = 1 << 14;

    private final OffHeapLongs ids;
    private int size;

    /** The most bytes of the chunks of {@code nodes} nodes, when {@code workers} have found as many each. */
    static long bytes(long nodes, int workers) {
        long unused = Math.min((long) workers * LARGEST_CAPACITY, nodes + (long) workers * FIRST_CAPACITY);
        return (nodes + unused) * Long.BYTES;
    }

    private NodeIdChunk(NativeMemory memory, long capacity) {
        ids = memory.longs(capacity);
    }

    /** @param last the worker's chunk before this one, null for none */
    static NodeIdChunk after(NodeIdChunk last, NativeMemory memory) {
        return new NodeIdChunk(
                memory, last == null ? FIRST_CAPACITY : Math.min(LARGEST_CAPACITY, 2 * last.ids.length()));
    }

    boolean isFull() {
        return size == ids.length();
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
