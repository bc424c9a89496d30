package dev.motif.algorithm.level.dcore;

import static dev.motif.neo4j.TestDatabase.row;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class DCoreProceduresTest {
    private static final String GRAPH = "{nodes: 'Page', relationships: 'LINKS', orientation: 'DIRECTED'}";

    /** Creates a, b and c, which all link to each other, d, which links to a and b, and e, to which a links. */
    @BeforeEach
    void createPages() {
        rows("UNWIND split('a b c d e', ' ') AS name CREATE (:Page {name: name})");
        rows("UNWIND split('ab ba ac ca bc cb da db ae', ' ') AS pair"
                + " MATCH (u:Page {name: left(pair, 1)}), (v:Page {name: right(pair, 1)}) CREATE (u)-[:LINKS]->(v)");
    }

    @Test
    void statsDescribeOneCore() {
        assertThat(row("CALL motif.dcore.stats(" + GRAPH + ", {k: 2, l: 2}) YIELD k, l, coreNodeCount, maxL, maxInCore,"
                        + " maxOutCore"))
                .isEqualTo(
                        Map.of("k", 2L, "l", 2L, "coreNodeCount", 3L, "maxL", 2L, "maxInCore", 2L, "maxOutCore", 2L));
        assertThat(row("CALL motif.dcore.stats(" + GRAPH + ", {k: 0, l: 0}) YIELD coreNodeCount"))
                .containsEntry("coreNodeCount", 5L);
        assertThat(row("CALL motif.dcore.stats(" + GRAPH + ", {k: 3}) YIELD coreNodeCount, maxL"))
                .isEqualTo(Map.of("coreNodeCount", 0L, "maxL", 0L));
        TestDatabase.assertError("CALL motif.dcore.stats(" + GRAPH + ", {k: -1})", "`k` must be", "got -1");
    }

    @Test
    void streamWriteAndMutateGiveTheNumbersOfEachNode() {
        assertThat(rows("CALL motif.dcore.stream(" + GRAPH + ", {k: 1}) YIELD node, inCore, outCore, l"
                        + " RETURN node.name AS name, inCore, outCore, l ORDER BY name"))
                .extracting(row ->
                        row.get("name") + " " + row.get("inCore") + " " + row.get("outCore") + " " + row.get("l"))
                .containsExactly("a 2 2 2", "b 2 2 2", "c 2 2 2", "d 0 2 null", "e 1 0 0");
        assertThat(row("CALL motif.dcore.write(" + GRAPH + ", {writeProperty: 'cores'})"))
                .containsEntry("nodePropertiesWritten", 5L)
                .containsEntry("skipped", 0L);
        assertThat(row("MATCH (p:Page {name: 'd'}) RETURN [c IN p.cores | c] AS cores"))
                .containsEntry("cores", List.of(0L, 2L, -1L));
        rows("CALL motif.graph.project('g', 'Page', 'LINKS', {orientation: 'DIRECTED'})");
        assertThat(row("CALL motif.dcore.mutate('g', {mutateProperty: 'core'})"))
                .containsEntry("nodePropertiesWritten", 15L);
        rows("CALL motif.graph.filter('part', 'g', 'n.core_in >= 2 AND n.core_out >= 2 AND n.core_l >= 2')");
        assertThat(row("CALL motif.graph.list('part') YIELD nodeCount, relationshipCount"))
                .isEqualTo(Map.of("nodeCount", 3L, "relationshipCount", 3L));
    }
}
