package dev.motif.algorithm.count.clique;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EmptyDatabase
class KCliqueProceduresTest {
    private static final String GRAPH = "{nodes: 'Person', relationships: 'KNOWS'}";

    /** Creates cliques a-b-c-d and c-d-e and an edge e-f; a knows b twice, and e knows herself. */
    @BeforeEach
    void createPeople() {
        rows("UNWIND split('a b c d e f', ' ') AS name CREATE (:Person {name: name})");
        rows("UNWIND split('ab ba ac ad bc db cd ce de ef ee', ' ') AS pair"
                + " MERGE (u:Person {name: left(pair, 1)}) MERGE (v:Person {name: right(pair, 1)})"
                + " CREATE (u)-[:KNOWS {pair: pair}]->(v)");
    }

    private static void project() {
        rows("CALL motif.graph.project('g', 'Person', 'KNOWS', {relationshipIds: true})");
    }

    // kclique.stats

    @Test
    void densestSubgraphHasTheMostCliquesByNode() {
        for (int k = 2; k <= 3; k++) {
            Map<String, Object> row =
                    TestDatabase.row("CALL motif.kclique.densest.stats(" + GRAPH + ", {k: " + k + "})");
            assertThat(row).containsEntry("guarantee", 1.0 / k);
            assertThat((double) row.get("density"))
                    .isEqualTo((double) (long) row.get("count") / (long) row.get("nodeCount"));
            assertThat(rows("CALL motif.kclique.densest.stream(" + GRAPH + ", {k: " + k + "})"))
                    .hasSize((int) (long) row.get("nodeCount"));
            assertThat(rows("CALL motif.kclique.densest.stats.estimate(" + GRAPH + ", {k: " + k + "})"))
                    .hasSize(1);
        }
        assertThatThrownBy(() -> rows("CALL motif.kclique.densest.stats(" + GRAPH + ", {k: 1})"))
                .hasMessageContaining("`k` must be in [2, 512], got 1");
    }

    @Test
    void statsHasARowForEverySize() {
        assertThat(rows("CALL motif.kclique.stats(" + GRAPH + ")"))
                .satisfiesExactly(
                        row -> assertThat(row)
                                .containsEntry("k", 3L)
                                .containsEntry("count", 5L)
                                .containsEntry("countText", "5")
                                .containsEntry("cliqueNumber", 4L)
                                .containsEntry("degeneracy", 3L)
                                .containsEntry("algorithm", "COMPLEMENT")
                                .containsEntry("orientation", "DEGENERACY")
                                .containsEntry("nodeCount", 6L)
                                .containsEntry("relationshipCount", 9L)
                                .containsEntry("backend", "CPU"),
                        row -> assertThat(row).containsEntry("k", 4L).containsEntry("count", 1L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "k: 3 | 3: 5",
                "k: 4 | 4: 1",
                "k: 5 | 5: 0",
                "k: 512 | 512: 0",
                "minK: 4 | 4: 1",
                "maxK: 3 | 3: 5",
                "minK: 3, maxK: 100 | 3: 5, 4: 1",
                "minK: 5 | 5: 0"
            })
    void statsCountsTheSizesThatAreAskedFor(String sizes, String expected) {
        assertThat(TestDatabase.row("CALL motif.kclique.stats(" + GRAPH + ", {" + sizes
                        + ", backend: 'CPU'}) YIELD k, count WITH k + ': ' + count AS text"
                        + " RETURN reduce(all = '', t IN collect(text) | all + CASE all WHEN '' THEN '' ELSE ', '"
                        + " END + t) AS text"))
                .containsEntry("text", expected);
    }

    @Test
    void statsGivesWhatDoesNotFitAsText() {
        rows("UNWIND range(1, 70) AS i CREATE (:Many {i: i})");
        rows("MATCH (m:Many), (n:Many) WHERE m.i < n.i CREATE (m)-[:HAS]->(n)");
        assertThat(TestDatabase.row("CALL motif.kclique.stats({nodes: 'Many', relationships: 'HAS'}, {k: 35})"
                        + " YIELD count, countText, cliqueNumber"))
                .containsEntry("count", null)
                .containsEntry("countText", "112186277816662845432")
                .containsEntry("cliqueNumber", null);
        assertThat(TestDatabase.row("CALL motif.kclique.stats({nodes: 'Many', relationships: 'HAS'}, {minK: 69})"
                        + " YIELD k, count, cliqueNumber WHERE k = 69 RETURN count, cliqueNumber"))
                .containsEntry("count", 70L)
                .containsEntry("cliqueNumber", 70L);
        assertError(
                "CALL motif.kclique.write({nodes: 'Many', relationships: 'HAS'}, {k: 36, writeProperty: 'c'})",
                "nothing was written: a property holds counts below 2^63");
        assertThat(TestDatabase.row("MATCH (m:Many) RETURN count(m.c) AS written"))
                .containsEntry("written", 0L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "k: 2 | `k` must be in [3, 512], got 2",
                "k: 513 | `k` must be in [3, 512], got 513",
                "k: 'x' | `k` must be an INTEGER in [3, 512], got 'x'",
                "k: 3, minK: 3 | only one of the two must be given",
                "k: 3, maxK: 3 | only one of the two must be given",
                "minK: 5, maxK: 4 | `maxK` must be in [5, 512], got 4",
                "algorithm: 'PIVOT' | Unknown parameter `algorithm`",
                "orientation: 'DEGREE' | Unknown parameter `orientation`",
                "encoding: 'CSR' | Unknown parameter `encoding`",
                "timeoutMillis: -1 | `timeoutMillis` must be in [0,",
                "per: 'NODE' | Unknown parameter `per`",
            })
    void wrongParametersAreNamed(String parameters, String message) {
        assertError("CALL motif.kclique.stats(" + GRAPH + ", {" + parameters + "})", message);
    }

    // kclique.stream

    @Test
    void streamHasTheCountOfEachNode() {
        assertThat(rows("CALL motif.kclique.stream(" + GRAPH + ", {k: 3})"
                                + " YIELD nodeId, count, countText, sourceNodeId MATCH (n) WHERE id(n) = nodeId"
                                + " RETURN n.name + ' ' + count + ' ' + countText + coalesce(sourceNodeId, '') AS row")
                        .stream()
                        .map(row -> row.get("row")))
                .containsExactlyInAnyOrder("a 3 3", "b 3 3", "c 4 4", "d 4 4", "e 1 1", "f 0 0");
    }

    @Test
    void streamHasTheCountOfEachRelationship() {
        project();
        assertThat(rows("CALL motif.kclique.stream('g', {k: 3, per: 'RELATIONSHIP'})"
                                + " YIELD nodeId, sourceNodeId, targetNodeId, relationshipId, count"
                                + " MATCH (u) WHERE id(u) = sourceNodeId MATCH (v) WHERE id(v) = targetNodeId"
                                + " MATCH (u)-[r]-(v) WHERE id(r) = relationshipId"
                                + " RETURN r.pair + ' ' + count AS row")
                        .stream()
                        .map(row -> row.get("row")))
                .containsExactlyInAnyOrder("ab 2", "ac 2", "ad 2", "bc 2", "db 2", "cd 3", "ce 1", "de 1", "ef 0");
    }

    @Test
    void streamHasTheCountsOfEverySize() {
        assertThat(rows("CALL motif.kclique.stream(" + GRAPH + ", {})"
                                + " YIELD nodeId, count, countText, counts, countTexts MATCH (n) WHERE id(n) = nodeId"
                                + " RETURN n.name + ' ' + counts[0] + ' ' + counts[1] + ' ' + countTexts[1]"
                                + " + size(counts) + coalesce(count, '') + coalesce(countText, '') AS row")
                        .stream()
                        .map(row -> row.get("row")))
                .containsExactlyInAnyOrder("a 3 1 12", "b 3 1 12", "c 4 1 12", "d 4 1 12", "e 1 0 02", "f 0 0 02");
        assertThat(TestDatabase.row("CALL motif.kclique.stream(" + GRAPH + ", {minK: 4, maxK: 6, per: 'RELATIONSHIP'})"
                        + " YIELD counts WITH counts ORDER BY counts RETURN collect(counts) AS all"))
                .containsEntry(
                        "all",
                        List.of(
                                List.of(0L, 0L, 0L),
                                List.of(0L, 0L, 0L),
                                List.of(0L, 0L, 0L),
                                List.of(1L, 0L, 0L),
                                List.of(1L, 0L, 0L),
                                List.of(1L, 0L, 0L),
                                List.of(1L, 0L, 0L),
                                List.of(1L, 0L, 0L),
                                List.of(1L, 0L, 0L)));
        assertError("CALL motif.kclique.stream(" + GRAPH + ", {k: 3, maxK: 4})", "only one of the two must be given");
    }

    @Test
    void countsThatDoNotFitAreNullInListsAndNotWritten() {
        rows("UNWIND range(1, 70) AS i CREATE (:Many {i: i})");
        rows("MATCH (m:Many), (n:Many) WHERE m.i < n.i CREATE (m)-[:HAS]->(n)");
        String graph = "{nodes: 'Many', relationships: 'HAS'}";
        assertThat(TestDatabase.row("CALL motif.kclique.stream(" + graph + ", {}) YIELD counts, countTexts"
                        + " RETURN counts[0] AS first, counts[32] AS middle, counts[67] AS last, size(counts) AS size,"
                        + " countTexts[32] AS text LIMIT 1"))
                .containsEntry("first", 2346L)
                .containsEntry("middle", null)
                .containsEntry("last", 1L)
                .containsEntry("size", 68L)
                .containsEntry("text", "56093138908331422716");
        assertError(
                "CALL motif.kclique.write(" + graph + ", {writeProperty: 'c'})",
                "nothing was written: a property holds counts below 2^63");
        rows("UNWIND range(71, 135) AS i CREATE (:Many {i: i})");
        rows("MATCH (m:Many), (n:Many) WHERE m.i < n.i AND n.i > 70 CREATE (m)-[:HAS]->(n)");
        assertThatThrownBy(() -> rows("CALL motif.kclique.stream(" + graph + ", {}) YIELD counts RETURN count(*)"))
                .hasMessageContainingAll(
                        "a node or relationship is in 2^127 or more ", "-cliques", "give a `maxK` below");
        assertThat(TestDatabase.row("CALL motif.kclique.stream(" + graph + ", {minK: 130}) YIELD counts"
                        + " RETURN counts[5] AS all, size(counts) AS size LIMIT 1"))
                .containsEntry("all", 1L)
                .containsEntry("size", 6L);
    }

    @Test
    void severalSizesOfEachNodeAreNotForTheGpu() {
        assertThat((String) TestDatabase.row("CALL motif.kclique.write(" + GRAPH + ", {writeProperty: 'c'})"
                                + " YIELD backend, backendReason RETURN backend + ' ' + backendReason AS text")
                        .get("text"))
                .startsWith("CPU ");
    }

    // kclique.write

    @Test
    void writeSetsThePropertyOfEachNode() {
        assertThat(TestDatabase.row("CALL motif.kclique.write(" + GRAPH + ", {k: 4, writeProperty: 'cliques'})"))
                .containsEntry("propertiesWritten", 6L)
                .containsEntry("skipped", 0L)
                .containsEntry("count", 1L)
                .containsEntry("countText", "1");
        assertThat(TestDatabase.row("MATCH (n) WITH n ORDER BY n.name RETURN collect(n.cliques) AS cliques"))
                .containsEntry("cliques", List.of(1L, 1L, 1L, 1L, 0L, 0L));
    }

    @Test
    void severalSizesAreWrittenAsLists() {
        assertThat(TestDatabase.row("CALL motif.kclique.write(" + GRAPH + ", {writeProperty: 'cliques'})"))
                .containsEntry("propertiesWritten", 6L)
                .containsEntry("count", null)
                .containsEntry("countText", null)
                .containsEntry("counts", List.of(5L, 1L))
                .containsEntry("countTexts", List.of("5", "1"));
        assertThat(TestDatabase.row(
                        "MATCH (n) WITH n ORDER BY n.name" + " RETURN collect(toIntegerList(n.cliques)) AS cliques"))
                .containsEntry(
                        "cliques",
                        List.of(
                                List.of(3L, 1L),
                                List.of(3L, 1L),
                                List.of(4L, 1L),
                                List.of(4L, 1L),
                                List.of(1L, 0L),
                                List.of(0L, 0L)));
        rows("MATCH (n) WHERE n.name = 'a' SET n.cliques = [3.0, 1.0]");
        rows("MATCH (n) WHERE n.name = 'b' SET n.cliques = [3]");
        assertThat(TestDatabase.row("CALL motif.kclique.write(" + GRAPH
                        + ", {writeProperty: 'cliques', onlyChanged: true}) YIELD propertiesWritten"))
                .containsEntry("propertiesWritten", 2L);
    }

    @Test
    void severalSizesAreColumns() {
        project();
        assertThat(TestDatabase.row("CALL motif.kclique.mutate('g', {maxK: 5, mutateProperty: 'cliques'})"))
                .containsEntry("propertiesWritten", 18L)
                .containsEntry("counts", List.of(5L, 1L, 0L));
        assertThat(TestDatabase.row(
                        "CALL motif.graph.list('g') YIELD columns" + " RETURN [c IN columns | c.property] AS names"))
                .containsEntry("names", List.of("cliques_3", "cliques_4", "cliques_5"));
        assertThat(TestDatabase.row("CALL motif.graph.filter('h', 'g', 'n.cliques_4 >= 1 AND n.cliques_3 >= 4')"
                        + " YIELD nodeCount"))
                .containsEntry("nodeCount", 2L);
        rows("CALL motif.kclique.mutate('g', {maxK: 4, per: 'RELATIONSHIP', mutateProperty: 'r'})");
        assertThat(TestDatabase.row("CALL motif.graph.relationshipProperties.stream('g', 'r_4') YIELD propertyValue"
                        + " RETURN sum(propertyValue) AS sum"))
                .containsEntry("sum", 6L);
        assertError("CALL motif.kclique.mutate('g', {mutateProperty: 'c'})", "`maxK` is missing");
        assertError(
                "CALL motif.kclique.mutate('g', {mutateProperty: 'c', maxK: 103})",
                "`maxK` must be in [3, 102], got 103");
    }

    @Test
    void writeSetsThePropertyOfEachRelationshipParallelOnesToo() {
        assertThat(TestDatabase.row("CALL motif.kclique.write(" + GRAPH
                        + ", {k: 3, per: 'RELATIONSHIP', writeProperty: 'triangles'}) YIELD propertiesWritten"))
                .isEqualTo(Map.of("propertiesWritten", 10L));
        assertThat(TestDatabase.row("MATCH ()-[r]->() WHERE r.triangles IS NOT NULL"
                        + " RETURN sum(r.triangles) AS sum, count(r) AS written"))
                .containsEntry("sum", 15L + 2)
                .containsEntry("written", 10L);
    }

    @Test
    void writingToRelationshipsNeedsTheirIds() {
        rows("CALL motif.graph.project('g', 'Person', 'KNOWS')");
        assertError(
                "CALL motif.kclique.write('g', {k: 3, per: 'RELATIONSHIP', writeProperty: 'c'})",
                "does not hold the ids of relationships");
    }

    // estimate

    // kcore

    @Test
    void coreNumbersAreCountedStreamedAndWritten() {
        assertThat(TestDatabase.row("CALL motif.kcore.stats(" + GRAPH + ")"))
                .containsEntry("degeneracy", 3L)
                .containsEntry("levels", 3L)
                .containsEntry("nodesAtMax", 4L)
                .containsEntry("nodeCount", 6L)
                .containsEntry("relationshipCount", 9L);
        assertThat(TestDatabase.row("CALL motif.kcore.stream(" + GRAPH + ") YIELD nodeId, core"
                        + " MATCH (n) WHERE id(n) = nodeId WITH n, core ORDER BY n.name RETURN collect(core) AS cores"))
                .containsEntry("cores", List.of(3L, 3L, 3L, 3L, 2L, 1L));
        assertThat(TestDatabase.row("CALL motif.kcore.write(" + GRAPH + ", {writeProperty: 'core'})"))
                .containsEntry("nodePropertiesWritten", 6L)
                .containsEntry("degeneracy", 3L);
        assertThat(TestDatabase.row("MATCH (n) RETURN sum(n.core) AS sum")).containsEntry("sum", 15L);
        assertError("CALL motif.kcore.write(" + GRAPH + ", {})", "`writeProperty` is missing");
        assertError("CALL motif.kcore.stats(" + GRAPH + ", {k: 3})", "Unknown parameter `k`");
    }

    @Test
    void severalSizesHaveRowsForThoseWithoutTimeToo() {
        rows("UNWIND range(1, 320) AS i CREATE (:Member {i: i})");
        rows("MATCH (m:Member), (n:Member) WHERE m.i < n.i AND m.i % 80 <> n.i % 80 CREATE (m)-[:KNOWS]->(n)");
        List<Map<String, Object>> rows = rows("CALL motif.kclique.stats({nodes: 'Member', relationships: 'KNOWS'},"
                + " {timeoutMillis: 200, backend: 'CPU'}) YIELD k, count, countText, complete, cliqueNumber");
        assertThat(rows).hasSizeGreaterThan(80);
        assertThat(rows.get(77))
                .containsEntry("k", 80L)
                .containsEntry("count", null)
                .containsEntry("countText", null)
                .containsEntry("complete", false)
                .containsEntry("cliqueNumber", null);
    }
}
