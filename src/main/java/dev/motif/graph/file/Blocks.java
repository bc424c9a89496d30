package dev.motif.graph.file;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * Copies arrays between memory off the heap and a file, block by block on several threads, each of which has a buffer
 * that fits into its core's cache. Progress advances by bytes.
 *
 * @param path the file, for errors of reading; null where it is only written
 */
record Blocks(Path path, FileChannel file, Workers workers) {
    /** The bytes that a worker copies before it asks whether to go on. */
    private static final int BLOCK = 8 << 20;

    private static final int BUFFER = 1 << 18;

    /** Moves {@code bytes} between an address and a position of the file, through {@code buffer}. */
    @FunctionalInterface
    private interface Move {
        void move(ByteBuffer buffer, long address, long position) throws IOException;
    }

    /**
     * Writes the bytes of {@code section} that are at an address, and returns their CRC-32.
     *
     * @throws UncheckedIOException when that is not possible, such as on a full disk
     */
    int write(FileArray section, long address) {
        return move(section, address, (buffer, from, position) -> {
            NativeMemory.copy(from, buffer.array(), buffer.limit());
            for (long at = position; buffer.hasRemaining(); ) {
                at += file.write(buffer, at);
            }
        });
    }

    /**
     * Reads the bytes of {@code section} to an address, and returns their CRC-32.
     *
     * @throws GraphFileException when the file is too short
     * @throws UncheckedIOException when it cannot be read
     */
    int read(FileArray section, long address) {
        return move(section, address, (buffer, to, position) -> {
            for (long at = position; buffer.hasRemaining(); ) {
                int read = file.read(buffer, at);
                if (read < 0) {
                    throw new GraphFileException(path, "it ends at byte " + at + ", in " + section.place());
                }
                at += read;
            }
            NativeMemory.copy(buffer.array(), to, buffer.limit());
        });
    }

    private int move(FileArray section, long address, Move move) {
        int blocks = Math.toIntExact((section.bytes() + BLOCK - 1) / BLOCK);
        int[] checksums = new int[blocks];
        ByteBuffer[] buffers = new ByteBuffer[workers.concurrency()];
        workers.forRanges(section.bytes(), BLOCK, (worker, from, to) -> {
            if (buffers[worker] == null) {
                buffers[worker] = ByteBuffer.allocate(BUFFER);
            }
            ByteBuffer buffer = buffers[worker];
            CRC32 checksum = new CRC32();
            for (long at = from; at < to; at += buffer.limit()) {
                buffer.clear().limit((int) Math.min(BUFFER, to - at));
                try {
                    move.move(buffer, address + at, section.offset() + at);
                } catch (IOException e) {
                    throw new UncheckedIOException(section.place() + ": " + e.getMessage(), e);
                }
                checksum.update(buffer.array(), 0, buffer.limit());
            }
            checksums[(int) (from / BLOCK)] = (int) checksum.getValue();
            workers.progress().advance(to - from);
        });
        int all = 0;
        for (int block = 0; block < blocks; block++) {
            long end = Math.min(section.bytes(), (block + 1L) * BLOCK);
            all = Crc.joined(all, checksums[block], end - (long) block * BLOCK);
        }
        return all;
    }
}
