package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what each page of an algorithm says that a complete group, a clique or a path has. */
class ClosedFormsTest {
    private static final Pattern BINOMIAL = Pattern.compile("C\\((\\w),(\\d)\\)");

    @BeforeAll
    static void createNodes() {
        TestDatabase.emptied();
        TestDatabase.rows("UNWIND range(1, 7) AS i CREATE (:Person {i: i}), (:Item {i: i})");
        TestDatabase.rows("MATCH (a:Person), (b:Item) CREATE (a)-[:BOUGHT]->(b)");
        TestDatabase.rows("MATCH (a:Person), (b:Person) WHERE a.i < b.i CREATE (a)-[:KNOWS]->(b)");
        TestDatabase.rows("MATCH (a:Person), (b:Person) WHERE a.i + 1 = b.i CREATE (a)-[:PRECEDES]->(b)");
        TestDatabase.rows("MATCH (a:Person), (b:Item) WHERE b.i IN [a.i, a.i + 1] CREATE (a)-[:TOOK]->(b)");
    }

    @AfterAll
    static void leaveNothing() {
        TestDatabase.emptied();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            alpha-beta-core  | alphaBetaCore.stream           | {alpha: 2}                 | side = 'LEFT'           | beta             | a
            biclique         | biclique.count.stats           | {p: 2, q: 3}               | true                    | count            | C(a,2) * C(b,3)
            butterfly        | butterfly.stats                | {}                         | true                    | count            | C(a,2) * C(b,2)
            butterfly        | butterfly.stream               | {}                         | side = 'LEFT'           | count            | (a-1) * C(b,2)
            butterfly        | butterfly.stream               | {per: 'RELATIONSHIP'}      | true                    | count            | (a-1) * (b-1)
            clustering       | clustering.stream              | {mode: 'DOT'}              | true                    | coefficient      | 1.0
            clustering       | clustering.stream              | {mode: 'SQUARE'}           | true                    | coefficient      | 1.0
            communities      | wing.communities.stream        | {}                         | true                    | level            | (a-1) * (b-1)
            node-similarity  | nodeSimilarity.stream          | {}                         | true                    | similarity       | 1.0
            node-similarity  | nodeSimilarity.stream          | {similarityMetric: 'COUNT'} | true                   | similarity       | b
            tip              | tip.stream                     | {}                         | true                    | tip              | (a-1) * C(b,2)
            wing             | wing.stream                    | {}                         | true                    | wing             | (a-1) * (b-1)
            """)
    void completeGroup(String page, String procedure, String keys, String condition, String column, String form) {
        for (int[] sizes : new int[][] {{2, 3}, {3, 2}, {4, 5}, {7, 3}}) {
            String nodes = "nodeFilter: {left: {property: 'i', max: %d}, right: {property: 'i', max: %d}}"
                    .formatted(sizes[0], sizes[1]);
            assertForm(
                    page,
                    "{nodes: {left: 'Person', right: 'Item'}, relationships: 'BOUGHT', " + nodes + "}",
                    procedure,
                    keys,
                    condition,
                    column,
                    form,
                    Map.of("a", (long) sizes[0], "b", (long) sizes[1]));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cohesion         | cohesion.stats                 | {}                         | true                    | minCut           | n-1
            common-neighbors | commonNeighbors.stream         | {}                         | true                    | commonNeighbors  | n-2
            common-neighbors | commonNeighbors.stream         | {similarityMetric: 'JACCARD'}        | true                    | similarity       | (n-2.0) / n
            communities      | ktruss.communities.stream      | {}                         | true                    | level            | n
            communities      | kcore.communities.stream       | {}                         | true                    | level            | n-1
            graphlet         | graphlet.stats                 | {}                         | graphlet = 'CLIQUE_4'   | count            | C(n,4)
            graphlet         | graphlet.stats                 | {}                         | graphlet = 'TRIANGLE'   | count            | C(n,3)
            kclique          | kclique.stats                  | {k: 3}                     | true                    | count            | C(n,3)
            kclique          | kclique.stats                  | {k: 4}                     | true                    | count            | C(n,4)
            kcore            | kcore.stream                   | {}                         | true                    | core             | n-1
            ktruss           | ktruss.stream                  | {}                         | true                    | truss            | n
            nucleus          | nucleus.stream                 | {}                         | true                    | level            | n-3
            nucleus          | nucleus.stream                 | {r: 2}                     | true                    | level            | n-2
            nucleus          | nucleus.stream                 | {r: 1}                     | true                    | level            | n-1
            scan             | scan.stats                     | {epsilon: 1.0, mu: 2}      | true                    | clusterCount     | 1
            """)
    void clique(String page, String procedure, String keys, String condition, String column, String form) {
        for (long n : new long[] {4, 5, 7}) {
            assertForm(page, unipartite("KNOWS", n), procedure, keys, condition, column, form, Map.of("n", n));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cohesion         | cohesion.stats                 | {}                         | true                    | minCut           | 1
            common-neighbors | commonNeighbors.stream         | {}                         | true                    | commonNeighbors  | 0
            graphlet         | graphlet.stats                 | {}                         | graphlet = 'PATH_3'     | count            | n-2
            kcore            | kcore.stream                   | {}                         | true                    | core             | 1
            ktruss           | ktruss.stream                  | {}                         | true                    | truss            | 2
            """)
    void path(String page, String procedure, String keys, String condition, String column, String form) {
        for (long n : new long[] {4, 5, 7}) {
            assertForm(page, unipartite("PRECEDES", n), procedure, keys, condition, column, form, Map.of("n", n));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            alpha-beta-core  | alphaBetaCore.stream           | {alpha: 1}                 | side = 'LEFT'           | beta             | 2
            butterfly        | butterfly.stats                | {}                         | true                    | count            | 0
            tip              | tip.stream                     | {}                         | true                    | tip              | 0
            wing             | wing.stream                    | {}                         | true                    | wing             | 0
            """)
    void pathBetweenSides(String page, String procedure, String keys, String condition, String column, String form) {
        assertForm(
                page,
                "{nodes: {left: 'Person', right: 'Item'}, relationships: 'TOOK'}",
                procedure,
                keys,
                condition,
                column,
                form,
                Map.of());
    }

    private static String unipartite(String type, long n) {
        return "{nodes: 'Person', relationships: '%s', nodeFilter: {property: 'i', max: %d}}".formatted(type, n);
    }

    /** The page says the form, and each row that fulfils the condition has its value. */
    private static void assertForm(
            String page,
            String graph,
            String procedure,
            String keys,
            String condition,
            String column,
            String form,
            Map<String, Object> sizes) {
        assertThat(ProjectFiles.text(Path.of("docs", "algorithms", page + ".md"))
                        .lines())
                .anyMatch(line -> line.startsWith("**To compare with:**") && line.contains("`" + form + "`"));
        String expression =
                BINOMIAL.matcher(form).replaceAll(match -> binomial(match.group(1), Integer.parseInt(match.group(2))));
        String names =
                sizes.keySet().stream().map(name -> "$" + name + " AS " + name).collect(Collectors.joining(", "));
        Map<String, Object> row = TestDatabase.row(
                "WITH " + (names.isEmpty() ? "1 AS one" : names) + ", " + graph + " AS graph"
                        + " CALL motif." + procedure + "(graph, " + keys + ") YIELD " + column
                        + (condition.equals("true") ? "" : ", " + condition.split(" ")[0]) + " WITH * WHERE "
                        + condition
                        + " RETURN collect(DISTINCT " + column + " = " + expression + ") AS equal",
                sizes);
        assertThat(row.get("equal")).as("%s %s of %s", column, form, sizes).isEqualTo(List.of(true));
    }

    /** {@code name} over {@code k}, in Cypher. */
    private static String binomial(String name, int k) {
        return "("
                + IntStream.range(0, k)
                        .mapToObj(i -> "(" + name + " - " + i + ")")
                        .collect(Collectors.joining(" * ")) + " / "
                + LongStream.rangeClosed(1, k).reduce(1, (x, y) -> x * y) + ")";
    }
}
