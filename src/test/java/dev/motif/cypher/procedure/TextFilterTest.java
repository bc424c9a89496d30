package dev.motif.cypher.procedure;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters that are texts keep what the same text as WHERE of a query keeps, of the database and of columns. */
class TextFilterTest {
    private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");

    /** Constants by the property that has values of their type. */
    private static final Map<String, List<String>> CONSTANTS = Map.of(
            "n", List.of("0", "3", "-2", "2.5", "1e0"),
            "f", List.of("0.5", "1", "-0.25", "0"),
            "s", List.of("''", "'a'", "'ab'", "\"b\"", "'it\\'s'"),
            "b", List.of("true", "FALSE"),
            "d", List.of("date('2026-11-01')", "date('2026-11-03')"),
            "t", List.of("localdatetime('2026-11-01T00:00')", "localdatetime('2026-11-02T12:30')"),
            "z", List.of("datetime('2026-11-01T00:00Z')", "datetime('2026-11-01T02:00+02:00')"),
            "w", List.of("duration('PT1H')", "duration('PT90M')", "duration('PT0S')"));

    private static final List<String> ALL_CONSTANTS =
            CONSTANTS.values().stream().flatMap(List::stream).toList();

    /** Values of one property, of all types that properties have. */
    private static final List<String> MIXED = List.of(
            "null",
            "1",
            "-3",
            "9007199254740993",
            "2.0",
            "2.5",
            "0.0 / 0.0",
            "1.0 / 0.0",
            "-1.0 / 0.0",
            "-0.0",
            "''",
            "'a'",
            "'abc'",
            "'2'",
            "true",
            "false",
            "date('2026-11-01')",
            "date('2026-11-02')",
            "localdatetime('2026-11-01T00:00')",
            "datetime('2026-11-01T00:00Z')",
            "datetime('2026-11-01T02:00+02:00')",
            "time('10:00Z')",
            "time('12:00+02:00')",
            "localtime('10:00')",
            "duration('P1D')",
            "duration('PT24H')",
            "duration('PT1440M')",
            "duration('P1M')",
            "duration('P30D')",
            "point({x: 1, y: 2})",
            "[1, 2]",
            "['a']",
            "[duration('P1D')]",
            "[0.0 / 0.0]");

    /** Constants that these are compared with. */
    private static final List<String> OF_ALL_TYPES = List.of(
            "1",
            "2",
            "2.5",
            "0.0",
            "9007199254740992.0",
            "''",
            "'a'",
            "'2'",
            "true",
            "FALSE",
            "date('2026-11-01')",
            "localdatetime('2026-11-01T00:00')",
            "datetime('2026-11-01T00:00Z')",
            "datetime('2026-11-01T02:00+02:00')",
            "time('10:00Z')",
            "time('12:00+02:00')",
            "localtime('10:00')",
            "duration('P1D')",
            "duration('PT24H')",
            "duration('P1M')",
            "duration('P30D')");

    private static final List<String> PROPERTIES =
            CONSTANTS.keySet().stream().sorted().toList();

    @BeforeAll
    static void createGraph() {
        TestDatabase.emptied();
        String properties = "{k: k, n: CASE k % 7 WHEN 0 THEN null ELSE k % 11 - 5 END,"
                + " f: CASE k % 9 WHEN 0 THEN null WHEN 1 THEN 0.0 / 0.0 ELSE (k % 13 - 6) / 4.0 END,"
                + " s: CASE k % 5 WHEN 0 THEN null ELSE ['', 'a', 'ab', 'abc', 'b', 'cab', 'it\\'s'][k % 7] END,"
                + " b: CASE k % 3 WHEN 0 THEN null ELSE k % 2 = 0 END,"
                + " d: CASE k % 4 WHEN 0 THEN null ELSE date('2026-11-01') + duration({days: k % 5 - 1}) END,"
                + " w: CASE k % 4 WHEN 1 THEN null ELSE duration({minutes: 30 * (k % 5)}) END,"
                + " t: CASE k % 6 WHEN 0 THEN null ELSE localdatetime('2026-11-01') + duration({hours: k % 60}) END,"
                + " z: datetime({year: 2026, month: 11, day: 1, hour: k % 4, timezone: ['Z', '+02:00', '-01:00'][k % 3]})}";
        rows("UNWIND range(0, 19) AS i UNWIND range(0, 19) AS j WITH i, j, 20 * i + j AS k WHERE k % 3 < 2"
                + " MERGE (u:User {i: i}) MERGE (v:Item {i: j}) CREATE (u)-[:RATED " + properties + "]->(v)");
        rows("MATCH (v) WITH v, v.i + CASE WHEN v:User THEN 0 ELSE 20 END AS k SET v = " + properties);
        rows("CALL motif.graph.project('all', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipProperties: ['k', 'n', 'f', 's', 'b', 'd', 't', 'w']})");
        rows("UNWIND range(0, " + (MIXED.size() - 1) + ") AS k CREATE (:Mixed {k: k})");
        for (int k = 0; k < MIXED.size(); k++) {
            rows("MATCH (n:Mixed {k: " + k + "}) SET n.x = " + MIXED.get(k));
        }
        rows("MATCH (n:Mixed {k: 0}), (m:Mixed {k: 1}) CREATE (n)-[:MIX]->(m)");
    }

    @AfterEach
    void dropGraph() {
        rows("CALL motif.graph.drop('new', false)");
    }

    @AfterAll
    static void nothingIsLeft() {
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    private static <T> T any(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static String comparison(String variable, List<String> properties, Random random) {
        String property = any(properties, random);
        String operand = variable + "." + property;
        // Of equal durations Cypher plans NOT (a < b) as a >= b in some queries, which is true, and as null in others.
        List<String> operators = property.equals("w") ? List.of("=", "<>") : OPERATORS;
        List<String> constants = random.nextInt(4) == 0 ? ALL_CONSTANTS : CONSTANTS.get(property);
        return switch (random.nextInt(property.equals("s") ? 6 : 5)) {
            case 0 -> operand + (random.nextBoolean() ? " IS NULL" : " is not null");
            case 1 ->
                operand + " IN "
                        + constants.subList(random.nextInt(constants.size()), constants.size() - random.nextInt(2));
            case 2 -> any(constants, random) + any(operators, random) + operand;
            case 3 -> operand + " " + any(operators, random) + " " + any(constants, random);
            default ->
                operand + " " + any(List.of("STARTS WITH", "ends with", "CONTAINS"), random) + " "
                        + any(CONSTANTS.get("s"), random);
        };
    }

    private static String filter(String variable, List<String> properties, int depth, Random random) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return comparison(variable, properties, random);
        }
        String first = filter(variable, properties, depth - 1, random);
        return switch (random.nextInt(3)) {
            case 0 -> "NOT (" + first + ")";
            case 1 -> "(" + first + ") OR " + filter(variable, properties, depth - 1, random);
            default -> first + " AND (" + filter(variable, properties, depth - 1, random) + ")";
        };
    }

    private static Set<Object> keptBy(String text) {
        return rows("MATCH (:User)-[r:RATED]->(:Item) WHERE " + text + " RETURN r.k AS k").stream()
                .map(row -> row.get("k"))
                .collect(Collectors.toSet());
    }

    private static Set<Object> keptIn(String graph) {
        return rows("CALL motif.graph.relationshipProperties.stream('" + graph + "', 'k') YIELD propertyValue").stream()
                .map(row -> row.get("propertyValue"))
                .collect(Collectors.toSet());
    }

    @Test
    void projectionAndFilterKeepWhatCypherKeeps() {
        List<String> ofColumns = List.of("n", "f", "s", "b", "d", "t", "w");
        for (int seed = 0; seed < Seeds.atMost(200); seed++) {
            Random random = new Random(seed);
            boolean columns = random.nextBoolean();
            String text = filter("r", columns ? ofColumns : PROPERTIES, 3, random);
            Set<Object> expected = keptBy(text);
            Map<String, Object> row = TestDatabase.row(
                    "CALL motif.graph.project('new', {left: 'User', right: 'Item'}, 'RATED',"
                            + " {relationshipFilter: $text, relationshipProperties: 'k', readConcurrency: 2})",
                    Map.of("text", text));
            assertThat(keptIn("new")).as(seed + ": " + text).isEqualTo(expected);
            assertThat(row.get("filteredOut")).isEqualTo(267L - expected.size());
            rows("CALL motif.graph.drop('new')");
            if (columns) {
                TestDatabase.row("CALL motif.graph.filter('new', 'all', $text)", Map.of("text", text));
                assertThat(keptIn("new")).as(seed + ": " + text).isEqualTo(expected);
                rows("CALL motif.graph.drop('new')");
            }
        }
    }

    @Test
    void nodesAreThoseThatCypherKeeps() {
        for (int seed = 0; seed < Seeds.atMost(50); seed++) {
            Random random = new Random(seed);
            String left = filter("n", PROPERTIES, 2, random);
            String right = filter("node", PROPERTIES, 2, random);
            Map<String, Object> row = TestDatabase.row(
                    "CALL motif.graph.project('new', {left: 'User', right: 'Item'}, 'RATED',"
                            + " {nodeFilter: {left: $left, right: $right}})",
                    Map.of("left", left, "right", right));
            assertThat(row)
                    .as(seed + ": " + left + " | " + right)
                    .containsEntry(
                            "leftCount",
                            rows("MATCH (n:User) WHERE " + left + " RETURN n").size() + 0L)
                    .containsEntry(
                            "rightCount",
                            rows("MATCH (node:Item) WHERE " + right + " RETURN node")
                                            .size()
                                    + 0L);
            rows("CALL motif.graph.drop('new')");
        }
        assertThat(TestDatabase.row("CALL motif.graph.project('new', '*', '*', {nodeFilter: 'n.n > 2'})"))
                .containsEntry(
                        "nodeCount", rows("MATCH (n) WHERE n.n > 2 RETURN n").size() + 0L);
    }

    @Test
    void refreshedGraphIsFilteredAgain() {
        rows("UNWIND range(0, 99) AS k CREATE (:A)-[:REL {s: ['a', 'ab', 'b', 'cab'][k % 4], n: k % 9 - 4}]->(:B)");
        String text = "r.s STARTS WITH 'a' OR r.n < 0";
        rows("CALL motif.graph.project('new', {left: 'A', right: 'B'}, 'REL', {follow: true, relationshipFilter: \""
                + text + "\"})");
        String count = "CALL motif.graph.list('new') YIELD relationshipCount AS n RETURN n";
        String expected = "MATCH ()-[r:REL]->() WHERE " + text + " RETURN count(*) AS n";
        assertThat(rows(count)).isEqualTo(rows(expected));
        rows("MATCH ()-[r:REL]->() WHERE r.s = 'b' WITH r LIMIT 5 SET r.s = 'az', r.n = 1");
        rows("MATCH ()-[r:REL]->() WHERE r.s = 'ab' WITH r LIMIT 9 SET r.s = 'cab', r.n = 1");
        rows("CALL motif.graph.refresh('new')");
        assertThat(rows(count)).isEqualTo(rows(expected));
        rows("MATCH (a:A)-[:REL]->(b:B) DETACH DELETE a, b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            r.n > 3 AND             | 12, at the end: expected a value, or a property of r (the relationship)
            n.n > 3                 | 1, at 'n.n > 3': expected a value, or a property of r (the relationship)
            r.n > r.f               | 1, at 'r.n > r.f': a projection compares a property with values
            1 = 1                   | 1, at '1 = 1': a projection compares a property with values
            r.n IN 3                | 8, at '3': expected a list of values in brackets
            r.n İN [3]             | 5, at 'İN [3]': expected =, <>, <, <=, >, >=, IN
            r.n ıs null            | 5, at 'ıs null': expected =, <>, <, <=, >, >=, IN
            r.s ſtarts with 'a'    | 5, at 'ſtarts with 'a'': expected =, <>, <, <=, >, >=, IN
            r.b = falſe            | 7, at 'falſe': expected a value
            r.n IN [1, r.f]         | 12, at 'r.f]': expected a value
            r.n IN [1 2]            | 11, at '2]': expected ',' or ']'
            r.s STARTS 'a'          | 12, at ''a'': expected WITH
            r.s CONTAINS r.s        | 14, at 'r.s': expected a text in quotes
            r.d > date('x')         | 7, at 'date('x')': it is no DATE
            """)
    void errorsPointAtThePlace(String text, String message) {
        assertThat(message).isNotBlank();
        assertError(
                "CALL motif.graph.project('new', {left: 'User', right: 'Item'}, 'RATED', {relationshipFilter: \"" + text
                        + "\"})",
                "`relationshipFilter` is wrong at character " + message);
    }

    /** The nodes of mixed values for which a condition is true, and those for which it is false. */
    private static void assertKeptAsByWhere(List<String> conditions) {
        List<String> columns = IntStream.range(0, conditions.size())
                .mapToObj(i -> "(" + conditions.get(i) + ") AS c" + i)
                .toList();
        List<Map<String, Object>> expected = rows("MATCH (n:Mixed) RETURN n.k AS k, " + String.join(", ", columns));
        for (int i = 0; i < conditions.size(); i++) {
            for (boolean answer : new boolean[] {true, false}) {
                String text = answer ? conditions.get(i) : "NOT (" + conditions.get(i) + ")";
                String column = "c" + i;
                rows(
                        "CALL motif.graph.project('new', 'Mixed', 'MIX', {nodeFilter: $text, nodeProperties: {k: {property: 'k', default: 0}}})",
                        Map.of("text", text));
                assertThat(rows("CALL motif.graph.nodeProperties.stream('new', 'k') YIELD propertyValue").stream()
                                .map(row -> MIXED.get(((Long) row.get("propertyValue")).intValue())))
                        .as(text)
                        .containsExactlyInAnyOrderElementsOf(expected.stream()
                                .filter(row -> Objects.equals(row.get(column), answer))
                                .map(row -> MIXED.get(((Long) row.get("k")).intValue()))
                                .toList());
                rows("CALL motif.graph.drop('new')");
            }
        }
    }

    @Test
    void valuesOfAllTypesCompareAsInCypher() {
        for (String constant : OF_ALL_TYPES) {
            assertKeptAsByWhere(Stream.concat(
                            OPERATORS.stream().map(operator -> "n.x " + operator + " " + constant),
                            Stream.of(constant + " < n.x", constant + " <> n.x"))
                    .toList());
        }
        assertKeptAsByWhere(List.of(
                "n.x IS NULL",
                "n.x IN []",
                "n.x IN [1, 'a', true, duration('P1D'), date('2026-11-02')]",
                "n.x IN ['x', 2.5, time('10:00Z')]",
                "n.x STARTS WITH 'a'",
                "n.x ENDS WITH 'c'",
                "n.x CONTAINS ''"));
    }

    /** No property of the name is in the database: nothing has it. */
    @Test
    void unknownPropertyIsNull() {
        assertKeptAsByWhere(List.of(
                "n.nosuch > 3",
                "n.nosuch IS NULL",
                "n.nosuch IN []",
                "n.nosuch <> 'a' OR n.x = 1",
                "n.no1 = 1 OR n.no2 IS NULL"));
    }

    @Test
    void columnsOfOtherTypesCompareAsInCypher() {
        for (String text : List.of(
                "r.n = r.s",
                "r.n <> r.s",
                "r.n < r.s",
                "r.n < r.f",
                "r.b >= r.d",
                "r.w < r.w",
                "r.w = r.w",
                "r.w <> r.w",
                "r.w >= duration('PT1H')",
                "duration('PT1H') = r.w",
                "r.w IN [duration('PT1H'), 'a', 1]",
                "r.n STARTS WITH 'a'",
                "1 = 'a'",
                "1 < 'a'",
                "'a' STARTS WITH 'a'",
                "1 CONTAINS 'a'",
                "'a' IS NULL",
                "1 IS NOT NULL",
                "duration('PT60M') = duration('PT1H')",
                "duration('PT60M') <= duration('PT1H')")) {
            for (String filter : List.of(text, "NOT (" + text + ")")) {
                TestDatabase.row("CALL motif.graph.filter('new', 'all', $text)", Map.of("text", filter));
                assertThat(keptIn("new")).as(filter).isEqualTo(keptBy(filter));
                rows("CALL motif.graph.drop('new')");
            }
        }
    }

    /** Columns have no days, which are a mistake whatever the values are. */
    @Test
    void durationsOfDaysAndMonthsAreNoneOfColumns() {
        assertError(
                "CALL motif.graph.filter('new', 'all', \"r.n = 1 OR r.w = duration('P1D')\")",
                "`filter` is wrong at character 12, at 'r.w = duration('P1D')': a column has durations of hours, minutes and"
                        + " seconds, of which none is equal to one of days: write duration('PT24H') in place of duration('P1D')");
        assertError(
                "CALL motif.graph.filter('new', 'all', \"r.w = duration('P1M')\")",
                "a value must be without months and years, whose lengths differ");
    }

    @Test
    void emptyFilterIsAnError() {
        assertError(
                "CALL motif.graph.project('new', {left: 'User', right: 'Item'}, 'RATED', {relationshipFilter: ''})",
                "`relationshipFilter` must be a STRING of 1 to 2000 characters");
    }
}
