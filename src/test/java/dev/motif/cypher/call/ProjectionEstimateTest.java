package dev.motif.cypher.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import dev.motif.projection.GraphProjector;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.PropertyFilter;
import dev.motif.projection.TestGraphs;
import dev.motif.projection.value.Property;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/** Compares the memory that is estimated for a projection with the memory that it needs. */
class ProjectionEstimateTest {
    private static final double TOLERANCE = 1.5;

    /** A server only for this class, since closing it is much faster than emptying its database. */
    private static Neo4j server;

    /**
     * 3000 users and 2000 items with 100,000 relationships between them, and 6000 that lead elsewhere; readers and
     * books with relationships of skewed degrees. Both graphs fill more than one bucket of edges.
     */
    @BeforeAll
    static void fillDatabase() {
        server = TestDatabase.builder().build();
        try (Transaction transaction = database().beginTx()) {
            List<Node> users = nodes(transaction, "User", 3000);
            List<Node> items = nodes(transaction, "Item", 2000);
            List<Node> others = nodes(transaction, "Other", 30);
            for (int u = 0; u < users.size(); u++) {
                for (int i = (u * 7) % 60; i < items.size(); i += 60) {
                    users.get(u).createRelationshipTo(items.get(i), RelationshipType.withName("RATED"));
                }
                for (int o = u % 15; o < others.size(); o += 15) {
                    users.get(u).createRelationshipTo(others.get(o), RelationshipType.withName("RATED"));
                }
            }
            transaction.commit();
        }
        try (Transaction transaction = database().beginTx()) {
            List<Node> readers = nodes(transaction, "Reader", 30_000);
            List<Node> books = nodes(transaction, "Book", 20_000);
            relateSkewed(readers, books, "READ", 150_000);
            relateSkewed(readers, books, "LIKED", 15_000);
            transaction.commit();
        }
    }

    @AfterAll
    static void stopServer() {
        server.close();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    private static GraphDatabaseAPI database() {
        return (GraphDatabaseAPI) server.defaultDatabaseService();
    }

    private static List<Map<String, Object>> rows(String query) {
        return database().executeTransactionally(query, Map.of(), result -> result.stream()
                .toList());
    }

    private static List<Node> nodes(Transaction transaction, String label, int count) {
        return Stream.generate(() -> transaction.createNode(Label.label(label)))
                .limit(count)
                .toList();
    }

    /** Creates random relationships; a node is the likelier an end, the lower its number is. */
    private static void relateSkewed(List<Node> from, List<Node> to, String type, int count) {
        SplittableRandom random = new SplittableRandom(count);
        for (int i = 0; i < count; i++) {
            skewed(random, from).createRelationshipTo(skewed(random, to), RelationshipType.withName(type));
        }
    }

    private static Node skewed(SplittableRandom random, List<Node> nodes) {
        return nodes.get((int) (nodes.size() * Math.pow(random.nextDouble(), 2)));
    }

    private static Projection projection(boolean bipartite, boolean ids, PropertyFilter filter) {
        return bipartite
                ? new Projection(List.of("User"), List.of("Item"), List.of("RATED"), filter, ids)
                : new Projection(List.of("User", "Item"), null, List.of("RATED"), filter, ids);
    }

    private static MemoryEstimate estimate(Projection projection, int threads) {
        GraphProjector projector = new GraphProjector(database(), new NativeMemory(1), Workers.of(1));
        return new ProjectionEstimate(projection, projector.expectedSize(projection), threads).projecting();
    }

    private static long peak(Projection projection, int threads) {
        NativeMemory memory = new NativeMemory(1L << 30);
        try (ProjectedGraph graph = new GraphProjector(database(), memory, Workers.of(threads))
                .read(projection)
                .graph()) {
            assertThat(graph.graph().edgeCount()).isPositive();
            return memory.peakBytes();
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void leastAndMostAreCloseToThePeak(boolean bipartite, boolean ids) {
        Projection projection = projection(bipartite, ids, null);
        MemoryEstimate estimate = estimate(projection, 1);
        long peak = peak(projection, 1);
        assertThat(peak).isBetween(estimate.minBytes(), estimate.maxBytes());
        assertThat((double) estimate.maxBytes()).isLessThan(TOLERANCE * peak);
        assertThat(TOLERANCE * estimate.minBytes()).isGreaterThan(peak);
    }

    @ParameterizedTest
    @CsvSource({"true, false, MIN", "true, true, SAME", "false, false, KEEP", "false, true, MAX"})
    void valuesAreInTheEstimate(boolean bipartite, boolean ids, Property.Aggregation aggregation) {
        // So that there is such a property, which nothing has.
        rows("CREATE (x {n: 1}) DELETE x");
        Value one = Values.longValue(1);
        Property ofNodes = new Property("p", "nodes", "n", one, null);
        Property ofRelationships = new Property("p", "relationships", "n", one, aggregation);
        Projection projection = projection(bipartite, ids, null)
                .with(new Projection.Properties(
                        List.of(ofNodes), bipartite ? List.of(ofNodes) : List.of(), List.of(ofRelationships)));
        MemoryEstimate estimate = estimate(projection, 1);
        long peak;
        NativeMemory memory = new NativeMemory(1L << 30);
        try (GraphProjector.WithValues read = new GraphProjector(database(), memory, Workers.of(1)).read(projection)) {
            assertThat(read.values()).hasSize(2);
            peak = memory.peakBytes();
        }
        assertThat(memory.liveBytes()).isZero();
        assertThat(peak).isBetween(estimate.minBytes(), estimate.maxBytes());
        assertThat((double) estimate.maxBytes()).isLessThan(TOLERANCE * peak);
    }

    /** Some buckets of relationships are much larger than others here, and several threads sort at once. */
    @ParameterizedTest
    @CsvSource({"READ, true", "READ, false", "LIKED, true", "LIKED, false"})
    void leastAndMostAreCloseToThePeakWhereDegreesAreSkewed(String type, boolean bipartite) {
        for (int threads : new int[] {1, 2, 4, 16}) {
            for (boolean ids : new boolean[] {false, true}) {
                Projection projection = bipartite
                        ? new Projection(List.of("Reader"), List.of("Book"), List.of(type), null, ids)
                        : new Projection(List.of("Reader", "Book"), null, List.of(type), null, ids);
                MemoryEstimate estimate = estimate(projection, threads);
                double peak = peak(projection, threads);
                String what = type + ", threads: " + threads + ", ids: " + ids;
                assertThat((double) estimate.minBytes()).as(what).isBetween(peak / TOLERANCE, TOLERANCE * peak);
                assertThat((double) estimate.maxBytes()).as(what).isBetween(peak / TOLERANCE, TOLERANCE * peak);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void peakOfSeveralThreadsIsBetweenLeastAndMost(boolean bipartite, boolean ids) {
        Projection projection = projection(bipartite, ids, null);
        MemoryEstimate estimate = estimate(projection, 4);
        assertThat(peak(projection, 4)).isBetween(estimate.minBytes(), estimate.maxBytes());
    }

    @ParameterizedTest
    @CsvSource({
        "300000, 2, false",
        "300000, 16, true",
        "3000000, 4, true",
        "3000000, 16, false",
        "3000000, 16, true",
        "30000000, 16, false",
        "30000000, 16, true"
    })
    void leastAndMostOfManyRelationshipsAreCloseForSeveralThreads(long relationships, int threads, boolean ids) {
        for (boolean bipartite : new boolean[] {false, true}) {
            MemoryEstimate estimate = new ProjectionEstimate(
                            projection(bipartite, ids, null),
                            new GraphProjector.ExpectedSize(150_000, bipartite ? 100_000 : 0, relationships),
                            threads)
                    .projecting();
            assertThat((double) estimate.maxBytes()).isLessThan(TOLERANCE * estimate.minBytes());
        }
    }

    @Test
    void leastOfAFilteredProjectionIsWithoutRelationships() {
        PropertyFilter filter = TestGraphs.filter("n", 1L, null, null);
        assertThat(estimate(projection(true, false, filter), 1).minBytes()).isLessThan(300_000);
        assertThat(estimate(projection(true, false, filter), 1).maxBytes())
                .isEqualTo(estimate(projection(true, false, null), 1).maxBytes());
    }

    @Test
    void leastOfAProjectionOfFilteredNodesIsWithoutThem() {
        PropertyFilter filter = TestGraphs.filter("n", 1L, null, null);
        MemoryEstimate all = estimate(projection(true, false, null), 1);
        for (boolean left : new boolean[] {true, false}) {
            Projection projection = new Projection(
                    List.of("User"),
                    List.of("Item"),
                    left ? filter : null,
                    left ? null : filter,
                    List.of("RATED"),
                    null,
                    false);
            assertThat(estimate(projection, 1).minBytes())
                    .isLessThan(estimate(projection(true, false, filter), 1).minBytes());
            assertThat(estimate(projection, 1).maxBytes()).isEqualTo(all.maxBytes());
        }
    }

    @Test
    void procedureSaysWhatAProjectionNeeds() {
        String arguments = "({left: 'User', right: 'Item'}, 'RATED', {readConcurrency: 2})";
        Map<String, Object> row =
                rows("CALL motif.graph.project.estimate" + arguments).get(0);
        MemoryEstimate estimate = estimate(projection(true, false, null), 2);
        assertThat(row)
                .containsEntry("bytesMin", estimate.minBytes())
                .containsEntry("bytesMax", estimate.maxBytes())
                .containsEntry("nodeCount", 5000L)
                .containsEntry("relationshipCount", 100_000L)
                .containsEntry("backend", "CPU")
                .containsEntry("deviceBytesMax", null);
        assertThat((String) row.get("treeView")).startsWith("projecting: ");
        assertThat(rows("CALL motif.graph.list()")).isEmpty();
        assertThatThrownBy(() -> rows("CALL motif.graph.project.estimate({left: 'Usr', right: 'Item'}, 'RATED')"))
                .hasMessageContaining("No such label in this database: 'Usr'");
    }
}
