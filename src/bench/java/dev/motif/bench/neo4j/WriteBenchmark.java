package dev.motif.bench.neo4j;

import com.sun.management.OperatingSystemMXBean;
import dev.motif.bench.Median;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.exceptions.KernelException;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.internal.kernel.api.Write;
import org.neo4j.internal.kernel.api.security.LoginContext;
import org.neo4j.io.ByteUnit;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.values.storable.Values;

/**
 * Measures {@code motif.butterfly.write} beside the same counts streamed into {@code apoc.periodic.iterate}, on one
 * store in one process: {@code WriteBenchmark [nodes] [relationships] [repeats]}. As a baseline it also measures Neo4j
 * itself: transactions of the kernel that set the same number of properties and do nothing else. Every run but those
 * with {@code onlyChanged} writes a property that did not exist.
 */
public final class WriteBenchmark {
    private static final int BATCH = 50_000;
    private static final int KERNEL_BATCH = 5_000;
    private static final int WARM_UP_ROUNDS = 2;
    private static final String PROPERTY = "written";
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final GraphDatabaseService database;
    private final long nodes;
    private final long relationships;
    private long[] nodeIds;
    private long[] relationshipIds;

    /** The entities that get the property: nodes or relationships, with the words of Motif and of Cypher for them. */
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
        nodeIds = new long[(int) nodes];
        relationshipIds = new long[(int) relationships];
        for (int done = 0; done < nodes; done += BATCH) {
            try (Transaction transaction = database.beginTx()) {
                for (int i = done; i < Math.min(nodes, done + BATCH); i++) {
                    nodeIds[i] = transaction
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
                    // No two relationships join the same nodes as long as there are fewer relationships than users.
                    long user = nodeIds[2 * (int) (i % (nodeIds.length / 2))];
                    long item = nodeIds[1 + 2 * random.nextInt(nodeIds.length / 2)];
                    relationshipIds[(int) i] = transaction
                            .getNodeById(user)
                            .createRelationshipTo(transaction.getNodeById(item), rated)
                            .getId();
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

    /** Runs of one kind: how long each took, and how much processor time of this JVM it used. */
    private static final class Runs {
        private final List<Long> wallMillis = new ArrayList<>();
        private final List<Long> cpuMillis = new ArrayList<>();

        void measure(Runnable run) {
            System.gc();
            resetPeaks();
            long cpu = PROCESS.getProcessCpuTime();
            long wall = System.nanoTime();
            run.run();
            wallMillis.add((System.nanoTime() - wall) / 1_000_000);
            cpuMillis.add((PROCESS.getProcessCpuTime() - cpu) / 1_000_000);
        }

        void print(Per per, String what) {
            System.out.printf(
                    "%s: %-46s median %.0f ms, min %d, max %d; processor time median %.0f ms%n",
                    per.key,
                    what,
                    Median.of(wallMillis),
                    Collections.min(wallMillis),
                    Collections.max(wallMillis),
                    Median.of(cpuMillis));
        }
    }

    private void compare(Per per, int repeats) {
        Runs motif = new Runs();
        Runs unchanged = new Runs();
        Runs apoc = new Runs();
        Runs apocDefault = new Runs();
        Runs kernel = new Runs();
        long heap = 0;
        for (int repeat = -WARM_UP_ROUNDS; repeat < repeats; repeat++) {
            (repeat < 0 ? new Runs() : motif).measure(() -> motif(per, ""));
            heap = Math.max(heap, peakOfOldGeneration());
            (repeat < 0 ? new Runs() : unchanged).measure(() -> motif(per, ", onlyChanged: true"));
            checkAndRemove(per);
            (repeat < 0 ? new Runs() : apoc).measure(() -> apoc(per, per.parallel));
            checkAndRemove(per);
            if (per.parallel) {
                (repeat < 0 ? new Runs() : apocDefault).measure(() -> apoc(per, false));
                checkAndRemove(per);
            }
            (repeat < 0 ? new Runs() : kernel).measure(() -> kernel(per, set(per)));
            kernel(per, remove(per));
        }
        motif.print(per, "motif.butterfly.write");
        unchanged.print(per, "the same again with onlyChanged");
        apoc.print(per, "motif.butterfly.stream + apoc.periodic.iterate");
        if (per.parallel) {
            apocDefault.print(per, "the same with its default, parallel: false");
        }
        kernel.print(per, "transactions of the kernel, no counting");
        System.out.printf(
                "%s: iterate / write: %.1f, in processor time %.1f; old generation while writing: at most %d MiB%n",
                per.key,
                Median.of(apoc.wallMillis) / Median.of(motif.wallMillis),
                Median.of(apoc.cpuMillis) / Median.of(motif.cpuMillis),
                heap >> 20);
        if (OffHeapBudget.memory().liveBytes()
                != (long) row("CALL motif.graph.list() YIELD bytes").get("bytes")) {
            throw new IllegalStateException("off-heap memory is left");
        }
    }

    private void motif(Per per, String more) {
        row("CALL motif.butterfly.write('g', {writeProperty: '" + PROPERTY + "', per: '" + per.key + "'" + more
                + "}) YIELD propertiesWritten");
    }

    private void apoc(Per per, boolean parallel) {
        Map<String, Object> row = row("CALL apoc.periodic.iterate(\"CALL motif.butterfly.stream('g', {per: '" + per.key
                + "'}) YIELD " + per.id + ", count RETURN " + per.id + ", count\", \"" + per.match + " SET e."
                + PROPERTY
                + " = count\", {batchSize: 10000, parallel: " + parallel
                + "}) YIELD committedOperations, errorMessages");
        if (!row.get("committedOperations").equals(per == Per.NODE ? nodes : relationships)) {
            throw new IllegalStateException(row.toString());
        }
    }

    /** Changes the property of one node or relationship. */
    @FunctionalInterface
    private interface Change {
        void make(Write write, long id, int key) throws KernelException;
    }

    private static Change set(Per per) {
        return per == Per.NODE
                ? (write, id, key) -> write.nodeSetProperty(id, key, Values.longValue(id))
                : (write, id, key) -> write.relationshipSetProperty(id, key, Values.longValue(id));
    }

    private static Change remove(Per per) {
        return per == Per.NODE ? Write::nodeRemoveProperty : Write::relationshipRemoveProperty;
    }

    /**
     * Changes all nodes or relationships in transactions of the kernel: nodes with as many threads as there are
     * processors, relationships with one thread, since several would deadlock.
     */
    private void kernel(Per per, Change change) {
        GraphDatabaseAPI kernel = (GraphDatabaseAPI) database;
        long[] ids = per == Per.NODE ? nodeIds : relationshipIds;
        int threads = per == Per.NODE ? Runtime.getRuntime().availableProcessors() : 1;
        int key = (int)
                inTransaction(kernel, transaction -> transaction.tokenWrite().propertyKeyGetOrCreateForName(PROPERTY));
        Workers.of(threads)
                .forRanges(
                        ids.length,
                        KERNEL_BATCH,
                        (worker, from, to) -> inTransaction(kernel, transaction -> {
                            Write write = transaction.dataWrite();
                            for (int i = (int) from; i < to; i++) {
                                change.make(write, ids[i], key);
                            }
                            return to - from;
                        }));
    }

    @FunctionalInterface
    private interface KernelWork {
        long in(KernelTransaction transaction) throws KernelException;
    }

    private static long inTransaction(GraphDatabaseAPI database, KernelWork work) {
        try (InternalTransaction transaction =
                database.beginTransaction(KernelTransaction.Type.EXPLICIT, LoginContext.AUTH_DISABLED)) {
            long result = work.in(transaction.kernelTransaction());
            transaction.commit();
            return result;
        } catch (KernelException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Checks that every node or relationship has the property and that the sum of its values is right, then removes it.
     * The next run then finds the store as this one did: one property more or less decides whether Neo4j needs another
     * record for the node or relationship.
     */
    private void checkAndRemove(Per per) {
        long count = (long) row("CALL motif.butterfly.stats('g') YIELD count").get("count");
        Map<String, Object> row = row("MATCH " + (per == Per.NODE ? "(e)" : "()-[e]->()") + " RETURN count(e."
                + PROPERTY + ") AS with, sum(e." + PROPERTY + ") AS sum");
        if (!row.equals(Map.of("with", per == Per.NODE ? nodes : relationships, "sum", 4 * count))) {
            throw new IllegalStateException(row + " for " + count + " butterflies");
        }
        kernel(per, remove(per));
    }

    private static void resetPeaks() {
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    }

    /**
     * The largest size of the old generation in bytes: objects that outlive collections, with some garbage among them.
     */
    private static long peakOfOldGeneration() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().contains("Old Gen"))
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(MemoryUsage::getUsed)
                .sum();
    }
}
