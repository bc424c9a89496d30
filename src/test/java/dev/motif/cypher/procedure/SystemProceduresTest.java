package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SystemProceduresTest {
    @Test
    void everyProcedureAndFunctionIsListed() {
        List<Map<String, Object>> listed = TestDatabase.rows("CALL motif.list()");
        assertThat(listed)
                .containsExactlyElementsOf(TestDatabase.rows("CALL motif.list(null)"))
                .extracting(row -> row.get("name"))
                .isSortedAccordingTo((a, b) -> ((String) a).compareTo((String) b))
                .containsAll(named("PROCEDURES"))
                .containsAll(named("FUNCTIONS"))
                .hasSize(named("PROCEDURES").size() + named("FUNCTIONS").size());
    }

    private static List<Object> named(String kind) {
        return TestDatabase.rows("SHOW " + kind + " YIELD name WHERE name STARTS WITH 'motif.' RETURN name").stream()
                .map(row -> row.get("name"))
                .toList();
    }

    @Test
    void nameSelectsAndRowsSayWhatCallersNeed() {
        assertThat(TestDatabase.rows("CALL motif.list('wing.w')"))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row).containsEntry("type", "procedure"))
                .first()
                .satisfies(row -> assertThat(row)
                        .containsEntry("name", "motif.wing.write")
                        .containsEntry("mode", "WRITE")
                        .hasEntrySatisfying(
                                "signature", text -> assertThat((String) text).startsWith("motif.wing.write(graph"))
                        .hasEntrySatisfying(
                                "description", text -> assertThat((String) text).isNotBlank()));
        assertThat(TestDatabase.rows("CALL motif.list('motif.version') YIELD name, type, mode"))
                .hasSize(1)
                .first()
                .satisfies(
                        row -> assertThat(row).containsEntry("type", "function").containsEntry("mode", null));
        assertThat(TestDatabase.rows("CALL motif.list('no such name')")).isEmpty();
    }
}
