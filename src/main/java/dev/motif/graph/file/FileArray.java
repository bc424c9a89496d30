package dev.motif.graph.file;

import dev.motif.text.UserText;
import java.io.Serializable;

/**
 * An array in a graph file.
 *
 * @param name such as {@code "left.neighbors"}
 * @param type what its elements are
 * @param offset the byte of the file at which it begins, a multiple of {@link GraphFile#ALIGNMENT}
 * @param count the number of its elements
 * @param checksum the CRC-32 of its bytes
 */
public record FileArray(String name, Type type, long offset, long count, int checksum) implements Serializable {
    /** The elements of an array, little-endian. */
    public enum Type {
        INT32("<i4", Integer.BYTES),
        INT64("<i8", Long.BYTES),
        FLOAT64("<f8", Double.BYTES);

        private final String code;
        private final int bytes;

        Type(String code, int bytes) {
            this.code = code;
            this.bytes = bytes;
        }

        /** The name of the type in NumPy. */
        public String code() {
            return code;
        }

        public int bytes() {
            return bytes;
        }
    }

    public long bytes() {
        return count * type.bytes();
    }

    /** The byte of the file after its last one. */
    public long end() {
        return offset + bytes();
    }

    /** The place of the array in the file, for errors. */
    String place() {
        return "section " + UserText.name(name) + ", bytes " + offset + " to " + end();
    }

    FileArray at(long newOffset) {
        return new FileArray(name, type, newOffset, count, checksum);
    }

    FileArray with(int newChecksum) {
        return new FileArray(name, type, offset, count, newChecksum);
    }
}
