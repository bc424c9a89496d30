package dev.motif.projection;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.id.NodeIdSequence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * The rows of a query as pairs of node ids, in the order in which they came; if wanted, each with the id of a
 * relationship between the two nodes, and with values. A row takes 16 bytes, and 8 for a relationship and for each value. The rows are stored in chunks,
 * each twice as large as the one before up to a limit. Owns its memory. Not thread-safe.
 */
public final class EdgeRows implements AutoCloseable {
    /** Stands for an id where a row has no node on that side, or no relationship. */
    public static final long NONE = -1;

    private static final int FIRST_CHUNK_ROWS = 1 << 9;
    private static final int LARGEST_CHUNK_ROWS = 1 << 16;

    private final NativeMemory memory;
    private final boolean relationships;
    private final int values;
    private final List<Chunk> chunks = new ArrayList<>();
    private Chunk last;
    private long fullRows;

    /** Consecutive rows. Owned by the {@link EdgeRows}, but may be closed before them. */
    static final class Chunk implements AutoCloseable {
        private final OffHeapLongs ids;
        private final int columns;
        private final int capacity;
        private final long first;
        private int rows;

        private Chunk(NativeMemory memory, int columns, int capacity, long first) {
            this.ids = memory.longs((long) columns * capacity);
            this.columns = columns;
            this.capacity = capacity;
            this.first = first;
        }

        private long get(int row, int column) {
            return ids.get((long) columns * row + column);
        }

        int rows() {
            return rows;
        }

        long source(int row) {
            return get(row, 0);
        }

        long target(int row) {
            return get(row, 1);
        }

        long relationship(int row) {
            return get(row, 2);
        }

        long number(int row) {
            return first + row;
        }

        /** Copies the last {@code count} values of a row behind the first number of {@code payloads}. */
        void values(int row, int count, long[] payloads) {
            for (int i = 0; i < count; i++) {
                payloads[1 + i] = get(row, columns - count + i);
            }
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
            return chunk.get(index, side);
        }
    }

    /**
     * @param relationships whether each row has the id of a relationship
     * @param values how many values each row has
     */
    public EdgeRows(NativeMemory memory, boolean relationships, int values) {
        this.memory = memory;
        this.relationships = relationships;
        this.values = values;
    }

    public boolean hasRelationships() {
        return relationships;
    }

    /**
     * Adds a row of ids, each of which may be {@link #NONE}.
     *
     * @param relationship joins {@code source} and {@code target}; ignored when rows have no relationships
     * @param bits the bits of the values
     */
    public void add(long source, long target, long relationship, long... bits) {
        if (last == null || last.rows == last.capacity) {
            addChunk();
        }
        long at = (long) last.columns * last.rows;
        last.ids.set(at, source);
        last.ids.set(at + 1, target);
        if (relationships) {
            last.ids.set(at + 2, relationship);
        }
        for (int i = 0; i < values; i++) {
            last.ids.set(at + last.columns - values + i, bits[i]);
        }
        last.rows++;
    }

    /** Puts other bits in place of those that value {@code i} of each row has. */
    public void change(int i, LongUnaryOperator other) {
        for (Chunk chunk : chunks) {
            for (int row = 0; row < chunk.rows; row++) {
                long at = (long) chunk.columns * (row + 1) - values + i;
                chunk.ids.set(at, other.applyAsLong(chunk.ids.get(at)));
            }
        }
    }

    private void addChunk() {
        int capacity = last == null ? FIRST_CHUNK_ROWS : Math.min(LARGEST_CHUNK_ROWS, 2 * last.capacity);
        Chunk next = new Chunk(memory, (relationships ? 3 : 2) + values, capacity, count());
        fullRows += last == null ? 0 : last.rows;
        chunks.add(next);
        last = next;
    }

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
