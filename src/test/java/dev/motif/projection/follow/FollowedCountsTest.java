package dev.motif.projection.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.catalog.Refresh;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransientTransactionFailureException;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Compares counts that were changed by what transactions changed with those that are counted anew. */
@EmptyDatabase
class FollowedCountsTest {
    private static final int SEEDS = 3;
    private static final int STEPS = 40;
    private static final String BIPARTITE = "{left: 'A', right: 'B'}";

    private static void change(Transaction transaction, Random random) {
        List<Node> nodes = TestDatabase.nodes(transaction).toList();
        switch (random.nextInt(12)) {
            case 0 -> transaction.createNode(label(random));
            case 1 -> {
                if (nodes.size() > 8) {
                    Node node = nodes.get(random.nextInt(nodes.size()));
                    node.getRelationships().forEach(Relationship::delete);
                    node.delete();
                }
            }
            case 2 -> {
                // It leaves one side, perhaps for the other, and may come back.
                Node node = nodes.get(random.nextInt(nodes.size()));
                node.getLabels().forEach(node::removeLabel);
                if (random.nextInt(3) > 0) {
                    node.addLabel(label(random));
                }
            }
            case 3, 4, 5 -> {
                List<Relationship> all = TestDatabase.relationships(transaction).toList();
                if (!all.isEmpty()) {
                    all.get(random.nextInt(all.size())).delete();
                }
            }
            default -> {
                // Often a parallel one, or one that was there before.
                Node first = nodes.get(random.nextInt(nodes.size()));
                Node second = nodes.get(random.nextInt(nodes.size()));
                first.createRelationshipTo(second, RelationshipType.withName("R"));
            }
        }
    }

    private static Label label(Random random) {
        return Label.label(random.nextBoolean() ? "A" : "B");
    }

    private static void step(Random random) {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            for (int i = random.nextInt(6); i >= 0; i--) {
                change(transaction, random);
            }
            switch (random.nextInt(8)) {
                case 0 -> transaction.rollback();
                case 1 -> transaction.terminate();
                default -> transaction.commit();
            }
        } catch (TransientTransactionFailureException | NotFoundException e) {
            // It was killed.
        }
    }

    private static void begin(Random random) {
        TestDatabase.emptied();
        TestDatabase.rows("CREATE (:A)-[r:R]->(:B) DELETE r");
        TestDatabase.rows("UNWIND range(1, 7) AS i CREATE (:A), (:B)");
        for (int i = 0; i < 25; i++) {
            step(random);
        }
    }

    private static List<Map<String, Object>> rows(String procedure, String configuration) {
        return TestDatabase.rows("CALL " + procedure + "('g', {" + configuration + "})");
    }

    private static List<Map<String, Object>> stats(String procedure, String yield, String configuration) {
        return TestDatabase.rows("CALL " + procedure + ".stats('g', {" + configuration + "}) YIELD " + yield);
    }

    private static void assertButterfliesFollow(String ofNodes, String ofRelationships, String what) {
        String changed = "concurrency: 2, algorithm: 'DELTA', baseProperty: '";
        assertThat(rows("motif.butterfly.stream", changed + ofNodes + "'"))
                .as(what)
                .isEqualTo(rows("motif.butterfly.stream", ""));
        assertThat(rows("motif.butterfly.stream", "per: 'RELATIONSHIP', " + changed + ofRelationships + "'"))
                .as(what)
                .isEqualTo(rows("motif.butterfly.stream", "per: 'RELATIONSHIP'"));
        String yield = "count, countText, leftMaxCount, rightMaxCount, clusteringCoefficient";
        assertThat(stats("motif.butterfly", yield, changed + ofNodes + "'"))
                .as(what)
                .isEqualTo(stats("motif.butterfly", yield, ""));
        assertThat(TestDatabase.liveBytes()).isEqualTo(TestDatabase.graphBytes());
    }

    private static void mutate(String procedure, String column, String configuration) {
        rows(procedure + ".mutate", "mutateProperty: '" + column + "'" + configuration);
    }

    private static void drop(List<String> columns) {
        TestDatabase.rows("CALL motif.graph.dropProperties('g', $columns)", Map.of("columns", columns));
    }

    @ParameterizedTest
    @CsvSource({"follow: true", "''"})
    void butterfliesAreThoseCountedAnew(String configuration) {
        for (int seed = 0; seed < Seeds.part(SEEDS); seed++) {
            Random random = new Random(seed);
            begin(random);
            TestDatabase.rows("CALL motif.graph.project('g', " + BIPARTITE + ", 'R', {" + configuration + "})");
            mutate("motif.butterfly", "n0", "");
            mutate("motif.butterfly", "r0", ", per: 'RELATIONSHIP'");
            int base = 0;
            for (int step = 0; step < STEPS; step++) {
                step(random);
                if (random.nextInt(3) > 0) {
                    TestDatabase.rows("CALL motif.graph.refresh('g')");
                }
                assertButterfliesFollow("n" + base, "r" + base, "seed " + seed + ", step " + step);
                if (random.nextInt(6) == 0) {
                    int next = base + 1;
                    mutate("motif.butterfly", "n" + next, ", algorithm: 'DELTA', baseProperty: 'n" + base + "'");
                    mutate(
                            "motif.butterfly",
                            "r" + next,
                            ", per: 'RELATIONSHIP', algorithm: 'DELTA', baseProperty: 'r" + base + "'");
                    if (random.nextBoolean()) {
                        drop(List.of("n" + base, "r" + base));
                    }
                    base = next;
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"follow: true", "''"})
    void commonNeighborsAreThoseCountedAnew(String configuration) {
        for (int seed = 0; seed < Seeds.part(SEEDS); seed++) {
            Random random = new Random(seed);
            begin(random);
            TestDatabase.rows("CALL motif.graph.project('g', ['A', 'B'], 'R', {" + configuration + "})");
            mutate("motif.commonNeighbors", "c0", "");
            int base = 0;
            for (int step = 0; step < STEPS; step++) {
                step(random);
                if (random.nextInt(3) > 0) {
                    TestDatabase.rows("CALL motif.graph.refresh('g')");
                }
                String changed = "concurrency: 2, algorithm: 'DELTA', baseProperty: 'c" + base + "'";
                String what = "seed " + seed + ", step " + step;
                for (String keys : List.of("", "similarityMetric: 'JACCARD', ", "topK: 2, ")) {
                    assertThat(rows("motif.commonNeighbors.stream", keys + changed))
                            .as(what)
                            .isEqualTo(rows("motif.commonNeighbors.stream", keys + "concurrency: 1"));
                }
                String yield = "trianglesText, averageClusteringCoefficient, maxCommonNeighbors, histogram";
                assertThat(stats("motif.commonNeighbors", yield, changed))
                        .as(what)
                        .isEqualTo(stats("motif.commonNeighbors", yield, ""));
                if (random.nextInt(6) == 0) {
                    base++;
                    mutate("motif.commonNeighbors", "c" + base, ", " + changed);
                }
            }
        }
    }

    private static String reason(String configuration) {
        return (String) TestDatabase.row("CALL motif.butterfly.stats('g', {" + configuration + "})")
                .get("backendReason");
    }

    private static void grid(int rows, int neighbors) {
        TestDatabase.rows("UNWIND range(0, $rows - 1) AS i CREATE (:A {i: i}), (:B {i: i})", Map.of("rows", rows));
        TestDatabase.rows(
                "MATCH (a:A) UNWIND range(0, $neighbors - 1) AS j MATCH (b:B {i: (a.i + j) % $rows}) CREATE (a)-[:R]->(b)",
                Map.of("rows", rows, "neighbors", neighbors));
        TestDatabase.rows("CALL motif.graph.project('g', " + BIPARTITE + ", 'R', {follow: true})");
        mutate("motif.butterfly", "n", "");
        mutate("motif.butterfly", "r", ", per: 'RELATIONSHIP'");
    }

    private static void removeAndRefresh(int count) {
        TestDatabase.rows("MATCH ()-[r:R]->() WITH r LIMIT $count DELETE r", Map.of("count", count));
        TestDatabase.rows("CALL motif.graph.refresh('g')");
    }

    @Test
    void fewChangesOfASparseGraphAreCounted() {
        grid(1000, 4);
        removeAndRefresh(1);
        assertThat(reason("baseProperty: 'n', backend: 'CPU'"))
                .contains("; changed relationships: 1; changing the counts of 'n' is estimated to take ")
                .doesNotContain("counted anew");
        assertThat(reason("backend: 'CPU'")).isEqualTo("asked for by `backend: 'CPU'`");
        assertThat(TestDatabase.rows("CALL motif.memory.list() YIELD kind, bytes WHERE kind = 'CHANGES' RETURN bytes"))
                .containsExactly(Map.of("bytes", 16L));
    }

    @Test
    void manyChangesOfADenseGraphAreCountedAnew() {
        grid(60, 60);
        removeAndRefresh(400);
        assertThat(reason("baseProperty: 'n', backend: 'CPU'"))
                .contains("; counted anew: changed relationships: 400; changing the counts of 'n' is estimated");
        assertThat(reason("baseProperty: 'n', backend: 'CPU', algorithm: 'DELTA'"))
                .doesNotContain("counted anew");
        assertButterfliesFollow("n", "r", "dense");
    }

    @Test
    void moreChangesThanAreKeptAreCountedAnew() {
        grid(20, 3);
        for (int i = 0; i < 3; i++) {
            TestDatabase.rows("MATCH (a:A), (b:B) WITH a, b LIMIT 1 UNWIND range(1, 1500) AS i CREATE (a)-[:R]->(:B)");
            assertThat(reason("algorithm: 'DELTA', baseProperty: 'n'")).doesNotContain("counted anew");
            TestDatabase.rows("CALL motif.graph.refresh('g')");
        }
        String unknown = "more relationships have changed since column 'n' was added than are remembered";
        assertThat(reason("baseProperty: 'n'")).endsWith("; counted anew: " + unknown);
        TestDatabase.assertError(
                "CALL motif.butterfly.stats('g', {algorithm: 'DELTA', baseProperty: 'n'})",
                "`algorithm: 'DELTA'` is not possible: " + unknown);
        drop(List.of("n", "r"));
        mutate("motif.butterfly", "n", "");
        mutate("motif.butterfly", "r", ", per: 'RELATIONSHIP'");
        removeAndRefresh(5);
        assertButterfliesFollow("n", "r", "counted anew");
    }

    /** Without a column that may need them, no changes are kept; nor those before the oldest one. */
    @Test
    void changesAreKeptForColumnsAlone() {
        grid(20, 3);
        removeAndRefresh(2);
        drop(List.of("n"));
        mutate("motif.butterfly", "n", "");
        removeAndRefresh(3);
        String bytes = "CALL motif.memory.list() YIELD kind, bytes WHERE kind = 'CHANGES' RETURN bytes";
        assertThat(TestDatabase.rows(bytes)).containsExactly(Map.of("bytes", 80L));
        drop(List.of("r"));
        removeAndRefresh(4);
        assertThat(TestDatabase.rows(bytes)).containsExactly(Map.of("bytes", 112L));
        drop(List.of("n"));
        removeAndRefresh(1);
        assertThat(TestDatabase.rows(bytes)).isEmpty();
        TestDatabase.rows("CALL motif.graph.drop('g')");
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @Test
    void columnsThatAreNoCountsAreCountedAnewOrRejected() {
        TestDatabase.rows("CREATE (:A {name: 'x', i: 1})-[:R {w: 1}]->(:B {name: 'y', i: 2})");
        TestDatabase.rows("CALL motif.graph.project('g', " + BIPARTITE
                + ", 'R', {nodeProperties: ['name', 'i'], relationshipProperties: 'w'})");
        mutate("motif.tip", "tip", ", side: 'LEFT'");
        mutate("motif.butterfly", "n", "");
        TestDatabase.rows("CALL motif.graph.induce('part', 'g', [])");
        for (String column : List.of("name", "i", "tip")) {
            String no = "column '" + column + "' was not added to this graph as its butterflies";
            assertThat(reason("baseProperty: '" + column + "'")).endsWith("counted anew: " + no);
            TestDatabase.assertError(
                    "CALL motif.butterfly.stats('g', {algorithm: 'DELTA', baseProperty: '" + column + "'})", no);
        }
        // The name of counts, for what counts nothing.
        drop(List.of("n"));
        mutate("motif.tip", "n", ", side: 'LEFT'");
        TestDatabase.assertError(
                "CALL motif.butterfly.stats('g', {algorithm: 'DELTA', baseProperty: 'n'})", "was not added");
        TestDatabase.assertError(
                "CALL motif.butterfly.stats('g', {baseProperty: 'absent'})", "no column with the name");
        TestDatabase.assertError("CALL motif.butterfly.stats('g', {baseProperty: 'w'})", "is one of relationships");
        TestDatabase.assertError(
                "CALL motif.butterfly.stream('g', {baseProperty: 'n', per: 'RELATIONSHIP'})", "is one of nodes");
        TestDatabase.assertError(
                "CALL motif.butterfly.stats('part', {algorithm: 'DELTA', baseProperty: 'n'})",
                "was not added to this graph");
        TestDatabase.assertError("CALL motif.butterfly.stats('g', {algorithm: 'DELTA'})", "needs `baseProperty`");
        TestDatabase.assertError(
                "CALL motif.butterfly.stats('g', {algorithm: 'PRIORITY', baseProperty: 'n'})",
                "`baseProperty` is for `algorithm: 'DELTA'` or 'AUTO', but `algorithm` is 'PRIORITY'");
        TestDatabase.assertError(
                "CALL motif.butterfly.stats('g', {baseProperty: 'n', timeProperty: 'w', window: 1})",
                "without `timeProperty`");
        TestDatabase.assertError(
                "CALL motif.butterfly.stats({nodes: " + BIPARTITE + ", relationships: 'R'}, {baseProperty: 'n'})",
                "`graph` must be the name of a projected graph, which has the column of `baseProperty`");
        TestDatabase.assertError(
                "CALL motif.commonNeighbors.stats('g', {algorithm: 'PRIORITY'})", "`algorithm` must be one of");
    }

    private static void refresh(NativeMemory memory, Cancellation cancellation) {
        new Refresh(
                        (GraphDatabaseAPI) TestDatabase.get(),
                        memory,
                        new Workers(2, cancellation, Progress.NONE),
                        null,
                        stages -> {},
                        projection -> {})
                .of(GraphCatalog.server()
                        .list(key -> key.name().equals("g"))
                        .get(0)
                        .key());
    }

    /** A refresh that is killed, or has no memory, forgets no change that counts need. */
    @ParameterizedTest
    @CsvSource({"follow: true", "''"})
    void failedRefreshForgetsNoChange(String configuration) {
        Random random = new Random(1);
        begin(random);
        TestDatabase.rows("CALL motif.graph.project('g', " + BIPARTITE + ", 'R', {" + configuration + "})");
        mutate("motif.butterfly", "n", "");
        mutate("motif.butterfly", "r", ", per: 'RELATIONSHIP'");
        int failed = 0;
        for (int i = 0; i < 60; i++) {
            step(random);
            AtomicInteger asked = new AtomicInteger();
            int most = i;
            NativeMemory little =
                    OffHeapBudget.memory().part(new NativeMemory.Limit("test's limit", "test", 1 + 40L * i * i));
            try {
                if (i % 2 == 0) {
                    refresh(little, Cancellation.NEVER);
                } else {
                    refresh(OffHeapBudget.ofUser("").part(), () -> asked.incrementAndGet() > most);
                }
            } catch (CancellationException | OffHeapMemoryException e) {
                failed++;
            }
            assertThat(TestDatabase.liveBytes()).isEqualTo(TestDatabase.graphBytes());
            assertButterfliesFollow("n", "r", "step " + i);
        }
        assertThat(failed).isBetween(10, 59);
    }
}
