package dev.motif.neo4j;

import dev.motif.catalog.OffHeapBudget;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.io.ByteUnit;

/**
 * Measures {@code motif.butterfly.write} beside the same counts streamed into {@code apoc.periodic.iterate}, on one store
 * in one process: {@code WriteBenchmark [nodes] [relationships] [repeats]}. Every run writes a property that was not there.
 */
public final class WriteBenchmark {
    private static final int BATCH = 50_000;

    private final GraphDatabaseService database;
    private final long nodes;
    private final long relationships;
    private int properties;

    /** What is written, and how each of the two says it. */
    private enum Per {
        NODE("node", "nodeId", "MATCH (e) WHERE id(e) = nodeId", true),
        // One transaction at a time, as APOC's documentation advises: relationships of one node would deadlock.
        RELATIONSHIP("relationship", "relationshipId", "MATCH ()-[e]->() WHERE id(e) = relationshipId", false);

        private final String key;
        private final String id;
        private final String match;
        private final boolean parallel;

        Per(String key, String id, String match, boolean parallel) {
            this.key = key;
            this.id = id;
            this.match = match;
            this.parallel = parallel;
        }
    }

    private WriteBenchmark(GraphDatabaseService database, long nodes, long relationships) {
        this.database = database;
        this.nodes = nodes;
        this.relationships = relationships;
    }

    public static void main(String[] args) {
        int nodes = args.length > 0 ? Integer.parseInt(args[0]) : 3_000_000;
        int relationships = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        int repeats = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        try (Neo4j server = TestDatabase.builder()
                .withConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.gibiBytes(2))
                .build()) {
            WriteBenchmark benchmark = new WriteBenchmark(server.defaultDatabaseService(), nodes, relationships);
            benchmark.load();
            System.out.printf(
                    "%d nodes, %d relationships, %d processors, heap %d MiB%n",
                    nodes,
                    relationships,
                    Runtime.getRuntime().availableProcessors(),
                    Runtime.getRuntime().maxMemory() >> 20);
            for (Per per : Per.values()) {
                benchmark.compare(per, repeats);
            }
        }
    }

    private void load() {
        long[] ids = new long[(int) nodes];
        for (int done = 0; done < nodes; done += BATCH) {
            try (Transaction transaction = database.beginTx()) {
                for (int i = done; i < Math.min(nodes, done + BATCH); i++) {
                    ids[i] = transaction
                            .createNode(Label.label(i % 2 == 0 ? "User" : "Item"))
                            .getId();
                }
                transaction.commit();
            }
        }
        SplittableRandom random = new SplittableRandom(1);
        RelationshipType rated = RelationshipType.withName("RATED");
        for (long done = 0; done < relationships; done += BATCH) {
            try (Transaction transaction = database.beginTx()) {
                for (long i = done; i < Math.min(relationships, done + BATCH); i++) {
                    long user = ids[2 * random.nextInt(ids.length / 2)];
                    long item = ids[1 + 2 * random.nextInt(ids.length / 2)];
                    transaction.getNodeById(user).createRelationshipTo(transaction.getNodeById(item), rated);
                }
                transaction.commit();
            }
        }
        row("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true})");
    }

    private Map<String, Object> row(String query) {
        return database.executeTransactionally(
                query, Map.of(), result -> result.stream().toList().get(0));
    }

    private void compare(Per per, int repeats) {
        List<Long> motif = new ArrayList<>();
        List<Long> writing = new ArrayList<>();
        List<Long> apoc = new ArrayList<>();
        List<Long> unchanged = new ArrayList<>();
        long heap = 0;
        for (int repeat = 0; repeat < repeats; repeat++) {
            resetPeaks();
            long start = System.nanoTime();
            writing.add(motif(per, nextProperty(), "") * 1_000_000);
            motif.add(System.nanoTime() - start);
            heap = Math.max(heap, peakOfLiveHeap());
            start = System.nanoTime();
            motif(per, property(), ", onlyChanged: true");
            unchanged.add(System.nanoTime() - start);
            check(per);
            start = System.nanoTime();
            apoc(per, nextProperty());
            apoc.add(System.nanoTime() - start);
            check(per);
        }
        print(per, "motif.butterfly.write", motif);
        print(per, "  of it writing (writeMillis)", writing);
        print(per, "motif.butterfly.write again, onlyChanged", unchanged);
        print(per, "motif.butterfly.stream + apoc.periodic.iterate", apoc);
        System.out.printf(
                "%s: iterate / write: %.1f; heap live after a collection while writing: at most %d MiB%n",
                per.key, (double) median(apoc) / median(motif), heap >> 20);
        if (OffHeapBudget.memory().liveBytes()
                != (long) row("CALL motif.graph.list() YIELD bytes").get("bytes")) {
            throw new IllegalStateException("off-heap memory is left");
        }
    }

    private String nextProperty() {
        properties++;
        return property();
    }

    private String property() {
        return "p" + properties;
    }

    /** Returns writeMillis. */
    private long motif(Per per, String property, String more) {
        return (long) row("CALL motif.butterfly.write('g', {writeProperty: '" + property + "', per: '" + per.key + "'"
                        + more + "}) YIELD writeMillis")
                .get("writeMillis");
    }

    private void apoc(Per per, String property) {
        Map<String, Object> row = row("CALL apoc.periodic.iterate(\"CALL motif.butterfly.stream('g', {per: '" + per.key
                + "'}) YIELD " + per.id + ", count RETURN " + per.id + ", count\", \"" + per.match + " SET e."
                + property
                + " = count\", {batchSize: 10000, parallel: " + per.parallel
                + "}) YIELD committedOperations, errorMessages");
        if (!row.get("committedOperations").equals(per == Per.NODE ? nodes : relationships)) {
            throw new IllegalStateException(row.toString());
        }
    }

    /** Every entity has the property, with the sum that the counts must have. */
    private void check(Per per) {
        long count = (long) row("CALL motif.butterfly.stats('g') YIELD count").get("count");
        Map<String, Object> row = row("MATCH " + (per == Per.NODE ? "(e)" : "()-[e]->()") + " RETURN count(e."
                + property() + ") AS with, sum(e." + property() + ") AS sum");
        if (!row.equals(Map.of("with", per == Per.NODE ? nodes : relationships, "sum", 4 * count))) {
            throw new IllegalStateException(row + " for " + count + " butterflies");
        }
    }

    private static void resetPeaks() {
        System.gc();
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    }

    /** The most bytes that the old generation has held: what outlives collections, garbage of batches aside. */
    private static long peakOfLiveHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().contains("Old Gen"))
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(MemoryUsage::getUsed)
                .sum();
    }

    private static long median(List<Long> nanos) {
        return sorted(nanos)[nanos.size() / 2];
    }

    private static long[] sorted(List<Long> nanos) {
        return nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private static void print(Per per, String what, List<Long> nanos) {
        long[] sorted = sorted(nanos);
        System.out.printf(
                "%s: %-46s median %d ms, min %d, max %d%n",
                per.key,
                what,
                median(nanos) / 1_000_000,
                sorted[0] / 1_000_000,
                Arrays.stream(sorted).max().orElseThrow() / 1_000_000);
    }
}
