package dev.motif.algorithm.group.clique;

import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaximalCliqueProceduresTest {
    private static final String GRAPH = "{nodes: 'Person', relationships: 'KNOWS'}";

    /** Creates maximal cliques a-b-c-d, c-d-e, e-f and g alone. */
    @BeforeEach
    void createPeople() {
        TestDatabase.emptied();
        rows("UNWIND split('a b c d e f g', ' ') AS name CREATE (:Person {name: name})");
        rows("UNWIND split('ab ba ac ad bc db cd ce de ef ee', ' ') AS pair"
                + " MATCH (u:Person {name: left(pair, 1)}), (v:Person {name: right(pair, 1)})"
                + " CREATE (u)-[:KNOWS]->(v)");
    }

    @AfterEach
    void onlyNamedGraphsAreLive() {
        assertThat(TestDatabase.liveBytes())
                .isEqualTo(TestDatabase.row("CALL motif.graph.list() YIELD bytes RETURN coalesce(sum(bytes), 0) AS sum")
                        .get("sum"));
    }

    /** The cliques that a call returns, by the names of their nodes. */
    private static Object names(String call) {
        return TestDatabase.row(call + " YIELD nodeIds, size UNWIND nodeIds AS id MATCH (p) WHERE id(p) = id"
                        + " WITH nodeIds, size, p.name AS name ORDER BY name"
                        + " WITH nodeIds, size, reduce(all = '', n IN collect(name) | all + n) AS names"
                        + " WITH names + ' ' + size AS text ORDER BY text RETURN collect(text) AS texts")
                .get("texts");
    }

    @Test
    void statsCountsBySize() {
        assertThat(TestDatabase.row("CALL motif.clique.maximal.stats(" + GRAPH + ")"))
                .containsEntry("count", 4L)
                .containsEntry("countText", "4")
                .containsEntry("largest", 4L)
                .containsEntry("nodeCount", 7L)
                .containsEntry("relationshipCount", 9L)
                .containsEntry("backend", "CPU")
                .extractingByKey("sizes")
                .asList()
                .containsExactly(
                        Map.of("size", 1L, "count", 1L, "countText", "1"),
                        Map.of("size", 2L, "count", 1L, "countText", "1"),
                        Map.of("size", 3L, "count", 1L, "countText", "1"),
                        Map.of("size", 4L, "count", 1L, "countText", "1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | [abcd 4, cde 3, ef 2, g 1]",
                "minSize: 3 | [abcd 4, cde 3]",
                "maxSize: 3, minSize: 2 | [cde 3, ef 2]",
                "topK: 2 | [abcd 4, cde 3]",
                "topK: 3, limit: 1 | [abcd 4]",
                "topK: 9, maxOverlap: 0.5 | [abcd 4, ef 2, g 1]",
                "topK: 2, maxOverlap: 0.4 | [abcd 4, ef 2]",
                "limit: 100, maxOverlap: 1 | [abcd 4, cde 3, ef 2, g 1]",
                "limit: 100 | [abcd 4, cde 3, ef 2, g 1]"
            })
    void streamReturnsTheCliquesThatAreAskedFor(String keys, String expected) {
        assertThat(names("CALL motif.clique.maximal.stream(" + GRAPH + ", {" + keys + "})"))
                .hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c | 4 | [abcd 4, cde 3]",
                "cd | 4 | [abcd 4, cde 3]",
                "ac | 4 | [abcd 4]",
                "abcd | 4 | [abcd 4]",
                "g | 1 | [g 1]",
                "ae | 0 | []"
            })
    void containedNodesAreInAll(String contained, int largest, String expected) {
        List<?> ids = (List<?>) TestDatabase.row(
                        "MATCH (p:Person) WHERE '" + contained + "' CONTAINS p.name RETURN collect(id(p)) AS ids")
                .get("ids");
        assertThat(names("CALL motif.clique.maximal.stream(" + GRAPH + ", {contains: " + ids + "})"))
                .hasToString(expected);
        assertThat(TestDatabase.row("CALL motif.clique.maximal.stats(" + GRAPH + ", {contains: " + ids + "})"
                        + " YIELD count, largest"))
                .containsEntry("largest", (long) largest)
                .containsEntry("count", expected.equals("[]") ? 0L : expected.split(",").length);
    }

    @Test
    void maximumIsTheLargest() {
        assertThat(names("CALL motif.clique.maximum(" + GRAPH + ")")).hasToString("[abcd 4]");
        assertThat(names("CALL motif.clique.maximum(" + GRAPH + ", {topK: 2})")).hasToString("[abcd 4, cde 3]");
        assertThat(names("CALL motif.clique.maximum(" + GRAPH + ", {topK: 2, maxOverlap: 0})"))
                .hasToString("[abcd 4, ef 2]");
        assertThat(names("CALL motif.clique.maximum(" + GRAPH + ", {minSize: 5})"))
                .hasToString("[]");
        assertThat(TestDatabase.row("CALL motif.clique.maximum(" + GRAPH + ", {nodes: true}) YIELD nodes"
                        + " RETURN [n IN nodes | n.name] AS names"))
                .containsEntry("names", List.of("a", "b", "c", "d"));
    }

    @Test
    void graphDrawsTheLargestOrAll() {
        assertThat(TestDatabase.row("CALL motif.clique.maximal.graph(" + GRAPH + ") YIELD clique, nodes, relationships,"
                        + " size RETURN labels(clique) AS labels, size, size(nodes) AS nodes,"
                        + " [r IN relationships | type(r)] AS types"))
                .containsEntry("labels", List.of("Clique"))
                .containsEntry("size", 4L)
                .containsEntry("nodes", 4L)
                .containsEntry("types", List.of("IN_CLIQUE", "IN_CLIQUE", "IN_CLIQUE", "IN_CLIQUE"));
        assertThat(rows("CALL motif.clique.maximal.graph(" + GRAPH + ", {limit: 10, label: 'L'})"))
                .hasSize(4);
    }

    @Test
    void writeAndMutateGiveEachNodeItsNumber() {
        rows("CALL motif.graph.project('g', 'Person', 'KNOWS')");
        assertThat(TestDatabase.row("CALL motif.clique.maximal.write('g', {writeProperty: 'm'})"))
                .containsEntry("nodePropertiesWritten", 7L)
                .containsEntry("count", 4L);
        assertThat(TestDatabase.row("MATCH (p:Person) WITH p ORDER BY p.name RETURN collect(p.m) AS numbers"))
                .containsEntry("numbers", List.of(1L, 1L, 2L, 2L, 2L, 1L, 1L));
        assertThat(TestDatabase.row("CALL motif.clique.maximal.mutate('g', {mutateProperty: 'm', minSize: 4})"))
                .containsEntry("nodePropertiesWritten", 7L)
                .containsEntry("count", 1L);
        rows("CALL motif.graph.drop('g')");
    }

    @Test
    void writeCliquesMakesNodes() {
        String call = "CALL motif.clique.maximal.write(" + GRAPH + ", {writeCliques: 'Group', minSize: 3, jobId: 'j'})"
                + " YIELD cliquesWritten, relationshipsWritten, cliquesDeleted";
        assertThat(TestDatabase.row(call))
                .containsEntry("cliquesWritten", 2L)
                .containsEntry("relationshipsWritten", 7L)
                .containsEntry("cliquesDeleted", 0L);
        assertThat(TestDatabase.row(call)).containsEntry("cliquesDeleted", 2L);
        assertThat(TestDatabase.row("MATCH (p:Person)-[:IN_CLIQUE]->(g:Group {size: 4}) WITH p ORDER BY p.name"
                        + " RETURN collect(p.name) AS names"))
                .containsEntry("names", List.of("a", "b", "c", "d"));
        assertThat(TestDatabase.row("CALL motif.clique.maximal.stream(" + GRAPH + ", {minSize: 3}) YIELD groupId, size"
                        + " MATCH (g:Group {groupId: groupId, size: size}) RETURN count(*) AS same"))
                .containsEntry("same", 2L);
    }

    @Test
    void wrongParametersAreNamed() {
        String stats = "CALL motif.clique.maximal.stats(" + GRAPH + ", {";
        TestDatabase.assertError(stats + "minSize: 0})", "`minSize` must be", "got 0");
        TestDatabase.assertError(stats + "minSize: 5, maxSize: 4})", "`maxSize` must be", "got 4");
        TestDatabase.assertError(stats + "timeoutMillis: -1})", "`timeoutMillis` must be", "got -1");
        TestDatabase.assertError(
                "CALL motif.clique.maximal.stream(" + GRAPH + ", {topK: 0})", "`topK` must be", "got 0");
        TestDatabase.assertError(
                "CALL motif.clique.maximal.write(" + GRAPH + ", {})",
                "exactly one of `writeProperty`, for a property of each node, and `writeCliques`");
    }

    @Test
    void estimatesOfAllModes() {
        for (String call : List.of(
                "maximal.stats.estimate(" + GRAPH + ", {})",
                "maximal.stream.estimate(" + GRAPH + ", {topK: 3})",
                "maximal.graph.estimate(" + GRAPH + ", {})",
                "maximal.write.estimate(" + GRAPH + ", {writeProperty: 'x'})",
                "maximal.write.estimate(" + GRAPH + ", {writeCliques: 'X'})",
                "maximum.estimate(" + GRAPH + ", {})")) {
            assertThat(TestDatabase.row("CALL motif.clique." + call + " YIELD bytesMax")
                            .get("bytesMax"))
                    .as(call)
                    .isInstanceOfSatisfying(
                            Long.class, bytes -> assertThat(bytes).isPositive());
        }
    }
}
