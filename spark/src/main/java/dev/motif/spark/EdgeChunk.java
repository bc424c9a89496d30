package dev.motif.spark;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Some edges of a named graph in Neo4j, as packed bytes.
 *
 * @param sources the ids of the sources, 64 bits each, little-endian
 * @param targets the ids of the targets, in the same order
 */
record EdgeChunk(byte[] sources, byte[] targets) {
    int count() {
        return sources.length / Long.BYTES;
    }

    static long id(byte[] ids, int i) {
        return ByteBuffer.wrap(ids).order(ByteOrder.LITTLE_ENDIAN).getLong(i * Long.BYTES);
    }
}
