package dev.motif.spark.parts;

import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.file.Crc;
import dev.motif.graph.file.FileArray;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.file.GraphFileException;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The arrays of a graph file, of which ranges are read from wherever Hadoop finds the file.
 *
 * @param sections the arrays by their names
 */
public record FileArrays(GraphSource source, Map<String, FileArray> sections) implements Serializable {
    private static final int FIRST_READ = 1 << 16;
    private static final int MOST_HEADER = 1 << 24;
    private static final int BUFFER = 1 << 18;

    /**
     * Reads the header of a file.
     *
     * @throws GraphFileException when it is no graph file, or was truncated
     */
    public static FileArrays of(GraphSource source) {
        java.nio.file.Path name = java.nio.file.Path.of(new Path(source.path()).getName());
        long bytes = source.bytes();
        try (FSDataInputStream in = open(source)) {
            for (int size = FIRST_READ; ; size *= 4) {
                byte[] start = new byte[(int) Math.min(size, bytes)];
                in.readFully(0, start);
                List<FileArray> found = GraphFile.sections(name, start, bytes);
                if (found != null) {
                    Map<String, FileArray> sections = new LinkedHashMap<>();
                    found.forEach(section -> sections.put(section.name(), section));
                    return new FileArrays(source, sections);
                }
                if (start.length < size || size >= MOST_HEADER) {
                    throw new GraphFileException(name, "its header has no end");
                }
            }
        } catch (IOException e) {
            throw failure(source, e);
        }
    }

    private static FSDataInputStream open(GraphSource source) throws IOException {
        Path file = new Path(source.path());
        FileSystem files = file.getFileSystem(source.hadoop().value());
        source.check(files.getFileStatus(file));
        // Whose checksums may be those of a file that was replaced; graph files have their own.
        FileSystem unchecked = files instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : files;
        return unchecked.open(file);
    }

    private static UncheckedIOException failure(GraphSource source, IOException e) {
        return new UncheckedIOException("graph file '" + source.path() + "': " + e.getMessage(), e);
    }

    public boolean isBipartite() {
        return sections.containsKey("left.offsets");
    }

    /** The vertices of a part of the graph, such as {@code "left"}. */
    public long vertices(String part) {
        return section(part + ".offsets").count() - 1;
    }

    /** The elements of all rows of a part. */
    public long slots(String part) {
        return section(part + ".neighbors").count();
    }

    private FileArray section(String name) {
        FileArray section = sections.get(name);
        if (section == null) {
            throw new IllegalStateException("graph file '" + source.path() + "' has no section " + name);
        }
        return section;
    }

    /** The bytes of all arrays. */
    public long arrayBytes() {
        return sections.values().stream().mapToLong(FileArray::bytes).sum();
    }

    /** The bytes of the arrays in pieces of at most {@code most} bytes, in their order. */
    public List<WorkRange> pieces(long most) {
        List<WorkRange> pieces = new ArrayList<>();
        for (FileArray section : sections.values()) {
            for (long at = section.offset(); at < section.end(); at += most) {
                pieces.add(new WorkRange(at, Math.min(section.end(), at + most), 0));
            }
        }
        return pieces;
    }

    /**
     * Checks that the file is as it was written.
     *
     * @param checksums the CRC-32 of each of {@link #pieces}
     * @throws IllegalStateException when it was altered
     */
    public void check(List<WorkRange> pieces, List<Integer> checksums) {
        int next = 0;
        for (FileArray section : sections.values()) {
            int all = 0;
            for (; next < pieces.size() && pieces.get(next).from() < section.end(); next++) {
                WorkRange piece = pieces.get(next);
                all = Crc.joined(all, checksums.get(next), piece.to() - piece.from());
            }
            if (all != section.checksum()) {
                throw new IllegalStateException("'" + source.path() + "' is no whole graph file: section "
                        + section.name() + ", bytes " + section.offset() + " to " + section.end() + ", was altered");
            }
        }
    }

    public Reader reader() {
        try {
            return new Reader(open(source));
        } catch (IOException e) {
            throw failure(source, e);
        }
    }

    /** Reads ranges of the arrays. For one thread. */
    public final class Reader implements AutoCloseable {
        private final FSDataInputStream in;
        private final byte[] buffer = new byte[BUFFER];

        private Reader(FSDataInputStream in) {
            this.in = in;
        }

        private void read(FileArray section, long first, long count, long address) {
            long elementBytes = section.type().bytes();
            if (first < 0 || count < 0 || first + count > section.count()) {
                throw new IllegalStateException("graph file '" + source.path() + "' has no elements [" + first + ", "
                        + (first + count) + ") in section " + section.name());
            }
            long bytes = count * elementBytes;
            for (long at = 0; at < bytes; at += BUFFER) {
                int length = (int) Math.min(BUFFER, bytes - at);
                fill(section.offset() + first * elementBytes + at, length);
                NativeMemory.copy(buffer, address + at, length);
            }
        }

        private void fill(long position, int length) {
            try {
                in.readFully(position, buffer, 0, length);
            } catch (IOException e) {
                throw failure(source, e);
            }
        }

        /** The CRC-32 of the bytes {@code [from, to)} of the file. */
        public int checksum(long from, long to) {
            CRC32 checksum = new CRC32();
            for (long at = from; at < to; at += BUFFER) {
                int length = (int) Math.min(BUFFER, to - at);
                fill(at, length);
                checksum.update(buffer, 0, length);
            }
            return (int) checksum.getValue();
        }

        /** The elements {@code [from, to)} of an array of 64-bit integers. The scope owns them. */
        OffHeapLongs longs(String name, long from, long to, OffHeapScope scope) {
            OffHeapLongs longs = scope.longs(to - from);
            read(section(name), from, to - from, longs.address());
            return longs;
        }

        boolean hasIds(String part) {
            return sections.containsKey(part + ".ids");
        }

        /** The ids of the vertices {@code [from, to)} of a part: their numbers where the file has no ids. */
        OffHeapLongs ids(String part, long from, long to, OffHeapScope scope) {
            if (hasIds(part)) {
                return longs(part + ".ids", from, to, scope);
            }
            OffHeapLongs ids = scope.longs(to - from);
            for (long i = 0; i < ids.length(); i++) {
                ids.set(i, from + i);
            }
            return ids;
        }

        /**
         * The rows {@code [from, to)} of a part, with the neighbors that the file has. The scope owns them.
         *
         * @param columns neighbors are below this
         * @throws IllegalStateException when these are no rows of a graph
         */
        Csr rows(String part, long from, long to, long columns, OffHeapScope scope) {
            OffHeapLongs offsets = longs(part + ".offsets", from, to + 1, scope);
            long first = offsets.get(0);
            for (long i = 0; i < offsets.length(); i++) {
                offsets.set(i, offsets.get(i) - first);
                if (i > 0 && offsets.get(i) < offsets.get(i - 1)) {
                    throw noRow(part, from + i - 1);
                }
            }
            OffHeapInts neighbors = scope.ints(offsets.get(to - from));
            read(section(part + ".neighbors"), first, neighbors.length(), neighbors.address());
            Csr rows = scope.own(new Csr(scope.keep(offsets), scope.keep(neighbors)));
            for (int u = 0; u < rows.vertexCount(); u++) {
                int last = -1;
                for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                    int v = rows.neighbor(slot);
                    if (v <= last || v >= columns) {
                        throw noRow(part, from + u);
                    }
                    last = v;
                }
            }
            return rows;
        }

        private IllegalStateException noRow(String part, long vertex) {
            return new IllegalStateException("graph file '" + source.path() + "': sections " + part
                    + " have no row of a graph for vertex " + vertex);
        }

        /** Looks at an array of 64-bit integers, from the beginning on or again from there. */
        Walk walk(String name) {
            return new Walk(section(name));
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw failure(source, e);
            }
        }

        /** Elements of an array that are asked for in nearly ascending order. */
        final class Walk {
            private final FileArray section;
            private final ByteBuffer window = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
            private long first;
            private long end;

            private Walk(FileArray section) {
                this.section = section;
            }

            long get(long index) {
                if (index < first || index >= end) {
                    long count = Math.min(BUFFER / Long.BYTES, section.count() - index);
                    try {
                        in.readFully(
                                section.offset() + index * Long.BYTES, window.array(), 0, (int) count * Long.BYTES);
                    } catch (IOException e) {
                        throw failure(source, e);
                    }
                    first = index;
                    end = index + count;
                }
                return window.getLong((int) (index - first) * Long.BYTES);
            }
        }
    }
}
