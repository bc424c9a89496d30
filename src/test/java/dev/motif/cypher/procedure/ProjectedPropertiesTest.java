package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.cypher.config.ServerFile;
import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.CanceledPolls;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import dev.motif.projection.GraphProjector;
import dev.motif.projection.Projection;
import dev.motif.projection.value.Property;
import dev.motif.projection.value.Property.Aggregation;
import java.nio.file.Path;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.values.storable.Values;

/** Tests properties that become columns in a projection. Cypher's own aggregations are the oracle. */
@EmptyDatabase
class ProjectedPropertiesTest {
    private static final String BIPARTITE = "{left: 'User', right: 'Item'}, 'BOUGHT'";
    private static final String UNIPARTITE = "'Person', 'PAID'";
    private static final int NODES = 12;

    @BeforeEach
    void makeGraphs() {
        TestDatabase.rows("UNWIND range(0, " + (NODES - 1)
                + ") AS i CREATE (:User {i: i, country: ['SE', 'dé', 'FI', null][i % 4],"
                + " score: i / 4.0}), (:Item {i: i, price: 10 * i}), (:Person {i: i})");
        Random random = new Random(7);
        connect("User", "BOUGHT", "Item", random);
        connect("Person", "PAID", "Person", random);
    }

    /** About three parallel relationships of each pair; every fifth one has no properties. */
    private static void connect(String from, String type, String to, Random random) {
        List<List<Integer>> rows = random.ints(300, 0, NODES * NODES * 1000)
                .mapToObj(i -> List.of(i % NODES, i / NODES % NODES, random.nextInt(100) - 50))
                .toList();
        TestDatabase.rows(
                "MATCH (n:" + from + ") WITH n ORDER BY n.i WITH collect(n) AS froms MATCH (n:" + to
                        + ") WITH froms, n ORDER BY n.i WITH froms, collect(n) AS tos UNWIND $rows AS row"
                        + " WITH froms[row[0]] AS a, tos[row[1]] AS b, row[2] AS x"
                        + " CREATE (a)-[r:" + type + "]->(b) WITH r, x WHERE x % 5 <> 0"
                        + " SET r = {int: x, float: x / 8.0, mixed: CASE x % 2 WHEN 0 THEN x ELSE x / 2.0 END,"
                        + " text: ['b', 'a', 'ö', '', '😀', '｡'][abs(x) % 6], flag: x > 0, big: x * 10000000000000000,"
                        + " date: date('2026-11-01') + duration({days: x}),"
                        + " local: localdatetime('2026-11-01T12:00') + duration({seconds: x, nanoseconds: x}),"
                        + " zoned: datetime('1960-11-01T12:00+02:00') + duration({seconds: x, nanoseconds: -x}),"
                        + " time: localtime('12:00') + duration({minutes: x}),"
                        + " offset: time({hour: abs(x) % 20, minute: 30, timezone: CASE WHEN x > 0 THEN '+03:00' ELSE"
                        + " '-07:00' END}),"
                        + " span: duration({days: x, seconds: 2 * x, nanoseconds: x})}",
                Map.of("rows", rows));
    }

    private static void project(String what, String configuration) {
        project(what, configuration, Map.of());
    }

    private static void project(String what, String configuration, Map<String, Object> parameters) {
        TestDatabase.rows("CALL motif.graph.project('g', " + what + ", {" + configuration + "})", parameters);
    }

    private static String message(String what, String configuration) {
        return catchThrowable(() -> project(what, configuration)).getMessage();
    }

    /** The values of a column by the ids of nodes. */
    private static Map<List<Object>, Object> column(String name) {
        Map<List<Object>, Object> values = new HashMap<>();
        TestDatabase.rows("CALL motif.graph.relationshipProperties.stream('g', '" + name + "')")
                .forEach(row -> values.put(
                        List.of(row.get("sourceNodeId"), row.get("targetNodeId")),
                        comparable(row.get("propertyValue"))));
        return values;
    }

    /** The value that Cypher makes of all relationships of each pair. */
    private static Map<List<Object>, Object> expected(boolean bipartite, String aggregation) {
        return expected(bipartite, aggregation, "id(r)", "");
    }

    /** The same of a property that the aggregation and the order have as {@code r[$key]}. */
    private static Map<List<Object>, Object> expected(boolean bipartite, String aggregation, String order, String key) {
        String pattern = bipartite
                ? "MATCH (a:User)-[r:BOUGHT]->(b:Item)"
                : "MATCH (a:Person)-[r:PAID]-(b:Person) WHERE id(a) < id(b)";
        Map<List<Object>, Object> values = new HashMap<>();
        TestDatabase.rows(
                        pattern + " WITH a, b, r ORDER BY " + order + " WITH id(a) AS s, id(b) AS t, " + aggregation
                                + " AS value RETURN s, t, value",
                        Map.of("key", key))
                .forEach(row -> values.put(List.of(row.get("s"), row.get("t")), comparable(row.get("value"))));
        return values;
    }

    /** Instants are kept without their zones. */
    private static Object comparable(Object value) {
        if (value instanceof Integer number) {
            return number.longValue();
        }
        if (value instanceof Object[] array) {
            return comparable(Arrays.asList(array));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(ProjectedPropertiesTest::comparable).toList();
        }
        if (value instanceof ZonedDateTime at) {
            return at.toInstant();
        }
        if (value instanceof OffsetTime at) {
            return at.toLocalTime().toNanoOfDay() - at.getOffset().getTotalSeconds() * 1_000_000_000L;
        }
        return value;
    }

    @ParameterizedTest
    @ValueSource(strings = {"int", "float", "mixed", "text", "flag", "big", "date", "local", "zoned", "time", "offset"})
    void parallelRelationshipsHaveWhatCypherAggregates(String key) {
        for (boolean bipartite : new boolean[] {true, false}) {
            project(
                    bipartite ? BIPARTITE : UNIPARTITE,
                    "relationshipProperties: {least: {property: $key, aggregation: 'min'}, most: {property: $key,"
                            + " aggregation: 'MAX'}, number: {property: $key, aggregation: 'COUNT'}, all: {property:"
                            + " '*', aggregation: 'COUNT'}, list: {property: $key, aggregation: 'KEEP'}}",
                    Map.of("key", key));
            String value = key.equals("mixed") ? "toFloat(r[$key])" : "r[$key]";
            assertThat(column("least")).isEqualTo(expected(bipartite, "min(" + value + ")", "id(r)", key));
            assertThat(column("most")).isEqualTo(expected(bipartite, "max(" + value + ")", "id(r)", key));
            assertThat(column("number")).isEqualTo(expected(bipartite, "count(r[$key])", "id(r)", key));
            assertThat(column("all")).isEqualTo(expected(bipartite, "count(r)"));
            assertThat(column("list")).isEqualTo(expected(bipartite, "collect(" + value + ")", "r[$key]", key));
            TestDatabase.rows("CALL motif.graph.drop('g')");
        }
    }

    @ParameterizedTest
    @CsvSource({"int", "float", "mixed", "big"})
    void sumsAreExact(String key) {
        // Eighths and halves have exact sums.
        project(UNIPARTITE, "relationshipProperties: {sum: {property: '" + key + "', aggregation: 'SUM', default: 0}}");
        assertThat(column("sum"))
                .isEqualTo(expected(
                        false,
                        key.equals("mixed") || key.equals("float")
                                ? "toFloat(sum(r." + key + "))"
                                : "sum(r." + key + ")"));
    }

    @Test
    void durationsAreSummedAndCompared() {
        project(
                UNIPARTITE,
                "relationshipProperties: {span: {aggregation: 'SUM'}, longest: {property: 'span', aggregation: 'MAX'}}");
        assertThat(TestDatabase.row("CALL motif.graph.relationshipProperties.stream('g', 'span') YIELD sourceNodeId,"
                        + " targetNodeId, propertyValue AS span WHERE span IS NOT NULL"
                        + " MATCH (a)-[r:PAID]-(b) WHERE id(a) = sourceNodeId AND id(b) = targetNodeId"
                        + " WITH a, b, span, sum(r.span) AS d"
                        + " WITH sum(CASE WHEN span.nanoseconds = d.days * 86400000000000 + d.nanoseconds THEN 0 ELSE 1 END)"
                        + " AS wrong, count(*) AS number RETURN wrong, number > 20 AS many"))
                .isEqualTo(Map.of("wrong", 0L, "many", true));
        Map<String, Object> some =
                TestDatabase.row("CALL motif.graph.relationshipProperties.stream('g', 'longest') YIELD"
                        + " propertyValue AS d WHERE d.nanoseconds > duration('PT30H').nanoseconds"
                        + " RETURN toString(d) AS d, count(*) AS count ORDER BY d LIMIT 1");
        assertThat(TestDatabase.row("CALL motif.graph.filter('long', 'g', \"r.longest = duration('" + some.get("d")
                        + "')\") YIELD relationshipCount AS count"))
                .isEqualTo(Map.of("count", some.get("count")));
    }

    @Test
    void singleIsThatOfTheSmallestId() {
        project(BIPARTITE, "relationshipProperties: {int: {aggregation: 'SINGLE'}}");
        assertThat(column("int")).isEqualTo(expected(true, "head(collect(r)).int"));
    }

    @Test
    void differentValuesOfParallelRelationshipsAreAnErrorUnlessSaidHow() {
        assertThat(message(BIPARTITE, "relationshipProperties: 'int'"))
                .contains("`relationshipProperties`: parallel relationships between the nodes with ids ")
                .contains("different values of property 'int'")
                .contains("parallel: 'KEEP'");
        project(BIPARTITE, "relationshipProperties: 'int', parallel: 'KEEP'");
        assertThat(TestDatabase.row(
                        "CALL motif.graph.list('g') YIELD columns UNWIND columns AS c RETURN c.property AS p, c.of AS"
                                + " of, c.type AS type"))
                .isEqualTo(Map.of("p", "int", "of", "RELATIONSHIPS", "type", "LIST<INTEGER>"));
        assertThat(catchThrowable(() -> TestDatabase.rows("CALL motif.graph.filter('h', 'g', 'r.int > 3')")))
                .hasMessageContaining("column 'int' has lists");
    }

    @Test
    void nodesHaveTheirPropertiesAndDefaults() {
        project(
                BIPARTITE,
                "nodeProperties: ['country', {level: {property: 'score', defaultValue: -1}}, {price: 'price'}]");
        assertThat(types())
                .isEqualTo(Map.of("country", "LEFT STRING", "level", "NODES FLOAT", "price", "RIGHT INTEGER"));
        assertThat(
                        TestDatabase.row(
                                "CALL motif.graph.nodeProperties.stream('g', '*', {wide: true}) YIELD nodeId, values,"
                                        + " side MATCH (n) WHERE id(n) = nodeId WITH *, CASE side WHEN 'LEFT' THEN"
                                        + " values.country = n.country OR (values.country IS NULL AND n.country IS NULL) ELSE values.price ="
                                        + " n.price END AND values.level = coalesce(n.score, -1) AS same RETURN same, count(*) AS c"))
                .isEqualTo(Map.of("same", true, "c", 2L * NODES));
    }

    /** The direction of a relationship between two nodes, of which {@code a} has the smaller id. */
    private static final String DIRECTION = "CASE startNode(r) WHEN a THEN 1 ELSE 2 END";

    /** All values of relationships in the order of their ids, also where there are none. */
    private static Map<List<Object>, Object> all(String value) {
        return expected(false, "[x IN collect([" + value + "]) | x[0]]");
    }

    @Test
    void anEdgeHasTheDirectionsOfItsRelationships() {
        project(UNIPARTITE, "orientation: 'DIRECTED', relationshipProperties: {int: {aggregation: 'MAX'}}");
        Map<List<Object>, Object> directions = expected(false, "sum(DISTINCT " + DIRECTION + ")");
        assertThat(Set.copyOf(directions.values())).isEqualTo(Set.of(1L, 2L, 3L));
        assertThat(column("direction")).isEqualTo(directions);
        assertThat(column("int")).isEqualTo(expected(false, "max(r.int)"));
        assertThat(TestDatabase.row("CALL motif.graph.list('g') YIELD configuration AS c RETURN c.orientation AS o"))
                .isEqualTo(Map.of("o", "DIRECTED"));
        assertThat(TestDatabase.row(
                        "CALL motif.graph.filter('both', 'g', 'r.direction = 3') YIELD relationshipCount AS c"))
                .isEqualTo(Map.of(
                        "c",
                        directions.values().stream()
                                .filter(value -> value.equals(3L))
                                .count()));
    }

    @Test
    void theListsOfADirectedGraphTellTheRelationshipsOfAnEdge() {
        for (String ids : List.of("", ", relationshipIds: true")) {
            project(
                    UNIPARTITE,
                    "orientation: 'DIRECTED', relationshipProperties: [{first: {property: 'int', aggregation: 'KEEP'}},"
                            + " 'mixed', {all: {property: 'int', aggregation: 'COUNT'}}, 'text', 'date'], parallel: 'KEEP'"
                            + ids);
            assertThat(column("direction")).isEqualTo(all(DIRECTION));
            assertThat(column("first")).isEqualTo(all("r.int"));
            assertThat(column("mixed")).isEqualTo(all("toFloat(r.mixed)"));
            assertThat(column("text")).isEqualTo(all("r.text"));
            assertThat(column("date")).isEqualTo(all("r.date"));
            assertThat(column("all")).isEqualTo(expected(false, "count(r.int)"));
            TestDatabase.rows("CALL motif.graph.drop('g')");
        }
        project(UNIPARTITE, "orientation: 'DIRECTED', parallel: 'KEEP'");
        assertThat(column("direction")).isEqualTo(all(DIRECTION));
        TestDatabase.rows("CALL motif.graph.drop('g')");
        project(
                UNIPARTITE,
                "orientation: 'DIRECTED', relationshipProperties: {int: {aggregation: 'KEEP', default: 7}}");
        assertThat(column("direction")).isEqualTo(all(DIRECTION));
        assertThat(column("int")).isEqualTo(all("coalesce(r.int, 7)"));
    }

    @Test
    void rowsOfAQueryHaveTheirDirections() {
        for (boolean relationship : new boolean[] {false, true}) {
            for (String more : List.of("", ", parallel: 'KEEP', relationshipProperties: {int: r.int, text: r.text}")) {
                TestDatabase.rows("MATCH (a:Person)-[r:PAID]->(b:Person) WITH a, b, r ORDER BY id(r) RETURN"
                        + " motif.graph.project('g', a, b, {kind: 'UNIPARTITE', orientation: 'DIRECTED'"
                        + (relationship ? ", relationship: r" : "") + more + "})");
                boolean lists = !more.isEmpty();
                assertThat(column("direction"))
                        .isEqualTo(lists ? all(DIRECTION) : expected(false, "sum(DISTINCT " + DIRECTION + ")"));
                if (lists) {
                    assertThat(column("int")).isEqualTo(all("r.int"));
                    assertThat(column("text")).isEqualTo(all("r.text"));
                }
                TestDatabase.rows("CALL motif.graph.drop('g')");
            }
        }
        String rows = "MATCH (a:Person)-[r:PAID]-(b:Person) RETURN motif.graph.project('g', a, b, {kind: ";
        TestDatabase.assertError(
                rows + "'UNIPARTITE', orientation: 'DIRECTED', relationship: r})",
                "`orientation`: the relationship with id",
                "must have the same value in all rows, got ");
        TestDatabase.assertError(
                rows + "'BIPARTITE', orientation: 'DIRECTED'})", "must be 'UNDIRECTED' for a bipartite graph");
        TestDatabase.assertError(
                rows + "'UNIPARTITE', orientation: 'DIRECTED', relationshipProperties: {direction: 1}})",
                "`relationshipProperties.direction` must not have a column 'direction' with `orientation`: 'DIRECTED'");
        TestDatabase.assertError(
                rows + "'UNIPARTITE', orientation: 'DIRECTED', sourceNodeProperties: {direction: 1}})",
                "`sourceNodeProperties.direction` must not have a column 'direction' with `orientation`: 'DIRECTED'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"relationshipProperties: {direction: 'int'}", "nodeProperties: {direction: 'i'}"})
    void aColumnOfTheNameOfDirectionsIsAnErrorBesideThem(String properties) {
        assertThat(message(UNIPARTITE, "orientation: 'DIRECTED', " + properties))
                .contains("must not have a column 'direction' with `orientation`: 'DIRECTED'");
    }

    @Test
    void listsWithMissingValuesAreNoProperties() {
        project(
                UNIPARTITE,
                "orientation: 'DIRECTED', relationshipProperties: 'int', parallel: 'KEEP', relationshipIds: true");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.graph.write('g', {relationshipProperties: 'int'})"))
                .hasMessageContaining("A list with a missing value cannot be stored as a property");
    }

    private static Map<String, String> types() {
        Map<String, String> types = new TreeMap<>();
        TestDatabase.rows(
                        "CALL motif.graph.list('g') YIELD columns UNWIND columns AS c RETURN c.property AS p, c.of + ' ' +"
                                + " c.type AS t")
                .forEach(row -> types.put((String) row.get("p"), (String) row.get("t")));
        return types;
    }

    @Test
    void aSideMayHaveItsOwnProperties() {
        project(BIPARTITE, "nodeProperties: {left: 'i', right: {p: 'price'}}");
        assertThat(types()).isEqualTo(Map.of("i", "LEFT INTEGER", "p", "RIGHT INTEGER"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            l.country = 'SE'                                          | l.country = 'SE'
            l.country > 'FI'                                          | l.country > 'FI'
            l.country <= 'Fa'                                         | l.country <= 'Fa'
            l.country <> 'XX'                                         | l.country <> 'XX'
            NOT l.country = 'SE'                                      | NOT l.country = 'SE'
            l.country IS NULL                                         | l.country IS NULL
            l.country IS NOT NULL AND r.text = "ö"                    | l.country IS NOT NULL AND r.text = "ö"
            l.country < r.text                                        | l.country < r.text
            r.text <= '😀'                                            | r.text <= '😀'
            r.text > '｡'                                              | r.text > '｡'
            r.flag = true OR l.score > 2                              | r.flag = true OR l.score > 2
            r.date >= date('2026-11-05')                              | r.date >= date('2026-11-05')
            r.date >= date('20261105') AND r.date <= date('2026-11')  | r.date >= date('20261105') AND r.date <= date('2026-11')
            r.local > localdatetime('2026-11-01T12:00:10')            | r.local > localdatetime('2026-11-01T12:00:10')
            r.zoned < datetime('1960-11-01T10:00:00.5Z')              | r.zoned < datetime('1960-11-01T10:00:00.5Z')
            r.zoned < datetime('1960-11-01T13:00:00[Europe/Paris]')   | r.zoned < datetime('1960-11-01T13:00:00[Europe/Paris]')
            r.time = localtime('12:07')                               | r.time = localtime('12:07')
            r.offset > time('20:30+01:00')                            | r.offset > time('20:30+01:00')
            NOT (r.int > 3 AND l.country = 'SE')                      | NOT (r.int > 3 AND l.country = 'SE')
            NOT r.int > 3 OR NOT l.country = 'SE' AND right.price > 50 | NOT r.int > 3 OR NOT l.country = 'SE' AND right.price > 50
            """)
    void filtersCompareAsCypherDoes(String filter, String cypher) {
        TestDatabase.rows(
                "MATCH (a)-[r:BOUGHT]->(b) WITH a, b, collect(r) AS rs UNWIND tail(rs) AS other DELETE other");
        project(
                BIPARTITE,
                "nodeProperties: ['country', 'score', 'price'], relationshipProperties: ['int', 'text', 'flag', 'date',"
                        + " 'local', 'zoned', 'time', 'offset']");
        TestDatabase.rows("CALL motif.graph.filter('part', 'g', $filter)", Map.of("filter", filter));
        assertThat(TestDatabase.row("CALL motif.graph.list('part') YIELD relationshipCount AS c"))
                .isEqualTo(TestDatabase.row(
                        "MATCH (l:User)-[r:BOUGHT]->(right:Item) WHERE " + cypher + " RETURN count(*) AS c"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            relationshipProperties: 'nosuch'                    | No such property in this database: 'nosuch'
            relationshipProperties: 'price'                     | no relationship of the graph has the property 'price'
            relationshipProperties: {int: {default: 'a', aggregation: 'MIN'}} | the `default` must have the type of the values, which is INTEGER, got 'a'
            relationshipProperties: {text: {aggregation: 'SUM'}} | only numbers and durations can be added up, and the values are of the type STRING
            relationshipProperties: {int: {aggregation: 'MEAN'}} | `relationshipProperties.int.aggregation` must be one of
            relationshipProperties: {int: {agregation: 'MIN'}}  | Unknown parameter `relationshipProperties.int.agregation`
            relationshipProperties: {int: 3}                    | `relationshipProperties.int` must be a STRING
            relationshipProperties: ['int', {int: 'int'}]       | must not have a column twice, got 'int'
            relationshipProperties: '*'                         | must not be '*'
            nodeProperties: 'i', relationshipProperties: {i: 'int'} | must not have a column of the same name, got 'i' twice
            nodeProperties: {i: {aggregation: 'MIN'}}           | Unknown parameter `nodeProperties.i.aggregation`
            nodeProperties: {i: {default: 1, defaultValue: 2}}  | `nodeProperties.i.default` and `defaultValue` are the same
            nodeProperties: {i: {default: [1]}}                 | `nodeProperties.i.default` must be a number, a BOOLEAN, a temporal value
            nodeProperties: {left: 'i', right: {i: 'price'}}    | which has a column of the same name
            parallel: 'ALL'                                     | `parallel` must be one of 'AGGREGATE', 'KEEP'
            orientation: 'NATURAL'                              | `orientation` must be one of 'UNDIRECTED', 'DIRECTED', got 'NATURAL'
            orientation: 'DIRECTED'                             | `orientation` must be 'UNDIRECTED' for a bipartite graph
            relationshipProperties: '->'                        | must be the name of a property other than '->'
            """)
    void mistakesAreNamed(String configuration, String message) {
        assertThat(message(BIPARTITE, configuration)).contains(message);
    }

    @Test
    void valuesThatNoColumnHoldsAreNamed() {
        TestDatabase.rows(
                "CREATE (:A {list: [1], point: point({x: 1, y: 2}), far: datetime('9999-01-01'), least:"
                        + " -9223372036854775808, months: duration('P1M'), big: 9007199254740993})-[:R {x: 1}]->(:A {big: 0.5, x: 'a'})");
        TestDatabase.rows("MATCH (a:A {x: 'a'}) CREATE (a)-[:R {x: true}]->(:A)");
        assertThat(message("'A', 'R'", "nodeProperties: 'list'"))
                .containsPattern(
                        "property 'list' of node \\d+ must be a number, a BOOLEAN, a STRING or a temporal value");
        assertThat(message("'A', 'R'", "nodeProperties: 'point'")).contains("property 'point' of node");
        assertThat(message("'A', 'R'", "nodeProperties: 'far'")).contains("between the years 1677 and 2262");
        assertThat(message("'A', 'R'", "nodeProperties: 'least'")).contains("stands for no value");
        assertThat(message("'A', 'R'", "nodeProperties: 'months'")).contains("without months and years");
        assertThat(message("'A', 'R'", "nodeProperties: 'big'")).contains("within 2^53");
        assertThat(message("'A', 'R'", "relationshipProperties: 'x'"))
                .containsPattern(
                        "property 'x' must have values of one type, but is (INTEGER|BOOLEAN) for relationship \\d+ and"
                                + " (INTEGER|BOOLEAN) for relationship");
    }

    @Test
    void tooManyDifferentTextsAreNamed() {
        TestDatabase.rows("UNWIND range(0, 100000) AS i CREATE (:A {name: 'n' + i})");
        assertThat(message("'A', '*'", "nodeProperties: 'name'"))
                .contains("must be one of at most 100000 different texts");
        TestDatabase.rows("MATCH (a:A {name: 'n0'}) SET a.name = 'n1'");
        project("'A', '*'", "nodeProperties: 'name'");
        assertThat(TestDatabase.row(
                        "CALL motif.graph.nodeProperties.stream('g', 'name') YIELD nodeId, propertyValue MATCH"
                                + " (n) WHERE id(n) = nodeId RETURN n.name = propertyValue AS same, count(*) AS c"))
                .isEqualTo(Map.of("same", true, "c", 100001L));
    }

    @Test
    void valuesAreWrittenBack() {
        project(
                UNIPARTITE,
                "relationshipIds: true, relationshipProperties: {copy: {property: 'zoned', aggregation: 'MIN'}, word:"
                        + " {property: 'text', aggregation: 'MAX'}, list: {property: 'date', aggregation: 'KEEP'}}");
        TestDatabase.rows("CALL motif.graph.write('g', {relationshipProperties: '*'})");
        for (String check : List.of("r.copy|min(r.zoned)", "r.word|max(r.text)")) {
            assertThat(expected(false, "min(" + check.substring(0, 6) + ")"))
                    .isEqualTo(expected(false, check.substring(7)));
        }
        assertThat(expected(false, "head(collect(r.list))"))
                .isEqualTo(expected(false, "collect(r.date)", "r.date", ""));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void filesAndPartsKeepValues(boolean bipartite, @TempDir Path folder) {
        project(
                bipartite ? BIPARTITE : UNIPARTITE,
                "nodeProperties: {country: '" + (bipartite ? "country" : "i")
                        + "'}, relationshipProperties: {flag: {aggregation: 'MIN'}, list: {property: 'text',"
                        + " aggregation: 'KEEP'}, at: {property: 'zoned', aggregation: 'MAX'}, x: {property: 'float',"
                        + " aggregation: 'MAX'}}" + (bipartite ? "" : ", orientation: 'DIRECTED'"));
        Map<String, Map<List<Object>, Object>> before = Stream.of("flag", "list", "at", "x", "direction")
                .filter(name -> !(bipartite && name.equals("direction")))
                .collect(Collectors.toMap(name -> name, ProjectedPropertiesTest::column));
        List<Map<String, Object>> nodes = TestDatabase.rows("CALL motif.graph.nodeProperties.stream('g', 'country')");
        Map<String, String> types = types();
        String variable = bipartite ? "l" : "n";
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        try {
            TestDatabase.rows("CALL motif.graph.export('g', 'g.motif')");
            TestDatabase.rows("CALL motif.graph.filter('part', 'g', '" + variable + ".country IS NULL OR " + variable
                    + ".degree >= 0')");
            for (String other : List.of(
                    "CALL motif.graph.import('g.motif')",
                    "CALL motif.graph.filter('g', 'part', '" + variable + ".degree >= 0')")) {
                TestDatabase.rows("CALL motif.graph.drop('g')");
                TestDatabase.rows(other);
                before.forEach((name, values) -> assertThat(column(name)).isEqualTo(values));
                assertThat(TestDatabase.rows("CALL motif.graph.nodeProperties.stream('g', 'country')"))
                        .isEqualTo(nodes);
                assertThat(types()).isEqualTo(types);
            }
            TestDatabase.rows("CALL motif.graph.exportCsv('g', 'g.csv.gz', {relationshipProperties: '*'})");
        } finally {
            System.clearProperty(ServerFile.FOLDER_PROPERTY);
        }
    }

    @Test
    void theEstimateHasTheValues() {
        long without = estimate("");
        assertThat(estimate("relationshipProperties: {int: {aggregation: 'MIN'}}"))
                .isGreaterThan(without);
        project(UNIPARTITE, "relationshipProperties: {int: {aggregation: 'MIN'}}");
    }

    private static long estimate(String configuration) {
        return (long) TestDatabase.row("CALL motif.graph.project.estimate(" + UNIPARTITE + ", {" + configuration
                        + "}) YIELD bytesMax AS b")
                .get("b");
    }

    private static GraphProjector.WithValues read(NativeMemory memory, Workers workers) {
        Property country = new Property("p", "country", "country", null, null);
        Property score = new Property("p", "score", "score", Values.longValue(7), null);
        Projection projection = new Projection(List.of("User"), List.of("Item"), List.of("BOUGHT"), null, false)
                .with(new Projection.Properties(
                        List.of(country, score),
                        List.of(country, score),
                        List.of(
                                new Property("p", "texts", "text", null, Aggregation.KEEP),
                                new Property("p", "mixed", "mixed", null, Aggregation.SUM),
                                new Property("p", "first", "zoned", null, Aggregation.SINGLE))));
        return new GraphProjector((GraphDatabaseAPI) TestDatabase.get(), memory, workers).read(projection);
    }

    @Test
    void failedAllocationsLeaveNothing() {
        AllocationFailures.check(memory -> read(memory, Workers.of(2)).close());
    }

    @Test
    void cancelledProjectionsLeaveNothing() {
        NativeMemory memory = new NativeMemory(1L << 30);
        int polls = CanceledPolls.check(memory, 2, workers -> {
            try (GraphProjector.WithValues made = read(memory, workers)) {
                assertThat(made.values()).hasSize(5);
            }
        });
        assertThat(polls).isGreaterThan(5);
    }

    @Test
    void sumsBeyondTheRangeOfFloatsAreErrors() {
        TestDatabase.rows(
                "CREATE (a:Large)-[:LARGE {w: 1.5e308}]->(b:Large), (a)-[:LARGE {w: 1e308}]->(b), (a)-[:LARGE {w: 1.0}]->(b)");
        String project =
                "CALL motif.graph.project('large', 'Large', 'LARGE', {relationshipProperties: {w: {aggregation: '";
        TestDatabase.assertError(
                project + "SUM'}}})",
                "`relationshipProperties.w`: the sum of property 'w' over the parallel relationships between the nodes with ids",
                "is beyond the range of a FLOAT");
        TestDatabase.rows(project + "MAX'}}})");
        TestDatabase.rows("CALL motif.graph.drop('large')");
        TestDatabase.rows("MATCH (a:Large) DETACH DELETE a");
    }

    @Test
    void anEmptyGraphHasEmptyColumns() {
        TestDatabase.rows("CREATE (:Alone)");
        project("'Alone', '*'", "relationshipProperties: 'int'");
        assertThat(types()).isEqualTo(Map.of("int", "RELATIONSHIPS INTEGER"));
        assertThatThrownBy(
                        () -> TestDatabase.rows("CALL motif.graph.project('h', 'Alone', '*', {nodeProperties: 'int'})"))
                .hasMessageContaining("no node of the graph has the property 'int'");
    }
}
