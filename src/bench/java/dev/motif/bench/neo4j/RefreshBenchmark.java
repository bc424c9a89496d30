package dev.motif.bench.neo4j;

import com.sun.management.OperatingSystemMXBean;
import dev.motif.bench.Median;
import dev.motif.catalog.GraphCatalog;
import dev.motif.neo4j.TestDatabase;
import dev.motif.projection.ProjectedGraph;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.io.ByteUnit;
import org.neo4j.io.fs.FileUtils;

/**
 * Measures {@code motif.graph.refresh} beside projecting, in turns, on one store made by the import tool: {@code
 * RefreshBenchmark [relationships] [repeats] [share] [keys]}, where keys are further ones of the projections, such as {@code
 * relationshipProperties: 'at', parallel: 'KEEP'}. In each round a share of the relationships changes: half are deleted, as
 * many are created. Ten rounds before do not count. Also measures the transactions that change, with a graph that follows
 * and without.
 */
public final class RefreshBenchmark {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int WARM_UP_ROUNDS = 10;
    private static final int CHANGES_OF_A_TRANSACTION = 10_000;
    private static final String PROJECT =
            "CALL motif.graph.project('%s', {left: 'User', right: 'Item'}, 'RATED', {%s}) YIELD relationshipCount";

    private final GraphDatabaseService database;
    private final String keys;
    private final Map<String, double[]> millis = new LinkedHashMap<>();
    private final Random random = new Random(1);

    private RefreshBenchmark(GraphDatabaseService database, String keys) {
        this.database = database;
        this.keys = keys;
    }

    public static void main(String[] args) throws IOException {
        int relationships = args.length > 0 ? Integer.parseInt(args[0]) : 3_000_000;
        int repeats = args.length > 1 ? Integer.parseInt(args[1]) : 7;
        double share = args.length > 2 ? Double.parseDouble(args[2]) : 0.01;
        Path folder = Files.createTempDirectory("refresh-benchmark");
        ImportedStore.create(folder, relationships);
        try (Neo4j server = TestDatabase.builder()
                .copyFrom(folder)
                .withConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.gibiBytes(2))
                .build()) {
            FileUtils.deleteDirectory(folder);
            new RefreshBenchmark(server.defaultDatabaseService(), args.length > 3 ? args[3] : "")
                    .run(repeats, (int) (share * relationships));
        }
    }

    private void run(int repeats, int changes) {
        project("alone", "relationshipIds: true");
        for (int round = -WARM_UP_ROUNDS; round < repeats; round++) {
            int number = round;
            timed(number, repeats, "changing without a graph that follows", () -> change("alone", changes));
            query("CALL motif.graph.drop('alone')");
            project("g", "follow: true");
            timed(number, repeats, "changing with one", () -> change("g", changes));
            timed(number, repeats, "refreshing", () -> query("CALL motif.graph.refresh('g')"));
            timed(number, repeats, "refreshing, nothing changed", () -> query("CALL motif.graph.refresh('g')"));
            timed(number, repeats, "projecting with ids", () -> project("p", "relationshipIds: true"));
            query("CALL motif.graph.drop('p')");
            timed(number, repeats, "projecting without ids", () -> project("p", ""));
            query("CALL motif.graph.drop(['p', 'g'])");
            project("alone", "relationshipIds: true");
        }
        millis.forEach((name, times) -> System.out.printf("%-40s %8.1f ms%n", name, Median.of(times)));
    }

    private void timed(int round, int repeats, String name, Runnable work) {
        long start = System.nanoTime();
        long cpu = SYSTEM.getProcessCpuTime();
        work.run();
        if (round >= 0) {
            millis.computeIfAbsent(name, any -> new double[repeats])[round] = (System.nanoTime() - start) / 1e6;
            millis.computeIfAbsent(name + ", CPU", any -> new double[repeats])[round] =
                    (SYSTEM.getProcessCpuTime() - cpu) / 1e6;
        }
    }

    private void project(String name, String configuration) {
        String all = configuration + (configuration.isEmpty() || keys.isEmpty() ? "" : ", ") + keys;
        query(PROJECT.formatted(name, all));
    }

    private void query(String query) {
        database.executeTransactionally(
                query, Map.of(), result -> result.stream().toList());
    }

    private void change(String graph, int changes) {
        ProjectedGraph projected = GraphCatalog.server()
                .list(key -> key.name().equals(graph))
                .get(0)
                .projected();
        long edges = projected.graph().edgeCount();
        for (int done = 0; done < changes; done += CHANGES_OF_A_TRANSACTION) {
            try (Transaction transaction = database.beginTx()) {
                for (int i = 0; i < CHANGES_OF_A_TRANSACTION / 2 && done + 2 * i < changes; i++) {
                    delete(transaction, projected.relationships().first().get(Math.floorMod(random.nextLong(), edges)));
                    transaction
                            .getNodeById(projected
                                    .left()
                                    .nodeId(random.nextInt(projected.left().count())))
                            .createRelationshipTo(
                                    transaction.getNodeById(projected
                                            .right()
                                            .nodeId(random.nextInt(
                                                    projected.right().count()))),
                                    RelationshipType.withName("RATED"));
                }
                transaction.commit();
            }
        }
    }

    private static void delete(Transaction transaction, long id) {
        try {
            transaction.getRelationshipById(id).delete();
        } catch (NotFoundException e) {
            // It was deleted before.
        }
    }
}
