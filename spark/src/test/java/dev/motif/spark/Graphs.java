package dev.motif.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.tukaani.xz.XZInputStream;

/** Edges to make graph files of. */
final class Graphs {
    /** Larger data sets are left out, unless `-Dmotif.data.edges` says otherwise. */
    private static final long MOST_EDGES = Long.getLong("motif.data.edges", 20_000);

    private static final StructType SCHEMA =
            new StructType().add("from", DataTypes.LongType, false).add("to", DataTypes.LongType, false);

    private Graphs() {}

    /** A graph, with ids that are neither consecutive nor ascending. */
    record Edges(String name, GraphKind kind, List<long[]> edges) {
        Dataset<Row> in(SparkSession session) {
            List<Row> rows = edges.stream()
                    .map(edge -> RowFactory.create(edge[0], edge[1]))
                    .toList();
            return session.createDataFrame(rows, SCHEMA).repartition(3);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The id of vertex {@code v} in these graphs: another one for each. */
    static long id(int v) {
        return (v ^ 0x2A) * 1_000_000_007L - 5;
    }

    static Edges random(GraphKind kind, long seed, int vertices, int edges) {
        Random random = new Random(seed);
        List<long[]> list = new ArrayList<>();
        for (int i = 0; i < edges; i++) {
            // Low numbers have more edges.
            int u = (int) (vertices * Math.pow(random.nextDouble(), 2));
            int v = (int) (vertices * Math.pow(random.nextDouble(), 2));
            list.add(new long[] {id(u), id(v)});
        }
        return new Edges("random " + kind + " " + seed, kind, list);
    }

    /** The data sets of the project, and those of the folder that the system property motif.data names. */
    static Stream<Edges> dataSets() {
        List<Path> folders = List.of(Path.of("../test-data"), Path.of(System.getProperty("motif.data", "none")));
        return folders.stream()
                .filter(Files::isDirectory)
                .flatMap(Graphs::files)
                .flatMap(Graphs::read);
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".el.xz")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Edges> read(Path file) {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new XZInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
            String[] header = lines.readLine().split(" ", -1);
            if (Long.parseLong(header[header.length - 1]) > MOST_EDGES) {
                return Stream.empty();
            }
            List<long[]> edges = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] ends = line.split(" ", -1);
                edges.add(new long[] {id(Integer.parseInt(ends[0])), id(Integer.parseInt(ends[1]))});
            }
            GraphKind kind = header[1].equals("bip") ? GraphKind.BIPARTITE : GraphKind.UNIPARTITE;
            return Stream.of(new Edges(file.getFileName().toString(), kind, edges));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
