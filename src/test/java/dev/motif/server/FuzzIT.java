package dev.motif.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.motif.server.FuzzedCalls.Call;
import dev.motif.server.FuzzedCalls.Procedure;
import dev.motif.timing.Seeds;
import dev.motif.timing.Slow;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * Calls every procedure with odd values in every argument and key, by several clients at once, some of whose calls are
 * killed. Whatever they send, the server stays up, says what is wrong in a short sentence, and keeps nothing.
 */
@Slow
class FuzzIT {
    private static final int SEEDS = 75;
    private static final int CALLS_PER_SEED = 20;
    private static final int CLIENTS = 4;
    private static final int ONE_IN_HTTP = 8;
    private static final int ONE_IN_KILLED = 10;
    private static final int MOST_CHARACTERS = 2000;
    /** No call takes that long, however busy the machine is: all graphs are tiny. */
    private static final Duration NEVER = Duration.ofMinutes(10);

    private static final int TIMEOUT_MILLIS = 100;

    private static final Pattern FAILED = Pattern.compile(
            "Failed to invoke (?:procedure|function) `motif\\.[^`]*`: Caused by: ([\\w.$]+)(?:: (.*))?",
            Pattern.DOTALL);
    /** A line of Motif in Neo4j's debug log, which newer versions write as JSON, and which says nothing bad. */
    private static final Pattern LINE_OF_LOG = Pattern.compile(
            "(?:\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}[+-]\\d{4} |\\{\"time\":\"[^\"]+\",\"level\":\")"
                    + "(?:(?:INFO|DEBUG)\\b.*|WARN\\b.*(?:has no relationships| failed backend=).*)");

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    @TempDir
    static Path home;

    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(home, "256m");
        server.rows(
                "UNWIND range(1, 6) AS i CREATE (:User {i: i, age: i}), (:Item {i: i, age: i}), (:Person {i: i, age: i})");
        server.rows(
                "MATCH (u:User), (i:Item) WHERE (u.i * i.i) % 4 <> 1 CREATE (u)-[:RATED {at: u.i % 5, weight: u.i}]->(i)");
        server.rows("MATCH (a:Person), (b:Person) WHERE a.i < b.i AND (a.i + b.i) % 5 > 0 CREATE (a)-[:KNOWS]->(b)");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static FuzzedCalls calls() {
        return new FuzzedCalls(server
                .rows("SHOW PROCEDURES YIELD name, argumentDescription, returnDescription"
                        + " WHERE name STARTS WITH 'motif.' RETURN * ORDER BY name")
                .stream()
                .map(Procedure::of)
                .toList());
    }

    private static void projectGraphs() {
        server.rows("CALL motif.graph.drop('ratings', false) YIELD graphName RETURN 1");
        server.rows("CALL motif.graph.drop('friends', false) YIELD graphName RETURN 1");
        server.rows("CALL motif.graph.project('ratings', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipIds: true, relationshipProperties: ['at', 'weight']}) YIELD graphName RETURN 1");
        server.rows(
                "CALL motif.graph.project('friends', 'Person', 'KNOWS', {relationshipIds: true, orientation: 'DIRECTED'})"
                        + " YIELD graphName RETURN 1");
    }

    @Test
    void oddValuesGiveShortErrorsAndLeaveNothing() throws Exception {
        FuzzedCalls calls = calls();
        assertThat(calls.unknownKeys()).as("keys without a valid value here").isEmpty();
        projectGraphs();
        List<String> faults = Collections.synchronizedList(new ArrayList<>());
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong made = new AtomicLong();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS + 1);
        try {
            Future<?> killer = clients.submit(() -> killSome(made, over));
            List<Future<?>> running = new ArrayList<>();
            for (int seed = 0; seed < Seeds.atMost(SEEDS); seed++) {
                long itsSeed = seed;
                running.add(clients.submit(() -> {
                    for (Call call : calls.of(itsSeed, CALLS_PER_SEED)) {
                        made.incrementAndGet();
                        String fault = faults.size() < 20 ? faultOf(call) : null;
                        if (fault != null) {
                            faults.add(fault + "\n  of " + call);
                        }
                    }
                }));
            }
            for (Future<?> each : running) {
                get(each);
            }
            over.set(true);
            get(killer);
        } finally {
            over.set(true);
            clients.shutdown();
        }
        assertThat(faults).as(() -> String.join("\n\n", faults)).isEmpty();
        assertNothingLeft();
        assertLogIsHonest();
    }

    private static void get(Future<?> future) throws InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            fail(server.isAlive() ? "a client failed" : server.output(), e.getCause());
        }
    }

    /** Kills one of the calls that run after every few calls. */
    private static void killSome(AtomicLong made, AtomicBoolean over) {
        Random random = new Random(1);
        long next = 0;
        while (!over.get()) {
            if (made.get() >= next) {
                next = made.get() + ONE_IN_KILLED;
                List<Map<String, Object>> running = server.rows("SHOW TRANSACTIONS YIELD transactionId, currentQuery"
                        + " WHERE currentQuery STARTS WITH 'MATCH aPath' RETURN transactionId");
                if (!running.isEmpty()) {
                    server.rows("TERMINATE TRANSACTIONS $transactionId", OddValues.anyOf(running, random));
                }
            }
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Makes the call, and returns what is wrong with its answer, or null. */
    private static String faultOf(Call call) {
        boolean http = call.number() % ONE_IN_HTTP == 0;
        try {
            return http && canBeJson(call.parameters()) ? overHttp(call) : overBolt(call);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static String overBolt(Call call) {
        try (Session session = server.driver().session()) {
            session.run(
                            call.query(),
                            call.parameters(),
                            TransactionConfig.builder().withTimeout(NEVER).build())
                    .forEachRemaining(row -> {});
            return null;
        } catch (Neo4jException e) {
            return faultOf(e.code(), e.getMessage());
        }
    }

    private static boolean canBeJson(Object value) {
        if (value instanceof Map<?, ?> map) {
            // Neo4j reads no longer names out of JSON.
            return map.entrySet().stream()
                    .allMatch(entry -> ((String) entry.getKey()).length() < 10_000 && canBeJson(entry.getValue()));
        }
        if (value instanceof List<?> list) {
            return list.stream().allMatch(FuzzIT::canBeJson);
        }
        return value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof Double number && Double.isFinite(number);
    }

    private static String overHttp(Call call) throws IOException {
        URI uri = URI.create("http://localhost:" + server.httpPort());
        JsonNode answer = JSON.readTree(Http.post(
                uri,
                "/db/neo4j/query/v2",
                JSON.writeValueAsString(Map.of("statement", call.query(), "parameters", call.parameters()))));
        JsonNode error = answer.path("errors").path(0);
        if (error.isMissingNode()) {
            return answer.has("data") ? null : "answer over HTTP: " + OddValues.shownText(answer.toString(), 300);
        }
        return faultOf(error.path("code").asText(), error.path("message").asText());
    }

    /** The fault of an error, or null. */
    private static String faultOf(String code, String message) {
        String shown = code + ": " + OddValues.shownText(message, 300);
        if (code.equals("Neo.ClientError.Procedure.ProcedureCallFailed")) {
            if (message.startsWith("Unable to inject component")) {
                // So Neo4j reports a kill between the start of the query and that of the procedure.
                return null;
            }
            Matcher failed = FAILED.matcher(message);
            if (!failed.matches()) {
                return "not the error of a procedure: " + shown;
            }
            return faultOf(failed.group(1), failed.group(2), shown);
        }
        // A type that Neo4j itself refuses before the procedure is called.
        boolean type = code.equals("Neo.ClientError.Statement.TypeError")
                || code.equals("Neo.ClientError.Statement.ArgumentError")
                || code.equals("Neo.ClientError.Statement.SyntaxError")
                        && (message.startsWith("Type mismatch") || message.startsWith("Coercion of list to boolean"));
        // So Neo4j reports a kill, and one that comes while a lock is asked for.
        boolean killed = code.endsWith("Transaction.Terminated") || code.endsWith("Transaction.LockClientStopped");
        return type || killed ? null : "unexpected: " + shown;
    }

    private static String faultOf(String exception, String message, String shown) {
        boolean meant = List.of("java.lang.IllegalArgumentException", "java.lang.IllegalStateException")
                        .contains(exception)
                || exception.startsWith("dev.motif.");
        if (!meant || message == null || message.split(" ").length < 4) {
            return "not an error for users: " + shown;
        }
        if (message.length() > MOST_CHARACTERS) {
            return message.length() + " characters: " + shown;
        }
        return message.chars().anyMatch(Character::isISOControl) ? "control characters: " + shown : null;
    }

    /** The {@link #searches} that return the sizes for which there was time. */
    private static final String SEVERAL_SIZES = ".*maxP.*|motif.kclique.stats\\('hardToo', \\{";

    /** The {@link #searches} that return the largest groups that were found in time. */
    private static final String LARGEST = "motif.biclique.maxim.*topK.*";

    static Stream<String> searches() {
        return Stream.of(
                "motif.biclique.count.stats('hard', {p: 8, q: 8, algorithm: 'PIVOT', ",
                "motif.research.gbc.stats('hard', {p: 8, q: 8, ",
                "motif.biclique.count.stats('hard', {maxP: 8, maxQ: 8, ",
                "motif.biclique.count.stream('hard', {p: 8, q: 8, ",
                "motif.biclique.count.write('hard', {p: 8, q: 8, writeProperty: 'never', ",
                "motif.biclique.count.mutate('hard', {p: 8, q: 8, mutateProperty: 'never', ",
                "motif.biclique.near.stats('hard', {missing: 2, minLeft: 5, minRight: 5, ",
                "motif.biclique.near.stream('hard', {missing: 2, minLeft: 5, minRight: 5, ",
                "motif.biclique.near.graph('hard', {missing: 2, minLeft: 5, minRight: 5, limit: 1000000000, ",
                "motif.biclique.near.write('hard', {missing: 2, minLeft: 5, minRight: 5, writeProperty: 'never', ",
                "motif.biclique.near.mutate('hard', {missing: 2, minLeft: 5, minRight: 5, mutateProperty: 'never', ",
                "motif.biclique.lockstep.stats('hard', {timeProperty: 'at', window: 1e15, minLeft: 5, minRight: 5, ",
                "motif.biclique.lockstep.stream('hard', {timeProperty: 'at', window: 1e15, minLeft: 5, minRight: 5, ",
                "motif.biclique.lockstep.graph('hard', {timeProperty: 'at', window: 1e15, minLeft: 5, minRight: 5,"
                        + " limit: 1000000000, ",
                "motif.biclique.rules.stats('hard', {minSupport: 0.001, ",
                "motif.biclique.rules.stream('hard', {minSupport: 0.001, ",
                "motif.biclique.densest.stats('hard', {p: 8, q: 8, ",
                "motif.biclique.densest.stream('hard', {p: 8, q: 8, ",
                "motif.research.pivoting.stats('hardToo', {k: 12, algorithm: 'COMPLEMENT', ",
                "motif.research.pivoting.stats('hardToo', {k: 12, algorithm: 'ORIENTATION', ",
                "motif.research.pivoting.stats('hardToo', {k: 12, algorithm: 'PIVOT', ",
                "motif.kclique.densest.stats('hardToo', {k: 12, ",
                "motif.kclique.densest.stream('hardToo', {k: 12, ",
                "motif.kclique.stats('hardToo', {",
                "motif.kclique.stream('hardToo', {k: 12, ",
                "motif.kclique.stream('hardToo', {maxK: 12, ",
                "motif.kclique.write('hardToo', {k: 12, writeProperty: 'never', ",
                "motif.kclique.mutate('hardToo', {k: 12, mutateProperty: 'never', ",
                "motif.biclique.count.sample('hard', {p: 8, q: 8, ",
                "motif.biclique.count.sample('hard', {maxP: 8, maxQ: 8, relativeError: 0.0001, ",
                "motif.biclique.count.sample.stream('hard', {p: 8, q: 8, relativeError: 0.0001, ",
                "motif.butterfly.sample('hard', {relativeError: 0.0001, ",
                "motif.butterfly.sample.stream('hard', {relativeError: 0.0001, ",
                "motif.kclique.sample('hardToo', {k: 20, relativeError: 0.0001, ",
                "motif.kclique.sample('hardToo', {maxK: 60, relativeError: 0.0001, ",
                "motif.kclique.sample.stream('hardToo', {k: 20, relativeError: 0.0001, ",
                "motif.biclique.maximal.stats('hard', {",
                "motif.biclique.maximal.stream('hard', {",
                "motif.biclique.maximal.stream('hard', {topKBy: 'BALANCED', topK: 10, maxOverlap: 0.5, ",
                "motif.biclique.maximal.stream('hard', {topKBy: 'WEIGHT', topK: 10, relationshipWeightProperty: 'at', ",
                "motif.biclique.maximal.grown('hard', 'hard', {",
                "motif.biclique.maximal.graph('hard', {topK: 2, ",
                "motif.biclique.maximal.write('hard', {writeProperty: 'never', ",
                "motif.biclique.maximal.mutate('hard', {mutateProperty: 'never', ",
                "motif.biclique.maximum('hard', {topKBy: 'BALANCED', ",
                "motif.clique.near.stats('hardToo', {missing: 2, minSize: 5, ",
                "motif.clique.near.stream('hardToo', {missing: 2, minSize: 5, ",
                "motif.clique.near.graph('hardToo', {missing: 2, minSize: 5, limit: 1000000000, ",
                "motif.clique.near.write('hardToo', {missing: 2, minSize: 5, writeProperty: 'never', ",
                "motif.clique.near.mutate('hardToo', {missing: 2, minSize: 5, mutateProperty: 'never', ",
                "motif.clique.maximal.stats('hardToo', {",
                "motif.clique.maximal.stream('hardToo', {",
                "motif.clique.maximal.graph('hardToo', {",
                "motif.clique.maximal.write('hardToo', {writeProperty: 'x', ",
                "motif.clique.maximal.mutate('hardToo', {mutateProperty: 'x', ",
                "motif.clique.maximum('hardToo', {",
                "motif.clique.percolation.stats('hardToo', {k: 20, ",
                "motif.clique.percolation.stream('hardToo', {k: 20, ",
                "motif.clique.percolation.write('hardToo', {k: 20, writeProperty: 'x', ",
                "motif.clique.percolation.mutate('hardToo', {k: 20, mutateProperty: 'x', ",
                "motif.report('hard', {",
                "motif.report('hardToo', {");
    }

    /** Without its timeout, none of them would end within minutes. */
    @Test
    void searchesEndAtTheirTimeout() {
        server.rows("UNWIND range(1, 300) AS i CREATE (:Left {i: i}), (:Right {i: i})");
        server.rows("MATCH (l:Left), (r:Right) WHERE (l.i * 7919 + r.i * 31337 + l.i * r.i) % 101 < 70"
                + " WITH motif.graph.project('hard', l, r, {kind: 'BIPARTITE'}) AS graph RETURN graph.nodeCount");
        server.rows("CALL motif.butterfly.mutate('hard', {per: 'RELATIONSHIP', mutateProperty: 'at'})");
        server.rows("MATCH (l:Left), (r:Left) WHERE l.i < r.i AND (l.i * 7919 + r.i * 31337 + l.i * r.i) % 101 < 85"
                + " WITH motif.graph.project('hardToo', l, r, {kind: 'UNIPARTITE'}) AS graph RETURN graph.nodeCount");
        List<String> limited = server
                .rows("SHOW PROCEDURES YIELD name, argumentDescription WHERE name STARTS WITH 'motif.'"
                        + " AND NOT name ENDS WITH '.estimate'"
                        + " AND any(a IN argumentDescription WHERE a.description CONTAINS 'timeoutMillis')"
                        + " RETURN name")
                .stream()
                .map(row -> (String) row.get("name"))
                .toList();
        assertThat(searches().map(search -> search.replaceFirst("\\(.*", "")).distinct())
                .containsExactlyInAnyOrderElementsOf(limited);
        searches().forEach(search -> {
            assertEndsAtTimeout(search);
            System.out.println(search);
        });
        server.rows("CALL motif.graph.drop(['hard', 'hardToo'])");
    }

    private static void assertEndsAtTimeout(String search) {
        String call = withTimeout(search, TIMEOUT_MILLIS);
        if (search.startsWith("motif.report")) {
            assertThat(limited(call)).hasSize(1);
        } else if (search.contains(".sample")) {
            // A machine that is too busy for a few samples has an error.
            Throwable error =
                    catchThrowable(() -> assertThat(limited(call).get(0)).containsKeys("lower", "upper"));
            assertThat(error == null || error.getMessage().contains("stopped by `timeoutMillis`"))
                    .as(search)
                    .isTrue();
        } else if (search.matches(LARGEST)) {
            List<Object> complete = completeOfLargest(search);
            assertThat(complete).as(search).containsExactly(false);
        } else if (search.matches(SEVERAL_SIZES)) {
            assertThat(limited(call + " YIELD count, complete WITH * WHERE NOT complete RETURN count"))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row).containsEntry("count", null));
        } else {
            assertThatThrownBy(() -> limited(call))
                    .as(search)
                    .hasMessageContaining("stopped by `timeoutMillis: " + TIMEOUT_MILLIS + "`");
        }
    }

    private static String withTimeout(String search, long millis) {
        return "CALL " + search + "timeoutMillis: " + millis + ", concurrency: 1})";
    }

    /** The values of {@code complete} for the largest groups; on a busy machine a search needs more time to find any. */
    private static List<Object> completeOfLargest(String search) {
        List<Object> complete = List.of();
        for (long millis = TIMEOUT_MILLIS; complete.isEmpty(); millis *= 2) {
            complete = limited(withTimeout(search, millis) + " YIELD complete RETURN DISTINCT complete").stream()
                    .map(row -> row.get("complete"))
                    .toList();
        }
        return complete;
    }

    /** The rows of a query that Neo4j kills when it does not end by itself. */
    private static List<Map<String, Object>> limited(String query) {
        TransactionConfig config =
                TransactionConfig.builder().withTimeout(NEVER).build();
        try (Session session = server.driver().session()) {
            return session.run(query, config).list(Record::asMap);
        }
    }

    private static void assertNothingLeft() throws InterruptedException {
        ServerProcess.await("the end of all jobs", () -> server.rows(
                        "CALL motif.listProgress() YIELD status WITH * WHERE status = 'RUNNING' RETURN status")
                .isEmpty());
        server.rows("CALL motif.graph.list() YIELD graphName WITH graphName"
                + " CALL motif.graph.drop(graphName) YIELD graphName AS dropped RETURN dropped");
        assertThat(server.rows("CALL motif.graph.list() YIELD graphName RETURN graphName"))
                .isEmpty();
        assertThat(server.rows("SHOW TRANSACTIONS")).hasSize(1);
        assertThat(server.value("CALL motif.sysInfo() YIELD key, value WITH * WHERE key = 'offHeapUsed' RETURN value"))
                .isEqualTo("0 Bytes");
    }

    /** Texts of calls are in the log, where they may look neither like a line of it nor like a command of a terminal. */
    private static void assertLogIsHonest() throws IOException {
        for (String line : server.debugLog()) {
            assertThat(line).doesNotStartWith(OddValues.FORGED);
            if (line.contains("[motif]")) {
                assertThat(line).matches(LINE_OF_LOG);
                assertThat(line.chars().noneMatch(Character::isISOControl))
                        .as(() -> OddValues.shownText(line, 300))
                        .isTrue();
            }
        }
    }
}
