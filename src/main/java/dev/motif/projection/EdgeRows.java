package dev.motif.projection;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a query as pairs of node ids, in the order in which they came. A row takes 16 bytes. The rows are stored
 * in chunks, each twice as large as the one before up to a limit. Owns its memory. Not thread-safe.
 */
public final class EdgeRows implements AutoCloseable {
    /** Stands for a node id where a row has no node on that side. */
    public static final long NONE = -1;

    private static final int FIRST_CHUNK_ROWS = 1 << 9;
    private static final int LARGEST_CHUNK_ROWS = 1 << 16;

    private final NativeMemory memory;
    private final List<Chunk> chunks = new ArrayList<>();
    private Chunk last;
    private long fullRows;

    /** Consecutive rows. Owned by the {@link EdgeRows}, but may be closed before them. */
    static final class Chunk implements AutoCloseable {
        private final OffHeapLongs ids;
        private final int capacity;
        private int rows;

        private Chunk(NativeMemory memory, int capacity) {
            this.ids = memory.longs(2L * capacity);
            this.capacity = capacity;
        }

        int rows() {
            return rows;
        }

        long source(int row) {
            return ids.get(2L * row);
        }

        long target(int row) {
            return ids.get(2L * row + 1);
        }

        @Override
        public void close() {
            ids.close();
        }
    }

    /** The node ids on one side of the rows of a chunk: 0 for sources, 1 for targets. */
    private record Side(Chunk chunk, int side) implements NodeIdSequence {
        @Override
        public int size() {
            return chunk.rows;
        }

        @Override
        public long get(int index) {
            return chunk.ids.get(2L * index + side);
        }
    }

    public EdgeRows(NativeMemory memory) {
        this.memory = memory;
    }

    /** Adds a row of two node ids, each of which may be {@link #NONE}. */
    public void add(long source, long target) {
        if (last == null || last.rows == last.capacity) {
            addChunk();
        }
        last.ids.set(2L * last.rows, source);
        last.ids.set(2L * last.rows + 1, target);
        last.rows++;
    }

    private void addChunk() {
        int capacity = last == null ? FIRST_CHUNK_ROWS : Math.min(LARGEST_CHUNK_ROWS, 2 * last.capacity);
        Chunk next = new Chunk(memory, capacity);
        fullRows += last == null ? 0 : last.rows;
        chunks.add(next);
        last = next;
    }

    /** The number of rows. */
    public long count() {
        return fullRows + (last == null ? 0 : last.rows);
    }

    List<Chunk> chunks() {
        return chunks;
    }

    List<NodeIdSequence> sources() {
        return sides(0);
    }

    List<NodeIdSequence> targets() {
        return sides(1);
    }

    private List<NodeIdSequence> sides(int side) {
        List<NodeIdSequence> sides = new ArrayList<>();
        chunks.forEach(chunk -> sides.add(new Side(chunk, side)));
        return sides;
    }

    @Override
    public void close() {
        chunks.forEach(Chunk::close);
    }
}
