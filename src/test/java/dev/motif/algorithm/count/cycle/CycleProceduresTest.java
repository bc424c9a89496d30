package dev.motif.algorithm.count.cycle;

import static dev.motif.neo4j.TestDatabase.row;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EmptyDatabase
class CycleProceduresTest {
    private static final String GRAPH = "{nodes: 'A', relationships: 'PAID'}";

    /**
     * Creates a cycle a-b-c at times 10, 20 and 30, with amounts that shrink, a cycle b-d in the order of time only from b
     * on, and a second payment from a to b, at time 25.
     */
    @BeforeEach
    void createPayments() {
        rows("UNWIND split('a b c d', ' ') AS name CREATE (:A {name: name})");
        rows(
                "UNWIND [['a', 'b', 10, 100], ['b', 'c', 20, 95], ['c', 'a', 30, 90], ['b', 'd', 5, 40], ['d', 'b', 7, 60],"
                        + " ['a', 'b', 25, 7]] AS row MATCH (u:A {name: row[0]}), (v:A {name: row[1]})"
                        + " CREATE (u)-[:PAID {at: row[2], amount: row[3]}]->(v)");
    }

    private static List<Map<String, Object>> lists(String graph, String configuration) {
        return rows("CALL motif.cycle.list(" + graph + ", {nodes: true, " + configuration + "})"
                + " YIELD nodes, times, weights, weight, relationships"
                + " RETURN reduce(s = '', n IN nodes | s + n.name) AS names, times, weights, weight,"
                + " [r IN relationships | r.amount] AS amounts");
    }

    @Test
    void statsCountEachLength() {
        assertThat(rows("CALL motif.cycle.stats(" + GRAPH + ", {maxLength: 4})"))
                .extracting(row -> row.get("length") + " " + row.get("count") + " " + row.get("countText"))
                .containsExactly("2 1 1", "3 1 1", "4 0 0");
        assertThat(rows("CALL motif.cycle.stats(" + GRAPH + ", {maxLength: 4, timeProperty: 'at', window: 20})"))
                .extracting(row -> row.get("length") + " " + row.get("count"))
                .containsExactly("2 1", "3 1", "4 0");
        assertThat(rows("CALL motif.cycle.stats(" + GRAPH + ", {maxLength: 3, timeProperty: 'at', window: 19})"))
                .extracting(row -> row.get("length") + " " + row.get("count"))
                .containsExactly("2 1", "3 0");
        assertThat(rows("CALL motif.cycle.stats(" + GRAPH + ", {maxLength: 3, timeProperty: 'at', window: 20,"
                        + " tolerance: 0.1, relationshipWeightProperty: 'amount'})"))
                .extracting(row -> row.get("length") + " " + row.get("count"))
                .containsExactly("2 0", "3 1");
    }

    @Test
    void streamGivesNodesAndDirectionsTheirCounts() {
        assertThat(rows("CALL motif.cycle.stream(" + GRAPH + ", {nodes: true}) YIELD node, count"
                        + " RETURN node.name AS name, count"))
                .extracting(row -> row.get("name") + " " + row.get("count"))
                .containsExactlyInAnyOrder("a 1", "b 2", "c 1", "d 1");
        assertThat(
                        rows(
                                "CALL motif.cycle.stream(" + GRAPH
                                        + ", {nodes: true, per: 'RELATIONSHIP', minLength: 3})"
                                        + " YIELD sourceNode, targetNode, relationship, count"
                                        + " RETURN sourceNode.name + targetNode.name AS ends, count, startNode(relationship).name AS start"))
                .extracting(row -> row.get("ends") + " " + row.get("count"))
                .containsExactlyInAnyOrder("ab 1", "bc 1", "ca 1", "bd 0", "db 0");
    }

    @Test
    void writeGivesRelationshipsTheCountsOfTheirDirection() {
        rows(
                "MATCH (b:A {name: 'b'}), (d:A {name: 'd'}), (c:A {name: 'c'}) CREATE (d)-[:PAID {at: 1}]->(c), (c)-[:PAID]->(b)");
        assertThat(row("CALL motif.cycle.write(" + GRAPH
                        + ", {per: 'RELATIONSHIP', writeProperty: 'cycles', minLength: 3, maxLength: 3})"))
                .containsEntry("propertiesWritten", 8L)
                .containsEntry("nodePropertiesWritten", 0L)
                .containsEntry("count", 2L);
        assertThat(rows("MATCH (u)-[r:PAID]->(v) RETURN u.name + v.name AS ends, r.cycles AS cycles"))
                .extracting(row -> row.get("ends") + " " + row.get("cycles"))
                .containsExactlyInAnyOrder("ab 1", "ab 1", "bc 1", "cb 1", "ca 1", "bd 1", "db 0", "dc 1");
        rows("CALL motif.graph.project('g', 'A', 'PAID', {orientation: 'DIRECTED'})");
        rows("CALL motif.cycle.mutate('g', {per: 'RELATIONSHIP', mutateProperty: 'both', minLength: 3, maxLength: 3})");
        rows("CALL motif.cycle.mutate('g', {mutateProperty: 'of', minLength: 3, maxLength: 3})");
        assertThat(rows("CALL motif.graph.nodeProperties.stream('g', 'of', {nodes: true}) YIELD node, propertyValue"
                        + " RETURN node.name AS name, propertyValue AS value"))
                .extracting(row -> row.get("name") + " " + row.get("value"))
                .containsExactlyInAnyOrder("a 1", "b 2", "c 2", "d 1");
        assertThat(rows("CALL motif.graph.relationshipProperties.stream('g', 'both') YIELD propertyValue"
                        + " RETURN propertyValue AS value"))
                .extracting(row -> row.get("value"))
                .containsExactlyInAnyOrder(1L, 2L, 1L, 1L, 1L);
    }

    @Test
    void listHasCyclesFromTheirSmallestNodeOn() {
        assertThat(lists(GRAPH, "minLength: 2"))
                .extracting(row -> row.get("names"))
                .containsExactlyInAnyOrder("abc", "bd");
        assertThat(lists(GRAPH, "minLength: 3"))
                .extracting(row -> row.get("amounts"))
                .containsExactly(List.of(100L, 95L, 90L));
        assertThat(lists(
                        GRAPH,
                        "contains: "
                                + row("MATCH (n:A {name: 'd'}) RETURN id(n) AS id")
                                        .get("id")))
                .extracting(row -> row.get("names"))
                .containsExactly("bd");
        assertThat(lists(GRAPH, "limit: 1")).hasSize(1);
    }

    @Test
    void listInTheOrderOfTimeHasEachPaymentByItself() {
        rows("MATCH (c:A {name: 'c'}), (a:A {name: 'a'}) CREATE (c)-[:PAID {at: 28, amount: 95}]->(a)");
        for (String graph : List.of(GRAPH, "'g'")) {
            if (graph.equals("'g'")) {
                rows("CALL motif.graph.project('g', 'A', 'PAID', {orientation: 'DIRECTED', parallel: 'KEEP',"
                        + " relationshipIds: true, relationshipProperties: ['at', 'amount']})");
            }
            assertThat(lists(graph, "timeProperty: 'at', window: 20, topK: 3, relationshipWeightProperty: 'amount'"))
                    .extracting(row -> row.get("names") + " " + row.get("times") + " " + row.get("weights") + " "
                            + row.get("weight") + " " + row.get("amounts"))
                    .containsExactly(
                            "abc [10, 20, 28] [100, 95, 95] 290 [100, 95, 95]",
                            "abc [10, 20, 30] [100, 95, 90] 285 [100, 95, 90]",
                            "bd [5, 7] [40, 60] 100 [40, 60]");
            assertThat(lists(
                            graph,
                            "timeProperty: 'at', window: 20, tolerance: 0.05,"
                                    + " relationshipWeightProperty: 'amount', weightAggregation: 'MIN'"))
                    .extracting(row -> row.get("times") + " " + row.get("weight"))
                    .containsExactly("[10, 20, 28] 95");
        }
    }

    @Test
    void timesAreValuesOfTheirType() {
        rows("MATCH ()-[r:PAID]->() SET r.day = date('2026-01-01') + duration({days: r.at})");
        assertThat(rows("CALL motif.cycle.list(" + GRAPH + ", {minLength: 3, timeProperty: 'day',"
                        + " window: duration({days: 20})}) YIELD times RETURN [t IN times | toString(t)] AS days"))
                .extracting(row -> row.get("days"))
                .containsExactly(List.of("2026-01-11", "2026-01-21", "2026-01-31"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "minLength: 1 | `minLength` must be in [2, 8], got 1",
                "maxLength: 9 | `maxLength` must be in [2, 8], got 9",
                "minLength: 4, maxLength: 3 | `maxLength` must be in [4, 8], got 3",
                "tolerance: 0.1 | `tolerance` needs `timeProperty`",
                "tolerance: 0.1, timeProperty: 'at', window: 1 | `tolerance` needs `relationshipWeightProperty`",
                "relationshipWeightProperty: 'amount' | `relationshipWeightProperty` needs `tolerance`",
                "window: 1 | `window` needs `timeProperty`",
            })
    void wrongKeysAreErrors(String configuration, String message) {
        assertThatThrownBy(() -> rows("CALL motif.cycle.stats(" + GRAPH + ", {" + configuration + "})"))
                .hasMessageContaining(message);
    }

    @Test
    void topKNeedsWeights() {
        assertThatThrownBy(() -> rows("CALL motif.cycle.list(" + GRAPH + ", {topK: 2})"))
                .hasMessageContaining("`topK` needs `relationshipWeightProperty`");
    }

    @Test
    void graphWithoutDirectionsIsAnError() {
        rows("CALL motif.graph.project('g', 'A', 'PAID')");
        assertThatThrownBy(() -> rows("CALL motif.cycle.stats('g')"))
                .hasMessageContaining("project it with orientation: 'DIRECTED'");
    }
}
