package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.timing.Slow;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;

/** Makes hundreds of calls of all kinds, several at once, kills some, and checks that memory is then as before. */
@Slow
class SoakIT {
    private static final int CALLS = 500;
    private static final int AT_ONCE = 4;
    private static final long MOST_HEAP_GROWTH = 32L << 20;

    private static final String MAP = "{nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'}";
    private static final List<String> QUERIES = List.of(
            "CALL motif.butterfly.stats('g') YIELD count",
            "CALL motif.butterfly.stream(" + MAP + ", {per: 'RELATIONSHIP'}) YIELD count RETURN sum(count)",
            "CALL motif.butterfly.stream('g') YIELD count RETURN count LIMIT 3",
            "CALL motif.butterfly.write(" + MAP + ", {writeProperty: 'b', onlyChanged: true}) YIELD propertiesWritten",
            "CALL motif.butterfly.write('g', {writeProperty: 'e', per: 'RELATIONSHIP'}) YIELD propertiesWritten",
            "CALL motif.wing.stats('g') YIELD maxWing",
            "CALL motif.tip.stats(" + MAP + ") YIELD maxTip",
            "CALL motif.cohesion.stats('g') YIELD minCut",
            "CALL motif.biclique.count.stats('g', {p: 3, q: 2}) YIELD count",
            "CALL motif.biclique.densest.stats('g', {p: 2, q: 2}) YIELD leftCount",
            "CALL motif.biclique.maximal.stream(" + MAP + ", {limit: 5}) YIELD edges",
            "CALL motif.biclique.maximum('g') YIELD edges",
            "CALL motif.butterfly.write.estimate('g', {writeProperty: 'x'}) YIELD bytesMax",
            "CALL motif.graph.list() YIELD graphName",
            "CALL motif.listProgress() YIELD jobId RETURN count(*)");

    @TempDir
    static Path plugins;

    private static PluginServer server;

    @BeforeAll
    static void start() {
        server = PluginServer.start(PluginServer.builder(plugins));
        server.rows("UNWIND range(1, 60) AS u CREATE (:User) WITH count(*) AS n"
                + " UNWIND range(1, 40) AS i CREATE (:Item) WITH count(*) AS n"
                + " MATCH (u:User), (i:Item) WHERE (id(u) * 7 + id(i) * 13) % 5 < 2 CREATE (u)-[:RATED]->(i)");
        server.rows("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true})");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void memoryIsStableUnderConcurrentCalls() throws Exception {
        // What calls prepare of the graph stays with it.
        QUERIES.forEach(server::rows);
        Object offHeap = server.info("offHeapUsed");
        soak(CALLS / 5, 1);
        long heap = liveHeap();
        soak(CALLS, 2);
        assertThat(server.info("offHeapUsed")).isEqualTo(offHeap);
        assertThat(server.rows("SHOW TRANSACTIONS YIELD metaData WHERE metaData.motif IS NULL"))
                .hasSize(1);
        assertThat(liveHeap()).as("live heap, from %d bytes", heap).isLessThan(heap + MOST_HEAP_GROWTH);
        server.rows("CALL motif.graph.drop('g')");
        assertThat(server.info("offHeapUsed")).isEqualTo("0 Bytes");
    }

    private static void soak(int calls, long seed) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
        try {
            Random random = new Random(seed);
            List<Future<?>> all = new ArrayList<>();
            for (int call = 0; call < calls; call++) {
                int number = call;
                String query = QUERIES.get(random.nextInt(QUERIES.size()));
                boolean killed = random.nextInt(10) == 0;
                all.add(pool.submit(() -> {
                    if (number % 25 == 0) {
                        projectAndDrop("g" + number);
                    } else if (killed) {
                        runKilled(query);
                    } else {
                        server.rows(query);
                    }
                }));
            }
            for (Future<?> call : all) {
                call.get(5, TimeUnit.MINUTES);
            }
        } finally {
            // Nobody may call any more when the server is closed.
            pool.shutdown();
            assertThat(pool.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
        }
    }

    private static void projectAndDrop(String name) {
        Map<String, Object> parameters = Map.of("name", name);
        server.rows("CALL motif.graph.project($name, {left: 'User', right: 'Item'}, 'RATED')", parameters);
        server.rows("CALL motif.graph.drop($name)", parameters);
    }

    /** Runs a query and kills its transaction, at a random moment before, during or after the query. */
    private static void runKilled(String query) {
        try (Transaction transaction = server.database().beginTx()) {
            Thread killer = new Thread(transaction::terminate);
            killer.start();
            try (Result result = transaction.execute(query)) {
                result.resultAsString();
            } catch (RuntimeException e) {
                assertTerminated(e);
            }
            killer.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertTerminated(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        assertThat(root).isInstanceOf(TransactionTerminatedException.class);
    }

    private static long liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
