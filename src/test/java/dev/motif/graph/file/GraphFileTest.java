package dev.motif.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.projection.TestGraphs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@LeavesNothing
class GraphFileTest {
    private static final Workers WORKERS = Workers.of(2);

    /** Counts the names of files. */
    private static final AtomicLong NAMES = new AtomicLong();

    private final NativeMemory memory = new NativeMemory(1 << 28);

    @TempDir
    private Path folder;

    /** The file of a graph, with a section of its own. */
    private Path written(Graph graph) {
        Path file = folder.resolve("a" + NAMES.incrementAndGet());
        try (OffHeapLongs extra = memory.zeroedLongs(5)) {
            extra.set(3, Long.MIN_VALUE);
            GraphFileWriter writer = new GraphFileWriter(graph);
            writer.section("extra one", FileArray.Type.INT64, extra);
            writer.fact("names", List.of("", "a b", "ä\n\u0000%+", "end 0"));
            writer.fact("none", List.of());
            writer.write(file, WORKERS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    private Path bipartite(int edges, long seed) {
        try (var graph = TestGraphs.random(memory, 300, 200, edges, seed)) {
            return written(graph.graph());
        }
    }

    private UnipartiteGraph unipartite(Csr forward) {
        CsrBuilder builder = new CsrBuilder(memory, WORKERS);
        try (forward;
                Csr backward = builder.transpose(forward, forward.vertexCount())) {
            return new UnipartiteGraph(builder.symmetric(forward, backward));
        }
    }

    /** Rows with these offsets and neighbors, whatever they are. */
    private Csr rows(long[] offsets, int... neighbors) {
        OffHeapLongs starts = memory.longs(offsets.length);
        for (int i = 0; i < offsets.length; i++) {
            starts.set(i, offsets[i]);
        }
        OffHeapInts others = memory.ints(neighbors.length);
        others.copyFrom(neighbors, 0);
        return new Csr(starts, others);
    }

    private static List<String> edges(Graph graph) {
        List<String> edges = new ArrayList<>();
        for (EdgeCursor cursor = new EdgeCursor(graph); cursor.next(); ) {
            edges.add(cursor.first() + "-" + cursor.second());
        }
        return edges;
    }

    private void read(Path path) {
        try (GraphFile file = GraphFile.open(path);
                Graph graph = file.graph(memory, WORKERS);
                OffHeapLongs extra = file.longs("extra one", 5, memory, WORKERS)) {
            assertThat(graph.edgeCount()).isEqualTo(file.edgeCount());
            assertThat(extra.get(3)).isEqualTo(Long.MIN_VALUE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void sectionsAreKnownFromTheBeginningOfAFile() throws IOException {
        Path path = bipartite(5000, 2);
        byte[] bytes = Files.readAllBytes(path);
        try (GraphFile file = GraphFile.open(path)) {
            List<FileArray> sections = file.sections();
            byte[] start = Arrays.copyOf(bytes, (int) sections.get(0).offset());
            assertThat(GraphFile.sections(path, start, bytes.length)).isEqualTo(sections);
            assertThat(GraphFile.sections(path, Arrays.copyOf(bytes, 50), bytes.length))
                    .isNull();
            assertThatThrownBy(() -> GraphFile.sections(path, start, bytes.length - 1))
                    .isInstanceOf(GraphFileException.class);
            // Others may write the file of these sections.
            List<FileArray> placed = GraphFileWriter.placed(
                    Map.of(), sections.stream().map(section -> section.at(0)).toList());
            assertThat(placed).isEqualTo(sections);
            long length = placed.get(placed.size() - 1).end();
            assertThat(GraphFile.sections(path, GraphFileWriter.header(Map.of(), placed), length))
                    .isEqualTo(sections);
        }
    }

    @Test
    void bipartiteGraphComesBack() throws IOException {
        try (var graph = TestGraphs.random(memory, 300, 200, 5000, 1);
                GraphFile file = GraphFile.open(written(graph.graph()));
                Graph back = file.graph(memory, WORKERS)) {
            assertThat(edges(back)).isEqualTo(edges(graph.graph()));
            assertThat(((BipartiteGraph) back).rightCount()).isEqualTo(200);
            assertThat(file.words("names")).containsExactly("", "a b", "ä\n\u0000%+", "end 0");
            assertThat(file.words("none")).isEmpty();
            assertThat(file.words("other")).isEmpty();
            assertThat(file.bytes()).isEqualTo(Files.size(file.path()));
            assertThat(file.sections()).allMatch(section -> section.offset() % GraphFile.ALIGNMENT == 0);
        }
    }

    @Test
    void unipartiteGraphComesBack() throws IOException {
        try (UnipartiteGraph graph = unipartite(rows(new long[] {0, 2, 3, 4, 4}, 1, 3, 2, 3));
                GraphFile file = GraphFile.open(written(graph));
                Graph back = file.graph(memory, WORKERS)) {
            assertThat(back).isInstanceOf(UnipartiteGraph.class);
            assertThat(edges(back)).containsExactly("0-1", "0-3", "1-2", "2-3");
        }
    }

    @Test
    void emptyGraphsComeBack() {
        try (var graph = TestGraphs.random(memory, 3, 2, 0, 1);
                UnipartiteGraph other = unipartite(rows(new long[] {0}))) {
            read(written(graph.graph()));
            read(written(other));
        }
    }

    /** Blocks of several workers, and a checksum that another program would compute. */
    @Test
    void checksumIsTheCrc32OfTheSection() throws IOException {
        try (OffHeapLongs random = memory.longs((3 << 20) + 7);
                UnipartiteGraph none = unipartite(rows(new long[] {0}))) {
            Random values = new Random(1);
            for (long i = 0; i < random.length(); i++) {
                random.set(i, values.nextLong());
            }
            GraphFileWriter writer = new GraphFileWriter(none);
            writer.section("random", FileArray.Type.FLOAT64, random);
            Path path = folder.resolve("random");
            writer.write(path, WORKERS);
            try (GraphFile file = GraphFile.open(path);
                    OffHeapLongs back = file.longs("random", random.length(), memory, WORKERS)) {
                FileArray section = file.section("random");
                CRC32 checksum = new CRC32();
                checksum.update(Files.readAllBytes(path), (int) section.offset(), (int) section.bytes());
                assertThat(section.checksum()).isEqualTo((int) checksum.getValue());
                assertThat(back.get(back.length() - 1)).isEqualTo(random.get(random.length() - 1));
            }
        }
    }

    @Test
    void everyTruncationIsAnError() throws IOException {
        Path path = bipartite(50, 1);
        for (long length = Files.size(path) - 1; length >= 0; length -= Math.max(1, length / 9)) {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
                file.truncate(length);
            }
            assertThatThrownBy(() -> read(path))
                    .as("truncated to " + length)
                    .isInstanceOf(GraphFileException.class)
                    .hasMessageContaining("is no whole graph file: it");
        }
    }

    @Test
    void anyAlteredByteOfHeaderOrSectionIsAnErrorThatSaysWhere() throws IOException {
        Path path = bipartite(500, 1);
        byte[] whole = Files.readAllBytes(path);
        List<FileArray> sections;
        try (GraphFile file = GraphFile.open(path)) {
            sections = file.sections();
        }
        for (FileArray section : sections) {
            for (long at : new long[] {section.offset(), section.offset() + section.bytes() / 2, section.end() - 1}) {
                assertThatThrownBy(() -> readAltered(path, whole, at))
                        .isInstanceOf(GraphFileException.class)
                        .hasMessageContaining("section " + section.name() + ", bytes " + section.offset() + " to "
                                + section.end() + ", was altered: its checksum is ");
            }
        }
        int headerEnd = new String(whole, StandardCharsets.ISO_8859_1).indexOf("\nend ") + 13;
        for (int at = 0; at < headerEnd; at++) {
            int changed = at;
            assertThatThrownBy(() -> readAltered(path, whole, changed)).isInstanceOf(GraphFileException.class);
        }
    }

    private void readAltered(Path path, byte[] whole, long at) throws IOException {
        byte[] altered = whole.clone();
        altered[(int) at] ^= 0x10;
        Files.write(path, altered);
        read(path);
    }

    @Test
    void otherFilesAreErrors() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "motif-graph");
        assertThatThrownBy(() -> read(text))
                .hasMessageContaining("'text' is no whole graph file: it does not begin with");
        Path endless = Files.writeString(folder.resolve("endless"), "motif-graph 1\n" + "x 1\n".repeat(100_000));
        assertThatThrownBy(() -> read(endless)).hasMessageContaining("its header has no end");
        Path newer = Files.writeString(folder.resolve("newer"), "motif-graph 2\nend 0\n");
        assertThatThrownBy(() -> read(newer)).hasMessageContaining("its format has the version '2'");
    }

    /** Files with right checksums, of rows that are none of a graph. */
    @Test
    void whatIsNoGraphIsAnError() {
        noGraph(
                rows(new long[] {0, 2, 1, 3}, 0, 1, 0),
                rows(new long[] {0, 2, 3}, 0, 1, 2),
                "left have no row of a graph for vertex 1");
        noGraph(
                rows(new long[] {1, 2, 3}, 0, 1, 0),
                rows(new long[] {0, 2, 3}, 0, 1, 0),
                "left have no row of a graph for vertex 0");
        noGraph(
                rows(new long[] {0, 2, 4}, 0, 1, 0),
                rows(new long[] {0, 2, 3}, 0, 1, 0),
                "left have no row of a graph for vertex 0");
        noGraph(
                rows(new long[] {0, 2}, 0, 2),
                rows(new long[] {0, 1, 2}, 0, 0),
                "left have no row of a graph for vertex 0");
        noGraph(
                rows(new long[] {0, 2}, 0, -1),
                rows(new long[] {0, 1, 2}, 0, 0),
                "left have no row of a graph for vertex 0");
        noGraph(
                rows(new long[] {0, 2}, 1, 1),
                rows(new long[] {0, 1, 2}, 0, 0),
                "left have no row of a graph for vertex 0");
        noGraph(
                rows(new long[] {0, 2}, 1, 0),
                rows(new long[] {0, 1, 2}, 0, 0),
                "left have no row of a graph for vertex 0");
        noGraph(
                rows(new long[] {0, 1, 2}, 0, 1),
                rows(new long[] {0, 1, 2}, 1, 0),
                "left and right hold different edges");
        try (UnipartiteGraph loop = new UnipartiteGraph(rows(new long[] {0, 1, 2}, 0, 0));
                UnipartiteGraph oneWay = new UnipartiteGraph(rows(new long[] {0, 1, 2, 2}, 1, 2))) {
            assertThatThrownBy(() -> read(written(loop)))
                    .hasMessageContaining("an edge without its reverse, or a self-loop");
            assertThatThrownBy(() -> read(written(oneWay)))
                    .hasMessageContaining("an edge without its reverse, or a self-loop");
        }
    }

    private void noGraph(Csr left, Csr right, String message) {
        try (left;
                right) {
            GraphFileWriter writer = new GraphFileWriter(new BipartiteGraph(left, right));
            Path file = folder.resolve("b" + NAMES.incrementAndGet());
            try {
                writer.write(file, WORKERS);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            assertThatThrownBy(() -> read(file))
                    .isInstanceOf(GraphFileException.class)
                    .hasMessageContaining(message);
        }
    }

    @Test
    void nothingStaysOfAWriteThatIsCancelled() {
        try (OffHeapLongs large = memory.zeroedLongs(4 << 20);
                UnipartiteGraph none = unipartite(rows(new long[] {0}))) {
            GraphFileWriter writer = new GraphFileWriter(none);
            writer.section("large", FileArray.Type.INT64, large);
            Path path = folder.resolve("cancelled");
            AtomicLong written = new AtomicLong();
            Workers cancelled = new Workers(2, () -> written.get() > 0, new Progress() {
                @Override
                public void begin(String stage, long volume) {}

                @Override
                public void advance(long amount) {
                    written.addAndGet(amount);
                }
            });
            assertThatThrownBy(() -> writer.write(path, cancelled)).isInstanceOf(CancellationException.class);
            assertThat(path).doesNotExist();
        }
    }

    @Test
    void readingNeedsMemoryOfTheBudgetAlone() throws IOException {
        Path path = bipartite(5000, 1);
        try (GraphFile file = GraphFile.open(path)) {
            for (long limit = 64; limit < file.bytes(); limit *= 2) {
                NativeMemory small = new NativeMemory(limit);
                try (Graph graph = file.graph(small, WORKERS)) {
                    assertThat(graph.bytes()).isLessThanOrEqualTo(limit);
                } catch (dev.motif.graph.memory.OffHeapMemoryException e) {
                    assertThat(e).hasMessageContaining("off-heap");
                }
                assertThat(small.liveBytes()).isZero();
            }
        }
    }
}
