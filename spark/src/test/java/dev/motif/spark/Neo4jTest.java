package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.motif.algorithm.count.clique.model.KCliqueResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Session;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.exceptions.ClientException;

/** With a Neo4j and executors that are processes of their own. */
@Timeout(300)
class Neo4jTest {
    private static SparkSession session;
    private static MotifSpark motif;
    private static Neo4jServer server;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = Neo4jServer.start(folder.resolve("neo4j"));
        session = ClusterTest.builder("local-cluster[2,1,1024]").getOrCreate();
        motif = MotifSpark.on(session).with(Options.DEFAULT.withMemoryLimit(1 << 28));
        server.rows("UNWIND range(1, 60) AS i CREATE (:Buyer {i: i}), (:Thing {i: i})");
        server.rows("MATCH (b:Buyer), (t:Thing) WHERE (b.i * t.i) % 7 IN [1, 2, 4] CREATE (b)-[:BOUGHT]->(t)");
        server.rows(
                "CALL motif.graph.project('bought', {left: 'Buyer', right: 'Thing'}, 'BOUGHT', {relationshipIds: true})");
    }

    @AfterAll
    static void stop() {
        if (session != null) {
            motif.close();
            session.stop();
        }
        if (server != null) {
            server.close();
        }
    }

    private static List<List<Long>> inSpark(Dataset<Row> rows) {
        return rows.collectAsList().stream()
                .map(row -> Stream.iterate(0, i -> i + 1)
                        .limit(row.length())
                        .map(row::getLong)
                        .toList())
                .toList();
    }

    private static List<List<Long>> inNeo4j(String query) {
        return server.rows(query).stream()
                .map(row -> row.values().stream().map(value -> (Long) value).toList())
                .toList();
    }

    @Test
    void everyEdgeIsReadOnceInAnyParts() {
        List<List<Long>> edges = inNeo4j(
                "MATCH (b:Buyer)-[r:BOUGHT]->(t) RETURN id(b) AS source, id(t) AS target, id(r) AS relationship");
        for (int parts : new int[] {1, 7}) {
            Dataset<Row> read = motif.fromNeo4j(server.neo4j(), "bought", parts);
            assertThat(read.columns()).containsExactly("source", "target", "relationship");
            assertThat(inSpark(read)).containsExactlyInAnyOrderElementsOf(edges);
        }
    }

    @Test
    void partsOfManyRecordsAreWhole() {
        server.rows("UNWIND range(1, 700) AS i CREATE (:A {i: i}), (:B {i: i})");
        server.rows("MATCH (a:A), (b:B) RETURN motif.graph.project('dense', a, b, {kind: 'BIPARTITE'}) AS graph");
        Row read = motif.fromNeo4j(server.neo4j(), "dense", 2)
                .agg(
                        functions.count("*"),
                        functions.countDistinct("source", "target"),
                        functions.sum("source"),
                        functions.sum("target"))
                .first();
        Object sums = server.value(
                "MATCH (a:A) MATCH (b:B) WITH collect(DISTINCT id(a)) AS a, collect(DISTINCT id(b)) AS b"
                        + " RETURN [490000, 490000, 700 * reduce(s = 0, i IN a | s + i), 700 * reduce(s = 0, i IN b | s + i)]");
        assertThat(List.of(read.getLong(0), read.getLong(1), read.getLong(2), read.getLong(3)))
                .isEqualTo(sums);
    }

    @Test
    void countsGoToSparkAndBack() {
        GraphRef graph = motif.fromNeo4j(
                server.neo4j(), "bought", 3, folder.resolve("bought").toString());
        assertThat(graph.kind()).isEqualTo(GraphKind.BIPARTITE);
        assertThat(graph.edgeCount()).isEqualTo(server.value("MATCH (:Buyer)-[r:BOUGHT]->() RETURN count(r)"));

        Dataset<Row> ofNodes = graph.butterfliesPerNode().select("id", "butterflies");
        // Twice, as tasks may do that Spark repeats.
        for (int i = 0; i < 2; i++) {
            assertThat(motif.writeNodeProperty(server.neo4j(), ofNodes, "in butterflies"))
                    .isEqualTo(graph.leftCount() + graph.rightCount());
        }
        assertThat(server.value("CALL motif.butterfly.stream('bought') YIELD nodeId, count"
                        + " MATCH (n) WHERE id(n) = nodeId AND n.`in butterflies` = count RETURN count(*)"))
                .isEqualTo(graph.leftCount() + graph.rightCount());

        Dataset<Row> edges = motif.fromNeo4j(server.neo4j(), "bought", 2);
        Dataset<Row> counts = graph.butterfliesPerEdge();
        Dataset<Row> ofEdges = edges.join(
                        counts,
                        edges.col("source")
                                .equalTo(counts.col("left"))
                                .and(edges.col("target").equalTo(counts.col("right"))))
                .select("relationship", "butterflies");
        assertThat(motif.writeRelationshipProperty(server.neo4j(), ofEdges, "butterflies"))
                .isEqualTo(graph.edgeCount());
        assertThat(server.value("CALL motif.butterfly.stream('bought', {per: 'RELATIONSHIP'})"
                        + " YIELD relationshipId, count"
                        + " MATCH ()-[r]->() WHERE id(r) = relationshipId AND r.butterflies = count RETURN count(*)"))
                .isEqualTo(graph.edgeCount());
    }

    @Test
    void unipartiteGraphsAreRead() {
        server.rows("UNWIND range(1, 30) AS i CREATE (:Friend {i: i})");
        server.rows("MATCH (a:Friend), (b:Friend) WHERE a.i < b.i AND (a.i * b.i) % 5 < 3 CREATE (b)-[:KNOWS]->(a)");
        server.rows("CALL motif.graph.project('friends', 'Friend', 'KNOWS')");
        GraphRef graph = motif.fromNeo4j(
                server.neo4j(), "friends", 2, folder.resolve("friends").toString());
        assertThat(graph.kind()).isEqualTo(GraphKind.UNIPARTITE);
        assertThat(motif.fromNeo4j(server.neo4j(), "friends", 2).columns()).containsExactly("source", "target");
        try (KCliqueResult triangles = graph.cliques(3)) {
            assertThat(triangles.count(3).longValueExact())
                    .isEqualTo(
                            server.value("MATCH (a:Friend)-[:KNOWS]->(b)-[:KNOWS]->(c)<-[:KNOWS]-(a) RETURN count(*)"));
        }
    }

    @Test
    void valuesOfAllTypesInManyBatches() {
        server.rows("UNWIND range(1, 5000) AS i CREATE (:Many)");
        long least = (Long) server.value("MATCH (n:Many) RETURN min(id(n))");
        // More than a batch for each writer; most of them are beyond the last node.
        Dataset<Row> range = session.range(least, least + 60_000, 1, 2)
                .selectExpr(
                        "id",
                        "cast(id % 100 as tinyint) AS small",
                        "cast(id as float) / 2 AS half",
                        "id % 2 = 0 AS even",
                        "concat('n', id) AS name");
        for (String value : List.of("small", "half", "even", "name")) {
            Dataset<Row> some = value.equals("small") ? range : range.where("id < " + (least + 5000));
            assertThat(motif.writeNodeProperty(server.neo4j(), some.select("id", value), value))
                    .isGreaterThanOrEqualTo(5000L);
        }
        assertThat(server.value("MATCH (n:Many) WHERE n.small = id(n) % 100 AND n.half = id(n) / 2.0"
                        + " AND n.even = (id(n) % 2 = 0) AND n.name = 'n' + id(n) RETURN count(*)"))
                .isEqualTo(5000L);
        // Beyond the last node.
        Dataset<Row> missing = session.range(1L << 32, (1L << 32) + 9).selectExpr("id", "1 AS one");
        assertThat(motif.writeNodeProperty(server.neo4j(), missing, "one")).isZero();
    }

    /** Another transaction has nodes that all tasks write last, so that none has ended. */
    @Test
    void executorThatIsKilledAsItWritesChangesNothing() throws Exception {
        long nodes = 60_000;
        server.rows("UNWIND range(1, " + nodes + ") AS i CREATE (:Slow)");
        long least = (Long) server.value("MATCH (n:Slow) RETURN min(id(n))");
        Dataset<Row> values = session.range(least, least + nodes).selectExpr("id", "id AS own");
        ProcessHandle killed = ClusterTest.executor(session);
        CompletableFuture<Long> written;
        try (Driver driver = server.neo4j().driver();
                Session writer = driver.session();
                Transaction locks = writer.beginTransaction()) {
            locks.run("MATCH (n:Slow) WHERE id(n) >= " + (least + nodes - 1000) + " SET n.locked = true")
                    .consume();
            written = CompletableFuture.supplyAsync(() -> motif.writeNodeProperty(server.neo4j(), values, "own"));
            // A batch of each of two tasks.
            while ((Long) server.value("MATCH (n:Slow) RETURN count(n.own)") < 20_000) {
                assertThat(written).isNotDone();
                Thread.sleep(50);
            }
            assertThat(killed.destroyForcibly()).isTrue();
        }
        assertThat(written.get()).isEqualTo(nodes);
        assertThat(server.value("MATCH (n:Slow) WHERE n.own = id(n) RETURN count(n)"))
                .isEqualTo(nodes);
    }

    @Test
    void graphThatIsReplacedIsAnError() {
        String project = "MATCH (a:Buyer)-[:BOUGHT]->(b) WHERE a.i < 20"
                + " RETURN motif.graph.project('short', a, b, {kind: 'BIPARTITE'}) AS graph";
        server.rows(project);
        Dataset<Row> edges = motif.fromNeo4j(server.neo4j(), "short", 2);
        assertThat(edges.count()).isPositive();
        server.rows("CALL motif.graph.drop('short')");
        server.rows(project);
        assertThat(failure(() -> motif.write(edges, folder.resolve("none").toString(), GraphKind.BIPARTITE)))
                .contains("graph 'short' was dropped or replaced; read it again");
    }

    @Test
    void writesThatNeo4jRefusesAreErrors() {
        server.rows("CREATE (:Coded), (:Coded)");
        server.rows("CREATE CONSTRAINT FOR (c:Coded) REQUIRE c.code IS UNIQUE");
        Dataset<Row> same = session.range(100_000).selectExpr("id", "1 AS code");
        IllegalStateException refused = catchThrowableOfType(
                IllegalStateException.class, () -> motif.writeNodeProperty(server.neo4j(), same, "code"));
        assertThat(refused)
                .hasMessageStartingWith("Motif: writing property code failed: Neo4j at 'bolt://")
                .hasMessageContaining("already exists");
        // Of the driver's own exceptions Spark might send none.
        assertThat(Throwables.getStackTrace(refused)).doesNotContain("org.neo4j.driver.exceptions");
    }

    /** Whoever uses the driver in tasks: Spark sends what it can of the failure, where Java was started as spark-submit does. */
    @Test
    void failuresThatSparkCannotSendEndTheirTasks() {
        var failing = JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(List.of(1), 1)
                .map(i -> {
                    throw new IllegalStateException("wrapped", new ClientException("gone"));
                });
        assertThatThrownBy(failing::collect).hasMessageContaining("wrapped");
    }

    private static String failure(Runnable call) {
        return catchThrowableOfType(IllegalStateException.class, call::run).getMessage();
    }

    @Test
    void wrongServersAreErrors() {
        Neo4j nowhere = Neo4j.at("bolt://localhost:1");
        assertThatIllegalStateException()
                .isThrownBy(() -> motif.fromNeo4j(nowhere, "bought", 1))
                .withMessageStartingWith("Neo4j at 'bolt://localhost:1': ");
        Neo4j stranger = Neo4j.at(server.uri()).withUser("eve", "guessed-it");
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> motif.writeNodeProperty(stranger, session.range(1).selectExpr("id", "1"), "p"))
                .withMessageContaining("unauthorized");
        assertThat(stranger.toString()).contains("eve").doesNotContain("guessed-it");
        assertThat(failure(() -> motif.fromNeo4j(server.neo4j().withDatabase("other"), "bought", 1)))
                .contains("other");
        assertThatIllegalArgumentException().isThrownBy(() -> Neo4j.at(" ")).withMessageContaining("`uri`");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Neo4j.at("bolt://a").withUser("eve", null))
                .withMessage("`user` and `password` must be given together");
    }

    @Test
    void wrongArgumentsAreErrors() {
        Neo4j neo4j = server.neo4j();
        Dataset<Row> values = session.range(1).selectExpr("id", "array(id) AS list", "cast(null AS int) AS nothing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> motif.fromNeo4j(neo4j, "bought", 0))
                .withMessage("`parts` must be in [1, 1000000], got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> motif.fromNeo4j(neo4j, "sold", 1))
                .withMessageEndingWith(", got 'sold'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> motif.fromNeo4j(neo4j, "", 1))
                .withMessage("`graph` must be a name, got ''");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> motif.writeNodeProperty(neo4j, values, "p"))
                .withMessage("`list` must be numbers, text or booleans, got array<bigint>");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> motif.writeRelationshipProperty(neo4j, values.select("id"), "p"))
                .withMessage("`values` must have two columns or more, got 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> motif.writeNodeProperty(neo4j, values.select("list", "id"), "p"))
                .withMessage("`list` must be integers of at most 64 bits, got array<bigint>");
        assertThat(failure(() -> motif.writeNodeProperty(neo4j, values.select("id", "nothing"), "p")))
                .contains("`nothing` must not be null");
    }
}
