package dev.motif.research.pivoting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EmptyDatabase
class PivotingProceduresTest {
    private static final String GRAPH = "{nodes: 'Person', relationships: 'KNOWS'}";

    /** A clique of a, b, c and d, a triangle c-d-e, and a tail e-f. */
    @BeforeEach
    void createPeople() {
        TestDatabase.rows("UNWIND split('abcdef', '') AS name CREATE (:Person {name: name})");
        TestDatabase.rows(
                "UNWIND ['ab', 'ac', 'ad', 'bc', 'db', 'cd', 'ce', 'de', 'ef'] AS pair"
                        + " MATCH (u:Person {name: left(pair, 1)}), (v:Person {name: right(pair, 1)}) CREATE (u)-[:KNOWS]->(v)");
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
    void statsCountsTheSizesThatAreAskedForInEachForm(String sizes, String expected) {
        for (String form : new String[] {
            "algorithm: 'orientation'",
            "parallelization: 'edge', encoding: 'csr', groupSize: 8",
            "algorithm: 'orientation', orientation: 'degeneracy', encoding: 'csr'",
            "algorithm: 'complement', orientation: 'degree', parallelization: 'vertex'"
        }) {
            assertThat(TestDatabase.row("CALL motif.research.pivoting.stats(" + GRAPH + ", {" + sizes + ", " + form
                            + ", backend: 'CPU'}) YIELD k, count WITH k + ': ' + count AS text"
                            + " RETURN reduce(all = '', t IN collect(text) | all + CASE all WHEN '' THEN '' ELSE ', '"
                            + " END + t) AS text"))
                    .as(form)
                    .containsEntry("text", expected);
        }
    }

    @Test
    void rowSaysWhatCounted() {
        String call = "CALL motif.research.pivoting.stats(" + GRAPH;
        assertThat(TestDatabase.row(call + ", {k: 4})"))
                .containsEntry("count", 1L)
                .containsEntry("countText", "1")
                .containsEntry("complete", true)
                .containsEntry("algorithm", "PIVOT")
                .containsEntry("orientation", "DEGREE")
                .containsEntry("nodeCount", 6L)
                .containsEntry("relationshipCount", 9L)
                .containsEntry("backend", "CPU");
        assertThat(TestDatabase.row(call + ", {k: 4, algorithm: 'ORIENTATION', orientation: 'DEGENERACY'})"))
                .containsEntry("algorithm", "ORIENTATION")
                .containsEntry("orientation", "DEGENERACY");
        assertThat(TestDatabase.row("CALL motif.research.pivoting.stats.estimate(" + GRAPH + ", {k: 4})"))
                .containsEntry("nodeCount", 6L)
                .hasEntrySatisfying(
                        "bytesMax", bytes -> assertThat((long) bytes).isPositive());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "k: 2 | `k` must be in [3, 512], got 2",
                "k: 3, minK: 3 | only one of the two must be given",
                "algorithm: 'PIVO' | 'AUTO', 'ORIENTATION', 'PIVOT', 'COMPLEMENT', got 'PIVO' (did you mean 'PIVOT'?)",
                "orientation: 'ID' | `orientation` must be one of 'AUTO', 'DEGREE', 'DEGENERACY'",
                "parallelization: 'NODE' | `parallelization` must be one of 'AUTO', 'VERTEX', 'EDGE'",
                "encoding: 'BITS' | `encoding` must be one of 'BINARY', 'CSR'",
                "algorithm: 'COMPLEMENT', encoding: 'CSR' | `encoding` must be 'BINARY' for `algorithm: 'COMPLEMENT'`",
                "groupSize: 33 | `groupSize` must be in [1, 32], got 33",
                "groupSize: 3 | `groupSize` must be 1, 2, 4, 8, 16 or 32, got 3",
                "timeoutMillis: -1 | `timeoutMillis` must be in [0,",
                "per: 'NODE' | Unknown parameter `per`",
            })
    void wrongParametersAreNamed(String parameters, String message) {
        TestDatabase.assertError("CALL motif.research.pivoting.stats(" + GRAPH + ", {" + parameters + "})", message);
    }
}
