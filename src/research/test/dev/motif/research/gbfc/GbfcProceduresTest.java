package dev.motif.research.gbfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EmptyDatabase
class GbfcProceduresTest {
    private static final String CALL =
            "CALL motif.research.gbfc.stats({nodes: {left: 'Woman', right: 'Event'}, relationships: 'CAME'}, {";

    /** Three women came to the same two events, one of them to a third. */
    @BeforeEach
    void createAttendance() {
        TestDatabase.rows(
                "UNWIND ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'c3'] AS pair"
                        + " MERGE (w:Woman {name: left(pair, 1)}) MERGE (e:Event {name: right(pair, 1)}) CREATE (w)-[:CAME]->(e)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "edgeDirection: false, sharedTable: false",
                "loadBalancing: false",
                "threadDegree: 2000",
                "threadDegree: 0, blockDegree: 0, wedgeThreshold: 0",
                "counting: 'rearranged'",
                "counting: 'LOCK_VECTOR'",
                "counting: 'THREAD_MAP', edgeDirection: false",
                "counting: 'intersection', edgeDirection: false"
            })
    void everyTechniqueCountsTheSame(String techniques) {
        assertThat(TestDatabase.row(CALL + techniques + "})"))
                .containsEntry("count", 3L)
                .containsEntry("countText", "3")
                .containsEntry("leftCount", 3L)
                .containsEntry("rightCount", 3L)
                .containsEntry("relationshipCount", 7L);
    }

    @Test
    void estimateIsPositive() {
        assertThat(TestDatabase.row(CALL.replace(".stats(", ".stats.estimate(") + "})"))
                .hasEntrySatisfying(
                        "bytesMax", bytes -> assertThat((long) bytes).isPositive());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "counting: 'LOCKS' | 'REARRANGED', 'LOCK_VECTOR', 'THREAD_MAP', 'INTERSECTION', got 'LOCKS'",
                "sharedTable: 1 | `sharedTable` must be true or false, got 1",
                "edgeDirection: 'published' | `edgeDirection` must be true or false, got 'published': the edge direction as"
                        + " it was published loses butterflies, 3 of the 9 of the complete graph of 3 and 3 nodes, so it"
                        + " does not count; docs/experiments/gbfc.md shows how wrong it is",
                "edgeDirection: 'yes' | `edgeDirection` must be true or false, got 'yes'",
                "threadDegree: -1 | `threadDegree` must be in [0, 2147483647], got -1",
                "blockDegree: 15 | `blockDegree` must be in [16, 2147483647], got 15",
                "wedgeThreshold: 2147483648 | `wedgeThreshold` must be in [0, 2147483647], got 2147483648",
                "loadBalancing: false, wedgeThreshold: 1 | `wedgeThreshold` is for `loadBalancing: true`, but"
                        + " `loadBalancing` is false",
                "counting: 'THREAD_MAP', sharedTable: true | `sharedTable` is for `counting: 'REARRANGED'`, but `counting`"
                        + " is 'THREAD_MAP'",
                "per: 'NODE' | Unknown parameter `per`"
            })
    void wrongParametersAreNamed(String parameters, String message) {
        TestDatabase.assertError(CALL + parameters + "})", message);
    }
}
