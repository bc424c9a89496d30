package dev.motif.bench.load;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tukaani.xz.XZInputStream;

/**
 * Reads an edge list: the header {@code # bip U V E} or {@code # uni V E}, then {@code E} lines {@code u v}.
 *
 * <p>Vertex ids are 0-based; in a bipartite graph {@code u} is on the left and {@code v} on the right. The order of the
 * lines does not matter, nor does that of {@code u} and {@code v} in a unipartite graph. Blank lines are skipped. A
 * file whose name ends in {@code .xz} is decompressed while it is read.
 */
public final class EdgeListReader {
    private final NativeMemory memory;
    private final Workers workers;

    public EdgeListReader(NativeMemory memory, Workers workers) {
        this.memory = memory;
        this.workers = workers;
    }

    /**
     * Reads the graph of a file. The caller owns it.
     *
     * @throws IllegalArgumentException when the text is no edge list; names the file and the line
     * @throws IOException when the file cannot be read
     */
    public LoadedGraph read(Path file) throws IOException {
        try (InputStream text = open(file)) {
            EdgeListInput in = new EdgeListInput(text);
            try {
                return read(in);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ", line " + in.line() + ": " + e.getMessage(), e);
            }
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": " + e, e);
        }
    }

    /**
     * Reads the first line of a file alone.
     *
     * @throws IllegalArgumentException when it is no header; names the file
     * @throws IOException when the file cannot be read
     */
    public static EdgeListHeader header(Path file) throws IOException {
        try (InputStream text = open(file)) {
            return EdgeListHeader.parse(new EdgeListInput(text).header());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static InputStream open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            return file.toString().endsWith(".xz") ? new XZInputStream(raw) : raw;
        } catch (IOException | RuntimeException | Error e) {
            raw.close();
            throw e;
        }
    }

    private LoadedGraph read(EdgeListInput in) throws IOException {
        EdgeListHeader header = EdgeListHeader.parse(in.header());
        try (GraphCollector collector = collector(header)) {
            long edges;
            try (GraphCollector.Writer writer = collector.writer()) {
                edges = readEdges(in, header, writer);
            }
            if (edges != header.edges()) {
                throw new IllegalArgumentException(
                        "the header says " + header.edges() + " edges, got " + edges + " by the end of the file");
            }
            return collector.build();
        }
    }

    private GraphCollector collector(EdgeListHeader header) {
        return header.kind() == GraphKind.BIPARTITE
                ? GraphCollector.bipartite(header.left(), header.right(), header.edges(), memory, workers)
                : GraphCollector.unipartite(header.left(), header.edges(), memory, workers);
    }

    private static long readEdges(EdgeListInput in, EdgeListHeader header, EdgeSink sink) throws IOException {
        long edges = 0;
        while (in.nextLine()) {
            int u = in.id("u", header.left());
            int v = in.id("v", header.right());
            in.endLine();
            sink.add(u, v);
            edges++;
        }
        return edges;
    }
}
