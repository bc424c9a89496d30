package dev.motif.spark;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;

/**
 * Some edges on their way to a graph file, as packed bytes.
 *
 * @param sources the ids of the sources, 64 bits each, little-endian
 * @param targets the ids of the targets, in the same order
 */
record EdgeChunk(byte[] sources, byte[] targets) implements Serializable {
    private static final int EDGES = 1 << 16;

    int count() {
        return sources.length / Long.BYTES;
    }

    static long id(byte[] ids, int i) {
        return view(ids).getLong(i * Long.BYTES);
    }

    private static ByteBuffer view(byte[] ids) {
        return ByteBuffer.wrap(ids).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Packs the rows of one partition.
     *
     * @param rows a source and a target, which are not null
     */
    static Iterator<EdgeChunk> pack(Iterator<Row> rows) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public EdgeChunk next() {
                if (!rows.hasNext()) {
                    throw new NoSuchElementException();
                }
                byte[] sources = new byte[EDGES * Long.BYTES];
                byte[] targets = new byte[EDGES * Long.BYTES];
                ByteBuffer toSources = view(sources);
                ByteBuffer toTargets = view(targets);
                while (toSources.hasRemaining() && rows.hasNext()) {
                    Row row = rows.next();
                    toSources.putLong(row.getLong(0));
                    toTargets.putLong(row.getLong(1));
                }
                int bytes = toSources.position();
                return new EdgeChunk(Arrays.copyOf(sources, bytes), Arrays.copyOf(targets, bytes));
            }
        };
    }
}
