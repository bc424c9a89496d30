package dev.motif.projection.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import apoc.ApocConfig;
import apoc.Pools;
import apoc.trigger.TriggerHandler;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListenerAdapter;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.logging.NullLog;
import org.neo4j.scheduler.JobScheduler;

/** Graphs and counts follow what triggers of APOC write, in each of their phases. */
@EmptyDatabase
class TriggersTest {
    /** A trigger that creates, deletes, relabels and changes values whenever an order is created. */
    private static final String STATEMENT = "CREATE (t:Triggered) WITH t MATCH (a:A {n: 1}), (b:B {n: 3}), (l:L {n: 2})"
            + " CREATE (a)-[:R {w: 1}]->(:B {n: 9}), (:A {n: 9})-[:R {w: 2}]->(b) SET l:A"
            + " WITH t MATCH (:A {n: 2})-[r:R]->(:B {n: 2}) DELETE r WITH DISTINCT t"
            + " MATCH (gone:B {n: 0}) DETACH DELETE gone WITH DISTINCT t MATCH (c:B {n: 5}) REMOVE c:B"
            + " WITH DISTINCT t MATCH (:A {n: 4})-[s:R]->() SET s.w = 100";

    private final GraphDatabaseAPI database = (GraphDatabaseAPI) TestDatabase.get();
    private final DatabaseManagementService server =
            database.getDependencyResolver().resolveDependency(DatabaseManagementService.class);
    /** The listener that APOC makes for each database of a server that starts with apoc.trigger.enabled. */
    private final TriggerHandler triggers = new TriggerHandler(
            database,
            server,
            ApocConfig.apocConfig(),
            NullLog.getInstance(),
            database.getDependencyResolver().resolveDependency(Pools.class),
            database.getDependencyResolver().resolveDependency(JobScheduler.class));

    /** Refuses orders, but not what triggers write about these. */
    private final TransactionEventListenerAdapter<Object> veto = new TransactionEventListenerAdapter<>() {
        @Override
        public Object beforeCommit(TransactionData data, Transaction transaction, GraphDatabaseService service) {
            for (Node node : data.createdNodes()) {
                if (node.hasLabel(Label.label("Order"))) {
                    throw new IllegalStateException("no");
                }
            }
            return null;
        }
    };

    /** Installs a trigger as APOC does, but for the database of the system, where it stands as a JSON text. */
    @SuppressWarnings("unchecked")
    private void addTrigger(String phase) {
        String when = phase.equals("rollback") ? "" : "UNWIND $createdNodes AS o WITH o WHERE o:Order ";
        Map<String, Object> trigger = Map.of(
                "statement", when + STATEMENT, "selector", Map.of("phase", phase), "params", Map.of(), "paused", false);
        try {
            Field installed = TriggerHandler.class.getDeclaredField("triggersSnapshot");
            installed.setAccessible(true);
            ((AtomicReference<Map<String, Map<String, Object>>>) installed.get(triggers))
                    .set(Map.of("orders", trigger));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        server.registerTransactionEventListener(database.databaseName(), triggers);
    }

    @AfterEach
    void disable() {
        server.unregisterTransactionEventListener(database.databaseName(), triggers);
    }

    private static Object count(String label) {
        return TestDatabase.row("MATCH (n:" + label + ") RETURN count(n) AS n").get("n");
    }

    @ParameterizedTest
    @CsvSource({"before, true", "before, false", "after, true", "after, false", "afterAsync, true", "rollback, false"})
    void whatTriggersWriteIsFollowed(String phase, boolean triggerIsFirst) {
        TestDatabase.rows("UNWIND range(0, 5) AS i CREATE (:A {n: i}), (:B {n: i}), (:L {n: i})");
        TestDatabase.rows("MATCH (a:A), (b:B) WHERE a.n <= b.n + 1 CREATE (a)-[:R {w: a.n}]->(b)");
        TestDatabase.rows("MATCH (l:L), (b:B) WHERE l.n >= b.n CREATE (l)-[:R {w: 0}]->(b)");
        if (triggerIsFirst) {
            addTrigger(phase);
        }
        project("g", "follow: true, ");
        TestDatabase.rows("CALL motif.butterfly.mutate('g', {mutateProperty: 'counts', per: 'RELATIONSHIP'})");
        if (!triggerIsFirst) {
            addTrigger(phase);
        }
        if (phase.equals("rollback")) {
            server.registerTransactionEventListener(database.databaseName(), veto);
            try {
                assertThatThrownBy(() -> TestDatabase.rows("CREATE (:Order)")).hasStackTraceContaining("no");
            } finally {
                server.unregisterTransactionEventListener(database.databaseName(), veto);
            }
        } else {
            TestDatabase.rows("CREATE (:Order)");
        }
        while (phase.equals("afterAsync") && count("Triggered").equals(0L)) {
            Thread.onSpinWait();
        }
        assertThat(count("Triggered")).isEqualTo(1L);
        Map<String, Object> row = TestDatabase.row("CALL motif.graph.refresh('g')");
        assertThat(row).containsEntry("reason", null).containsEntry("nodesAdded", 3L);
        project("new", "");
        assertThat(stream("g", "'RELATIONSHIP', baseProperty: 'counts', algorithm: 'DELTA'"))
                .isEqualTo(stream("new", "'RELATIONSHIP'"))
                .isNotEmpty();
        String weights = "', ['w']) YIELD relationshipId, propertyValue RETURN *";
        assertThat(TestDatabase.rows("CALL motif.graph.relationshipProperties.stream('g" + weights))
                .isEqualTo(TestDatabase.rows("CALL motif.graph.relationshipProperties.stream('new" + weights))
                .contains(Map.of("relationshipId", weighted(), "propertyValue", 100L));
    }

    private static void project(String name, String keys) {
        TestDatabase.rows("CALL motif.graph.project('" + name + "', {left: 'A', right: 'B'}, 'R', {" + keys
                + "relationshipProperties: {w: {default: 0}}, relationshipIds: true})");
    }

    private static List<Map<String, Object>> stream(String name, String keys) {
        return TestDatabase.rows("CALL motif.butterfly.stream('" + name + "', {per: " + keys + "})");
    }

    private static Object weighted() {
        return TestDatabase.rows("MATCH (:A {n: 4})-[r:R]->(:B) RETURN id(r) AS id LIMIT 1")
                .get(0)
                .get("id");
    }
}
