package dev.motif.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.motif.graphs.EdgeList.Edge;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.tukaani.xz.XZInputStream;

/**
 * Real graphs with known counts, in the folder named by the system property {@value #FOLDER_PROPERTY}. They are not
 * part of the project: tests that want them are skipped where there is no such folder.
 */
public final class DataSets {
    private static final String FOLDER_PROPERTY = "motif.data";

    private DataSets() {}

    /** @param counts what is known about the graph, see known-counts.json; null when there are no graphs */
    public record DataSet(String name, Path file, JsonNode counts) {
        /** Its edges, checked against the sizes in known-counts.json. Skips the test when there are no graphs. */
        public EdgeList read() {
            assumeTrue(
                    counts != null,
                    () -> "no graphs with known counts: there is no " + file + " (its folder is the system property "
                            + FOLDER_PROPERTY + ")");
            assumeTrue(Files.exists(file), () -> "there is no " + file);
            EdgeList list = DataSets.read(file);
            int right = counts.get("V").intValue();
            assertThat(list.right()).as("vertices of %s", name).isEqualTo(right);
            assertThat(list.left())
                    .as("left vertices of %s", name)
                    .isEqualTo(counts.path("U").asInt(right));
            assertThat(list.edges())
                    .as("edges of %s", name)
                    .hasSize(counts.get("E").intValue());
            return list;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    public static Stream<DataSet> bipartite() {
        return where(counts -> counts.has("U"));
    }

    /** The bipartite ones of which {@code count} is known; where there are no graphs, the one that skips the test. */
    public static Stream<DataSet> bipartiteWith(String count) {
        return bipartite().filter(set -> set.counts() == null || set.counts().has(count));
    }

    public static Stream<DataSet> unipartite() {
        return where(counts -> !counts.has("U"));
    }

    private static Stream<DataSet> where(Predicate<JsonNode> wanted) {
        Path folder = Path.of(System.getProperty(FOLDER_PROPERTY, "../shared/data"))
                .toAbsolutePath()
                .normalize();
        Path known = folder.resolve("known-counts.json");
        if (!Files.isReadable(known)) {
            return Stream.of(new DataSet("no graphs", known, null));
        }
        try {
            return new ObjectMapper()
                    .readTree(known.toFile()).properties().stream()
                            .filter(set -> wanted.test(set.getValue()))
                            .map(set ->
                                    new DataSet(set.getKey(), folder.resolve(set.getKey() + ".el.xz"), set.getValue()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EdgeList read(Path file) {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new XZInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
            String[] header = lines.readLine().split(" ", -1);
            int right = Integer.parseInt(header[header.length - 2]);
            int left = header[1].equals("bip") ? Integer.parseInt(header[2]) : right;
            List<Edge> edges = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int space = line.indexOf(' ');
                edges.add(new Edge(
                        Integer.parseInt(line, 0, space, 10), Integer.parseInt(line, space + 1, line.length(), 10)));
            }
            return new EdgeList(left, right, edges);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
