package dev.motif.projection.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.catalog.GraphCatalog;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
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

/** Compares counts that were changed by what transactions changed with those that are counted anew. */
@EmptyDatabase
class FollowedCountsTest {
    private static final int SEEDS = 8;
    private static final int STEPS = 40;
    private static final String BIPARTITE = "{left: 'A', right: 'B'}";

    private static List<Node> nodes(Transaction transaction) {
        return transaction.getAllNodes().stream().toList();
    }

    private static void change(Transaction transaction, Random random) {
        List<Node> nodes = nodes(transaction);
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
                List<Relationship> all = transaction.getAllRelationships().stream().toList();
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
        for (int seed = 0; seed < Seeds.atMost(SEEDS); seed++) {
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
                    int next = step + 1;
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
        for (int seed = 0; seed < Seeds.atMost(SEEDS); seed++) {
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
                for (String keys : List.of("", "metric: 'JACCARD', ", "topK: 2, ")) {
                    assertThat(rows("motif.commonNeighbors.stream", keys + changed))
                            .as(what)
                            .isEqualTo(rows("motif.commonNeighbors.stream", keys + "concurrency: 1"));
                }
                String yield = "trianglesText, averageClusteringCoefficient, maxCommonNeighbors, histogram";
                assertThat(stats("motif.commonNeighbors", yield, changed))
                        .as(what)
                        .isEqualTo(stats("motif.commonNeighbors", yield, ""));
                if (random.nextInt(6) == 0) {
                    mutate("motif.commonNeighbors", "c" + (step + 1), ", " + changed);
                    base = step + 1;
                }
            }
        }
    }
}
