package dev.motif.research.cumbe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls {@code motif.research.cumbe.*}. */
@EmptyDatabase
class CumbeProceduresTest {
    private static final String GRAPH = "{nodes: {left: 'User', right: 'Item'}, relationships: 'BOUGHT'}";

    /** Creates users a and b with items x, y and z, c with x and y, and d with x only: three maximal bicliques. */
    @BeforeEach
    void createPurchases() {
        TestDatabase.rows(
                "UNWIND [['a', ['x', 'y', 'z']], ['b', ['x', 'y', 'z']], ['c', ['x', 'y']], ['d', ['x']]] AS row"
                        + " MERGE (u:User {name: row[0]}) WITH u, row UNWIND row[1] AS item"
                        + " MERGE (i:Item {name: item}) CREATE (u)-[:BOUGHT]->(i)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{techniques: []}",
                "{techniques: ['work_stealing', 'candidate_selection'], side: 'LEFT'}",
                "{side: 'RIGHT', concurrency: 1}"
            })
    void everyWayOfTheSearchFindsTheSame(String configuration) {
        assertThat(TestDatabase.row("CALL motif.research.cumbe.stats(" + GRAPH + ", " + configuration
                        + ") YIELD count, countText, maxEdges, maxLeft, maxRight, algorithm"))
                .isEqualTo(Map.of(
                        "count",
                        3L,
                        "countText",
                        "3",
                        "maxEdges",
                        6L,
                        "maxLeft",
                        4L,
                        "maxRight",
                        3L,
                        "algorithm",
                        "CUMBE"));
    }

    @Test
    void limitsLeaveOutTheOthers() {
        assertThat(TestDatabase.row(
                        "CALL motif.research.cumbe.stats(" + GRAPH + ", {minLeft: 3, minRight: 2}) YIELD count"))
                .containsEntry("count", 1L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "techniques: ['STEALING'] | `techniques` must be among '",
                "minLeft: 0 | `minLeft` must be in [1, 2147483647], got 0",
                "algorithm: 'CUMBE' | Unknown parameter `algorithm`",
            })
    void wrongParametersAreNamed(String parameters, String message) {
        TestDatabase.assertError("CALL motif.research.cumbe.stats(" + GRAPH + ", {" + parameters + "})", message);
    }
}
