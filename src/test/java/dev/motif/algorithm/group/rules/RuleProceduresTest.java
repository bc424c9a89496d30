package dev.motif.algorithm.group.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class RuleProceduresTest {
    private static final String GRAPH = "{nodes: {left: 'Basket', right: 'Item'}, relationships: 'HAS'}";
    private static final String SHOWN =
            " YIELD antecedentNodes, consequentNodes, support, count, confidence, lift, leverage,"
                    + " conviction RETURN [n IN antecedentNodes | n.name] AS a, [n IN consequentNodes | n.name] AS c,"
                    + " support, count, confidence, lift, round(leverage, 6) AS leverage, round(conviction, 6) AS conviction"
                    + " ORDER BY a[0], c[0]";

    /** Creates five baskets: three with bread, butter and jam or not, one with milk, and one with nothing. */
    @BeforeEach
    void createBaskets() {
        TestDatabase.rows("UNWIND ['bread', 'butter', 'jam', 'milk'] AS name CREATE (:Item {name: name})");
        TestDatabase.rows(
                "UNWIND [['bread', 'butter', 'jam'], ['bread', 'butter', 'jam'], ['bread'], ['milk'], []] AS items"
                        + " CREATE (b:Basket) WITH b, items UNWIND items AS name MATCH (i:Item {name: name})"
                        + " CREATE (b)-[:HAS]->(i)");
    }

    @Test
    void streamReturnsTheRulesThatAreNotRedundant() {
        List<Map<String, Object>> rules = TestDatabase.rows(
                "CALL motif.biclique.rules.stream(" + GRAPH + ", {minConfidence: 0.5, nodes: true})" + SHOWN);
        assertThat(rules)
                .extracting(rule -> rule.get("a") + " " + rule.get("c"))
                .containsExactly("[bread] [butter, jam]", "[butter] [bread, jam]", "[jam] [bread, butter]");
        assertThat(rules.get(0))
                .containsEntry("support", 0.4)
                .containsEntry("count", 2L)
                .containsEntry("confidence", 2 / 3.0)
                .containsEntry("lift", 5 / 3.0)
                .containsEntry("leverage", 0.16)
                .containsEntry("conviction", 1.8);
        assertThat(rules.get(1)).containsEntry("confidence", 1.0).containsEntry("conviction", null);
    }

    @Test
    void idsAreThoseOfTheNodes() {
        assertThat(TestDatabase.rows("CALL motif.biclique.rules.stream(" + GRAPH + ", {minConfidence: 0.5})"
                        + " YIELD antecedent, consequent, antecedentNodes"
                        + " WITH antecedent, consequent, antecedentNodes, size(antecedent) + size(consequent) AS size"
                        + " MATCH (i:Item) WHERE id(i) IN antecedent OR id(i) IN consequent"
                        + " RETURN antecedent, antecedentNodes, size, collect(i.name) AS names"))
                .hasSize(3)
                .allSatisfy(row -> assertThat(row)
                        .containsEntry("size", 3L)
                        .hasEntrySatisfying("antecedentNodes", nodes -> assertThat((List<?>) nodes)
                                .hasSameSizeAs((List<?>) row.get("antecedent")))
                        .hasEntrySatisfying(
                                "names", names -> assertThat((List<?>) names).hasSize(3)));
    }

    @Test
    void statsCountsThem() {
        assertThat(TestDatabase.row(
                        "CALL motif.biclique.rules.stats(" + GRAPH + ", {minConfidence: 0.5, minSupport: 0.4})"))
                .containsEntry("ruleCount", 3L)
                .containsEntry("exactRuleCount", 2L)
                .containsEntry("closedSetCount", 2L)
                .containsEntry("mostItems", 3L)
                .containsEntry("minCount", 2L)
                .containsEntry("leftCount", 5L);
    }

    @Test
    void cutoffMayBeComputedOrACount() {
        String rules = "CALL motif.biclique.rules.stats(" + GRAPH + ", {minConfidence: 2.0 / 3, ";
        for (String cutoff :
                List.of("minSupport: 2.0 / 5", "minCount: 2", "minCount: 2.0", "minCount: 1, minSupport: 0.4")) {
            assertThat(TestDatabase.row(rules + cutoff + "})"))
                    .as(cutoff)
                    .containsEntry("ruleCount", 3L)
                    .containsEntry("minCount", 2L);
        }
        assertThat(TestDatabase.row(rules + "minCount: 3, minSupport: 0.1})"))
                .containsEntry("ruleCount", 0L)
                .containsEntry("minCount", 3L);
        assertThat(TestDatabase.row(rules + "minCount: 1})")).containsEntry("minCount", 1L);
    }

    @Test
    void itemsMayBeOnTheLeft() {
        assertThat(
                        TestDatabase.row(
                                "CALL motif.biclique.rules.stats("
                                        + "{nodes: {left: 'Item', right: 'Basket'}, relationships: 'HAS'}, {side: 'LEFT', minConfidence: 0.5})"))
                .containsEntry("ruleCount", 3L);
    }

    @Test
    void wrongParametersAreNamed() {
        for (String keys : List.of(
                "minSupport: 1.1",
                "minSupport: -0.1",
                "minConfidence: 2",
                "minCount: 0",
                "minCount: 1.5",
                "minCount: 2147483648",
                "maxItems: 1",
                "maxItems: 65",
                "timeoutMillis: -1",
                "side: 'ITEMS'")) {
            TestDatabase.assertError(
                    "CALL motif.biclique.rules.stats(" + GRAPH + ", {" + keys + "})",
                    "java.lang.IllegalArgumentException: `",
                    "` must be");
        }
    }
}
