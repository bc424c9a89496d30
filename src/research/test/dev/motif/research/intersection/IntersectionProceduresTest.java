package dev.motif.research.intersection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EmptyDatabase
class IntersectionProceduresTest {
    /** Two triangles, a-b-c and b-c-d, and a tail d-e; b and c know each other twice; f knows nobody. */
    private static final String FRIENDS = "CREATE (a:P), (b:P), (c:P), (d:P), (e:P), (f:P), (a)-[:KNOWS]->(b),"
            + " (a)-[:KNOWS]->(c), (b)-[:KNOWS]->(c), (c)-[:KNOWS]->(b), (d)-[:KNOWS]->(b), (c)-[:KNOWS]->(d),"
            + " (d)-[:KNOWS]->(e)";

    @BeforeEach
    void createFriends() {
        TestDatabase.rows(FRIENDS);
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'KNOWS')");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "algorithm: 'mps', skewThreshold: 1",
                "algorithm: 'MPS', vectorize: false, warpsPerBlock: 8",
                "vectorBits: 256, taskSize: 1",
                "algorithm: 'BMP', relabel: false",
                "algorithm: 'BMP', taskSize: 1048576",
                "algorithm: 'BMP', rangeFiltering: false, coProcessing: false",
                "algorithm: 'BMP', rangeSize: 64",
                "memory: 'UNIFIED'",
                "concurrency: 1"
            })
    void statsAreAsCountedByHandWhateverTheTechnique(String configuration) {
        for (String graph : List.of("'g'", "{nodes: 'P', relationships: 'KNOWS'}")) {
            assertThat(TestDatabase.row(
                            "CALL motif.research.intersection.stats(" + graph + ", {" + configuration + "})"))
                    .containsEntry("triangles", 2L)
                    .containsEntry("trianglesText", "2")
                    .containsEntry("maxCommonNeighbors", 2L)
                    .containsEntry("nodeCount", 6L)
                    .containsEntry("relationshipCount", 6L)
                    .containsEntry("backend", "CPU");
        }
        assertThat(TestDatabase.row("CALL motif.research.intersection.stats.estimate('g', {" + configuration + "})"))
                .containsEntry("nodeCount", 6L)
                .hasEntrySatisfying(
                        "bytesMax", bytes -> assertThat((long) bytes).isPositive());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "algorithm: 'BMB' | `algorithm` must be one of 'MPS', 'BMP', got 'BMB'",
                "relabel: true | `relabel` is for `algorithm: 'BMP'`, but `algorithm` is 'MPS'",
                "algorithm: 'MPS', rangeSize: 64 | `rangeSize` is for `algorithm: 'BMP'`, but `algorithm` is 'MPS'",
                "algorithm: 'BMP', skewThreshold: 2 | `skewThreshold` is for `algorithm: 'MPS'`, but `algorithm` is 'BMP'",
                "algorithm: 'BMP', memory: 'ALL' | `memory` must be one of 'PASSES', 'UNIFIED', got 'ALL'",
                "algorithm: 'MPS', skewThreshold: 0 | `skewThreshold` must be in [1, 2147483647], got 0",
                "algorithm: 'MPS', warpsPerBlock: 33 | `warpsPerBlock` must be in [1, 32], got 33",
                "algorithm: 'MPS', vectorize: 1 | `vectorize` must be true or false, got 1",
                "algorithm: 'MPS', vectorBits: 300 | `vectorBits` must be 256 or 512, got 300",
                "algorithm: 'MPS', vectorize: false, vectorBits: 256 | `vectorBits` is for `vectorize: true`, but"
                        + " `vectorize` is false",
                "algorithm: 'BMP', vectorBits: 256 | `vectorBits` is for `algorithm: 'MPS'`, but `algorithm` is 'BMP'",
                "algorithm: 'BMP', taskSize: 0 | `taskSize` must be in [1, 1048576], got 0",
                "algorithm: 'BMP', rangeSize: 32 | `rangeSize` must be in [64, 1048576], got 32",
                "algorithm: 'BMP', rangeSize: 100 | `rangeSize` must be a power of two in [64, 1048576], got 100",
                "algorithm: 'BMP', rangeFiltering: false, rangeSize: 64 | `rangeSize` is for `rangeFiltering: true`, but"
                        + " `rangeFiltering` is false",
                "topK: 3 | Unknown parameter `topK`"
            })
    void wrongTechniqueIsAMistake(String configuration, String message) {
        TestDatabase.assertError("CALL motif.research.intersection.stats('g', {" + configuration + "})", message);
    }

    /** The Vector API is a module that a JVM has or not. */
    @Test
    void rowSaysWhetherVectorsRan() {
        boolean available =
                ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
        assertThat(vectorized("")).isEqualTo(available);
        assertThat(vectorized("vectorize: false")).isEqualTo(false);
        assertThat(vectorized("algorithm: 'BMP'")).isNull();
    }

    private static Object vectorized(String configuration) {
        return TestDatabase.row("CALL motif.research.intersection.stats('g', {" + configuration + "}) YIELD vectorized")
                .get("vectorized");
    }
}
