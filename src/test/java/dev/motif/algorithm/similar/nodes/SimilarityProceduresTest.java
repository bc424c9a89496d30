package dev.motif.algorithm.similar.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListener;
import org.neo4j.graphdb.event.TransactionEventListenerAdapter;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

@EmptyDatabase
class SimilarityProceduresTest {
    private static final String WRITE = "CALL motif.nodeSimilarity.write('g', {writeRelationshipType: 'SIMILAR',"
            + " writeProperty: 'score', topK: 1}) YIELD relationshipsWritten, relationshipsCreated, skipped";

    @BeforeEach
    void createPurchases() {
        // a has x, y, z; b has x, y; c has x; d has w alone.
        TestDatabase.rows("UNWIND ['ax', 'ay', 'az', 'bx', 'by', 'cx', 'dw'] AS pair"
                + " MERGE (u:U {name: left(pair, 1)}) MERGE (i:I {name: right(pair, 1)}) MERGE (u)-[:R]->(i)");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'U', right: 'I'}, 'R')");
    }

    private static List<Map<String, Object>> pairs(String configuration) {
        return TestDatabase.rows("CALL motif.nodeSimilarity.stream('g', {nodes: true, " + configuration + "})"
                + " YIELD sourceNode, targetNode, similarity, commonNeighbors"
                + " RETURN sourceNode.name + targetNode.name AS pair, round(similarity, 3) AS s, commonNeighbors AS c"
                + " ORDER BY pair");
    }

    private static Map<String, Object> row(String pair, double similarity, long common) {
        return Map.of("pair", pair, "s", similarity, "c", common);
    }

    @Test
    void streamHasBothDirections() {
        assertThat(pairs("topK: 10"))
                .isEqualTo(List.of(
                        row("ab", 0.667, 2),
                        row("ac", 0.333, 1),
                        row("ba", 0.667, 2),
                        row("bc", 0.5, 1),
                        row("ca", 0.333, 1),
                        row("cb", 0.5, 1)));
        assertThat(pairs("topK: 1")).isEqualTo(List.of(row("ab", 0.667, 2), row("ba", 0.667, 2), row("cb", 0.5, 1)));
        assertThat(pairs("topK: 0, similarityMetric: 'OVERLAP'")).hasSize(3);
        assertThat(pairs("topN: 1, minCommon: 2")).hasSize(1);
        assertThat(pairs("bottomK: 1")).isEqualTo(List.of(row("ac", 0.333, 1), row("bc", 0.5, 1), row("ca", 0.333, 1)));
        assertThat(pairs("side: 'RIGHT', similarityCutoff: 0.6"))
                .isEqualTo(List.of(row("xy", 0.667, 2), row("yx", 0.667, 2)));
        assertThat(pairs("degreeCutoff: 2, upperDegreeCutoff: 3"))
                .isEqualTo(List.of(row("ab", 0.667, 2), row("ba", 0.667, 2)));
    }

    private static List<Map<String, Object>> ofB(String configuration) {
        return TestDatabase.rows("MATCH (b:U {name: 'b'}), (c:U {name: 'c'}), (x:I {name: 'x'}) WITH b, c, x"
                + " CALL motif.nodeSimilarity.stream('g', {nodes: true, " + configuration + "})"
                + " YIELD sourceNode, targetNode RETURN sourceNode.name + targetNode.name AS pair");
    }

    @Test
    void givenNodesAreTheEndsOfTheirPairs() {
        assertThat(ofB("sourceNodes: b")).extracting(row -> row.get("pair")).containsExactly("ba", "bc");
        assertThat(ofB("sourceNodes: [id(c), b], topK: 1"))
                .extracting(row -> row.get("pair"))
                .containsExactly("ba", "cb");
        assertThat(ofB("sourceNodes: [b, c], targetNodes: [b, c], topK: 0"))
                .extracting(row -> row.get("pair"))
                .containsExactly("bc");
        assertThat(ofB("targetNodes: [c], topN: 1"))
                .extracting(row -> row.get("pair"))
                .containsExactly("bc");
        assertThat(ofB("sourceNodes: x, side: 'RIGHT', topK: 1"))
                .extracting(row -> row.get("pair"))
                .containsExactly("xy");
        assertThatThrownBy(() -> ofB("sourceNodes: x"))
                .hasMessageContaining("`sourceNodes` must be left nodes of the graph, but node ");
        assertThat(TestDatabase.row("MATCH (b:U {name: 'b'}) CALL motif.nodeSimilarity.stats('g', {sourceNodes: b})"
                        + " YIELD nodesCompared, similarityPairs RETURN nodesCompared, similarityPairs"))
                .isEqualTo(Map.of("nodesCompared", 1L, "similarityPairs", 2L));
    }

    @Test
    void replacedAreTheRelationshipsFromSourcesToTargetsAlone() {
        TestDatabase.rows("MATCH (a:U), (b:U) WHERE a <> b CREATE (a)-[:SIMILAR {score: 7.0}]->(b)");
        assertThat(TestDatabase.row("MATCH (b:U {name: 'b'}), (d:U {name: 'd'}), (a:U {name: 'a'})"
                        + " CALL motif.nodeSimilarity.write('g', {writeRelationshipType: 'SIMILAR', writeProperty: 'score',"
                        + " replace: true, sourceNodes: b, targetNodes: [a, d]})"
                        + " YIELD relationshipsWritten AS w, relationshipsCreated AS c, relationshipsDeleted AS gone"
                        + " RETURN w, c, gone"))
                .isEqualTo(Map.of("w", 1L, "c", 1L, "gone", 2L));
        assertThat(TestDatabase.rows("MATCH (a)-[s:SIMILAR]->(b) WHERE s.score = 7 RETURN a.name + b.name AS pair"))
                .hasSize(10)
                .extracting(row -> row.get("pair"))
                .doesNotContain("ba", "bd");
    }

    @Test
    void statsAreThoseOfTheRows() {
        for (String graph : List.of("'g'", "{nodes: {left: 'U', right: 'I'}, relationships: 'R'}")) {
            assertThat(
                            TestDatabase.row(
                                    "CALL motif.nodeSimilarity.stats(" + graph + ") YIELD nodesCompared,"
                                            + " similarityPairs, similarityDistribution AS d, backend RETURN nodesCompared,"
                                            + " similarityPairs, round(d.min, 3) AS min, round(d.max, 3) AS max, round(d.mean, 3) AS mean, backend"))
                    .isEqualTo(Map.of(
                            "nodesCompared",
                            4L,
                            "similarityPairs",
                            6L,
                            "min",
                            0.333,
                            "max",
                            0.667,
                            "mean",
                            0.5,
                            "backend",
                            "CPU"));
        }
    }

    @Test
    void secondWriteUsesTheRelationshipsOfTheFirst() {
        assertThat(TestDatabase.row(WRITE))
                .isEqualTo(Map.of("relationshipsWritten", 3L, "relationshipsCreated", 3L, "skipped", 0L));
        TestDatabase.rows("MATCH (:U {name: 'c'})-[s:SIMILAR]->() SET s.score = 0");
        assertThat(TestDatabase.row(WRITE))
                .isEqualTo(Map.of("relationshipsWritten", 3L, "relationshipsCreated", 0L, "skipped", 0L));
        assertThat(TestDatabase.rows("MATCH (a)-[s:SIMILAR]->(b) RETURN a.name + b.name AS pair,"
                        + " round(s.score, 3) AS s ORDER BY pair"))
                .isEqualTo(List.of(
                        Map.of("pair", "ab", "s", 0.667),
                        Map.of("pair", "ba", "s", 0.667),
                        Map.of("pair", "cb", "s", 0.5)));
        TestDatabase.rows("MATCH (b:U {name: 'b'}) DETACH DELETE b");
        assertThat(TestDatabase.row(WRITE))
                .isEqualTo(Map.of("relationshipsWritten", 0L, "relationshipsCreated", 0L, "skipped", 3L));
    }

    /** Who is about to commit waits for the others for a while: they wait for a lock if they are safe. */
    @Test
    void callsThatWriteAtOnceWriteEachPairOnce() throws Exception {
        TestDatabase.rows("CREATE (i:I {name: 'all'}) WITH i UNWIND range(1, 30) AS n CREATE (:U)-[:R]->(i)");
        TestDatabase.rows("CALL motif.graph.drop('g')");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'U', right: 'I'}, 'R')");
        DatabaseManagementService server = ((GraphDatabaseAPI) TestDatabase.get())
                .getDependencyResolver()
                .resolveDependency(DatabaseManagementService.class);
        CyclicBarrier all = new CyclicBarrier(4);
        TransactionEventListener<Object> meeting = new TransactionEventListenerAdapter<>() {
            @Override
            public Object beforeCommit(TransactionData data, Transaction transaction, GraphDatabaseService database) {
                if (data.createdRelationships().iterator().hasNext()) {
                    try {
                        all.await(2, TimeUnit.SECONDS);
                    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                        // The others wait for a lock.
                    }
                }
                return null;
            }
        };
        String write = "CALL motif.nodeSimilarity.write('g', {writeRelationshipType: 'SIMILAR', writeProperty: 's',"
                + " topK: 0}) YIELD relationshipsWritten, relationshipsCreated";
        server.registerTransactionEventListener(TestDatabase.get().databaseName(), meeting);
        List<Map<String, Object>> written;
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try {
            List<Future<Map<String, Object>>> calls =
                    callers.invokeAll(Collections.nCopies(4, () -> TestDatabase.row(write)));
            written = new ArrayList<>();
            for (Future<Map<String, Object>> call : calls) {
                written.add(call.get());
            }
        } finally {
            callers.shutdown();
            server.unregisterTransactionEventListener(TestDatabase.get().databaseName(), meeting);
        }
        long pairs = 30 * 29 / 2 + 3;
        assertThat(written).extracting(row -> row.get("relationshipsWritten")).containsOnly(pairs);
        assertThat(written.stream().mapToLong(row -> (long) row.get("relationshipsCreated")))
                .containsExactlyInAnyOrder(pairs, 0L, 0L, 0L);
        assertThat(TestDatabase.row("MATCH ()-[s:SIMILAR]->() RETURN count(s) AS count"))
                .isEqualTo(Map.of("count", pairs));
    }

    @Test
    void allRelationshipsBetweenTwoNodesGetTheSimilarity() {
        TestDatabase.rows("MATCH (c:U {name: 'c'}), (b:U {name: 'b'})"
                + " CREATE (c)-[:SIMILAR {note: 1}]->(b), (c)-[:SIMILAR {note: 2, score: 7}]->(b)");
        assertThat(TestDatabase.row(WRITE))
                .isEqualTo(Map.of("relationshipsWritten", 3L, "relationshipsCreated", 2L, "skipped", 0L));
        assertThat(TestDatabase.rows(
                        "MATCH (:U {name: 'c'})-[s:SIMILAR]->() RETURN s.note AS note, s.score AS s ORDER BY note"))
                .isEqualTo(List.of(Map.of("note", 1L, "s", 0.5), Map.of("note", 2L, "s", 0.5)));
    }

    /**
     * Relationships of another type, with another property, from an end that is not compared, or from a node that leads
     * to a compared one stay.
     */
    @Test
    void replacedAreTheRelationshipsOfAnEarlierRunAlone() {
        String replace =
                "CALL motif.nodeSimilarity.write('g', {writeRelationshipType: 'SIMILAR', writeProperty: 'score',"
                        + " replace: true, topK: 1, similarityCutoff: %s}) YIELD relationshipsWritten, relationshipsCreated,"
                        + " relationshipsDeleted";
        TestDatabase.row(WRITE);
        TestDatabase.rows("MATCH (a:U {name: 'a'}), (c:U {name: 'c'}), (x:I {name: 'x'})"
                + " CREATE (a)-[:LIKE {score: 1}]->(c), (a)-[:SIMILAR {other: 1}]->(c),"
                + " (a)-[:SIMILAR {score: 1}]->(x), (x)-[:SIMILAR {score: 1}]->(a)");
        assertThat(TestDatabase.row(String.format(replace, "0.6")))
                .isEqualTo(Map.of("relationshipsWritten", 2L, "relationshipsCreated", 2L, "relationshipsDeleted", 3L));
        assertThat(TestDatabase.rows("MATCH (a)-[s:SIMILAR|LIKE]->(b) RETURN a.name + b.name AS pair ORDER BY pair"))
                .extracting(row -> row.get("pair"))
                .containsExactly("ab", "ac", "ac", "ax", "ba", "xa");
        TestDatabase.rows("MATCH (a:U {name: 'a'}) DETACH DELETE a");
        assertThat(TestDatabase.row(String.format(replace, "0.1")))
                .isEqualTo(Map.of("relationshipsWritten", 1L, "relationshipsCreated", 1L, "relationshipsDeleted", 0L));
    }

    @Test
    void manyRelationshipsOfOneNodeAreReplacedInBatches() {
        TestDatabase.rows("MATCH (a:U {name: 'a'}), (b:U {name: 'b'}) UNWIND range(1, 12000) AS i"
                + " CREATE (a)-[:SIMILAR {score: 0.1}]->(b)");
        assertThat(TestDatabase.row("CALL motif.nodeSimilarity.write('g', {writeRelationshipType: 'SIMILAR',"
                        + " writeProperty: 'score', replace: true, topK: 1}) YIELD relationshipsDeleted"))
                .isEqualTo(Map.of("relationshipsDeleted", 12_000L));
        assertThat(TestDatabase.row("MATCH ()-[s:SIMILAR]->() RETURN count(s) AS count"))
                .isEqualTo(Map.of("count", 3L));
    }

    @Test
    void similaritiesOfEqualValueAreTies() {
        TestDatabase.emptied();
        TestDatabase.rows("CREATE (s:U {name: 's'}), (a:U {name: 'a'}), (b:U {name: 'b'})"
                + " FOREACH (i IN range(1, 3) | CREATE (s)-[:R]->(:I {i: i}))"
                + " FOREACH (i IN range(4, 9) | CREATE (a)-[:R]->(:I {i: i}))"
                + " WITH a, b MATCH (i:I) WHERE i.i <= 3 CREATE (a)-[:R]->(i)"
                + " WITH b, i WHERE i.i = 1 CREATE (b)-[:R]->(i)");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'U', right: 'I'}, 'R')");
        String stream = "CALL motif.nodeSimilarity.stream('g', {similarityMetric: 'COSINE', nodes: true, %s})"
                + " YIELD sourceNode AS s, targetNode AS t, similarity WITH s, t, similarity WHERE s.name = 's'"
                + " RETURN t.name AS name, similarity";
        assertThat(TestDatabase.rows(String.format(stream, "topK: 1")))
                .isEqualTo(List.of(Map.of("name", "a", "similarity", 0.5773502691896257)));
        assertThat(TestDatabase.rows(String.format(stream, "similarityCutoff: 0.5773502691896257")))
                .extracting(row -> row.get("name"))
                .containsExactly("a", "b");
    }

    @Test
    void percentilesAreThoseOfTheRows() {
        TestDatabase.rows(
                "UNWIND range(1, 40) AS u UNWIND range(1, 30) AS i WITH u, i WHERE (u * u + 7 * i * u) % 11 < 4"
                        + " MERGE (a:A {i: u}) MERGE (b:B {i: i}) CREATE (a)-[:S]->(b)");
        String graph = "{nodes: {left: 'A', right: 'B'}, relationships: 'S'}";
        List<Double> sorted = TestDatabase.rows("CALL motif.nodeSimilarity.stream(" + graph + ", {topK: 7})"
                        + " YIELD similarity RETURN similarity ORDER BY similarity")
                .stream()
                .map(row -> (Double) row.get("similarity"))
                .toList();
        Map<?, ?> distribution = (Map<?, ?>) TestDatabase.row("CALL motif.nodeSimilarity.stats(" + graph
                        + ", {topK: 7}) YIELD similarityDistribution AS d RETURN d")
                .get("d");
        for (int percent : SimilaritySummary.PERCENTS) {
            double exact = sorted.get((sorted.size() * percent + 99) / 100 - 1);
            assertThat((Double) distribution.get("p" + percent))
                    .isBetween(exact, exact + 1e-4)
                    .isIn(sorted);
        }
        assertThat(distribution.get("p100")).isEqualTo(distribution.get("max"));
    }

    @Test
    void mutateMakesAGraphOfTheChosenPairs() {
        String mutate = "CALL motif.nodeSimilarity.mutate('g', {mutateGraphName: 'similar', mutateProperty: 'score',"
                + " topK: 1}) YIELD graphName, nodeCount, relationshipsWritten, nodesCompared,"
                + " similarityDistribution AS d RETURN graphName, nodeCount, relationshipsWritten, nodesCompared,"
                + " round(d.min, 3) AS min, round(d.mean, 3) AS mean";
        assertThat(TestDatabase.row(mutate))
                .isEqualTo(Map.of(
                        "graphName",
                        "similar",
                        "nodeCount",
                        4L,
                        "relationshipsWritten",
                        2L,
                        "nodesCompared",
                        4L,
                        "min",
                        0.5,
                        "mean",
                        0.611));
        assertThat(TestDatabase.rows(
                        "CALL motif.graph.relationshipProperties.stream('similar', 'score', {nodes: true}) YIELD"
                                + " sourceNode AS a, targetNode AS b, propertyValue WITH propertyValue, COLLECT {"
                                + " UNWIND [a, b] AS n RETURN n.name AS name ORDER BY name } AS pair"
                                + " RETURN pair[0] + pair[1] AS pair, round(propertyValue, 3) AS score ORDER BY pair"))
                .isEqualTo(List.of(Map.of("pair", "ab", "score", 0.667), Map.of("pair", "bc", "score", 0.5)));
        assertThatThrownBy(() -> TestDatabase.rows(mutate))
                .hasMessageContaining("A graph with the name 'similar' already exists");
        TestDatabase.rows("CALL motif.graph.drop('similar')");
    }

    @Test
    void mutateNeedsMemoryForTheNewGraph() {
        String estimate = "CALL motif.nodeSimilarity.%s.estimate('g', {%s}) YIELD bytesMin, bytesMax";
        Map<String, Object> stats = TestDatabase.row(String.format(estimate, "stats", "topK: 2"));
        String target = "mutateGraphName: 'similar', mutateProperty: 's', ";
        Map<String, Object> few = TestDatabase.row(String.format(estimate, "mutate", target + "topK: 2"));
        Map<String, Object> all = TestDatabase.row(String.format(estimate, "mutate", target + "topK: 2147483647"));
        assertThat((long) few.get("bytesMin")).isGreaterThan((long) stats.get("bytesMin"));
        assertThat((long) few.get("bytesMax")).isGreaterThan((long) few.get("bytesMin"));
        assertThat((long) all.get("bytesMax")).isEqualTo((long) few.get("bytesMax"));
    }

    @Test
    void killBetweenTwoBatchesLeavesTheFirst() {
        TestDatabase.rows("CREATE (i:I {name: 'all'}) WITH i UNWIND range(1, 200) AS n CREATE (:U)-[:R]->(i)");
        TestDatabase.rows("CALL motif.graph.drop('g')");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'U', right: 'I'}, 'R')");
        DatabaseManagementService server = ((GraphDatabaseAPI) TestDatabase.get())
                .getDependencyResolver()
                .resolveDependency(DatabaseManagementService.class);
        TransactionEventListener<Object> killer = new TransactionEventListenerAdapter<>() {
            @Override
            public void afterCommit(TransactionData data, Object state, GraphDatabaseService database) {
                if (data.createdRelationships().iterator().hasNext()) {
                    TestDatabase.rows("CALL motif.jobs.cancel('similar')");
                }
            }
        };
        String write = "CALL motif.nodeSimilarity.write('g', {writeRelationshipType: 'SIMILAR', writeProperty: 's',"
                + " topK: 0, jobId: 'similar'%s}) YIELD relationshipsWritten, relationshipsCreated";
        for (String choice : List.of("", ", topN: 15000")) {
            TestDatabase.rows("MATCH ()-[s:SIMILAR]->() DELETE s");
            server.registerTransactionEventListener(TestDatabase.get().databaseName(), killer);
            try {
                assertThatThrownBy(() -> TestDatabase.rows(String.format(write, choice)))
                        .hasMessageContaining("[10000 relationships were written before, in whole batches, and stay;");
            } finally {
                server.unregisterTransactionEventListener(TestDatabase.get().databaseName(), killer);
            }
            assertThat(TestDatabase.row("MATCH ()-[s:SIMILAR]->() RETURN count(s.s) AS count"))
                    .isEqualTo(Map.of("count", 10_000L));
            long all = choice.isEmpty() ? 19_903 : 15_000;
            assertThat(TestDatabase.row(String.format(write, choice)))
                    .isEqualTo(Map.of("relationshipsWritten", all, "relationshipsCreated", all - 10_000));
        }
    }

    @Test
    void unipartiteGraphsHaveNoSide() {
        TestDatabase.rows("CREATE (a:P)-[:K]->(b:P)-[:K]->(c:P)");
        TestDatabase.rows("CALL motif.graph.project('p', 'P', 'K')");
        assertThat(TestDatabase.rows("CALL motif.nodeSimilarity.stream('p') YIELD similarity"))
                .isEqualTo(List.of(Map.of("similarity", 1.0), Map.of("similarity", 1.0)));
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.nodeSimilarity.stream('p', {side: 'LEFT'})"))
                .hasMessageContaining("`side` is for bipartite graphs, but the graph is unipartite");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.nodeSimilarity.stats('p', {falseDiscoveryRate: 0.1})"))
                .hasMessageContaining("`falseDiscoveryRate` is for bipartite graphs, but the graph is unipartite");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stats | topK: -1 | `topK` must be in [0, 2147483647], got -1",
                "stats | topK: 1, bottomK: 2 | `topK` and `bottomK` must not both be given",
                "stats | topN: 10000001 | `topN` must be in [0, 10000000], got 10000001",
                "stats | topN: 1, bottomN: 2 | `topN` and `bottomN` must not both be given",
                "stats | similarityCutoff: 1.5 | `similarityCutoff` must be in [0.0, 1.0], got 1.5",
                "stats | degreeCutoff: 0 | `degreeCutoff` must be in [1, 2147483647], got 0",
                "stats | degreeCutoff: 3, upperDegreeCutoff: 2 | `upperDegreeCutoff` must not be less than",
                "stats | similarityMetric: 'STRUCTURAL' | `similarityMetric` must be one of",
                "stats | sourceNodes: 'b' | `sourceNodes` must be a node, its id, or a list of 1 to 100000 of them, got 'b'",
                "stats | targetNodes: 99999999 | `targetNodes` must be left nodes of the graph, but node 99999999 is not",
                "write | writeProperty: 's' | `writeRelationshipType` is missing",
                "write | writeRelationshipType: 'S' | `writeProperty` is missing",
                "mutate | mutateProperty: 's' | `mutateGraphName` is missing",
                "mutate | mutateProperty: 's', mutateGraphName: ' ' | `mutateGraphName` must be a STRING that is not",
                "mutate | mutateProperty: 's', mutateGraphName: 'g' | A graph with the name 'g' already exists",
                "mutate | mutateGraphName: 's' | `mutateProperty` is missing",
                "stats | top: 1 | Unknown parameter `top`"
            })
    void wrongValuesAreErrors(String mode, String configuration, String message) {
        assertThatThrownBy(
                        () -> TestDatabase.rows("CALL motif.nodeSimilarity." + mode + "('g', {" + configuration + "})"))
                .hasMessageContaining(message);
    }
}
