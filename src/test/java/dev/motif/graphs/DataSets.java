package dev.motif.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.motif.graphs.EdgeList.Edge;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.tukaani.xz.XZInputStream;

/**
 * Real graphs with known counts: those of the project's folder test-data, and those of the folder that the system
 * property {@value #FOLDER_PROPERTY} names, where it is. The system property {@value #EDGES_PROPERTY} leaves out larger
 * ones.
 */
public final class DataSets {
    private static final String FOLDER_PROPERTY = "motif.data";
    private static final String EDGES_PROPERTY = "motif.data.edges";
    private static final Path OWN_FOLDER = Path.of("test-data");

    private DataSets() {}

    /**
     * @param counts the known counts of the graph and its sizes U, V and E; test-data/README.md explains all of them
     */
    public record DataSet(String name, Path file, JsonNode counts) {
        /** Reads the edges of the graph, and checks them against the known sizes. */
        public EdgeList read() {
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

    /** The bipartite data sets of which {@code count} is known. */
    public static Stream<DataSet> bipartiteWith(String count) {
        return where(counts -> counts.has("U") && counts.has(count));
    }

    public static Stream<DataSet> unipartite() {
        return where(counts -> !counts.has("U"));
    }

    private static Stream<DataSet> where(Predicate<JsonNode> wanted) {
        long mostEdges = Long.getLong(EDGES_PROPERTY, Long.MAX_VALUE);
        try {
            Map<String, DataSet> sets = new LinkedHashMap<>();
            own().forEach(set -> sets.put(set.name(), set));
            others().forEach(set -> sets.putIfAbsent(set.name(), set));
            return sets.values().stream()
                    .filter(set -> set.counts().get("E").longValue() <= mostEdges)
                    .filter(set -> wanted.test(set.counts()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The data sets of the project's folder by its manifest, with the sizes among the counts. */
    private static List<DataSet> own() throws IOException {
        List<DataSet> sets = new ArrayList<>();
        List<String> lines = Files.readAllLines(OWN_FOLDER.resolve("MANIFEST.tsv"));
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t", -1);
            ObjectNode counts = (ObjectNode) new ObjectMapper().readTree(cells[8]);
            if (!cells[2].isEmpty()) {
                counts.put("U", Integer.parseInt(cells[2]));
            }
            counts.put("V", Integer.parseInt(cells[3])).put("E", Integer.parseInt(cells[4]));
            sets.add(new DataSet(cells[0], OWN_FOLDER.resolve(cells[0] + ".el.xz"), counts));
        }
        return sets;
    }

    /** The data sets of the other folder; none when the folder does not exist. */
    private static List<DataSet> others() throws IOException {
        Path folder = Path.of(System.getProperty(FOLDER_PROPERTY, "../shared/data"));
        Path known = folder.resolve("known-counts.json");
        if (!Files.isReadable(known)) {
            return List.of();
        }
        return new ObjectMapper()
                .readTree(known.toFile()).properties().stream()
                        .filter(set -> Files.exists(folder.resolve(set.getKey() + ".el.xz")))
                        .map(set -> new DataSet(set.getKey(), folder.resolve(set.getKey() + ".el.xz"), set.getValue()))
                        .toList();
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
