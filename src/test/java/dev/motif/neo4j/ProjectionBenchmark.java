package dev.motif.neo4j;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.io.ByteUnit;

/**
 * Measures {@code motif.graph.project} beside reading the same node ids with MATCH, on one store in one process:
 * {@code ProjectionBenchmark [relationships] [repeats]}.
 */
public final class ProjectionBenchmark {
    private static final int BATCH = 50_000;
    private static final int USERS = 150_000;
    private static final int ITEMS = 100_000;

    private ProjectionBenchmark() {}

    public static void main(String[] args) {
        int relationships = args.length > 0 ? Integer.parseInt(args[0]) : 3_000_000;
        int repeats = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        try (Neo4j server = TestDatabase.builder()
                .withConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.gibiBytes(1))
                .build()) {
            GraphDatabaseService database = server.defaultDatabaseService();
            load(database, relationships);
            long[] match = new long[repeats];
            long[] project = new long[repeats];
            long[] withIds = new long[repeats];
            for (int repeat = -2; repeat < repeats; repeat++) {
                record(match, repeat, () -> match(database, relationships));
                record(project, repeat, () -> project(database, "{}"));
                record(withIds, repeat, () -> project(database, "{relationshipIds: true}"));
            }
            System.out.printf(
                    "%d relationships, %d processors%n",
                    relationships, Runtime.getRuntime().availableProcessors());
            print("MATCH, ids of all relationships' nodes", match);
            print("motif.graph.project", project);
            print("motif.graph.project, relationshipIds", withIds);
            System.out.printf("MATCH / project: %.1f%n", (double) median(match) / median(project));
        }
    }

    private static void load(GraphDatabaseService database, int relationships) {
        long[] users = createNodes(database, Label.label("User"), USERS);
        long[] items = createNodes(database, Label.label("Item"), ITEMS);
        SplittableRandom random = new SplittableRandom(1);
        RelationshipType rated = RelationshipType.withName("RATED");
        for (int done = 0; done < relationships; done += BATCH) {
            try (Transaction transaction = database.beginTx()) {
                for (int i = done; i < Math.min(relationships, done + BATCH); i++) {
                    Node user = transaction.getNodeById(users[skewed(random, USERS)]);
                    user.createRelationshipTo(transaction.getNodeById(items[skewed(random, ITEMS)]), rated);
                }
                transaction.commit();
            }
        }
    }

    private static int skewed(SplittableRandom random, int count) {
        return (int) (count * Math.pow(random.nextDouble(), 2));
    }

    private static long[] createNodes(GraphDatabaseService database, Label label, int count) {
        long[] ids = new long[count];
        try (Transaction transaction = database.beginTx()) {
            for (int i = 0; i < count; i++) {
                ids[i] = transaction.createNode(label).getId();
            }
            transaction.commit();
        }
        return ids;
    }

    private static long match(GraphDatabaseService database, int expected) {
        long start = System.nanoTime();
        try (Transaction transaction = database.beginTx();
                Result result =
                        transaction.execute("MATCH (u:User)-[:RATED]->(i:Item) RETURN id(u) AS u, id(i) AS i")) {
            long[] sums = new long[2];
            result.accept(row -> {
                sums[0]++;
                sums[1] += row.getNumber("u").longValue() ^ row.getNumber("i").longValue();
                return true;
            });
            if (sums[0] != expected) {
                throw new IllegalStateException("expected " + expected + " rows, got " + sums[0]);
            }
        }
        return System.nanoTime() - start;
    }

    private static long project(GraphDatabaseService database, String configuration) {
        long start = System.nanoTime();
        database.executeTransactionally(
                "CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED', " + configuration + ")",
                Map.of(),
                Result::resultAsString);
        long nanos = System.nanoTime() - start;
        database.executeTransactionally("CALL motif.graph.drop('g')", Map.of(), Result::resultAsString);
        return nanos;
    }

    private static void record(long[] nanos, int repeat, LongSupplier measured) {
        long value = measured.getAsLong();
        if (repeat >= 0) {
            nanos[repeat] = value;
        }
    }

    private static long median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void print(String what, long[] nanos) {
        System.out.printf(
                "%-40s median %d ms, min %d, max %d%n",
                what,
                median(nanos) / 1_000_000,
                Arrays.stream(nanos).min().orElseThrow() / 1_000_000,
                Arrays.stream(nanos).max().orElseThrow() / 1_000_000);
    }
}
