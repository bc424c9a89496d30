package dev.motif.bench.load;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Reads a graph from a text. Its first line says what it is:
 *
 * <ul>
 *   <li>{@code # bip U V E} or {@code # uni V E}: Motif's own edge list, of {@code E} lines {@code u v} with ids from 0; in
 *       a bipartite graph {@code u} is on the left and {@code v} on the right.
 *   <li>{@code %%MatrixMarket matrix coordinate FIELD SYMMETRY}, also with one {@code %}: a matrix, whose entries are edges. A
 *       {@code general} one is a bipartite graph of rows and columns, also where there are as many of both; a {@code
 *       symmetric}, {@code skew-symmetric} or {@code Hermitian} one is a unipartite graph.
 *   <li>Anything else: lines {@code u v} as of SNAP and KONECT, with any ids, which are numbered in their order. The graph
 *       is bipartite if the first line is {@code % bip}, as KONECT has it.
 * </ul>
 *
 * <p>The order of the lines does not matter, nor does that of {@code u} and {@code v} in a unipartite graph. Blank lines
 * and, but in an edge list of Motif, comments ({@code #}, {@code %}) are skipped, and further columns left out. A file whose
 * name ends in {@code .xz} or {@code .gz} is decompressed while it is read.
 */
public final class EdgeListReader {
    private static final Pattern OWN = Pattern.compile("#\\s*(bip|uni)\\b");
    private static final Pattern BIPARTITE = Pattern.compile("%\\s*bip\\b");
    private static final Pattern MATRIX = Pattern.compile("%%?\\s*MatrixMarket\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern COORDINATES = Pattern.compile(
            MATRIX + "\\s+matrix\\s+coordinate\\s+\\w+\\s+(?:(general)|symmetric|skew-symmetric|hermitian)\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final int BLOCK_EDGES = 1 << 16;

    private final NativeMemory memory;
    private final Workers workers;

    public EdgeListReader(NativeMemory memory, Workers workers) {
        this.memory = memory;
        this.workers = workers;
    }

    /**
     * Reads the graph of a file. The caller owns it.
     *
     * @throws IllegalArgumentException when the text is no graph; names the file and the line
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
            String name = file.toString();
            return name.endsWith(".xz")
                    ? new XZInputStream(raw)
                    : name.endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        } catch (IOException | RuntimeException | Error e) {
            raw.close();
            throw e;
        }
    }

    private LoadedGraph read(EdgeListInput in) throws IOException {
        if (!in.atComment()) {
            return readPairs(in, false);
        }
        String first = in.header();
        if (OWN.matcher(first).lookingAt()) {
            return readEdgeList(in, EdgeListHeader.parse(first));
        }
        // What is left of a line that is longer than a header.
        in.skipLine();
        return MATRIX.matcher(first).lookingAt()
                ? readMatrix(in, first)
                : readPairs(in, BIPARTITE.matcher(first).lookingAt());
    }

    private LoadedGraph readEdgeList(EdgeListInput in, EdgeListHeader header) throws IOException {
        try (GraphCollector collector = collector(header)) {
            long edges = 0;
            try (GraphCollector.Writer writer = collector.writer()) {
                for (; in.nextLine(); edges++) {
                    int u = in.id("u", header.left());
                    int v = in.id("v", header.right());
                    in.endLine();
                    writer.add(u, v);
                }
            }
            check("the header says " + header.edges() + " edges", header.edges(), edges);
            return collector.build();
        }
    }

    private static void check(String announced, long number, long edges) {
        if (edges != number) {
            throw new IllegalArgumentException(announced + ", got " + edges + " by the end of the file");
        }
    }

    private LoadedGraph readMatrix(EdgeListInput in, String banner) throws IOException {
        Matcher words = COORDINATES.matcher(banner);
        if (!words.matches()) {
            throw new IllegalArgumentException(
                    "the first line must be `%%MatrixMarket matrix coordinate FIELD SYMMETRY`, where SYMMETRY is general,"
                            + " symmetric, skew-symmetric or Hermitian, got '" + banner + "'");
        }
        in.nextEntry();
        int rows = (int) in.number("rows", 0, Integer.MAX_VALUE);
        int columns = (int) in.number("columns", 0, Integer.MAX_VALUE);
        long entries = in.number("entries", 0, EdgeListHeader.MAX_EDGES);
        in.endLine();
        GraphKind kind = words.group(1) == null ? GraphKind.UNIPARTITE : GraphKind.BIPARTITE;
        if (kind == GraphKind.UNIPARTITE && rows != columns) {
            throw new IllegalArgumentException("a matrix that is not general must have as many rows as columns, got "
                    + rows + " rows and " + columns + " columns");
        }
        try (GraphCollector collector = collector(new EdgeListHeader(kind, rows, columns, entries))) {
            boolean columnsIgnored = false;
            long read = 0;
            try (GraphCollector.Writer writer = collector.writer()) {
                for (; in.nextEntry(); read++) {
                    int row = (int) in.number("row", 1, rows);
                    int column = (int) in.number("column", 1, columns);
                    columnsIgnored |= in.skipLine();
                    writer.add(row - 1, column - 1);
                }
            }
            check("the matrix is to have " + entries + " entries", entries, read);
            return collector.build().withColumnsIgnored(columnsIgnored);
        }
    }

    /** Keeps the edges on the heap, since their numbers are known only at the end. */
    private LoadedGraph readPairs(EdgeListInput in, boolean bipartite) throws IOException {
        Map<Long, Integer> left = new HashMap<>();
        Map<Long, Integer> right = bipartite ? new HashMap<>() : left;
        List<int[]> blocks = new ArrayList<>();
        long edges = 0;
        boolean columnsIgnored = false;
        for (; in.nextEntry(); edges++) {
            int at = (int) (edges % BLOCK_EDGES) * 2;
            if (at == 0) {
                blocks.add(new int[2 * BLOCK_EDGES]);
            }
            int[] block = blocks.get(blocks.size() - 1);
            block[at] = numberOf(in.number("u", 0, Long.MAX_VALUE - 1), left);
            block[at + 1] = numberOf(in.number("v", 0, Long.MAX_VALUE - 1), right);
            columnsIgnored |= in.skipLine();
        }
        if (edges == 0) {
            throw new IllegalArgumentException("expected a line `u v`, got the end of the file");
        }
        GraphKind kind = bipartite ? GraphKind.BIPARTITE : GraphKind.UNIPARTITE;
        try (GraphCollector collector = collector(new EdgeListHeader(kind, left.size(), right.size(), edges))) {
            try (GraphCollector.Writer writer = collector.writer()) {
                for (long edge = 0; edge < edges; edge++) {
                    int[] block = blocks.get((int) (edge / BLOCK_EDGES));
                    int at = (int) (edge % BLOCK_EDGES) * 2;
                    writer.add(block[at], block[at + 1]);
                }
            }
            return collector.build().withColumnsIgnored(columnsIgnored);
        }
    }

    private static int numberOf(long id, Map<Long, Integer> numbers) {
        Integer known = numbers.putIfAbsent(id, numbers.size());
        return known == null ? numbers.size() - 1 : known;
    }

    private GraphCollector collector(EdgeListHeader header) {
        return header.kind() == GraphKind.BIPARTITE
                ? GraphCollector.bipartite(header.left(), header.right(), header.edges(), memory, workers)
                : GraphCollector.unipartite(header.left(), header.edges(), memory, workers);
    }
}
