package dev.motif.cypher.procedure;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestLogin;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.security.AccessMode;

/** Tests the catalog as users see it, and when memory is freed. */
@EmptyDatabase
class GraphProceduresTest {
    private static final String FIXTURE =
            "UNWIND range(1, 4) AS i CREATE (:User) WITH count(*) AS n UNWIND range(1, 3) AS i CREATE (:Item)"
                    + " WITH count(*) AS n MATCH (u:User), (i:Item) CREATE (u)-[:RATED]->(i)";

    @BeforeEach
    void createGraph() {
        rows(FIXTURE);
    }

    private static String projectQuery(String name) {
        return "CALL motif.graph.project('" + name + "', {left: 'User', right: 'Item'}, 'RATED')";
    }

    private static void project(String... names) {
        for (String name : names) {
            rows(projectQuery(name));
        }
    }

    private static List<Object> names() {
        return rows("CALL motif.graph.list() YIELD graphName").stream()
                .map(row -> row.get("graphName"))
                .toList();
    }

    @Test
    void listDescribesEveryGraph() {
        ZonedDateTime before = ZonedDateTime.now();
        project("b");
        rows("CALL motif.graph.project('a', '*', ['RATED'], {relationshipIds: true})");
        List<Map<String, Object>> rows = rows("CALL motif.graph.list()");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0))
                .containsEntry("graphName", "a")
                .containsEntry("kind", "UNIPARTITE")
                .containsEntry("leftCount", null)
                .containsEntry("rightCount", null)
                .containsEntry("nodeCount", 7L)
                .containsEntry("relationshipCount", 12L)
                .containsEntry("relationshipIds", true)
                .containsEntry(
                        "configuration",
                        Map.of("nodes", "*", "relationships", List.of("RATED"), "relationshipIds", true));
        assertThat(rows.get(1))
                .containsEntry("graphName", "b")
                .containsEntry("database", "neo4j")
                .containsEntry("kind", "BIPARTITE")
                .containsEntry("leftCount", 4L)
                .containsEntry("rightCount", 3L)
                .containsEntry("relationshipIds", false);
        assertThat((ZonedDateTime) rows.get(1).get("creationTime")).isBetween(before, ZonedDateTime.now());
        assertThat((long) rows.get(0).get("bytes") + (long) rows.get(1).get("bytes"))
                .isEqualTo(TestDatabase.liveBytes());
        assertThat((String) rows.get(1).get("memoryUsage")).matches("\\d+ Bytes|[\\d.]+ KiB");
    }

    @Test
    void listOfOneNameShowsThatGraphAlone() {
        project("a", "ab");
        assertThat(TestDatabase.row("CALL motif.graph.list('a') YIELD graphName"))
                .containsEntry("graphName", "a");
        assertThat(rows("CALL motif.graph.list('c')")).isEmpty();
        assertThat(rows("CALL motif.graph.list(null)")).hasSize(2);
    }

    @Test
    void existsSaysWhetherThereIsAGraph() {
        project("a");
        assertThat(TestDatabase.row("CALL motif.graph.exists('a')"))
                .isEqualTo(Map.of("graphName", "a", "exists", true));
        assertThat(TestDatabase.row("CALL motif.graph.exists('A')"))
                .isEqualTo(Map.of("graphName", "A", "exists", false));
        assertError("CALL motif.graph.exists('')", "`graphName` must be a STRING that is not empty, got ''");
        assertError("CALL motif.graph.exists(null)", "`graphName` must be a STRING that is not empty, got null");
    }

    @Test
    void nameMustNotBeEmpty() {
        assertError(projectQuery(" "), "`graphName` must be a STRING that is not empty, got ' '");
    }

    @Test
    void dropReturnsTheGraphAndItsMemory() {
        project("a", "b");
        long bytes = TestDatabase.liveBytes();
        Map<String, Object> row = TestDatabase.row("CALL motif.graph.drop('a')");
        assertThat(row).containsEntry("graphName", "a").containsEntry("relationshipCount", 12L);
        assertThat(TestDatabase.liveBytes()).isEqualTo(bytes - (long) row.get("bytes"));
        assertThat(names()).containsExactly("b");
    }

    @Test
    void dropTakesAListOfNames() {
        project("a", "b", "c");
        assertThat(rows("CALL motif.graph.drop(['c', 'a', 'c']) YIELD graphName"))
                .containsExactly(Map.of("graphName", "c"), Map.of("graphName", "a"));
        assertThat(names()).containsExactly("b");
    }

    @Test
    void dropOfAMissingGraphIsAnErrorAndDropsNothing() {
        project("ratings", "b");
        assertError(
                "CALL motif.graph.drop(['b', 'rating'])",
                "No graph with the name 'rating' (did you mean 'ratings'?) in database 'neo4j'."
                        + " motif.graph.list() shows the existing graphs.");
        assertThat(names()).containsExactly("b", "ratings");
    }

    @Test
    void dropWithoutFailIfMissingDropsWhatThereIs() {
        project("a");
        assertThat(rows("CALL motif.graph.drop(['x', 'a'], false) YIELD graphName"))
                .containsExactly(Map.of("graphName", "a"));
        assertThat(rows("CALL motif.graph.drop('x', false)")).isEmpty();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @Test
    void dropOfSomethingElseThanNamesIsAMistake() {
        assertError("CALL motif.graph.drop(3)", "`graphName` must be the name of a graph or a list of them, got 3");
        assertError("CALL motif.graph.drop([])", "`graphName` must be the name of a graph or a list of them, got []");
    }

    @Test
    void existingNameIsAnErrorAndKeepsTheGraph() {
        project("a");
        long bytes = TestDatabase.liveBytes();
        assertError(
                projectQuery("a"),
                "A graph with the name 'a' already exists. Drop it with motif.graph.drop('a'), or use another name.");
        assertThat(TestDatabase.liveBytes()).isEqualTo(bytes);
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('a') YIELD count"))
                .containsEntry("count", 18L);
    }

    @Test
    void failedProjectionLeavesTheNameFreeAndNoMemory() {
        assertError(
                "CALL motif.graph.project('a', {left: 'User', right: 'Itemm'}, 'RATED')",
                "No such label in this database: 'Itemm'");
        assertThat(TestDatabase.liveBytes()).isZero();
        assertThat(names()).isEmpty();
        project("a");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void graphsOfAnotherUserAreNotSeen() {
        project("mine");
        try (Transaction bob = TestLogin.begin("bob", AccessMode.Static.FULL)) {
            assertThat(bob.execute("CALL motif.graph.list()").stream()).isEmpty();
            assertThatThrownBy(() ->
                            bob.execute("CALL motif.butterfly.stats('mine')").resultAsString())
                    .hasMessageContaining("No graph with the name 'mine' in database 'neo4j'.");
        }
        try (Transaction bob = TestLogin.begin("bob", AccessMode.Static.READ)) {
            bob.execute(projectQuery("mine")).resultAsString();
            bob.execute(projectQuery("his")).resultAsString();
            assertThat(bob.execute("CALL motif.graph.list() YIELD graphName").stream())
                    .containsExactly(Map.of("graphName", "his"), Map.of("graphName", "mine"));
        }
        assertThat(names()).containsExactly("mine");
        try (Transaction bob = TestLogin.begin("bob", AccessMode.Static.READ)) {
            bob.execute("CALL motif.graph.drop(['mine', 'his'])").resultAsString();
        }
        assertThat(names()).containsExactly("mine");
    }

    @Test
    void ofConcurrentProjectionsOfOneNameExactlyOneWins() throws Exception {
        int threads = 6;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 10; round++) {
                CountDownLatch start = new CountDownLatch(1);
                Callable<Boolean> call = () -> {
                    start.await();
                    try {
                        project("raced");
                        return true;
                    } catch (RuntimeException e) {
                        assertThat(e).hasMessageContaining("A graph with the name 'raced' ");
                        return false;
                    }
                };
                List<Future<Boolean>> calls = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    calls.add(pool.submit(call));
                }
                start.countDown();
                int won = 0;
                for (Future<Boolean> each : calls) {
                    won += each.get(5, TimeUnit.MINUTES) ? 1 : 0;
                }
                assertThat(won).isEqualTo(1);
                long bytes = (long) TestDatabase.row("CALL motif.graph.drop('raced') YIELD bytes")
                        .get("bytes");
                assertThat(bytes).isPositive();
                assertThat(TestDatabase.liveBytes()).isZero();
            }
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void dropUnderAnOpenStreamKeepsTheMemoryUntilTheStreamIsClosed() {
        project("g");
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Result stream = transaction.execute("CALL motif.butterfly.stream('g') YIELD nodeId, count");
            assertThat(stream.next()).containsEntry("count", 9L);
            long bytes = (long)
                    TestDatabase.row("CALL motif.graph.drop('g') YIELD bytes").get("bytes");
            assertThat(names()).isEmpty();
            assertThat(TestDatabase.liveBytes()).isGreaterThan(bytes);
            assertThat(stream.next()).containsEntry("count", 9L);
            stream.close();
            assertThat(TestDatabase.liveBytes()).isZero();
        }
    }

    @Test
    void streamThatIsLeftOpenEndsWithItsTransaction() {
        project("g");
        long named = TestDatabase.liveBytes();
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Result stream = transaction.execute("CALL motif.butterfly.stream('g') YIELD count");
            assertThat(stream.next()).containsEntry("count", 9L);
            assertThat(TestDatabase.liveBytes()).isGreaterThan(named);
        }
        assertThat(TestDatabase.liveBytes()).isEqualTo(named);
    }

    @Test
    void killedStreamEndsWithItsTransaction() {
        project("g");
        long named = TestDatabase.liveBytes();
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Result stream = transaction.execute("CALL motif.butterfly.stream('g') YIELD count");
            stream.next();
            transaction.terminate();
        }
        assertThat(TestDatabase.liveBytes()).isEqualTo(named);
    }

    /**
     * Names and values that are too long to be kept are refused before anything is kept, by an error that is short
     * itself.
     */
    @Test
    void longNamesAndValuesAreMistakesThatLeaveNothing() {
        project("a");
        String nodes = "{left: 'User', right: 'Item'}, 'RATED'";
        Map<String, String> calls = Map.of(
                "CALL motif.graph.project($long, " + nodes + ")",
                "`graphName` must be a STRING of at most 256",
                "CALL motif.graph.project('b', $long, 'RATED')",
                "of at most 256 characters",
                "CALL motif.graph.project('b', {left: ['User', $long], right: 'Item'}, 'RATED')",
                "`nodes.left` must be a label of at most 256",
                "CALL motif.graph.project('b', " + nodes + ", {relationshipFilter: {property: 'x', equals: $long}})",
                "`relationshipFilter.equals` must have at most 1024",
                "CALL motif.graph.project('b', " + nodes + ", {relationshipFilter: {property: $long, min: 1}})",
                "`relationshipFilter.property` must be a STRING of at most 256",
                "CALL motif.graph.project('b', " + nodes + ", {jobId: $long})",
                "`jobId` must be a STRING of at most 256",
                "CALL motif.butterfly.stats('a', {jobId: $long})",
                "`jobId` must be a STRING of at most 256",
                "CALL motif.butterfly.stats($long)",
                "`graph` must be a STRING of at most 256",
                "CALL motif.graph.exists($long)",
                "`graphName` must be a STRING of at most 256",
                "CALL motif.graph.drop([$long])",
                "`graphName` must be the name of a graph of at most 256");
        String sixteenMebi = "x".repeat(1 << 24);
        calls.forEach((call, message) -> assertThatThrownBy(() -> rows(call, Map.of("long", sixteenMebi)))
                .as(call)
                .satisfies(error -> assertThat(error.getMessage())
                        .contains(message, "(16777216 characters)")
                        .hasSizeLessThan(1000)));
        assertThat(names()).containsExactly("a");
        assertThat(rows("CALL motif.listProgress() YIELD jobId"))
                .allSatisfy(row -> assertThat((String) row.get("jobId")).hasSizeLessThan(257));
        project("b");
    }

    /** Suggestions once took minutes for these, and could not be killed. */
    @Test
    void manyMissingNamesAreAShortError() {
        project("a");
        List<String> names =
                IntStream.range(0, 1000).mapToObj(i -> "a".repeat(250) + i).toList();
        assertThatThrownBy(() -> rows("CALL motif.graph.drop($names)", Map.of("names", names)))
                .satisfies(error -> assertThat(error.getMessage())
                        .contains(" more in database 'neo4j'")
                        .hasSizeLessThan(2000));
        assertThatThrownBy(
                        () -> rows("CALL motif.graph.drop($names)", Map.of("names", Collections.nCopies(100_000, "a"))))
                .hasMessageContaining("must be the name of a graph or a list of at most 1000 of them");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void controlCharactersAreEscapedInMessages() {
        String name = "a\nERROR forged \u001b[31m";
        rows("CALL motif.graph.project($name, {left: 'User', right: 'Item'}, 'RATED')", Map.of("name", name));
        for (String call : List.of(
                "CALL motif.graph.project($name, {left: 'User', right: 'Item'}, 'RATED')",
                "CALL motif.kcore.stats($name)",
                "CALL motif.graph.drop($name + 'x')",
                "CALL motif.graph.project('b', $name, 'RATED')",
                "CALL motif.butterfly.stats('b', {`a\nERROR forged \u001b[31m`: 1})")) {
            assertThatThrownBy(() -> rows(call, Map.of("name", name))).as(call).satisfies(error -> assertThat(
                            error.getMessage())
                    .contains("a\\nERROR forged \\u001b[31m")
                    .doesNotContain("\n", "\u001b"));
        }
    }
}
