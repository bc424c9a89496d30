package dev.motif.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.timing.Slow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.driver.Session;
import org.neo4j.driver.exceptions.Neo4jException;

/** Ends the process of a server while calls run in it, by force and as administrators do. */
@Slow
class KilledServerIT {
    private static final int BLOCKS = 100;
    private static final int RELATIONSHIPS = 40_000;
    private static final int BATCH = 5_000;

    /** How many relationships have been written when the server is killed, or some more. */
    private static final List<Integer> KILLED_AT = List.of(1, RELATIONSHIPS / 10 * 6);

    /** The size of a crown, a bipartite graph of n nodes on each side and all relationships but n, whose search takes very long. */
    private static final int ENDLESS = 50;

    @TempDir
    Path home;

    private ServerProcess server;
    private final ExecutorService client = Executors.newFixedThreadPool(2);

    @AfterEach
    void stop() {
        server.close();
        client.shutdownNow();
    }

    private void start() throws Exception {
        server = ServerProcess.start(home, "512m");
    }

    /**
     * Creates complete bipartite graphs of 8 to 32 left nodes and, on average, 400 relationships. In one of a left and b
     * right nodes each relationship is in (a - 1)(b - 1) butterflies, which its left node says.
     */
    private void createBlocks() {
        server.rows("UNWIND range(0, " + (BLOCKS - 1) + ") AS block CALL (block) {"
                + " WITH block, CASE block % 5 WHEN 0 THEN [8, 50] WHEN 1 THEN [10, 40] WHEN 2 THEN [16, 25]"
                + "   WHEN 3 THEN [20, 20] ELSE [32, 12.5] END AS sizes"
                + " WITH block, sizes[0] AS a, CASE sizes[1] WHEN 12.5 THEN 12 + (block / 5) % 2 ELSE sizes[1] END AS b"
                + " UNWIND range(1, b) AS j CREATE (i:Item) WITH a, b, collect(i) AS items"
                + " UNWIND range(1, a) AS k CREATE (u:User {expected: (a - 1) * (b - 1)})"
                + " WITH u, items UNWIND items AS i CREATE (u)-[:RATED]->(i)"
                + "} IN TRANSACTIONS OF 20 ROWS");
        assertThat(server.value("MATCH (:User)-[r:RATED]->(:Item) RETURN count(r)"))
                .isEqualTo((long) RELATIONSHIPS);
    }

    private static String write(String property) {
        return "CALL motif.butterfly.write({nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'},"
                + " {writeProperty: '" + property + "', per: 'RELATIONSHIP', writeConcurrency: 1, jobId: 'write'})"
                + " YIELD propertiesWritten RETURN propertiesWritten";
    }

    @Test
    void killDuringAWriteLeavesWholeBatchesAndTheSameCallCompletesThem() throws Exception {
        start();
        createBlocks();
        server.rows(
                "CALL motif.graph.project('ratings', {left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true})");
        server.rows("CALL motif.graph.export('ratings', 'ratings')");
        for (int round = 0; round < KILLED_AT.size(); round++) {
            String property = "b" + round;
            killWhenWritten(property, KILLED_AT.get(round));
            assertWrittenInWholeBatches(property);
            if (round < KILLED_AT.size() - 1) {
                assertThat(server.value(write(property))).isEqualTo((long) RELATIONSHIPS);
                assertThat(written(property)).isEqualTo(RELATIONSHIPS);
                assertThat(wrong(property)).isZero();
            }
        }
        assertThat(server.stop()).isZero();
        // As the last kill left it.
        ServerProcess.checkStore(home);
        start();
        String last = "b" + (KILLED_AT.size() - 1);
        assertThat(server.value(write(last))).isEqualTo((long) RELATIONSHIPS);
        assertThat(wrong(last)).isZero();
        // The file outlives the servers, and what is in it is still in the store.
        server.rows("CALL motif.graph.import('ratings', {verify: true})");
        assertThat(server.value("CALL motif.butterfly.write('ratings', {writeProperty: 'f', per: 'RELATIONSHIP'})"
                        + " YIELD propertiesWritten"))
                .isEqualTo((long) RELATIONSHIPS);
        assertThat(wrong("f")).isZero();
        server.rows("CALL motif.graph.drop('ratings') YIELD graphName");
        assertThat(server.value("CALL motif.sysInfo() YIELD key, value WITH * WHERE key = 'offHeapUsed' RETURN value"))
                .isEqualTo("0 Bytes");
    }

    /**
     * Starts a write and kills the server when at least {@code relationships} have been written. On a busy machine the
     * write may end before; then nothing of it may be lost.
     */
    private void killWhenWritten(String property, int relationships) throws Exception {
        Future<Object> write = client.submit(() -> server.value(write(property)));
        ServerProcess.await(
                relationships + " relationships to be written",
                () -> write.isDone() || written(property) >= relationships);
        server.kill();
        try {
            assertThat(write.get(5, TimeUnit.MINUTES)).isEqualTo((long) RELATIONSHIPS);
            start();
            assertThat(written(property)).isEqualTo(RELATIONSHIPS);
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(Neo4jException.class);
            start();
        }
    }

    private int running() {
        return server.rows("CALL motif.listProgress() YIELD status WITH * WHERE status = 'RUNNING' RETURN status")
                .size();
    }

    private long written(String property) {
        return (long) server.value("MATCH ()-[r:RATED]->() WHERE r." + property + " IS NOT NULL RETURN count(*)");
    }

    private long wrong(String property) {
        return (long)
                server.value("MATCH (u:User)-[r:RATED]->() WHERE r." + property + " <> u.expected RETURN count(*)");
    }

    private void assertWrittenInWholeBatches(String property) {
        assertThat(wrong(property)).isZero();
        assertThat(written(property) % BATCH).isZero();
    }

    /** A stop ends all calls, also those that would take hours, and a stream that nobody reads. */
    @Test
    void stopDuringASearchAndAStreamEndsThemAndTheServer() throws Exception {
        start();
        server.rows("UNWIND range(1, $n) AS i CREATE (:User {i: i}), (:Item {i: i})", Map.of("n", ENDLESS));
        server.rows("MATCH (u:User), (i:Item) WHERE u.i <> i.i WITH motif.graph.project('endless', u, i,"
                + " {kind: 'BIPARTITE'}) AS graph RETURN graph.relationshipCount");
        Future<Object> search =
                client.submit(() -> server.value("CALL motif.biclique.maximal.stats('endless') YIELD count"));
        Session session = server.driver().session();
        session.run("CALL motif.biclique.maximal.stream('endless') YIELD edges").next();
        ServerProcess.await("the search and the stream", () -> running() == 2);
        assertThat(server.stop()).isZero();
        assertThatThrownBy(() -> search.get(5, TimeUnit.MINUTES)).hasCauseInstanceOf(Neo4jException.class);
        assertThat(server.debugLog())
                .filteredOn(line -> line.startsWith("\tat ") || line.contains("\"stacktrace\""))
                .isEmpty();
        start();
        assertThat(server.rows("CALL motif.graph.list() YIELD graphName")).isEmpty();
    }
}
