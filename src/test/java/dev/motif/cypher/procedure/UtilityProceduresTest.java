package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestLogin;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Transaction;

@EmptyDatabase
class UtilityProceduresTest {
    /** The ids of two nodes with labels, of what joins them, and of a node and a relationship that are deleted. */
    private Map<String, Object> ids;

    @BeforeEach
    void createGraph() {
        ids = TestDatabase.row("CREATE (a:Open {name: 'a'})-[r:KNOWS {since: 1}]->(b:Secret {name: 'b'}),"
                + " (a)-[s:KNOWS]->(gone) RETURN id(a) AS a, id(b) AS b, id(r) AS r, id(s) AS s, id(gone) AS gone");
        TestDatabase.rows("MATCH (gone) WHERE gone.name IS NULL DETACH DELETE gone");
    }

    private Object value(String expression) {
        return TestDatabase.row("RETURN " + expression + " AS value", ids).get("value");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            motif.util.asNode($a).name; a
            motif.util.asRelationship($r).since ; 1
            type(motif.util.asRelationship($r)) ; KNOWS
            startNode(motif.util.asRelationship($r)).name ; a
            [n IN motif.util.asNodes([$b, $gone, null, $a, $b]) | n.name] ; [b, a, b]
            motif.util.asNodes([]) ; []
            motif.util.asNode(toFloat($a)).name; a
            [n IN motif.util.asNodes([toFloat($b), $a]) | n.name] ; [b, a]
            motif.util.asRelationship(toFloat($r)).since ; 1
            """)
    void idsBecomeNodesAndRelationships(String expression, String expected) {
        assertThat(value(expression)).hasToString(expected);
    }

    @Test
    void nodesOfAPropertyWithIdsAreFound() {
        TestDatabase.rows("MATCH (n:Open) SET n.ids = [$b, $a]", ids);
        assertThat(TestDatabase.row("MATCH (n:Open) RETURN [m IN motif.util.asNodes(n.ids) | m.name] AS names"))
                .containsEntry("names", List.of("b", "a"));
    }

    @Test
    void aNodeCanBeMatchedFrom() {
        assertThat(TestDatabase.row(
                        "WITH motif.util.asNode($a) AS a MATCH (a)-[:KNOWS]->(b) RETURN b.name AS name", ids))
                .containsEntry("name", "b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "asNode($gone)",
                "asNode(null)",
                "asNode(-1)",
                "asNode(9223372036854775807)",
                "asNode(-9223372036854775808)",
                "asNodes(null)",
                "asRelationship($s)",
                "asRelationship(null)",
                "asRelationship(-1)",
                "asRelationship(9223372036854775807)",
                "asRelationship(-9223372036854775808)"
            })
    void whatDoesNotExistIsNull(String call) {
        assertThat(value("motif.util." + call)).isNull();
    }

    @Test
    void whatTheTransactionDeletedIsNullAndWhatItCreatedIsFound() {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Map<String, Object> created = transaction
                    .execute(
                            "MATCH (a:Open)-[r]->(b) DETACH DELETE b CREATE (a)-[t:NEW]->(c) RETURN id(c) AS c, id(t) AS t")
                    .next();
            assertThat(transaction
                            .execute(
                                    "RETURN motif.util.asNode($b) IS NULL AND motif.util.asRelationship($r) IS NULL"
                                            + " AND motif.util.asNode($c) IS NOT NULL"
                                            + " AND motif.util.asRelationship($t) IS NOT NULL AS right",
                                    Map.of(
                                            "b",
                                            ids.get("b"),
                                            "r",
                                            ids.get("r"),
                                            "c",
                                            created.get("c"),
                                            "t",
                                            created.get("t")))
                            .next())
                    .containsEntry("right", true);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            asNode('x')              | `nodeId` must be an INTEGER, the id of a node, got 'x'
            asNode(1.5)              | `nodeId` must be an INTEGER, the id of a node, got 1.5
            asNode(0.0 / 0)          | `nodeId` must be an INTEGER, the id of a node, got NaN
            asNode(2 ^ 53)           | `nodeId` must be an INTEGER, the id of a node, got 9.007199254740992E15
            asNode([1])              | `nodeId` must be an INTEGER, the id of a node, got [1]
            asNodes(1)               | `nodeIds` must be a list of ids of nodes, got 1
            asNodes({a: 'x'})        | `nodeIds` must be a list of ids of nodes, got {a: 'x'}
            asNodes([1, 'x'])        | `nodeIds` must hold an INTEGER, the id of a node, got 'x'
            asRelationship(true)     | `relationshipId` must be an INTEGER, the id of a relationship, got true
            """)
    void anotherTypeIsAnError(String call, String message) {
        assertThatThrownBy(() -> value("motif.util." + call))
                .hasMessageContaining("IllegalArgumentException: " + message);
    }

    @Test
    void whatTheCallerMayNotSeeIsNull() {
        try (Transaction transaction = TestLogin.begin("restricted", TestLogin.readingAllBut("Secret"))) {
            assertThat(transaction
                            .execute(
                                    "RETURN motif.util.asNode($a).name AS a, motif.util.asNode($b) AS b,"
                                            + " motif.util.asRelationship($r) AS r,"
                                            + " [n IN motif.util.asNodes([$a, $b]) | n.name] AS both",
                                    ids)
                            .next()
                            .toString())
                    .isEqualTo("{a=a, b=null, r=null, both=[a]}");
        }
    }
}
