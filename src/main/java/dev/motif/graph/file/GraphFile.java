package dev.motif.graph.file;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;

/**
 * A graph in one immutable file, open for reading: a header of text, see {@link Header}, and arrays, each aligned, so that
 * any program can map them. docs/graph-file.md describes it. All that is read is checked: a file that is truncated, altered
 * or contradicts itself is an error, never another graph.
 *
 * <p>Sections whose names this class does not know are the business of whoever put them there.
 */
public final class GraphFile implements AutoCloseable {
    /** The version of the format. */
    public static final int VERSION = 1;

    /** Sections begin at multiples of this. */
    public static final int ALIGNMENT = 4096;

    /** The names of the parts of a graph, with which the names of sections begin. */
    public static final String LEFT = "left";

    public static final String RIGHT = "right";

    /** All nodes of a unipartite graph. */
    public static final String NODES = "nodes";

    static final String OFFSETS = ".offsets";
    static final String NEIGHBORS = ".neighbors";

    private static final int FIRST_READ = 1 << 16;

    private final Path path;
    private final FileChannel channel;
    private final Header header;

    private GraphFile(Path path, FileChannel channel, Header header) {
        this.path = path;
        this.channel = channel;
        this.header = header;
    }

    /**
     * Opens a file and reads its header. The caller closes it.
     *
     * @throws GraphFileException when it is no regular file, no graph file, or of another length than its header says
     * @throws IOException when it cannot be read
     */
    public static GraphFile open(Path path) throws IOException {
        // Before it is opened, since that would wait for whoever writes to a pipe.
        if (!Files.readAttributes(path, BasicFileAttributes.class).isRegularFile()) {
            throw new GraphFileException(path, "it is no regular file");
        }
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new GraphFile(path, channel, header(path, channel));
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static Header header(Path path, FileChannel channel) throws IOException {
        for (int size = FIRST_READ; ; size *= 4) {
            ByteBuffer text = ByteBuffer.allocate((int) Math.min(size, channel.size()));
            while (text.hasRemaining() && channel.read(text, text.position()) >= 0) {
                // The next bytes.
            }
            Header header = Header.read(path, Arrays.copyOf(text.array(), text.position()));
            if (header != null) {
                header.check(path, channel.size());
                return header;
            }
            if (text.position() < size || size >= Header.MOST_BYTES) {
                throw new GraphFileException(path, "its header has no end");
            }
        }
    }

    /**
     * The sections of a file of which only the beginning is at hand; null when that ends within the header.
     *
     * @param path the file, for errors
     * @param start its first bytes
     * @param bytes its length
     * @throws GraphFileException when it is no graph file, or of another length than its header says
     */
    public static List<FileArray> sections(Path path, byte[] start, long bytes) {
        Header header = Header.read(path, start);
        if (header == null) {
            return null;
        }
        header.check(path, bytes);
        return header.sections();
    }

    public Path path() {
        return path;
    }

    /** The words that the header has for {@code key}; none when there is no such line. */
    public List<String> words(String key) {
        return header.words(key);
    }

    public List<FileArray> sections() {
        return header.sections();
    }

    public boolean has(String section) {
        return header.section(section) != null;
    }

    public boolean isBipartite() {
        return has(LEFT + OFFSETS);
    }

    public long bytes() {
        return header.bytes();
    }

    /**
     * Reads a section of 64-bit elements. The caller owns the array.
     *
     * @param count how many elements there must be
     * @throws GraphFileException when there is no such section, or it was altered
     */
    public OffHeapLongs longs(String name, long count, NativeMemory memory, Workers workers) {
        FileArray section = checked(name, count, Long.BYTES);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs array = scope.longs(section.count());
            read(section, array.address(), workers);
            return scope.keep(array);
        }
    }

    private OffHeapInts ints(String name, long count, NativeMemory memory, Workers workers) {
        FileArray section = checked(name, count, Integer.BYTES);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts array = scope.ints(section.count());
            read(section, array.address(), workers);
            return scope.keep(array);
        }
    }

    private FileArray checked(String name, long count, int elementBytes) {
        FileArray section = section(name);
        if (section.type().bytes() != elementBytes || section.count() != count) {
            throw new GraphFileException(
                    path,
                    section.place() + " has " + section.count() + " elements of "
                            + section.type().bytes() + " bytes in place of " + count + " of " + elementBytes);
        }
        return section;
    }

    /**
     * The section with this name.
     *
     * @throws GraphFileException when there is none
     */
    public FileArray section(String name) {
        FileArray section = header.section(name);
        if (section == null) {
            throw new GraphFileException(path, "it has no section " + name);
        }
        return section;
    }

    private void read(FileArray section, long address, Workers workers) {
        int checksum = new Blocks(path, channel, workers).read(section, address);
        if (checksum != section.checksum()) {
            throw new GraphFileException(
                    path,
                    section.place() + ", was altered: its checksum is " + Header.hex(checksum) + ", not "
                            + Header.hex(section.checksum()));
        }
    }

    /** The number of vertices of a part, such as {@link #LEFT}. */
    public long vertexCount(String part) {
        return section(part + OFFSETS).count() - 1;
    }

    public long edgeCount() {
        return isBipartite()
                ? section(LEFT + NEIGHBORS).count()
                : section(NODES + NEIGHBORS).count() / 2;
    }

    /**
     * Reads the graph. The caller owns it.
     *
     * @throws GraphFileException when it is none
     */
    public Graph graph(NativeMemory memory, Workers workers) {
        RowCheck check = new RowCheck(path, workers);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            if (!isBipartite()) {
                Csr adjacency = scope.own(rows(NODES, memory, workers));
                check.symmetric(adjacency);
                return new UnipartiteGraph(scope.keep(adjacency));
            }
            Csr left = scope.own(rows(LEFT, memory, workers));
            Csr right = scope.own(rows(RIGHT, memory, workers));
            check.transposed(left, right);
            scope.keep(left);
            return new BipartiteGraph(left, scope.keep(right));
        }
    }

    private Csr rows(String part, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            long vertices = vertexCount(part);
            if (vertices < 0 || vertices >= Integer.MAX_VALUE) {
                throw new GraphFileException(path, "it has " + vertices + " vertices in " + part + OFFSETS);
            }
            OffHeapLongs offsets = scope.own(longs(part + OFFSETS, vertices + 1, memory, workers));
            OffHeapInts neighbors =
                    scope.own(ints(part + NEIGHBORS, section(part + NEIGHBORS).count(), memory, workers));
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }

    /** @throws GraphFileException that says {@code where} something is wrong */
    public GraphFileException wrong(String where) {
        return new GraphFileException(path, where);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
