package dev.motif.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.motif.backend.cost.GraphSize;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.GraphKind;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TestDataTest {
    private static final Path FOLDER = Path.of("test-data");

    private record Line(
            String name,
            String kind,
            String left,
            long right,
            long edges,
            String source,
            String licence,
            String sha256,
            JsonNode counts) {
        Path file() {
            return FOLDER.resolve(name + ".el.xz");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Line> manifest() throws IOException {
        try (Stream<String> lines = Files.lines(FOLDER.resolve("MANIFEST.tsv"))) {
            return lines.skip(1).map(TestDataTest::line).toList();
        }
    }

    private static Line line(String text) {
        String[] cells = text.split("\t", -1);
        try {
            return new Line(
                    cells[0],
                    cells[1],
                    cells[2],
                    Long.parseLong(cells[3]),
                    Long.parseLong(cells[4]),
                    cells[5],
                    cells[6],
                    cells[7],
                    new ObjectMapper().readTree(cells[8]));
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    @Test
    void everyFileIsInTheManifest() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.filter(file -> file.toString().endsWith(".xz")))
                    .containsExactlyInAnyOrderElementsOf(
                            manifest().stream().map(Line::file).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("manifest")
    void fileIsTheOneThatWasCounted(Line line) throws IOException, NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(line.file()));
        assertThat(HexFormat.of().formatHex(digest)).isEqualTo(line.sha256);
        assertThat(line.source).isNotBlank();
        assertThat(line.licence).isNotBlank();
        assertThat(line.counts.size()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("manifest")
    void fileLoadsWithTheSizesOfTheManifest(Line line) throws IOException {
        NativeMemory memory = new NativeMemory(1 << 28);
        try (LoadedGraph loaded = new EdgeListReader(memory, Workers.of(2)).read(line.file())) {
            boolean bipartite = line.kind.equals("bip");
            GraphSize expected = bipartite
                    ? new GraphSize(Long.parseLong(line.left), line.right, line.edges)
                    : new GraphSize(line.right, 0, line.edges);
            assertThat(GraphKind.of(loaded.graph())).isEqualTo(bipartite ? GraphKind.BIPARTITE : GraphKind.UNIPARTITE);
            assertThat(GraphSize.of(loaded.graph())).isEqualTo(expected);
            assertThat(loaded.duplicates() + loaded.selfLoops()).isZero();
        }
        assertThat(memory.liveBytes()).isZero();
    }
}
