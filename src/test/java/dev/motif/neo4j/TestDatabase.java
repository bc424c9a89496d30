package dev.motif.neo4j;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import apoc.export.csv.ExportCSV;
import apoc.periodic.Periodic;
import apoc.util.Utils;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.graph.memory.NativeMemory;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.configuration.GraphDatabaseInternalSettings;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilder;
import org.neo4j.harness.Neo4jBuilders;
import org.neo4j.internal.helpers.collection.Iterables;
import org.neo4j.io.ByteUnit;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;

/** A real Neo4j with the procedures, started once for all tests of this JVM. */
public final class TestDatabase {
    private static final Neo4j SERVER = builder().build();

    private TestDatabase() {}

    /** A server with Motif and the APOC procedures of the examples, which a test starts and stops itself. */
    public static Neo4jBuilder builder() {
        return MotifPlugin.addTo(Neo4jBuilders.newInProcessBuilder())
                .withDisabledServer()
                // Bolt is off: nobody connects, and closing its connector takes seconds.
                .withConfig(BoltConnector.enabled, false)
                .withConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.mebiBytes(256))
                .withConfig(GraphDatabaseInternalSettings.dump_diagnostics, false)
                // Every test has other nodes, and the plan of a query that several tests use is good for all.
                .withConfig(GraphDatabaseSettings.cypher_min_replan_interval, Duration.ofDays(1))
                // Ids of what was deleted are not used again, so nodes have ids in the order in which they are made.
                .withConfig(GraphDatabaseInternalSettings.id_controller_maintenance_interval, Duration.ofDays(1))
                .withConfig(
                        GraphDatabaseSettings.load_csv_file_url_root,
                        Path.of("src/test/resources/import").toAbsolutePath())
                .withProcedure(ExportCSV.class)
                .withProcedure(Periodic.class)
                .withProcedure(Utils.class);
    }

    public static GraphDatabaseService get() {
        return SERVER.defaultDatabaseService();
    }

    /** The database after all its nodes and named graphs were removed. */
    public static GraphDatabaseService emptied() {
        GraphDatabaseService database = get();
        while (deleteSome(database)) {}
        List<GraphKey> keys = GraphCatalog.server().list(key -> true).stream()
                .map(CatalogGraph::key)
                .toList();
        GraphCatalog.server().drop(keys, false).forEach(CatalogGraph::release);
        return database;
    }

    /** Whether there was any node to delete. */
    private static boolean deleteSome(GraphDatabaseService database) {
        try (Transaction transaction = database.beginTx()) {
            List<Node> some = nodes(transaction).limit(10_000).toList();
            for (Node node : some) {
                try (ResourceIterable<Relationship> relationships = node.getRelationships()) {
                    relationships.forEach(Relationship::delete);
                }
                node.delete();
            }
            transaction.commit();
            return !some.isEmpty();
        }
    }

    public static long nodeCount(Transaction transaction) {
        return ((InternalTransaction) transaction)
                .kernelTransaction()
                .dataRead()
                .nodesGetCount();
    }

    /** All nodes, those with labels first, which an index has: a scan passes all nodes that there have ever been. */
    public static Stream<Node> nodes(Transaction transaction) {
        Stream<Node> labeled = Iterables.stream(transaction.getAllLabelsInUse())
                .flatMap(label -> transaction.findNodes(label).stream());
        Stream<Node> all = Stream.of(transaction).flatMap(any -> any.getAllNodes().stream());
        return Stream.concat(labeled, all).distinct().limit(nodeCount(transaction));
    }

    /** All relationships, by their types, without such a scan. */
    public static Stream<Relationship> relationships(Transaction transaction) {
        return Iterables.stream(transaction.getAllRelationshipTypesInUse())
                .flatMap(type -> transaction.findRelationships(type).stream());
    }

    /** The off-heap bytes of all named graphs and their columns. */
    public static long graphBytes() {
        return GraphCatalog.server().list(key -> true).stream()
                .mapToLong(graph -> graph.projected().bytes() + graph.columns().bytes())
                .sum();
    }

    public static List<Map<String, Object>> rows(String query) {
        return rows(query, Map.of());
    }

    public static List<Map<String, Object>> rows(String query, Map<String, Object> parameters) {
        return get().executeTransactionally(
                        query, parameters, result -> result.stream().toList());
    }

    /** The only row of a query; fails when there are more or none. */
    public static Map<String, Object> row(String query) {
        return row(query, Map.of());
    }

    public static Map<String, Object> row(String query, Map<String, Object> parameters) {
        List<Map<String, Object>> rows = rows(query, parameters);
        if (rows.size() != 1) {
            throw new AssertionError("one row expected, got " + rows);
        }
        return rows.get(0);
    }

    /** Checks that a query fails for a wrong argument, with a message that has these parts. */
    public static void assertError(String query, String... parts) {
        assertThatThrownBy(() -> rows(query))
                .hasMessageContaining("java.lang.IllegalArgumentException: ")
                .hasMessageContainingAll(parts);
    }

    /** The lines of Neo4j's log, {@code neo4j.log}, so far. */
    public static List<String> log() {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        SERVER.printLogs(new PrintStream(lines, true, StandardCharsets.UTF_8));
        return lines.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** The live off-heap bytes of graphs and procedures, without what has been prepared of graphs for later calls. */
    public static long liveBytes() {
        NativeMemory memory = OffHeapBudget.memory();
        return memory.liveBytes() - memory.forms().unusedBytes();
    }
}
