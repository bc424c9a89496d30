package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.examples.CypherScript.Statement;
import dev.motif.examples.Markdown.Section;
import dev.motif.examples.Markdown.Table;
import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks what the documentation says of procedures, parameters, columns and messages, and runs its Cypher. */
class DocumentationTest {
    private static final Path README = Path.of("README.md");
    private static final Path DOCS = Path.of("docs");
    private static final Path OPERATIONS = DOCS.resolve("operations.md");
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final String ESTIMATE = ".estimate";

    private static final Pattern PROCEDURE = Pattern.compile("`(motif\\.[a-zA-Z.]+)`");
    private static final Pattern FUNCTION = Pattern.compile("`(motif\\.[a-zA-Z.]+)\\(\\)`");
    private static final Pattern DEFAULT = Pattern.compile("DefaultParameterValue\\{value=(.*), type=.*}");
    private static final Pattern PROPERTY = Pattern.compile("_PROPERTY = \"(motif\\.[a-z.]+)\"");
    private static final Pattern RANGE = Pattern.compile("(\\d+) to (\\d+)");
    private static final Pattern LITERAL = Pattern.compile("'.*'|true|false|\\d+");
    private static final Pattern JOINED_TEXTS = Pattern.compile("\"\\s*\\+\\s*\"");

    /** The keys that must be given, each with a value that is valid. */
    private static final Map<String, String> REQUIRED = Map.of("writeProperty", "'x'", "p", "2", "q", "2", "k", "3");

    /** The configurations to test of a procedure whose parameters depend on others. */
    private static final Map<String, List<String>> VARIANTS = Map.of(
            "motif.butterfly.stats", List.of("", "algorithm: 'GBFC'"),
            "motif.biclique.count.stats", List.of("", "algorithm: 'GBC'", "p: null, q: null, maxP: 2, maxQ: 2"),
            "motif.biclique.maximal.stats", List.of("", "algorithm: 'CUMBE'"),
            "motif.biclique.maximal.write", List.of("", "writeProperty: null, writeBicliques: 'X'"),
            "motif.kclique.stats", List.of("", "k: null"),
            "motif.commonNeighbors.stats", List.of("", "algorithm: 'MPS'", "algorithm: 'BMP'"),
            "motif.scan.stats", List.of("", "algorithm: 'MPS'", "algorithm: 'BMP'"));

    /** A procedure as the database shows it: name, type and, for parameters, default of each. */
    private record Signature(
            List<List<String>> parameters, List<List<String>> columns, String graph, String configuration) {
        @SuppressWarnings("unchecked")
        static Signature of(Map<String, Object> row) {
            List<Map<String, Object>> parameters = (List<Map<String, Object>>) row.get("argumentDescription");
            List<Map<String, Object>> columns =
                    row.get("returnDescription") instanceof List<?> list ? (List<Map<String, Object>>) list : List.of();
            return new Signature(
                    parameters.stream()
                            .map(parameter -> List.of(
                                    (String) parameter.get("name"),
                                    (String) parameter.get("type"),
                                    defaultOf(parameter)))
                            .toList(),
                    columns.stream()
                            .map(column -> List.of((String) column.get("name"), (String) column.get("type")))
                            .toList(),
                    description(parameters, "graph"),
                    description(parameters, "configuration"));
        }

        private static String description(List<Map<String, Object>> parameters, String name) {
            return parameters.stream()
                    .filter(parameter -> parameter.get("name").equals(name))
                    .map(parameter -> (String) parameter.get("description"))
                    .findFirst()
                    .orElse(null);
        }

        List<String> keys() {
            return List.of(configuration.split(", "));
        }

        boolean isForUnipartiteGraphs() {
            return graph != null && graph.contains("unipartite");
        }

        /** Whether the column {@code configuration} has the defaults too: projections return only what was given. */
        boolean returnsConfiguration() {
            return graph != null && columns.contains(List.of("configuration", "MAP"));
        }
    }

    private static Stream<Path> pages() {
        return Stream.concat(Stream.of(README), ProjectFiles.pagesUnder(DOCS).stream())
                .sorted();
    }

    /** The sections about procedures, by the page they are on. */
    private static Map<Path, List<Section>> sections() throws IOException {
        Map<Path, List<Section>> sections = new LinkedHashMap<>();
        for (Path page : pages().filter(page -> page.startsWith(DOCS)).toList()) {
            sections.put(
                    page,
                    Markdown.read(page).sections().stream()
                            .filter(section -> !procedures(section).isEmpty())
                            .toList());
        }
        return sections;
    }

    private static List<String> procedures(Section section) {
        return PROCEDURE
                .matcher(section.heading())
                .results()
                .map(name -> name.group(1))
                .toList();
    }

    /** The signatures by name, read only once since each test needs them; null before. */
    private static Map<String, Signature> signatures;

    private static Map<String, Signature> signatures() {
        if (signatures == null) {
            signatures = readSignatures();
        }
        return signatures;
    }

    private static Map<String, Signature> readSignatures() {
        Map<String, Signature> signatures = new LinkedHashMap<>();
        for (Map<String, Object> row :
                TestDatabase.rows("SHOW PROCEDURES YIELD name, argumentDescription, returnDescription"
                        + " WHERE name STARTS WITH 'motif.'")) {
            signatures.put((String) row.get("name"), Signature.of(row));
        }
        return signatures;
    }

    /** The signatures of the functions that the section is about. */
    private static List<Signature> functions(Section section) {
        return FUNCTION.matcher(section.heading())
                .results()
                .map(name -> Signature.of(TestDatabase.row(
                        "SHOW FUNCTIONS YIELD name, argumentDescription WHERE name = '" + name.group(1) + "'")))
                .toList();
    }

    /** The default of a parameter as Cypher writes it; empty when the parameter must be given. */
    private static String defaultOf(Map<String, Object> parameter) {
        Matcher value = DEFAULT.matcher(String.valueOf(parameter.get("default")));
        if (!value.matches()) {
            return "";
        }
        return parameter.get("type").equals("STRING") ? "'" + value.group(1) + "'" : value.group(1);
    }

    private static List<List<String>> rows(Table table, String... columns) {
        List<List<String>> rows = new ArrayList<>();
        for (int row = 0; table != null && row < table.rows().size(); row++) {
            int index = row;
            rows.add(Arrays.stream(columns)
                    .map(column -> table.column(column).get(index))
                    .toList());
        }
        return rows;
    }

    @Test
    void everyProcedureIsDescribedInOnePlace() throws IOException {
        assertThat(sections().values().stream().flatMap(List::stream).flatMap(section -> procedures(section).stream()))
                .containsExactlyInAnyOrderElementsOf(signatures().keySet());
    }

    @ParameterizedTest
    @MethodSource("algorithmPages")
    void everyPageOfAnAlgorithmHasTheSameParts(Path page) throws IOException {
        List<String> headings =
                Markdown.read(page).sections().stream().map(Section::heading).toList();
        for (String part :
                List.of("Example", "Definition", "Configuration", "Choice of algorithm", "Cost", "Sources")) {
            assertThat(headings).anyMatch(heading -> heading.startsWith(part));
        }
    }

    static Stream<Path> algorithmPages() throws IOException {
        return pages().filter(page -> page.startsWith(DOCS.resolve("algorithms")));
    }

    @Test
    void tablesOfParametersAreTheSignatures() throws IOException {
        Map<String, Signature> signatures = signatures();
        sections()
                .forEach((page, sections) ->
                        sections.forEach(section -> procedures(section).forEach(procedure -> {
                            if (procedure.endsWith(ESTIMATE) && section.table("Parameter") == null) {
                                String estimated = procedure.substring(0, procedure.length() - ESTIMATE.length());
                                assertThat(signatures.get(procedure).parameters())
                                        .as(procedure)
                                        .isEqualTo(signatures.get(estimated).parameters());
                            } else {
                                assertThat(rows(section.table("Parameter"), "Parameter", "Type", "Default"))
                                        .as(page + ": " + procedure)
                                        .isEqualTo(signatures.get(procedure).parameters());
                            }
                        })));
    }

    @Test
    void tablesOfParametersOfFunctionsAreTheSignatures() throws IOException {
        for (Section section : Markdown.read(DOCS.resolve("projection.md")).sections()) {
            List<Signature> functions = functions(section);
            if (!functions.isEmpty()) {
                assertThat(rows(section.table("Parameter"), "Parameter", "Type", "Default"))
                        .isEqualTo(functions.stream()
                                .flatMap(function -> function.parameters().stream())
                                .toList());
            }
        }
    }

    @Test
    void tablesOfColumnsAreTheSignatures() throws IOException {
        Map<String, Signature> signatures = signatures();
        sections()
                .forEach((page, sections) -> sections.forEach(section -> procedures(section)
                        .forEach(procedure -> assertThat(rows(section.table("Column"), "Column", "Type"))
                                .as(page + ": " + procedure)
                                .isEqualTo(signatures.get(procedure).columns()))));
    }

    @Test
    void keysOfConfigurationsAreThoseOfThePagesProcedures() throws IOException {
        Map<String, Signature> signatures = signatures();
        for (Map.Entry<Path, List<Section>> page : sections().entrySet()) {
            TreeSet<String> expected = new TreeSet<>();
            page.getValue().stream()
                    .flatMap(section -> procedures(section).stream())
                    .map(procedure -> signatures.get(procedure).configuration())
                    .filter(keys -> keys != null)
                    .forEach(keys -> expected.addAll(List.of(keys.split(", "))));
            for (Section section : Markdown.read(page.getKey()).sections()) {
                functions(section).stream()
                        .filter(function -> function.configuration() != null)
                        .forEach(function -> expected.addAll(function.keys()));
            }
            TreeSet<String> described = new TreeSet<>();
            for (Section section : Markdown.read(page.getKey()).sections()) {
                Table keys = section.table("Key");
                if (keys != null) {
                    described.addAll(keys.column("Key"));
                }
            }
            assertThat(described).as(page.getKey().toString()).isEqualTo(expected);
        }
    }

    /**
     * The error for an unknown parameter lists the allowed ones. Some procedures also read keys of others on the page.
     */
    @ParameterizedTest
    @MethodSource("configured")
    void keysOfConfigurationsAreThoseThatTheProcedureReads(String procedure) throws IOException {
        createGraph();
        Map<String, Signature> signatures = signatures();
        Set<String> read = new TreeSet<>();
        for (String variant : variants(procedure.replace(ESTIMATE, ""))) {
            String call = call(procedure, variant, "noSuchParameter: 1");
            assertThatThrownBy(() -> TestDatabase.rows(call))
                    .hasMessageContaining("Unknown parameter `noSuchParameter`")
                    .satisfies(e -> read.addAll(List.of(
                            e.getMessage().replaceFirst("(?s).*Allowed: ", "").split(", "))));
        }
        Set<String> onThePage = sections().values().stream()
                .map(page -> page.stream()
                        .flatMap(section -> procedures(section).stream())
                        .toList())
                .filter(page -> page.contains(procedure))
                .flatMap(List::stream)
                .filter(relative -> signatures.get(relative).configuration() != null)
                .flatMap(relative -> signatures.get(relative).keys().stream())
                .collect(Collectors.toSet());
        assertThat(read).containsAll(signatures.get(procedure).keys()).isSubsetOf(onThePage);
        TestDatabase.emptied();
    }

    static Stream<String> configured() {
        return signatures().entrySet().stream()
                .filter(procedure -> procedure.getValue().configuration() != null)
                .map(Map.Entry::getKey)
                .sorted();
    }

    /** Checks each default in a table against the one that a run returns in its column {@code configuration}. */
    @Test
    void defaultsAreThoseOfRuns() throws IOException {
        Map<String, Signature> signatures = signatures();
        createGraph();
        int compared = 0;
        for (Map.Entry<Path, List<Section>> page : sections().entrySet()) {
            Map<String, Object> taken = new TreeMap<>();
            page.getValue().stream()
                    .flatMap(section -> procedures(section).stream())
                    .filter(procedure -> signatures.get(procedure).returnsConfiguration())
                    .forEach(procedure ->
                            variants(procedure).forEach(variant -> taken.putAll(taken(procedure, variant))));
            for (Section section : Markdown.read(page.getKey()).sections()) {
                for (List<String> row : rows(section.table("Key"), "Key", "Default")) {
                    if (LITERAL.matcher(row.get(1)).matches() && taken.containsKey(row.get(0))) {
                        assertThat(taken.get(row.get(0)).toString())
                                .as(page.getKey() + ": " + row.get(0))
                                .isEqualToIgnoringCase(row.get(1).replace("'", ""));
                        compared++;
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(80);
        TestDatabase.emptied();
    }

    /** Checks each range in a table against the range in the error for a value beyond it. */
    @Slow
    @Test
    void rangesAreThoseOfMessages() throws IOException {
        createGraph();
        int compared = 0;
        for (Map.Entry<Path, List<Section>> page : sections().entrySet()) {
            for (Section section : Markdown.read(page.getKey()).sections()) {
                for (List<String> row : rows(section.table("Key"), "Key", "Meaning")) {
                    Matcher range = RANGE.matcher(row.get(1));
                    if (range.find()) {
                        String beyond = row.get(0) + ": " + (Long.parseLong(range.group(2)) + 1);
                        assertThat(messages(page.getValue(), row.get(0), beyond))
                                .as(page.getKey() + ": " + row.get(0))
                                .isNotEmpty()
                                .allSatisfy(message -> assertThat(List.of(message.group(1), message.group(2)))
                                        .extracting(Double::valueOf)
                                        .containsExactly(
                                                Double.valueOf(range.group(1)), Double.valueOf(range.group(2))));
                        compared++;
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(40);
        TestDatabase.emptied();
    }

    /** The errors that name a range for {@code key}, of all calls on the page that take it. */
    private static List<MatchResult> messages(List<Section> page, String key, String parameter) {
        Map<String, Signature> signatures = signatures();
        Pattern message = Pattern.compile("`" + key + "` must be (?:a number )?in \\[([^,]+), ([^]]+)]");
        return page.stream()
                .flatMap(section -> procedures(section).stream())
                .filter(procedure -> signatures.get(procedure).configuration() != null
                        && signatures.get(procedure).keys().contains(key))
                .flatMap(procedure -> variants(procedure.replace(ESTIMATE, "")).stream()
                        .map(variant -> call(
                                procedure,
                                isGiven(key, variant)
                                        ? variant.replaceFirst(key + ": \\w+", parameter)
                                        : variant + (variant.isEmpty() ? "" : ", ") + parameter)))
                .map(DocumentationTest::errorOf)
                .flatMap(error -> message.matcher(error).results())
                .toList();
    }

    private static String errorOf(String call) {
        return String.valueOf(catchThrowable(() -> TestDatabase.rows(call)));
    }

    private static void createGraph() {
        TestDatabase.emptied();
        TestDatabase.rows("CREATE (:User)-[:RATED]->(:Item)");
    }

    private static List<String> variants(String procedure) {
        return VARIANTS.getOrDefault(procedure, List.of(""));
    }

    /** The values that a run used for parameters that the variant does not give. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> taken(String procedure, String variant) {
        Map<String, Object> taken = new TreeMap<>((Map<String, Object>)
                TestDatabase.rows(call(procedure, variant)).get(0).get("configuration"));
        taken.keySet().removeIf(key -> isGiven(key, variant));
        return taken;
    }

    private static boolean isGiven(String key, String parameters) {
        return (" " + parameters).contains(" " + key + ":");
    }

    /** A call on the graph of {@link #createGraph}, with the required parameters added. */
    private static String call(String procedure, String variant, String... more) {
        Signature signature = signatures().get(procedure);
        List<String> parameters = new ArrayList<>(List.of(more));
        parameters.add(variant);
        REQUIRED.forEach((key, value) -> {
            if (signature.keys().contains(key) && !isGiven(key, variant)) {
                parameters.add(key + ": " + value);
            }
        });
        parameters.remove("");
        String sides = "{left: 'User', right: 'Item'}";
        String nodes = signature.isForUnipartiteGraphs() ? "['User', 'Item']" : sides;
        String graph = "{nodes: " + nodes + ", relationships: 'RATED'}";
        String projection = sides + ", 'RATED'";
        String arguments =
                switch (signature.parameters().get(0).get(0)) {
                    case "graph" -> graph;
                    case "graphName" -> "'g', " + projection;
                    default -> projection;
                };
        return "CALL " + procedure + "(" + arguments + ", {" + String.join(", ", parameters) + "})";
    }

    /**
     * Quoted messages have … for what varies; the parts in between must stand in one source file, close to each other.
     */
    @Test
    void quotedMessagesAreThoseOfTheSource() throws IOException {
        List<String> sources = sources();
        List<String> messages = Markdown.read(OPERATIONS).sections().stream()
                .flatMap(section -> section.tables().stream())
                .filter(table -> table.header().get(0).equals("Message"))
                .flatMap(table -> table.column("Message").stream())
                .toList();
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
        List<String> settings = Markdown.read(OPERATIONS).sections().stream()
                .flatMap(section -> section.tables().stream())
                .filter(table -> table.header().get(0).equals("Setting"))
                .flatMap(table -> table.column("Setting").stream())
                .toList();
        List<String> properties = PROPERTY.matcher(String.join("\n", sources()))
                .results()
                .map(property -> property.group(1))
                .toList();
        assertThat(properties).isNotEmpty().allSatisfy(property -> assertThat(settings)
                .anyMatch(setting -> setting.contains("-D" + property + "=")));
    }

    /** The source files, with string literals joined that are split over several lines. */
    private static List<String> sources() {
        return ProjectFiles.under(SOURCES).stream()
                .filter(Files::isRegularFile)
                .map(file -> JOINED_TEXTS.matcher(ProjectFiles.text(file)).replaceAll(""))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void cypherRunsAndReturnsTheRowsBelowIt(Path page) throws IOException {
        List<Statement> statements = Markdown.read(page).cypher();
        TestDatabase.emptied();
        statements.forEach(statement -> ScriptRunner.run(page.toString(), statement));
        TestDatabase.emptied();
    }
}
