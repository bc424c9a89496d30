package dev.motif.cypher.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.KeyValues;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestProcedure;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class SiblingsTest {
    private static final Pattern NAMED = Pattern.compile("or call (.*), which takes it");

    private static String errorOf(String procedure, String graph) {
        Object configuration = TestProcedure.named(procedure).arguments().get("configuration");
        Throwable error = catchThrowable(() -> TestDatabase.rows(
                "CALL " + procedure + "('" + graph + "', $keys) YIELD *",
                Map.of("keys", KeyValues.needed(procedure, List.of(((String) configuration).split(", "))))));
        return error == null ? null : error.getMessage();
    }

    @Test
    void whatErrorsNameTakesTheGraph() {
        TestDatabase.rows("CREATE (a:A)-[:R]->(b:B)-[:R]->(:A)-[:S]->(a)");
        TestDatabase.rows("CALL motif.graph.project('bipartite', {left: 'A', right: 'B'}, 'R')");
        TestDatabase.rows("CALL motif.graph.project('unipartite', '*', '*')");
        List<String> names = TestDatabase.rows("SHOW PROCEDURES YIELD name, argumentDescription"
                        + " WHERE name STARTS WITH 'motif.' AND name =~ '.*\\\\.(stats|stream|list|maximum|pairs)'"
                        + " AND argumentDescription[0].name = 'graph' RETURN name")
                .stream()
                .map(row -> (String) row.get("name"))
                .toList();
        int named = 0;
        for (String graph : List.of("bipartite", "unipartite")) {
            for (String procedure : names) {
                String error = errorOf(procedure, graph);
                Matcher siblings = NAMED.matcher(error == null ? "" : error);
                if (siblings.find()) {
                    named++;
                    for (String sibling : siblings.group(1).split(" or ")) {
                        List<String> taking = names.stream()
                                .filter(name -> name.equals(sibling) || name.startsWith(sibling + "."))
                                .toList();
                        assertThat(taking).as(procedure + " names " + sibling).isNotEmpty();
                        assertThat(taking).as(procedure + " names " + sibling).anySatisfy(name -> assertThat(
                                        errorOf(name, graph))
                                .isNull());
                    }
                }
            }
        }
        assertThat(named).isGreaterThan(25);
    }
}
