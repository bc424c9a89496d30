package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.cypher.config.ServerFile;
import dev.motif.cypher.procedure.ConfigurationKeys.Key;
import dev.motif.examples.CypherScript.Statement;
import dev.motif.examples.Markdown.Section;
import dev.motif.neo4j.KeyValues;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestProcedure;
import dev.motif.timing.Slow;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.internal.kernel.api.exceptions.ProcedureException;

/** Checks what the documentation says of procedures, parameters, columns and messages, and runs its Cypher. */
@EnabledIf("dev.motif.neo4j.Research#isBuilt")
class DocumentationTest {
    private static final Path README = Path.of("README.md");
    private static final Path DOCS = Path.of("docs");
    private static final Path KEYS = Path.of("src/main/resources/dev/motif/keys.tsv");
    private static final Path OPERATIONS = DOCS.resolve("operations");

    private static final Pattern PROPERTY = Pattern.compile("_PROPERTY = \"(motif\\.[a-zA-Z.]+)\"");
    private static final Pattern RANGE = Pattern.compile("(\\d+(?:\\.\\d+)?) to (\\d+(?:\\.\\d+)?)");
    private static final Pattern LITERAL = Pattern.compile("'.*'|true|false|\\d+");
    private static final Pattern JOINED_TEXTS = Pattern.compile("\"\\s*\\+\\s*\"");

    /** The folder for the files of the server. */
    @TempDir
    static Path folder;

    private static int columns;

    /** With {@code -Dmotif.reference.write=true} it writes the pages of the reference first. */
    @BeforeAll
    static void nameFolder() throws IOException {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        if (Boolean.getBoolean("motif.reference.write")) {
            for (Path page : Reference.pages()) {
                Files.writeString(page, Reference.generated(page));
            }
        }
    }

    @AfterAll
    static void forgetFolder() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
    }

    private static Stream<Path> pages() {
        return Stream.concat(Stream.of(README), ProjectFiles.pagesUnder(DOCS).stream())
                .sorted();
    }

    /** The names of the procedures on each page of the reference. */
    private static Map<Path, List<String>> procedures() throws IOException {
        Map<Path, List<String>> procedures = new LinkedHashMap<>();
        for (Path page : Reference.pages()) {
            procedures.put(page, Reference.described(page));
        }
        return procedures;
    }

    /** The procedures that take each key, as keys.tsv describes it. */
    private static Map<Key, List<String>> keys() {
        Map<Key, List<String>> keys = new LinkedHashMap<>();
        for (String procedure : Signature.procedures().keySet()) {
            for (Key key : Reference.keys(procedure)) {
                keys.computeIfAbsent(key, any -> new ArrayList<>()).add(procedure);
            }
        }
        return keys;
    }

    @Test
    void everyProcedureIsDescribedInOnePlace() throws IOException {
        assertThat(procedures().values().stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(Signature.procedures().keySet());
        List<String> functions = new ArrayList<>();
        for (Path page : Reference.pages()) {
            Markdown.read(page).sections().forEach(section -> functions.addAll(Reference.functions(section)));
        }
        assertThat(functions)
                .containsExactlyInAnyOrderElementsOf(Signature.functions().keySet());
    }

    /** As the reference says in one place. */
    @Test
    void everyProcedureOfAGraphHasAnEstimate() {
        Map<String, Signature> procedures = Signature.procedures();
        assertThat(procedures.values().stream()
                        .filter(procedure -> !procedure.name().endsWith(Reference.ESTIMATE))
                        .filter(procedure -> procedure.parameters().stream()
                                .anyMatch(parameter -> parameter.name().equals("graph"))))
                .isNotEmpty()
                .allMatch(procedure -> procedures.containsKey(procedure.name() + Reference.ESTIMATE));
    }

    @ParameterizedTest
    @MethodSource("referencePages")
    void referenceIsThatOfTheSignatures(Path page) throws IOException {
        assertThat(ProjectFiles.text(page))
                .as("mvn -B test -Dtest=DocumentationTest -Dmotif.reference.write=true renews %s", page)
                .isEqualTo(Reference.generated(page));
    }

    static List<Path> referencePages() {
        return Reference.pages();
    }

    @Test
    void parametersAndColumnsAreOnlyInTheReference() throws IOException {
        for (Path page :
                pages().filter(page -> !page.startsWith(Reference.FOLDER)).toList()) {
            Markdown markdown = Markdown.read(page);
            assertThat(markdown.tables("Parameter")).as("%s", page).isEmpty();
            assertThat(markdown.tables("Column")).as("%s", page).isEmpty();
            assertThat(markdown.tables("Key")).as("%s", page).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithmPages")
    void everyPageOfAnAlgorithmHasTheSameParts(Path page) throws IOException {
        Markdown markdown = Markdown.read(page);
        List<String> headings =
                markdown.sections().stream().map(Section::heading).toList();
        for (String part : List.of("Definition", "Example", "Choice of algorithm", "Cost", "Sources")) {
            assertThat(headings).anyMatch(heading -> heading.startsWith(part));
        }
        assertThat(markdown.links())
                .contains(
                        new Markdown.Link("../gds.md", "weights"),
                        new Markdown.Link("../reference/" + page.getFileName(), null));
    }

    static Stream<Path> algorithmPages() throws IOException {
        return pages().filter(page -> page.startsWith(DOCS.resolve("algorithms")));
    }

    /** Nobody has to look anywhere else for a key or a column of a procedure. */
    @Test
    void everySectionHasAllKeysAndColumnsOfItsProcedure() throws IOException {
        int sections = 0;
        for (Path page : Reference.pages()) {
            for (Section section : Markdown.read(page).sections()) {
                for (String name : Reference.procedures(section)) {
                    Signature signature = Signature.procedures().get(name);
                    assertThat(cells(section, "Key")).as(name).containsExactlyInAnyOrderElementsOf(signature.keys());
                    assertThat(cells(section, "Column"))
                            .as(name)
                            .containsExactlyInAnyOrderElementsOf(signature.result().stream()
                                    .map(Signature.Field::name)
                                    .toList());
                    sections++;
                }
                for (String name : Reference.functions(section)) {
                    assertThat(cells(section, "Key"))
                            .as(name)
                            .containsExactlyInAnyOrderElementsOf(
                                    Signature.functions().get(name).keys());
                }
            }
        }
        assertThat(sections).isGreaterThan(150);
    }

    private static List<String> cells(Section section, String column) {
        return section.tables().stream()
                .filter(table -> table.header().get(0).equals(column))
                .flatMap(table -> table.column(column).stream())
                .toList();
    }

    /** A described key that no procedure takes would be a mistake in its patterns. */
    @Test
    void everyDescribedKeyIsTaken() throws IOException {
        Set<Key> taken = new HashSet<>(keys().keySet());
        Signature.functions().keySet().forEach(name -> taken.addAll(Reference.keys(name + "()")));
        List<String> rows = Files.readAllLines(KEYS);
        assertThat(rows.stream().skip(1).map(row -> List.of(row.split("\t", 6))).filter(row -> taken.stream()
                        .noneMatch(key -> key.name().equals(row.get(0))
                                && key.meaning().equals(row.get(4))
                                && key.value().equals(row.get(3)))))
                .isEmpty();
    }

    /**
     * The error for an unknown parameter lists the allowed ones. Some procedures also read keys of others on the page.
     */
    @Test
    void keysOfConfigurationsAreThoseThatTheProcedureReads() throws IOException {
        createGraph();
        Map<String, Signature> signatures = Signature.procedures();
        for (List<String> page : procedures().values()) {
            Set<String> onThePage = page.stream()
                    .flatMap(procedure -> signatures.get(procedure).keys().stream())
                    .collect(Collectors.toSet());
            for (String procedure : page) {
                Set<String> keys = Set.copyOf(signatures.get(procedure).keys());
                if (!keys.isEmpty()) {
                    assertThat(keysRead(procedure))
                            .as(procedure)
                            .containsAll(keys)
                            .isSubsetOf(onThePage);
                }
            }
        }
        TestDatabase.emptied();
    }

    private static Set<String> keysRead(String procedure) {
        Set<String> read = new TreeSet<>();
        for (Map<String, Object> variant : variants(procedure)) {
            List<Object> arguments = arguments(procedure, with(variant, "noSuchParameter", 1));
            assertThatThrownBy(() -> rows(procedure, arguments))
                    .as("%s", arguments)
                    .hasMessageContaining("Unknown parameter `noSuchParameter`")
                    .satisfies(e -> read.addAll(List.of(
                            e.getMessage().replaceFirst("(?s).*Allowed: ", "").split(", "))));
        }
        return read;
    }

    /** Checks each default against the one that a run returns in its column {@code configuration}. */
    @Test
    void defaultsAreThoseOfRuns() throws ProcedureException {
        createGraph();
        int compared = 0;
        for (Signature signature : Signature.procedures().values()) {
            if (!signature.returnsConfiguration()) {
                continue;
            }
            Map<String, Object> taken = new TreeMap<>();
            for (Map<String, Object> variant : variants(signature.name())) {
                taken.putAll(taken(signature.name(), variant));
            }
            for (Key key : Reference.keys(signature.name())) {
                String value = key.value().replace("`", "");
                if (LITERAL.matcher(value).matches() && taken.containsKey(key.name())) {
                    assertThat(taken.get(key.name()).toString())
                            .as(signature.name() + ": " + key.name())
                            .isEqualToIgnoringCase(value.replace("'", ""));
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(80);
        TestDatabase.emptied();
    }

    /** Checks the ranges of keys, of one or several procedures, against those in the errors for a value beyond them. */
    @Slow
    @Test
    void rangesAreThoseOfMessages() {
        createGraph();
        int compared = 0;
        for (Map.Entry<Key, List<String>> key : keys().entrySet()) {
            String name = key.getKey().name();
            String meaning = key.getKey().meaning();
            List<List<Double>> ranges = RANGE.matcher(meaning)
                    .results()
                    .map(DocumentationTest::bounds)
                    .toList();
            if (!ranges.isEmpty()) {
                BigDecimal largest = RANGE.matcher(meaning)
                        .results()
                        .map(range -> new BigDecimal(range.group(2)))
                        .max(Comparator.naturalOrder())
                        .orElseThrow();
                Object beyond = key.getKey().type().equals("FLOAT")
                        ? (Object) (largest.doubleValue() + 1)
                        : largest.longValueExact() + 1;
                assertThat(messages(key.getValue(), name, beyond))
                        .as(key.getValue() + ": " + name)
                        .isNotEmpty()
                        .allSatisfy(message -> assertThat(ranges).contains(bounds(message)));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(40);
        TestDatabase.emptied();
    }

    private static List<Double> bounds(MatchResult range) {
        return List.of(Double.valueOf(range.group(1)), Double.valueOf(range.group(2)));
    }

    /** The errors that name a range for {@code key}, of calls of procedures that take it, with a value beyond the range. */
    private static List<MatchResult> messages(List<String> procedures, String key, Object beyond) {
        Pattern message = Pattern.compile("`" + key + "` must be (?:a number )?in \\[([^,]+), ([^]]+)]");
        return procedures.stream()
                .flatMap(procedure -> variants(procedure).stream()
                        .map(variant -> String.valueOf(catchThrowable(
                                () -> rows(procedure, arguments(procedure, with(variant, key, beyond)))))))
                .flatMap(error -> message.matcher(error).results())
                .toList();
    }

    private static Map<String, Object> with(Map<String, Object> variant, String key, Object value) {
        Map<String, Object> configuration = new LinkedHashMap<>(variant);
        configuration.put(key, value);
        return configuration;
    }

    private static List<Map<String, Object>> rows(String procedure, List<Object> arguments) throws ProcedureException {
        return TestProcedure.named(procedure).call(arguments);
    }

    private static void createGraph() {
        TestDatabase.emptied();
        TestDatabase.rows("CREATE (:User)-[:RATED {at: 1, weight: 1}]->(:Item)");
        TestDatabase.rows("CALL motif.graph.project('sides', {left: 'User', right: 'Item'}, 'RATED', "
                + "{relationshipProperties: ['at', 'weight']})");
        TestDatabase.rows(
                "CALL motif.graph.project('nodes', ['User', 'Item'], 'RATED', {relationshipProperties: ['at', 'weight'],"
                        + " orientation: 'DIRECTED'})");
    }

    private static List<Map<String, Object>> variants(String procedure) {
        return KeyValues.variants(
                procedure, Signature.procedures().get(procedure).keys());
    }

    /** The values that a run used for parameters that the variant does not give. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> taken(String procedure, Map<String, Object> variant) throws ProcedureException {
        Map<String, Object> taken = new TreeMap<>((Map<String, Object>)
                rows(procedure, arguments(procedure, variant)).get(0).get("configuration"));
        taken.keySet().removeAll(variant.keySet());
        return taken;
    }

    /** The arguments of a call on the graphs of {@link #createGraph}; each call makes a column or graph of its own. */
    private static List<Object> arguments(String procedure, Map<String, Object> variant) {
        Signature signature = Signature.procedures().get(procedure);
        Map<String, Object> configuration = new LinkedHashMap<>(variant);
        for (String created : List.of("mutateProperty", "mutateGraphName")) {
            configuration.computeIfPresent(created, (key, name) -> name + "_" + columns++);
        }
        Map<String, Object> sides = Map.of("left", "User", "right", "Item");
        Object nodes = signature.isForUnipartiteGraphs() ? List.of("User", "Item") : sides;
        Object graph = !procedure.contains(".mutate")
                ? Map.of("nodes", nodes, "relationships", "RATED")
                : signature.isForUnipartiteGraphs() ? "nodes" : "sides";
        return signature.parameters().stream()
                .map(Signature.Field::name)
                .map(name -> switch (name) {
                    case "graph" -> graph;
                    case "graphName" -> procedure.matches(".*(project|filter|induce|fold)") ? "g" : "sides";
                    case "fromGraphName" -> "sides";
                    case "filter" -> "1 = 1";
                    case "nodes" ->
                        procedure.endsWith("induce")
                                ? List.of()
                                : configuration.containsKey("nodeCount") ? "User" : sides;
                    case "relationships" -> "RATED";
                    case "properties" -> "*";
                    case "failIfMissing" -> true;
                    case "fileName", "jobId" -> "none";
                    case "configuration" -> configuration;
                    default -> throw new AssertionError("no value is known for " + name + " of " + procedure);
                })
                .toList();
    }

    /**
     * Quoted messages have … for what varies; the parts in between must stand in one source file, close to each other.
     */
    @Test
    void quotedMessagesAreThoseOfTheSource() throws IOException {
        List<String> sources = sources();
        List<String> messages = columnOfOperations("Message");
        assertThat(messages).hasSizeGreaterThan(20).allSatisfy(message -> {
            List<String> parts = Arrays.stream(message.split("…"))
                    .map(String::strip)
                    .filter(part -> !part.isEmpty())
                    .toList();
            assertThat(String.join("", parts)).hasSizeGreaterThan(10);
            Pattern quoted =
                    Pattern.compile(parts.stream().map(Pattern::quote).collect(Collectors.joining("(?s:.){0,250}?")));
            assertThat(sources).anyMatch(quoted.asPredicate());
        });
    }

    @Test
    void everyPropertyOfTheJvmIsInTheTableOfSettings() throws IOException {
        List<String> settings = columnOfOperations("Setting");
        List<String> properties = PROPERTY.matcher(String.join("\n", sources()))
                .results()
                .map(property -> property.group(1))
                .toList();
        assertThat(properties).isNotEmpty().allSatisfy(property -> assertThat(settings)
                .anyMatch(setting -> setting.contains("-D" + property + "=")));
    }

    /** The first column of all tables of the pages about operations whose first column has this name. */
    private static List<String> columnOfOperations(String name) throws IOException {
        List<String> cells = new ArrayList<>();
        for (Path page : ProjectFiles.pagesUnder(OPERATIONS)) {
            Markdown.read(page).tables(name).forEach(table -> cells.addAll(table.column(name)));
        }
        return cells;
    }

    /** The source files, with string literals joined that are split over several lines. */
    private static List<String> sources() {
        return ProjectFiles.sources().stream()
                .map(file -> JOINED_TEXTS.matcher(ProjectFiles.text(file)).replaceAll(""))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void cypherRunsAndReturnsTheRowsBelowIt(Path page) throws IOException {
        List<Statement> statements = Markdown.read(page).cypher();
        TestDatabase.emptied();
        try {
            statements.forEach(statement -> ScriptRunner.run(page.toString(), statement));
        } finally {
            TestDatabase.rows("SHOW CONSTRAINTS YIELD name")
                    .forEach(row -> TestDatabase.rows("DROP CONSTRAINT `" + row.get("name") + "`"));
            TestDatabase.emptied();
        }
    }
}
