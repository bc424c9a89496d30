package dev.motif.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tukaani.xz.XZInputStream;

/** Checks {@code test-data/fetch}, on copies of the sources' formats, and the list of sources that it reads. */
class FetchTest {
    private static final Path FOLDER = Path.of("test-data");

    @TempDir
    private Path work;

    private record Source(String name, String address, String format, String sha256) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Source> sources() throws IOException {
        try (Stream<String> lines = Files.lines(FOLDER.resolve("SOURCES.tsv"))) {
            return lines.skip(1)
                    .map(line -> line.split("\t", -1))
                    .map(cells -> new Source(cells[0], cells[5], cells[6], cells[8]))
                    .toList();
        }
    }

    private static Source source(String name) throws IOException {
        return sources().stream()
                .filter(source -> source.name.equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Path graph(Path folder, String name) {
        return folder.resolve(name + ".el.xz");
    }

    private static byte[] edgeList(Path file) throws IOException {
        try (InputStream list = new XZInputStream(Files.newInputStream(file))) {
            return list.readAllBytes();
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void hashesAreThoseOfTheGraphs(Source source) throws IOException {
        String graphs = Files.readString(Path.of("docs", "benchmarks", "data", "graphs.csv"));
        assertThat(graphs).contains("\n" + source.name + ",");
        Path more = Path.of(System.getProperty("motif.data", "none"));
        for (Path folder : List.of(FOLDER, more)) {
            Path file = graph(folder, source.name);
            if (Files.exists(file)) {
                assertThat(sha256(edgeList(file))).isEqualTo(source.sha256);
                assertThat(graphs).contains(sha256(Files.readAllBytes(file)));
            }
        }
    }

    @Test
    void shuffledPairsInBothDirectionsBecomeTheGraph() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        edges("karate").forEach(edge -> {
            lines.add(edge[0] + 1 + " " + (edge[1] + 1) + " 1.0");
            lines.add(edge[1] + 1 + " " + (edge[0] + 1) + " 1.0");
        });
        lines.add("7 7 1.0");
        Collections.shuffle(lines, new Random(1));
        publish("karate", ("% a comment\n" + String.join("\n", lines)).getBytes(StandardCharsets.US_ASCII));
        assertThat(fetch("karate")).isZero();
        assertThat(edgeList(graph(work, "karate"))).isEqualTo(edgeList(graph(FOLDER, "karate")));
    }

    @Test
    void compressedPairsBehindASizeBecomeTheGraph() throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder("4039,88234,u,graph\n");
        edges("facebook-combined")
                .forEach(edge ->
                        text.append(edge[0] + 1).append(',').append(edge[1] + 1).append('\n'));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.toString().getBytes(StandardCharsets.US_ASCII));
        }
        publish("facebook-combined", bytes.toByteArray());
        assertThat(fetch("facebook-combined")).isZero();
        assertThat(edgeList(graph(work, "facebook-combined"))).isEqualTo(edgeList(graph(FOLDER, "facebook-combined")));
    }

    @Test
    void graphThatDiffersIsNotWritten() throws IOException, InterruptedException {
        publish("karate", "1 2\n2 3\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(fetch("karate")).isEqualTo(1);
        assertThat(graph(work, "karate")).doesNotExist();
    }

    @Test
    void sourceThatIsGoneIsAnError() throws IOException, InterruptedException {
        assertThat(fetch("netscience")).isEqualTo(1);
    }

    private static List<int[]> edges(String name) throws IOException {
        return new String(edgeList(graph(FOLDER, name)), StandardCharsets.US_ASCII)
                .lines()
                .skip(1)
                .map(line -> line.split(" "))
                .map(ends -> new int[] {Integer.parseInt(ends[0]), Integer.parseInt(ends[1])})
                .toList();
    }

    /** Puts a file where the source of a graph is, below a folder that stands for the network. */
    private void publish(String name, byte[] file) throws IOException {
        Path place = work.resolve("network").resolve(source(name).address);
        Files.createDirectories(place.getParent());
        Files.write(place, file);
    }

    /** The exit status of the script for one graph. */
    private int fetch(String name) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "the script needs Python 3");
        Process process = new ProcessBuilder(
                        FOLDER.resolve("fetch").toString(),
                        "--out",
                        work.toString(),
                        "--base",
                        work.resolve("network").toUri().toString(),
                        name)
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("output.txt").toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }
}
