package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.examples.wedges.WedgeProcedures;
import dev.motif.neo4j.TestDatabase;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.neo4j.graphdb.event.DatabaseEventContext;
import org.neo4j.graphdb.event.DatabaseEventListenerAdapter;
import org.neo4j.harness.Neo4j;
import org.neo4j.kernel.impl.api.KernelTransactions;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Tests a second server of the same JVM, which has procedures of its own, and what it gives back when it stops. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SecondServerTest {
    private static Neo4j second;
    private static long bytesOfTheFirst;

    @BeforeAll
    static void start() {
        TestDatabase.emptied();
        second = TestDatabase.builder().withProcedure(WedgeProcedures.class).build();
        TestDatabase.rows("CREATE (:P)-[:KNOWS]->(:P)");
        TestDatabase.rows("CALL motif.graph.project('here', 'P', 'KNOWS')");
        bytesOfTheFirst = TestDatabase.liveBytes();
        assertThat(bytesOfTheFirst).isPositive();
    }

    @AfterAll
    static void stop() {
        second.close();
        TestDatabase.emptied();
    }

    private static GraphDatabaseAPI database() {
        return (GraphDatabaseAPI) second.defaultDatabaseService();
    }

    private static List<Map<String, Object>> rows(String query) {
        return database().executeTransactionally(query, Map.of(), result -> result.stream()
                .toList());
    }

    private static Set<ObjectName> figures() throws Exception {
        return ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("dev.motif:*"), null);
    }

    /** The example of docs/adding-an-algorithm.md is a whole algorithm. */
    @Test
    void addedAlgorithmRunsByItsNameByAMapAndIsEstimated() {
        rows("CREATE (a:P {name: 'a'})-[:KNOWS]->(:P {name: 'b'}), (a)-[:KNOWS]->(:P {name: 'c'}),"
                + " (a)-[:KNOWS]->(:P {name: 'd'})");
        rows("CALL motif.graph.project('g', 'P', 'KNOWS')");
        for (String graph : List.of("'g'", "{nodes: 'P', relationships: 'KNOWS'}")) {
            assertThat(rows("CALL motif.wedge.stats(" + graph + ")").get(0))
                    .containsEntry("maxWedges", 3L)
                    .containsEntry("nodeCount", 4L)
                    .containsEntry("backend", "CPU");
        }
        assertThat(rows("CALL motif.wedge.stream('g', {nodes: true}) YIELD node, wedges"
                        + " RETURN node.name AS name, wedges ORDER BY name LIMIT 2"))
                .containsExactly(Map.of("name", "a", "wedges", 3L), Map.of("name", "b", "wedges", 0L));
        assertThat(rows("CALL motif.wedge.stats.estimate('g') YIELD bytesMin, bytesMax"))
                .containsExactly(Map.of("bytesMin", 32L, "bytesMax", 32L));
        rows("CALL motif.graph.drop('g')");
    }

    @Test
    void namesOfGraphsAreThoseOfAServer() {
        rows("CREATE (:Q)");
        rows("CALL motif.graph.project('here', 'Q', '*')");
        rows("CALL motif.graph.drop('here')");
        assertThat(TestDatabase.rows("CALL motif.graph.list() YIELD graphName"))
                .containsExactly(Map.of("graphName", "here"));
    }

    /** A stop waits for transactions that are open, but not for those that hold ids. */
    @Test
    @Order(Integer.MAX_VALUE)
    void serverThatStopsGivesItsMemoryBackAndLeavesNoTransactionOpen() throws Exception {
        assertThat(figures()).containsExactly(new ObjectName(MotifStatus.NAME));
        GraphDatabaseAPI database = database();
        rows("CREATE (:P)-[:KNOWS]->(:P)");
        long before = TestDatabase.liveBytes();
        long there = (long) rows("CALL motif.graph.project('there', 'P', 'KNOWS', {relationshipIds: true}) YIELD bytes")
                .get(0)
                .get("bytes");
        assertThat(there).isPositive();
        assertThat(TestDatabase.liveBytes()).isEqualTo(before + there);
        List<String> open = new ArrayList<>();
        second.databaseManagementService().registerDatabaseEventListener(new DatabaseEventListenerAdapter() {
            @Override
            public void databaseShutdown(DatabaseEventContext event) {
                if (event.getDatabaseName().equals(database.databaseName())) {
                    open.add(database.getDependencyResolver()
                            .resolveDependency(KernelTransactions.class)
                            .activeTransactions()
                            .toString());
                }
            }
        });
        second.close();
        assertThat(open).containsExactly("[]");
        assertThat(TestDatabase.liveBytes()).isEqualTo(bytesOfTheFirst);
        assertThat(TestDatabase.rows("CALL motif.graph.list() YIELD graphName"))
                .containsExactly(Map.of("graphName", "here"));
        assertThat(figures()).containsExactly(new ObjectName(MotifStatus.NAME));
    }
}
