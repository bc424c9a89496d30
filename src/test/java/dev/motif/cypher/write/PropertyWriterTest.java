package dev.motif.cypher.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.LockWaits;
import dev.motif.neo4j.TestDatabase;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionFailureException;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.graphdb.TransientFailureException;

/** Tests writing while other transactions write. */
@Timeout(600)
class PropertyWriterTest {

    private final ExecutorService pool = Executors.newCachedThreadPool();

    @BeforeEach
    void emptyDatabase() {
        TestDatabase.emptied();
    }

    @AfterEach
    void nothingIsLeft() throws InterruptedException {
        // The threads are not interrupted: an interrupt while the log is written stops the database.
        pool.shutdown();
        assertThat(pool.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
        assertThat(TestDatabase.rows("SHOW TRANSACTIONS")).hasSize(1);
    }

    /** Creates a graph in which every user rates {@code perUser} items in a row, so nodes have few relationships. */
    private static void createGraph(int users, int items, int perUser) {
        TestDatabase.rows("UNWIND range(0, $users - 1) AS i CREATE (:User {n: i})", Map.of("users", users));
        TestDatabase.rows("UNWIND range(0, $items - 1) AS i CREATE (:Item {n: i})", Map.of("items", items));
        TestDatabase.rows(
                "MATCH (i:Item) WITH i ORDER BY i.n WITH collect(i) AS items MATCH (u:User)"
                        + " UNWIND range(1, $perUser) AS k WITH u, items[(u.n * 7 + k) % size(items)] AS i"
                        + " CREATE (u)-[:RATED]->(i)",
                Map.of("perUser", perUser));
        projectWithIds();
    }

    private static void projectWithIds() {
        TestDatabase.rows(
                "CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true})");
    }

    private static Map<String, Object> write(String per) {
        return TestDatabase.row("CALL motif.butterfly.write('g', {writeProperty: 'b', per: '" + per
                + "', writeConcurrency: 4}) YIELD propertiesWritten, skipped");
    }

    private static void assertWritten(String per) {
        String entity = per.equals("node") ? "(n)" : "()-[n]->()";
        Object expected =
                TestDatabase.row("CALL motif.butterfly.stats('g') YIELD count").get("count");
        assertThat(TestDatabase.row("MATCH " + entity + " RETURN sum(n.b) AS sum, count(*) - count(n.b) AS without"))
                .isEqualTo(Map.of("sum", 4 * (long) expected, "without", 0L));
    }

    @Test
    void moreThanOneBatchIsWrittenCompletely() {
        TestDatabase.rows("UNWIND range(1, 100) AS n CREATE (:Item)");
        TestDatabase.rows("MATCH (i:Item) WITH collect(i) AS items UNWIND range(1, 51000) AS n"
                + " WITH items[n % 100] AS i CREATE (:User)-[:RATED]->(i)");
        TestDatabase.rows("MATCH (u:User) WITH u LIMIT 20 MATCH (i:Item) CREATE (u)-[:RATED]->(i)");
        projectWithIds();
        assertThat(write("node")).isEqualTo(Map.of("propertiesWritten", 51_100L, "skipped", 0L));
        assertWritten("node");
        assertThat(write("relationship")).isEqualTo(Map.of("propertiesWritten", 53_000L, "skipped", 0L));
        // The 20 parallel relationships have the property too.
        assertThat(TestDatabase.row("MATCH ()-[r]->() RETURN count(r.b) AS with, count(*) AS all"))
                .isEqualTo(Map.of("with", 53_000L, "all", 53_000L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "relationship"})
    void onlyChangedValuesAreWrittenWhenAskedFor(String per) {
        createGraph(20, 20, 4);
        long all = per.equals("node") ? 40 : 80;
        String entity = per.equals("node") ? "(n)" : "()-[n]->()";
        String write = "CALL motif.butterfly.write('g', {writeProperty: 'b', onlyChanged: true, per: '" + per
                + "'}) YIELD propertiesWritten, skipped";
        assertThat(TestDatabase.row(write)).isEqualTo(Map.of("propertiesWritten", all, "skipped", 0L));
        assertThat(TestDatabase.row(write)).isEqualTo(Map.of("propertiesWritten", 0L, "skipped", 0L));
        // Some entities get another value, some lose it, and some get the same number with another type.
        TestDatabase.rows("MATCH " + entity + " WITH n LIMIT 3 SET n.b = -1");
        TestDatabase.rows("MATCH " + entity + " WHERE n.b >= 0 WITH n LIMIT 2 REMOVE n.b");
        TestDatabase.rows("MATCH " + entity + " WHERE n.b >= 0 WITH n LIMIT 4 SET n.b = toFloat(n.b)");
        assertThat(TestDatabase.row(write)).isEqualTo(Map.of("propertiesWritten", 9L, "skipped", 0L));
        assertWritten(per);
        assertThat(TestDatabase.row("MATCH " + entity + " RETURN DISTINCT valueType(n.b) AS type"))
                .isEqualTo(Map.of("type", "INTEGER NOT NULL"));
        TestDatabase.rows("MATCH (u:User) WITH u LIMIT 1 DETACH DELETE u");
        assertThat(TestDatabase.row(write))
                .isEqualTo(Map.of("propertiesWritten", 0L, "skipped", per.equals("node") ? 1L : 4L));
    }

    @Test
    void violatedConstraintIsNamed() {
        createGraph(10, 10, 3);
        TestDatabase.rows("CREATE CONSTRAINT one FOR (u:User) REQUIRE u.b IS UNIQUE");
        try {
            assertThatThrownBy(() -> write("node"))
                    .hasMessageContaining("already exists with label `User` and property `b` = ")
                    .hasMessageContaining("[0 properties were written before");
        } finally {
            TestDatabase.rows("DROP CONSTRAINT one");
        }
    }

    /** Another transaction holds locks on all users; a call that changes no value must not wait for them. */
    @Test
    void unchangedValuesAreNotLocked() {
        createGraph(10, 10, 3);
        write("node");
        try (Transaction other = TestDatabase.get().beginTx()) {
            other.execute("MATCH (u:User) SET u.locked = true").close();
            assertThat(TestDatabase.row("CALL motif.butterfly.write('g', {writeProperty: 'b', onlyChanged: true})"
                            + " YIELD propertiesWritten"))
                    .isEqualTo(Map.of("propertiesWritten", 0L));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "relationship"})
    void killHalfWayLeavesWholeBatchesAndSaysHowMuchThatIs(String per) throws Exception {
        TestDatabase.rows("UNWIND range(1, 12000) AS n CREATE (:User {n: n})-[:RATED {n: n}]->(:Item)");
        projectWithIds();
        try (Transaction other = TestDatabase.get().beginTx()) {
            // This locks the last one of the last batch: Neo4j reuses ids, so that is not the one that was created
            // last.
            other.execute(
                            per.equals("node")
                                    ? "MATCH (u:User) WITH u ORDER BY id(u) DESC LIMIT 1 SET u.locked = true"
                                    : "MATCH ()-[r:RATED]->() WITH r ORDER BY id(r) DESC LIMIT 1 SET r.locked = true")
                    .close();
            Transaction waiting = TestDatabase.get().beginTx();
            String jobId = "half-" + per;
            Future<String> answer = pool.submit(() -> {
                try (waiting) {
                    return waiting.execute("CALL motif.butterfly.write('g', {jobId: '" + jobId
                                    + "', writeProperty: 'b', writeConcurrency: 1, per: '" + per + "'})")
                            .resultAsString();
                }
            });
            // 10,000 of 12,000 are written, in the second of three stages for nodes, and of two for relationships.
            String progress = per.equals("node") ? "61%" : "91%";
            while (!TestDatabase.rows("CALL motif.listProgress('" + jobId + "') YIELD stage, progress")
                    .contains(Map.of("stage", "writing properties", "progress", progress))) {
                assertThat(answer.isDone()).isFalse();
                Thread.sleep(20);
            }
            waiting.terminate();
            assertThatThrownBy(() -> answer.get(5, TimeUnit.MINUTES))
                    .hasRootCauseInstanceOf(TransactionTerminatedException.class)
                    .hasMessageContaining("[10000 properties were written before, in whole batches, and stay;");
        }
        String entity = per.equals("node") ? "(n:User)" : "()-[n]->()";
        assertThat(TestDatabase.row("MATCH " + entity + " RETURN count(n.b) AS with, count(*) AS all"))
                .isEqualTo(Map.of("with", 10_000L, "all", 12_000L));
        write(per);
        assertWritten(per);
    }

    /** Runs small transactions that write to the same nodes and relationships in random order, until {@code done}. */
    private static void disturb(AtomicBoolean done, int users, int items, long seed) {
        Random random = new Random(seed);
        while (!done.get()) {
            try (Transaction transaction = TestDatabase.get().beginTx()) {
                for (int i = 0; i < 4; i++) {
                    transaction
                            .execute(
                                    "MATCH (u:User {n: $u})-[r:RATED]->(i) SET r.touched = $x, u.touched = $x",
                                    Map.of("u", random.nextInt(users), "x", random.nextInt()))
                            .close();
                    transaction
                            .execute(
                                    "MATCH (i:Item {n: $i}) SET i.touched = $x",
                                    Map.of("i", random.nextInt(items), "x", random.nextInt()))
                            .close();
                }
                transaction.commit();
            } catch (TransientFailureException | TransactionFailureException e) {
                // Neo4j aborted this transaction in a deadlock.
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "relationship"})
    void concurrentWritersOfTheSameEntitiesDoNotMakeItFail(String per) throws Exception {
        int users = 300;
        int items = 300;
        createGraph(users, items, 20);
        AtomicBoolean done = new AtomicBoolean();
        Future<?> first = pool.submit(() -> disturb(done, users, items, 1));
        Future<?> second = pool.submit(() -> disturb(done, users, items, 2));
        try {
            for (int round = 0; round < 3; round++) {
                TestDatabase.rows("CALL motif.graph.drop('g')");
                projectWithIds();
                assertThat(TestDatabase.row("CALL motif.butterfly.write('g', {writeProperty: 'b" + round + "', per: '"
                                + per + "', writeConcurrency: 2}) YIELD propertiesWritten, skipped"))
                        .isEqualTo(Map.of("propertiesWritten", per.equals("node") ? 600L : 6000L, "skipped", 0L));
                assertThat(first.isDone() || second.isDone()).isFalse();
            }
            write(per);
        } finally {
            done.set(true);
        }
        first.get(5, TimeUnit.MINUTES);
        second.get(5, TimeUnit.MINUTES);
        if (per.equals("relationship")) {
            assertWritten(per);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "relationship"})
    void writeThatWaitsForALockEndsWhenItIsKilled(String per) throws Exception {
        createGraph(10, 10, 3);
        long named = TestDatabase.liveBytes();
        try (Transaction other = TestDatabase.get().beginTx()) {
            other.execute("MATCH (u:User {n: 0})-[r]->() SET u.locked = true, r.locked = true")
                    .close();
            Transaction waiting = TestDatabase.get().beginTx();
            String jobId = "waiting-" + per;
            Future<String> answer = pool.submit(() -> {
                try (waiting) {
                    return waiting.execute("CALL motif.butterfly.write('g', {jobId: '" + jobId
                                    + "', writeProperty: 'b', per: '" + per + "'})")
                            .resultAsString();
                }
            });
            LockWaits.awaitOne();
            assertThat(TestDatabase.row("CALL motif.listProgress('" + jobId + "') YIELD stage"))
                    .isEqualTo(Map.of("stage", "writing properties"));
            assertThat(answer.isDone()).isFalse();
            waiting.terminate();
            // Without the kill, the call would wait for as long as the lock is held.
            assertThatThrownBy(() -> answer.get(5, TimeUnit.MINUTES))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(TransactionTerminatedException.class);
            assertThat(TestDatabase.liveBytes()).isEqualTo(named);
            assertThat(TestDatabase.row("CALL motif.listProgress('" + jobId + "') YIELD status"))
                    .isEqualTo(Map.of("status", "CANCELED"));
        }
        write(per);
    }
}
