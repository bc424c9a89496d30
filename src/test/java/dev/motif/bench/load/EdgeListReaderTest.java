package dev.motif.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrRows;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

@LeavesNothing
class EdgeListReaderTest {
    private final NativeMemory memory = new NativeMemory(1 << 26);

    @TempDir
    private Path folder;

    @Test
    void bipartiteEdgesInAnyOrderGiveBothDirections() throws IOException {
        try (LoadedGraph loaded = read("# bip 3 4 5\n2 0\n0 3\n0 1\n2 3\n1 1\n")) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            assertThat(CsrRows.of(graph.left())).containsExactly(List.of(1, 3), List.of(1), List.of(0, 3));
            assertThat(CsrRows.of(graph.right())).containsExactly(List.of(2), List.of(0, 1), List.of(), List.of(0, 2));
            assertThat(loaded.duplicates()).isZero();
        }
    }

    @Test
    void unipartiteEdgesAreSwappedAndLoopsAndDuplicatesDropped() throws IOException {
        try (LoadedGraph loaded = read("# uni 4 6\n1 0\n0 1\n2 2\n3 1\n1 3\n0 1\n")) {
            UnipartiteGraph graph = (UnipartiteGraph) loaded.graph();
            assertThat(CsrRows.of(graph.adjacency())).containsExactly(List.of(1), List.of(0, 3), List.of(), List.of(1));
            assertThat(graph.edgeCount()).isEqualTo(2);
            assertThat(loaded.duplicates()).isEqualTo(3);
            assertThat(loaded.selfLoops()).isEqualTo(1);
        }
    }

    @Test
    void bipartiteDuplicatesAreCountedAndEqualIdsAreNoLoops() throws IOException {
        try (LoadedGraph loaded = read("# bip 2 2 4\n0 0\n1 1\n0 0\n0 0\n")) {
            assertThat(loaded.graph().edgeCount()).isEqualTo(2);
            assertThat(loaded.duplicates()).isEqualTo(2);
            assertThat(loaded.selfLoops()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# bip 2 3 1\r\n1 2\r\n",
                "# bip 2 3 1\r1 2\r",
                "# bip 2 3 1\r\r1 2",
                "# bip 2 3 1\n\n \t1\t2 \n\n",
                "#bip  2 3 1 \n1 2"
            })
    void spacesBlankLinesAndLineEndsAreTolerated(String text) throws IOException {
        try (LoadedGraph loaded = read(text)) {
            assertThat(CsrRows.of(((BipartiteGraph) loaded.graph()).left())).containsExactly(List.of(), List.of(2));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"# bip 0 0 0\n", "# uni 0 0", "# bip 5 0 0\n", "# uni 7 0\n"})
    void graphsWithoutEdges(String text) throws IOException {
        try (LoadedGraph loaded = read(text)) {
            assertThat(loaded.graph().edgeCount()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                     | 1 | expected a line `u v`, got the end of the file",
                "# FromNodeId ToNodeId; | 2 | expected a line `u v`, got the end of the file",
                "0 1;x 2;               | 2 | `u` must be a number, got 'x'",
                "# of SNAP;;0 1;5;      | 4 | `v` must be a number, got the end of the line",
                "% bip;1 -2;            | 2 | `v` must be a number, got '-'",
                "1 9223372036854775807; | 1 | `v` must be in [0, 9223372036854775806], got 2^63 - 1 or more",
                "%%MatrixMarket matrix array real general;2 2; | 1 | the first line must be `%%MatrixMarket matrix coordinate FIELD SYMMETRY`, where SYMMETRY is general, symmetric, skew-symmetric or Hermitian, got '%%MatrixMarket matrix array real general'",
                "%MatrixMarket matrix coordinate real sparse;2 2 0; | 1 | the first line must be `%%MatrixMarket matrix coordinate FIELD SYMMETRY`, where SYMMETRY is general, symmetric, skew-symmetric or Hermitian, got '%MatrixMarket matrix coordinate real sparse'",
                "%%MatrixMarket matrix coordinate real symmetric;2 3 1;1 1 1; | 2 | a matrix that is not general must have as many rows as columns, got 2 rows and 3 columns",
                "%%MatrixMarket matrix coordinate pattern general;2 3 1;0 1; | 3 | `row` must be in [1, 2], got 0",
                "%%MatrixMarket matrix coordinate pattern general;% comment;2 3 1;1 4; | 4 | `column` must be in [1, 3], got 4",
                "%%MatrixMarket matrix coordinate pattern general;2 3 2;1 1; | 4 | the matrix is to have 2 entries, got 1 by the end of the file",
                "# bip 3 4;0 1;         | 1 | the first line must be `# bip U V E` or `# uni V E`, got '# bip 3 4'",
                "# uni 3 4 x;           | 1 | the first line must be `# bip U V E` or `# uni V E`, got '# uni 3 4 x'",
                "# bip 2147483648 4 0;  | 1 | `U` must be in [0, 2147483647], got 2147483648",
                "# uni 2 99999999999999999999; | 1 | `E` must be in [0, 1099511627776], got 99999999999999999999",
                "# bip 3 4 1;3 0;       | 2 | `u` must be in [0, 3), got 3",
                "# bip 3 4 2;0 0;0 4;   | 3 | `v` must be in [0, 4), got 4",
                "# uni 3 1;0 99999999999999999999; | 2 | `v` must be in [0, 3), got 2^63 - 1 or more",
                "# uni 3 1;-1 0;        | 2 | `u` must be a number, got '-'",
                "# uni 3 1;0;           | 2 | `v` must be a number, got the end of the line",
                "# uni 3 1;0 1x;        | 2 | expected the end of the line, got 'x'",
                "# uni 3 1;0 1 2;       | 2 | expected the end of the line, got '2'",
                "# uni 3 1;% comment;   | 2 | `u` must be a number, got '%'",
                "# uni 3 2;;0 1;        | 4 | the header says 2 edges, got 1 by the end of the file",
                "# uni 3 1;0 1;1 2;     | 4 | the header says 1 edges, got 2 by the end of the file"
            })
    void errorsNameFileAndLine(String text, int line, String message) {
        for (String end : List.of("\n", "\r\n", "\r")) {
            assertThatThrownBy(() -> read(text.replace(";", end)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(folder.resolve("graph.el") + ", line " + line + ": " + message);
        }
    }

    @Test
    void diagonalOfASquareMatrixIsNoLoop() throws IOException {
        try (LoadedGraph loaded = read("%%MatrixMarket matrix coordinate pattern general\n2 2 3\n1 1\n2 2\n1 2\n")) {
            assertThat(CsrRows.of(((BipartiteGraph) loaded.graph()).left())).containsExactly(List.of(0, 1), List.of(1));
            assertThat(loaded.selfLoops()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# Undirected graph: ../../data/output/x.txt and much more, so that the line is longer than any header is\n"
                        + "# FromNodeId\tToNodeId\n7\t100000000000\n100000000000\t3\n3\t3\n3\t100000000000\n",
                "7 100000000000\r\n\r\n% comment\r\n100000000000 3\r\n3 3\r\n3 100000000000",
                "\uFEFF7,100000000000\n100000000000,3\n3,3\n3,100000000000\n",
                "% sym unweighted\n% 4 3 3\n1 2\n2 3\n3 3\n3 2\n",
                "%%MatrixMarket matrix coordinate pattern symmetric\n%\n% comment\n\n3 3 4\n2 1\n3 2\n3 3\n2 3\n",
                "%matrixmarket MATRIX coordinate pattern Hermitian\r3 3 4\r1 2\r2 3\r3 3\r3 2\r",
            })
    void unipartiteGraphsOfOtherFormats(String text) throws IOException {
        try (LoadedGraph loaded = read(text)) {
            UnipartiteGraph graph = (UnipartiteGraph) loaded.graph();
            assertThat(CsrRows.of(graph.adjacency())).containsExactly(List.of(1), List.of(0, 2), List.of(1));
            assertThat(loaded.selfLoops()).isOne();
            assertThat(loaded.duplicates()).isOne();
            assertThat(loaded.columnsIgnored()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "% bip weighted\n% 4 2 3\n1 1 0.5 1082008561\n1 2 -1 1082008561\n2 2 5\n1 1 1\n",
                "%bip\n9000000000 9000000000\t1.0\n9000000000 1\n1 1\n9000000000 9000000000\n",
                "%%MatrixMarket matrix coordinate real general\n2 3 4\n1 1 1e-3\n1 2 -1\n2 2 5.0\n1 1 1\n",
                "%MatrixMarket matrix coordinate real general\r2 2 4\r1 1 1e-3\r1 2 -1\r2 2 5.0\r1 1 1\r",
            })
    void bipartiteGraphsOfOtherFormatsWithWeights(String text) throws IOException {
        try (LoadedGraph loaded = read(text)) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            assertThat(CsrRows.of(graph.left())).containsExactly(List.of(0, 1), List.of(1));
            assertThat(graph.rightCount()).isEqualTo(text.contains("2 3 4") ? 3 : 2);
            assertThat(loaded.duplicates()).isOne();
            assertThat(loaded.columnsNote()).isEqualTo(", columns after the second ignored");
        }
    }

    @Test
    void manyEdgesOfAnyIdsAreNumberedInTheirOrder() throws IOException {
        int n = 200_000;
        StringBuilder text = new StringBuilder();
        for (long v = 1; v < n; v++) {
            text.append(v * 1_000_000_007)
                    .append(' ')
                    .append((v - 1) * 1_000_000_007)
                    .append('\n');
        }
        try (LoadedGraph loaded = read(text.toString())) {
            Csr path = ((UnipartiteGraph) loaded.graph()).adjacency();
            assertThat(path.vertexCount()).isEqualTo(n);
            assertThat(path.neighbor(path.start(0))).isEqualTo(1);
            for (int v = 2; v < n - 1; v++) {
                assertThat(path.neighbor(path.start(v)) + path.neighbor(path.start(v) + 1))
                        .isEqualTo(v == 2 ? 3 : 2 * v);
            }
        }
    }

    @Test
    void gzIsDecompressed() throws IOException {
        Path file = folder.resolve("out.graph.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("% asym positive\n1 2 1\n2 3 4\n".getBytes(StandardCharsets.US_ASCII));
        }
        try (LoadedGraph loaded = reader().read(file)) {
            assertThat(loaded.graph().edgeCount()).isEqualTo(2);
            assertThat(loaded.columnsIgnored()).isTrue();
        }
        Files.writeString(file, "1 2\n");
        assertThatThrownBy(() -> reader().read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot read " + file);
    }

    @Test
    void xzIsDecompressed() throws IOException {
        Path file = folder.resolve("graph.el.xz");
        try (OutputStream out = new XZOutputStream(Files.newOutputStream(file), new LZMA2Options())) {
            out.write("# uni 3 2\n0 1\n1 2\n".getBytes(StandardCharsets.US_ASCII));
        }
        try (LoadedGraph loaded = reader().read(file)) {
            assertThat(loaded.graph().edgeCount()).isEqualTo(2);
        }
    }

    @Test
    void brokenXzNamesTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("graph.el.xz"), "# uni 3 0\n");
        assertThatThrownBy(() -> reader().read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot read " + file);
    }

    @Test
    void manyEdgesCrossTheBuffer() throws IOException {
        int n = 100_000;
        StringBuilder text = new StringBuilder("# uni " + n + " " + (n - 1) + "\n");
        for (int v = 1; v < n; v++) {
            text.append(v).append(' ').append(v - 1).append('\n');
        }
        try (LoadedGraph loaded = read(text.toString())) {
            Csr path = ((UnipartiteGraph) loaded.graph()).adjacency();
            for (int v = 1; v < n - 1; v++) {
                assertThat(path.neighbor(path.start(v))).isEqualTo(v - 1);
                assertThat(path.neighbor(path.start(v) + 1)).isEqualTo(v + 1);
            }
        }
    }

    private EdgeListReader reader() {
        return new EdgeListReader(memory, Workers.of(2));
    }

    private LoadedGraph read(String text) throws IOException {
        return reader().read(Files.writeString(folder.resolve("graph.el"), text));
    }
}
