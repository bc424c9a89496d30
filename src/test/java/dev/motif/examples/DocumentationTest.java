package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.examples.CypherScript.Statement;
import dev.motif.examples.Markdown.Section;
import dev.motif.examples.Markdown.Table;
import dev.motif.neo4j.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documentation says of procedures, parameters, columns and messages what is there, and its Cypher runs. */
class DocumentationTest {
    private static final Path README = Path.of("README.md");
    private static final Path DOCS = Path.of("docs");
    private static final Path OPERATIONS = DOCS.resolve("operations.md");
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final String ESTIMATE = ".estimate";

    private static final Pattern PROCEDURE = Pattern.compile("`(motif\\.[a-zA-Z.]+)`");
    private static final Pattern FUNCTION = Pattern.compile("`(motif\\.[a-zA-Z.]+)\\(\\)`");
    private static final Pattern DEFAULT = Pattern.compile("DefaultParameterValue\\{value=(.*), type=.*}");
    private static final Pattern JOINED_TEXTS = Pattern.compile("\"\\s*\\+\\s*\"");

    /** A procedure as the database shows it: name, type and, for parameters, default of each. */
    private record Signature(List<List<String>> parameters, List<List<String>> columns, String configuration) {
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
                    parameters.stream()
                            .filter(parameter -> parameter.get("name").equals("configuration"))
                            .map(parameter -> (String) parameter.get("description"))
                            .findFirst()
                            .orElse(null));
        }
    }

    private static Stream<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(DOCS)) {
            return Stream.concat(
                    Stream.of(README), files.filter(file -> file.toString().endsWith(".md")))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** The sections about procedures, by page. */
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

    private static Map<String, Signature> signatures() {
        Map<String, Signature> signatures = new LinkedHashMap<>();
        for (Map<String, Object> row :
                TestDatabase.rows("SHOW PROCEDURES YIELD name, argumentDescription, returnDescription"
                        + " WHERE name STARTS WITH 'motif.'")) {
            signatures.put((String) row.get("name"), Signature.of(row));
        }
        return signatures;
    }

    /** The function that the section is about, if it is about one. */
    private static Optional<Signature> function(Section section) {
        Matcher name = FUNCTION.matcher(section.heading());
        return name.find()
                ? Optional.of(Signature.of(TestDatabase.row(
                        "SHOW FUNCTIONS YIELD name, argumentDescription WHERE name = '" + name.group(1) + "'")))
                : Optional.empty();
    }

    /** As Cypher writes it; empty when the parameter must be given. */
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

    @Test
    void tablesOfParametersAreTheSignatures() throws IOException {
        Map<String, Signature> signatures = signatures();
        sections()
                .forEach((page, sections) ->
                        sections.forEach(section -> procedures(section).forEach(procedure -> {
                            if (procedure.endsWith(ESTIMATE)) {
                                String estimated = procedure.substring(0, procedure.length() - ESTIMATE.length());
                                assertThat(section.table("Parameter")).isNull();
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
            function(section)
                    .ifPresent(signature -> assertThat(rows(section.table("Parameter"), "Parameter", "Type", "Default"))
                            .isEqualTo(signature.parameters()));
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
                function(section)
                        .ifPresent(signature -> expected.addAll(
                                List.of(signature.configuration().split(", "))));
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

    /** A message is quoted with … for what varies; each part in between stands in the source. */
    @Test
    void quotedMessagesAreThoseOfTheSource() throws IOException {
        String source = source();
        for (Section section : Markdown.read(OPERATIONS).sections()) {
            Table messages = section.table("Message");
            if (messages != null) {
                for (String message : messages.column("Message")) {
                    assertThat(Arrays.stream(message.split("…")).map(String::strip))
                            .as(message)
                            .allMatch(source::contains);
                }
            }
        }
    }

    private static String source() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            String source = String.join(
                    "\n",
                    files.filter(Files::isRegularFile)
                            .map(DocumentationTest::text)
                            .toList());
            return JOINED_TEXTS.matcher(source).replaceAll("");
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void cypherRunsAndReturnsTheRowsBelowIt(Path page) throws IOException {
        List<Statement> statements = Markdown.read(page).cypher();
        TestDatabase.emptied();
        statements.forEach(statement -> ScriptRunner.run(page.toString(), statement));
        TestDatabase.emptied();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadToFiles(Path page) throws IOException {
        Path folder = page.toAbsolutePath().getParent();
        assertThat(Markdown.read(page).links())
                .allSatisfy(link -> assertThat(folder.resolve(link)).exists());
    }
}
