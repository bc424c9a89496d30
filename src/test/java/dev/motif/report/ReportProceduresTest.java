package dev.motif.report;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.neo4j.graphdb.QueryExecutionException;

/** Tests the procedures of the report through Cypher. */
class ReportProceduresTest {
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>";
    private static final String SIDES = "{left: 'User', right: 'Item'}";

    private static long graphBytes;

    @BeforeAll
    static void createGraphs() {
        TestDatabase.emptied();
        TestDatabase.rows("UNWIND range(1, 5) AS u CREATE (:User) WITH count(*) AS n"
                + " UNWIND range(1, 4) AS i CREATE (:Item) WITH count(*) AS n"
                + " MATCH (u:User), (i:Item) CREATE (u)-[:RATED]->(i)");
        TestDatabase.rows("CALL motif.graph.project($name, " + SIDES + ", 'RATED')", Map.of("name", HOSTILE));
        TestDatabase.rows("CALL motif.graph.project('one', ['User', 'Item'], 'RATED')");
        graphBytes = TestDatabase.liveBytes();
    }

    @AfterEach
    void onlyTheGraphsAreLeft() {
        assertThat(TestDatabase.liveBytes()).isEqualTo(graphBytes);
    }

    @AfterAll
    static void emptyDatabase() {
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> parts(Map<String, Object> row) {
        return (List<Map<String, Object>>) row.get("parts");
    }

    @Test
    void reportIsOneRow() {
        Map<String, Object> row = TestDatabase.row("CALL motif.report($name)", Map.of("name", HOSTILE));
        assertThat(row)
                .containsEntry("graphName", HOSTILE)
                .containsEntry("nodeCount", 9L)
                .containsEntry("relationshipCount", 20L)
                .containsEntry("projectMillis", 0L);
        assertThat(parts(row))
                .extracting(part -> part.get("part"))
                .containsExactly("butterfly", "biclique.maximal", "wing", "tip");
        assertThat(parts(row).get(0))
                .containsEntry("title", "Butterflies")
                .containsEntry("status", "COMPLETE")
                .containsEntry("reason", null)
                .containsEntry("backend", "CPU")
                .containsKeys("backendReason", "millis");
        assertThat((String) row.get("html"))
                .startsWith("<!DOCTYPE html>")
                .doesNotContain("<img src=x")
                .contains("Report about &lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;</h1>")
                .contains("<dt>Butterflies</dt><dd>60</dd>")
                .contains("<dt>Left nodes</dt><dd>5</dd>");
    }

    @Test
    void projectionForThisRunHasNoName() {
        Map<String, Object> row = TestDatabase.row("CALL motif.report({nodes: " + SIDES + ", relationships: 'RATED'},"
                + " {include: ['butterfly', 'wing'], concurrency: 2, jobId: 'r'})");
        assertThat(row).containsEntry("graphName", null).containsEntry("relationshipCount", 20L);
        assertThat(parts(row)).extracting(part -> part.get("part")).containsExactly("butterfly", "wing");
        assertThat((String) row.get("html")).contains("<h1>Report about a graph</h1>");
        assertThat(row)
                .extractingByKey("configuration", as(MAP))
                .containsEntry("include", List.of("butterfly", "wing"))
                .containsEntry("concurrency", 2L)
                .containsEntry("jobId", "r");
        assertThat(TestDatabase.rows("CALL motif.listProgress('r') YIELD taskName, status"))
                .containsExactly(Map.of("taskName", "motif.report", "status", "FINISHED"));
    }

    @Test
    void unipartiteGraphHasItsParts() {
        Map<String, Object> row = TestDatabase.row("CALL motif.report('one', {maxK: 5})");
        assertThat(parts(row))
                .extracting(part -> part.get("part"))
                .containsExactly("kclique", "commonNeighbors", "kcore");
        assertThat((String) row.get("html"))
                .contains("<dt>Nodes</dt><dd>9</dd>")
                .contains("There is nothing to draw");
    }

    @Test
    void estimateIsThatOfTheParts() {
        for (String graph : List.of("'one'", "{nodes: ['User', 'Item'], relationships: 'RATED'}")) {
            Map<String, Object> row = TestDatabase.row("CALL motif.report.estimate(" + graph + ")");
            assertThat(row).containsEntry("nodeCount", 9L).containsEntry("backend", "CPU");
            assertThat((Long) row.get("bytesMin")).isPositive();
            assertThat((Long) row.get("bytesMax")).isGreaterThanOrEqualTo((Long) row.get("bytesMin"));
            assertThat((String) row.get("treeView")).contains("kclique", "commonNeighbors", "kcore");
        }
    }

    @Test
    void graphWithoutNodesOfOneSideHasAReport() {
        TestDatabase.rows("CREATE (n:EmptySide) DELETE n");
        Map<String, Object> row = TestDatabase.row("CALL motif.report({nodes: {left: 'User', right: 'EmptySide'},"
                + " relationships: 'RATED'}, {include: 'butterfly'})");
        assertThat(parts(row)).extracting(part -> part.get("status")).containsExactly("COMPLETE");
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.report('one', {includes: 'kcore'})"))
                .isInstanceOf(QueryExecutionException.class)
                .hasMessageContaining("Unknown parameter `includes` (did you mean 'include'?)");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.report('one', {include: 'wing'})"))
                .hasMessageContaining("'kclique', 'commonNeighbors', 'kcore' for a unipartite graph, got 'wing'");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.report('two')"))
                .hasMessageContaining("No graph with the name 'two'");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.report('one', {include: []})"))
                .hasMessageContaining("`include` must be the name of a part or a list of them, got []");
    }
}
