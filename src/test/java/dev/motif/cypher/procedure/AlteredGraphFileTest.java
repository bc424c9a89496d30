package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Alters each value of graph files, whose checksums are right all the same: import finds an error, or the same graph, and
 * ends.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AlteredGraphFileTest {
    private static final long[] VALUES = {
        Long.MIN_VALUE, -1, 0, 1, 2, Integer.MAX_VALUE, 1L << 32, 1L << 62, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };

    /** How far apart the values are that take the place of one element: in a build each gets some of them. */
    private static final int APART = Seeds.atMost(300) < 300 ? 3 : 1;

    private static final List<String> WORDS = List.of(
            "",
            " ",
            "\u0000",
            "*",
            "x",
            "-1",
            "0",
            "1",
            "4096",
            "-9223372036854775808",
            "9223372036854775807",
            "a".repeat(257),
            "a".repeat(1_000_000));

    /** No name of anything. */
    private static final Set<String> NO_NAMES =
            Set.of("", " ", "\u0000", WORDS.get(WORDS.size() - 1), WORDS.get(WORDS.size() - 2));

    @TempDir
    private static Path folder;

    @BeforeAll
    static void save() {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        TestDatabase.emptied();
        TestDatabase.rows("UNWIND range(0, 3) AS u UNWIND range(0, 2) AS i WITH u, i WHERE (u + i) % 3 < 2"
                + " MERGE (a:User {u: u}) MERGE (b:Item {i: i}) CREATE (a)-[:RATED]->(b)");
        TestDatabase.rows("MATCH (a:User {u: 0})-[:RATED]->(b:Item) CREATE (a)-[:RATED]->(b), (b)-[:RATED]->(a)");
        TestDatabase.rows("CALL motif.graph.project('ratings', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipIds: true})");
        TestDatabase.rows("CALL motif.graph.project('people', ['User', 'Item'], ['RATED'], {relationshipIds: true})");
        for (String graph : List.of("ratings", "people")) {
            TestDatabase.rows("CALL motif.wing.mutate('ratings', {mutateProperty: $name})", Map.of("name", graph));
            TestDatabase.rows("CALL motif.graph.export($graph, $graph)", Map.of("graph", graph));
        }
    }

    @AfterAll
    static void nothingStays() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    private static Path altered() {
        return folder.resolve("altered.motif");
    }

    private static GraphFiles parts(String graph) throws IOException {
        return GraphFiles.read(folder.resolve(graph + ".motif"));
    }

    /** All that a graph holds, but its name. */
    private static List<Object> contents(String graph) {
        List<Object> contents = new ArrayList<>();
        contents.addAll(TestDatabase.rows(
                "CALL motif.graph.list($g) YIELD kind, leftCount, rightCount, nodeCount, relationshipCount,"
                        + " relationshipIds, bytes RETURN *",
                Map.of("g", graph)));
        TestDatabase.rows("CALL motif.graph.edges.stream($g, {relationshipIds: true})", Map.of("g", graph))
                .forEach(row -> List.of("sourceNodeIds", "targetNodeIds", "relationshipIds")
                        .forEach(column -> contents.add(ByteBuffer.wrap((byte[]) row.get(column)))));
        return contents;
    }

    /** The message of the import of the altered file, or null when the graph is {@code expected}. */
    private static String imported(String configuration, List<Object> expected) {
        try {
            String name = (String) TestDatabase.row("CALL motif.graph.import('altered', " + configuration + ")")
                    .get("graphName");
            assertThat(name).isNotBlank().hasSizeLessThanOrEqualTo(256);
            assertThat(contents(name)).isEqualTo(expected);
            TestDatabase.rows("CALL motif.graph.drop($name)", Map.of("name", name));
            return null;
        } catch (RuntimeException e) {
            assertThat(e.getMessage()).hasSizeLessThan(3000);
            return e.getMessage();
        } finally {
            assertThat(TestDatabase.rows("CALL motif.graph.list() YIELD graphName"))
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ratings", "people"})
    void everyAlteredElementIsAnErrorOrTheSameGraph(String graph) throws IOException {
        List<Object> expected = contents(graph);
        GraphFiles parts = parts(graph);
        int errors = 0;
        for (int i = 0; i < parts.lines.size(); i++) {
            ByteBuffer section = parts.sections.get(i);
            if (section == null || parts.lines.get(i).get(1).contains(".property.")) {
                continue;
            }
            boolean ints = parts.lines.get(i).get(2).equals("<i4");
            for (int at = 0; at < section.capacity(); at += ints ? Integer.BYTES : Long.BYTES) {
                long old = ints ? section.getInt(at) : section.getLong(at);
                for (long by : inPlaceOf(old, at / Integer.BYTES)) {
                    put(section, at, by, ints);
                    parts.write(altered(), true);
                    String name = parts.lines.get(i).get(1) + "[" + at + "] = " + by;
                    String error = imported("{graphName: 'altered', verify: true}", expected);
                    if (name.contains("ids") && (by < 0 || by == Long.MAX_VALUE)) {
                        // Without the look-up too: nothing that is written there could be right.
                        assertThat(error).as(name).contains("section ");
                        assertThat(imported("{graphName: 'altered', verify: false}", expected))
                                .as(name)
                                .contains("section ");
                    }
                    errors += error == null ? 0 : 1;
                }
                put(section, at, old, ints);
            }
        }
        assertThat(errors).isGreaterThan(100);
    }

    /** The neighbors of a value, and of {@link #VALUES} those that are {@link #APART}. */
    private static long[] inPlaceOf(long old, int element) {
        return LongStream.concat(
                        LongStream.of(old - 1, old + 1),
                        IntStream.range(0, VALUES.length)
                                .filter(v -> (v + element) % APART == 0)
                                .mapToLong(v -> VALUES[v]))
                .distinct()
                .toArray();
    }

    private static void put(ByteBuffer section, int at, long value, boolean ints) {
        if (ints) {
            section.putInt(at, (int) value);
        } else {
            section.putLong(at, value);
        }
    }

    @Test
    void everyAlteredWordOfTheHeaderIsAnErrorOrTheSameGraph() throws IOException {
        List<Object> expected = contents("ratings");
        for (int i = 0; i < parts("ratings").lines.size(); i++) {
            for (int word = 1; word < parts("ratings").lines.get(i).size(); word++) {
                for (String by : WORDS) {
                    GraphFiles parts = parts("ratings");
                    List<String> line = parts.lines.get(i);
                    boolean section = line.get(0).equals("section");
                    if (line.set(word, by).equals(by)) {
                        continue;
                    }
                    if (word > 1 && section) {
                        // Which words say where sections are depends on the length of the header.
                        parts.lines
                                .get(i)
                                .set(word, parts("ratings").lines.get(i).get(word));
                        parts.write(altered(), true);
                        parts.lines.get(i).set(word, by);
                        parts.write(altered(), false);
                    } else {
                        parts.write(altered(), true);
                    }
                    String where = parts("ratings").lines.get(i) + " word " + word + " as '"
                            + by.substring(0, Math.min(by.length(), 20)) + "'";
                    String configuration =
                            line.get(0).equals("graph") ? "{verify: true}" : "{graphName: 'altered', verify: true}";
                    String error = imported(configuration, expected);
                    boolean name = !section && NO_NAMES.contains(by);
                    boolean number = Set.of("transaction", "dropped").contains(line.get(0))
                            && !by.matches("0|1|4096|9223372036854775807");
                    if (name || number) {
                        assertThat(error).as(where).contains("'altered.motif' is no whole graph file: ");
                        assertThat(TestDatabase.rows("CALL motif.graph.files({username: '*'}) YIELD file, error"
                                        + " WHERE file = 'altered' RETURN error IS NULL AS whole"))
                                .as(where)
                                .containsExactly(Map.of("whole", false));
                    }
                }
            }
        }
    }

    @Test
    void everyMissingRepeatedOrLongerLineIsAnErrorOrTheSameGraph() throws IOException {
        List<Object> expected = contents("ratings");
        for (int i = 0; i < parts("ratings").lines.size(); i++) {
            GraphFiles repeated = parts("ratings");
            repeated.lines.add(i, new ArrayList<>(repeated.lines.get(i)));
            repeated.sections.add(i, repeated.sections.get(i));
            repeated.write(altered(), true);
            assertThat(imported("{graphName: 'altered', verify: true}", expected))
                    .as("twice " + repeated.lines.get(i))
                    .contains("'altered.motif' is no whole graph file: ");
            GraphFiles missing = parts("ratings");
            List<String> line = missing.lines.remove(i);
            missing.sections.remove(i);
            missing.write(altered(), true);
            String error = imported("{graphName: 'altered', verify: true}", expected);
            assertThat(error == null)
                    .as("without " + line + ": " + error)
                    // Without that line the graph is the same, but not to be refreshed.
                    .isEqualTo(line.toString().contains(".property.")
                            || line.get(0).equals("reads"));
        }
    }

    @Test
    void sidesShareNoNode() throws IOException {
        GraphFiles parts = parts("ratings");
        ByteBuffer right = parts.sections.get(parts.line("section", "right.ids"));
        right.putLong(0, parts.sections.get(parts.line("section", "left.ids")).getLong(0));
        parts.write(altered(), true);
        assertThat(imported("{graphName: 'altered', verify: false}", List.of()))
                .contains("The two sides of a bipartite graph must not share nodes, but 1 node is on both");
    }

    /** Names that a graph keeps count like those of a projection. */
    @Test
    void namesOfAFileCountInTheCatalog() throws IOException {
        GraphFiles parts = parts("ratings");
        for (String key : List.of("left", "right", "types")) {
            List<String> line = parts.lines.get(parts.line(key));
            for (int i = 0; i < 999; i++) {
                line.add(i + "a".repeat(250));
            }
        }
        parts.write(altered(), true);
        assertThat(imported("{graphName: 'altered', verify: false}", List.of()))
                .contains("The names and values that this graph is projected with have 8");
        parts.lines.get(parts.line("types")).add("one more");
        parts.write(altered(), true);
        assertThat(imported("{graphName: 'altered', verify: false}", List.of()))
                .contains("`types` in its header must be names or a list of at most 1000 of them, got [");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "*", "\u0000"})
    void columnHasANameAsACallGivesOne(String name) throws IOException {
        assertColumn(name);
        assertColumn("a".repeat(257));
        assertColumn("a".repeat(1_000_000));
    }

    private static void assertColumn(String name) throws IOException {
        GraphFiles parts = parts("ratings");
        int line = parts.line("section", "relationships.property.ratings");
        parts.lines.get(line).set(1, "relationships.property." + name);
        parts.write(altered(), true);
        assertThat(imported("{graphName: 'altered', verify: true}", List.of()))
                .contains("'altered.motif' is no whole graph file: the name of a column must ");
    }
}
