package dev.motif.graph.file;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.file.FileArray.Type;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what a {@link GraphFile} shall hold, and writes it. Arrays stay the caller's. Not thread-safe. */
public final class GraphFileWriter {
    private final Map<String, List<String>> facts = new LinkedHashMap<>();
    private final List<FileArray> sections = new ArrayList<>();
    private final List<Long> addresses = new ArrayList<>();

    /** @param graph what the file is of; the sections of its rows come first */
    public GraphFileWriter(Graph graph) {
        if (graph instanceof BipartiteGraph bipartite) {
            rows(GraphFile.LEFT, bipartite.left());
            rows(GraphFile.RIGHT, bipartite.right());
        } else {
            rows(GraphFile.NODES, ((UnipartiteGraph) graph).adjacency());
        }
    }

    /**
     * Sections at their places in a file that others write: behind its header, one after the other.
     *
     * @param facts the other lines of the header, as {@link #fact} takes them
     */
    public static List<FileArray> placed(Map<String, List<String>> facts, List<FileArray> sections) {
        return Header.placed(facts, sections);
    }

    /**
     * The header of a file that others write.
     *
     * @param facts the facts that the sections were placed with
     * @param sections at their {@link #placed} places, with the checksums of their bytes
     */
    public static byte[] header(Map<String, List<String>> facts, List<FileArray> sections) {
        return Header.text(facts, sections);
    }

    private void rows(String part, Csr rows) {
        section(part + GraphFile.OFFSETS, Type.INT64, rows.offsets());
        OffHeapInts neighbors = rows.neighbors();
        add(new FileArray(part + GraphFile.NEIGHBORS, Type.INT32, 0, neighbors.length(), 0), neighbors.address());
    }

    /** Adds an array under a name of its own. */
    public void section(String name, Type type, OffHeapLongs values) {
        add(new FileArray(name, type, 0, values.length(), 0), values.address());
    }

    private void add(FileArray section, long address) {
        sections.add(section);
        addresses.add(address);
    }

    /** Adds a line to the header: a key of its own, in lower case, and words with any characters. */
    public void fact(String key, List<String> words) {
        facts.put(key, List.copyOf(words));
    }

    public long bytes() {
        return sections.stream().mapToLong(FileArray::bytes).sum();
    }

    /**
     * Writes the file, and waits until it is on the disk. Nothing stays of it after an error. Progress advances by the bytes
     * of the arrays.
     *
     * @param path a file that does not exist
     * @throws IOException when it cannot be made or closed
     * @throws java.io.UncheckedIOException when a section cannot be written, such as on a full disk
     */
    public void write(Path path, Workers workers) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            try {
                write(file, workers);
            } catch (IOException | RuntimeException | Error e) {
                Files.deleteIfExists(path);
                throw e;
            }
        }
    }

    /**
     * Writes the file as {@link #write(Path, Workers)} does.
     *
     * @param file empty; the caller closes it, and deletes it after an error
     */
    public void write(FileChannel file, Workers workers) throws IOException {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalStateException("graph files are little-endian, and this machine is not");
        }
        Blocks blocks = new Blocks(null, file, workers);
        List<FileArray> written = Header.placed(facts, sections);
        for (int i = 0; i < written.size(); i++) {
            FileArray section = written.get(i);
            written.set(i, section.with(blocks.write(section, addresses.get(i))));
        }
        // Where the last sections are empty, the file is as long as the header says all the same.
        ByteBuffer padding = ByteBuffer.allocate(1);
        long end = written.get(written.size() - 1).end();
        if (file.size() < end) {
            file.write(padding, end - 1);
        }
        ByteBuffer header = ByteBuffer.wrap(Header.text(facts, written));
        for (long at = 0; header.hasRemaining(); ) {
            at += file.write(header, at);
        }
        file.force(true);
    }
}
