package dev.motif.bench.neo4j;

import dev.motif.bench.Median;
import dev.motif.neo4j.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.harness.Neo4j;
import org.neo4j.io.ByteUnit;
import org.neo4j.io.fs.FileUtils;

/**
 * Measures columns on a generated store: {@code ColumnBenchmark [relationships] [repeats]}. First {@code motif.graph.write}
 * of one column and of three, of nodes and of relationships; each run writes properties that do not exist. Then the way to a
 * graph of the relationships with many butterflies: {@code mutate} and {@code motif.graph.filter}, or {@code write} and
 * {@code motif.graph.project} with a filter. Both graphs must have equally many relationships.
 */
public final class ColumnBenchmark {
    private static final int WARM_UP_ROUNDS = 1;
    private static final String SIDES = "{left: 'User', right: 'Item'}, 'RATED'";
    private static final String REMOVE = " CALL (e) { REMOVE e.a, e.b, e.c } IN TRANSACTIONS OF 10000 ROWS";

    private final GraphDatabaseService database;
    private final int repeats;

    private ColumnBenchmark(GraphDatabaseService database, int repeats) {
        this.database = database;
        this.repeats = repeats;
    }

    public static void main(String[] args) throws IOException {
        int relationships = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int repeats = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        Path folder = Files.createTempDirectory("column-benchmark");
        ImportedStore.create(folder, relationships);
        try (Neo4j server = TestDatabase.builder()
                .copyFrom(folder)
                .withConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.gibiBytes(2))
                .build()) {
            FileUtils.deleteDirectory(folder);
            ColumnBenchmark benchmark = new ColumnBenchmark(server.defaultDatabaseService(), repeats);
            System.out.println(benchmark.row("CALL motif.graph.project('g', " + SIDES
                            + ", {relationshipIds: true}) YIELD nodeCount, relationshipCount")
                    + ", " + Runtime.getRuntime().availableProcessors() + " processors");
            benchmark.several("node", "nodeProperties", "MATCH (e)" + REMOVE);
            benchmark.several("relationship", "relationshipProperties", "MATCH ()-[e:RATED]->()" + REMOVE);
            benchmark.derive();
        }
    }

    private Map<String, Object> row(String query) {
        return database.executeTransactionally(
                query, Map.of(), result -> result.stream().toList().get(0));
    }

    /** Compares one column with three of the same numbers. */
    private void several(String per, String key, String remove) {
        for (String name : List.of("a", "b", "c")) {
            row("CALL motif.butterfly.mutate('g', {mutateProperty: '" + name + "', per: '" + per + "'}) YIELD count");
        }
        Times one = new Times("one column of a " + per);
        Times three = new Times("three columns of a " + per);
        for (int repeat = -WARM_UP_ROUNDS; repeat < repeats; repeat++) {
            one.measure(repeat, "CALL motif.graph.write('g', {" + key + ": 'a'})");
            database.executeTransactionally(remove);
            three.measure(repeat, "CALL motif.graph.write('g', {" + key + ": ['a', 'b', 'c']})");
            database.executeTransactionally(remove);
        }
        one.print();
        three.print();
        System.out.printf("three / one: %.2f%n", Median.of(three.millis) / Median.of(one.millis));
        row("CALL motif.graph.dropProperties('g', ['a', 'b', 'c']) YIELD property");
    }

    private void derive() {
        Times mutate = new Times("motif.butterfly.mutate");
        Times filter = new Times("motif.graph.filter");
        Times write = new Times("motif.butterfly.write");
        Times project = new Times("motif.graph.project with a filter");
        for (int repeat = -WARM_UP_ROUNDS; repeat < repeats; repeat++) {
            mutate.measure(repeat, "CALL motif.butterfly.mutate('g', {mutateProperty: 'a', per: 'RELATIONSHIP'})");
            long median = median();
            Object filtered = filter.measure(repeat, "CALL motif.graph.filter('strong', 'g', 'r.a >= " + median + "')")
                    .get("relationshipCount");
            write.measure(repeat, "CALL motif.butterfly.write('g', {writeProperty: 'a', per: 'RELATIONSHIP'})");
            Object projected = project.measure(
                            repeat,
                            "CALL motif.graph.project('again', " + SIDES
                                    + ", {relationshipIds: true, relationshipFilter: {property: 'a', min: " + median
                                    + "}})")
                    .get("relationshipCount");
            if (!filtered.equals(projected)) {
                throw new IllegalStateException(filtered + " and " + projected + " relationships");
            }
            row("CALL motif.graph.drop(['strong', 'again']) YIELD graphName");
            row("CALL motif.graph.dropProperties('g', 'a') YIELD property");
            database.executeTransactionally("MATCH ()-[e:RATED]->()" + REMOVE);
        }
        List.of(mutate, filter, write, project).forEach(Times::print);
        System.out.printf(
                "write and project / mutate and filter: %.1f; without counting, which both do: %.1f%n",
                (Median.of(write.millis) + Median.of(project.millis))
                        / (Median.of(mutate.millis) + Median.of(filter.millis)),
                (Median.of(write.ownMillis) + Median.of(project.millis))
                        / (Median.of(mutate.ownMillis) + Median.of(filter.millis)));
    }

    private long median() {
        return (long) row("CALL motif.graph.relationshipProperties.stream('g', 'a') YIELD propertyValue"
                        + " RETURN toInteger(percentileDisc(propertyValue, 0.5)) AS median")
                .get("median");
    }

    /** How long calls of one kind took. */
    private final class Times {
        private final String what;
        private final List<Long> millis = new ArrayList<>();
        /** Without the time of counting. */
        private final List<Long> ownMillis = new ArrayList<>();

        Times(String what) {
            this.what = what;
        }

        Map<String, Object> measure(int repeat, String query) {
            System.gc();
            long start = System.nanoTime();
            Map<String, Object> row = row(query);
            long took = (System.nanoTime() - start) / 1_000_000;
            if (repeat >= 0) {
                millis.add(took);
                ownMillis.add(took
                        - (long) row.getOrDefault("computeMillis", 0L)
                        - (long) row.getOrDefault("preProcessingMillis", 0L));
            }
            return row;
        }

        void print() {
            System.out.printf(
                    "%s: median %.0f ms, min %d, max %d; without counting median %.0f ms%n",
                    what, Median.of(millis), Collections.min(millis), Collections.max(millis), Median.of(ownMillis));
        }
    }
}
