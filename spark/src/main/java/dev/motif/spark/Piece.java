package dev.motif.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of some consecutive elements of an array of a graph file, little-endian.
 *
 * @param checksum the CRC-32 of its bytes
 */
record Piece(String path, long bytes, int checksum) implements Serializable {
    private static final int BUFFER = 1 << 18;

    /** Makes a new file in a folder that is there. */
    static FSDataOutputStream create(FileSystem files, String path) throws IOException {
        return files.createFile(new Path(path)).overwrite(false).build();
    }

    /** Takes bytes, up to the limit of a buffer from its position on. */
    @FunctionalInterface
    interface Sink {
        void write(ByteBuffer bytes) throws IOException;
    }

    /** Writes a piece, or passes its bytes on. */
    static final class Writer implements AutoCloseable {
        private final String path;
        private final FSDataOutputStream file;
        private final Sink sink;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        private final CRC32 checksum = new CRC32();
        private long bytes;

        /** Makes a new file. */
        Writer(FileSystem files, String path) throws IOException {
            this.path = path;
            this.file = create(files, path);
            this.sink = buffered -> file.write(buffered.array(), 0, buffered.limit());
        }

        /** Makes none. */
        Writer(Sink sink) {
            this.path = null;
            this.file = null;
            this.sink = sink;
        }

        void putInt(int value) throws IOException {
            if (buffer.remaining() < Integer.BYTES) {
                flush();
            }
            buffer.putInt(value);
        }

        void putLong(long value) throws IOException {
            if (buffer.remaining() < Long.BYTES) {
                flush();
            }
            buffer.putLong(value);
        }

        private void flush() throws IOException {
            buffer.flip();
            checksum.update(buffer.array(), 0, buffer.limit());
            bytes += buffer.limit();
            sink.write(buffer);
            buffer.clear();
        }

        /** The end of the piece: what it is now. */
        Piece end() throws IOException {
            flush();
            close();
            return new Piece(path, bytes, (int) checksum.getValue());
        }

        @Override
        public void close() throws IOException {
            if (file != null) {
                file.close();
            }
        }
    }

    /** Reads all bytes, in buffers of a multiple of 8 bytes. */
    void read(FileSystem files, Sink to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        try (FSDataInputStream in = files.open(new Path(path))) {
            for (long at = 0; at < bytes; at += buffer.limit()) {
                buffer.clear().limit((int) Math.min(BUFFER, bytes - at));
                in.readFully(buffer.array(), 0, buffer.limit());
                to.write(buffer);
            }
        }
    }
}
