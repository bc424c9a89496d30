package dev.motif.research.gbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls {@code motif.research.gbc.*}. */
@EmptyDatabase
class GbcProceduresTest {
    private static final String GRAPH = "{nodes: {left: 'User', right: 'Item'}, relationships: 'BOUGHT'}";
    private static final List<String> SIDES = List.of("LEFT", "RIGHT");

    /** Creates users a and b with items x, y and z, c with x and y, and d with x only. */
    @BeforeEach
    void createPurchases() {
        TestDatabase.rows(
                "UNWIND [['a', ['x', 'y', 'z']], ['b', ['x', 'y', 'z']], ['c', ['x', 'y']], ['d', ['x']]] AS row"
                        + " MERGE (u:User {name: row[0]}) WITH u, row UNWIND row[1] AS item"
                        + " MERGE (i:Item {name: item}) CREATE (u)-[:BOUGHT]->(i)");
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 9", "2, 1, 10", "2, 2, 5", "2, 3, 1", "3, 3, 0", "256, 256, 0"})
    void statsCountsOneSize(int p, int q, long expected) {
        boolean isStars = p == 1 || q == 1;
        for (String keys : new String[] {"", ", side: 'right', sets: 'csr', reorder: 'NONE', exploration: 'DFS'"}) {
            assertThat(TestDatabase.row("CALL motif.research.gbc.stats(" + GRAPH + ", {p: " + p + ", q: " + q
                            + ", backend: 'CPU'" + keys + "})"))
                    .containsEntry("count", expected)
                    .containsEntry("countText", String.valueOf(expected))
                    .containsEntry("leftCount", 4L)
                    .containsEntry("rightCount", 3L)
                    .containsEntry("relationshipCount", 9L)
                    .containsEntry("backend", "CPU")
                    .hasEntrySatisfying("side", side -> assertThat(side)
                            .isIn(
                                    isStars
                                            ? Collections.singletonList(null)
                                            : keys.isEmpty() ? SIDES : List.of("RIGHT")));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p: 2 | `q` is missing",
                "p: 0, q: 2 | `p` must be in [1, 256], got 0",
                "p: 2, q: 2, balance: 'SOME' | `balance` must be one of",
                "p: 2, q: 2, reorderIterations: -1 | `reorderIterations` must be in [0, 1000000], got -1",
                "p: 2, q: 2, partitionBytes: -1 | `partitionBytes` must be in [0,",
                "p: 2, q: 2, algorithm: 'GBC' | Unknown parameter `algorithm`",
                "maxP: 2, maxQ: 2 | `p` is missing",
            })
    void wrongParametersAreNamed(String parameters, String message) {
        TestDatabase.assertError("CALL motif.research.gbc.stats(" + GRAPH + ", {" + parameters + "})", message);
    }
}
