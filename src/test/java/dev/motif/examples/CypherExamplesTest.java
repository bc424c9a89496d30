package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.cypher.config.ServerFile;
import dev.motif.examples.CypherScript.Statement;
import dev.motif.neo4j.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the files of cypher-examples return the rows in them; {@code GdsExampleIT} runs those that need GDS. */
@EnabledIf("dev.motif.neo4j.Research#isBuilt")
class CypherExamplesTest {
    private static final Path EXAMPLES = Path.of("cypher-examples");

    /** The folder for the files of the server. */
    @TempDir
    static Path folder;

    @BeforeAll
    static void nameFolder() {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
    }

    @AfterAll
    static void forgetFolder() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
    }

    static Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files
                    .filter(file -> !needsGds(file))
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static boolean needsGds(Path file) {
        try {
            return Files.readAllLines(file).contains("// needs: gds");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyFileIsListed() throws IOException {
        List<String> listed = Markdown.read(Path.of("docs", "examples.md")).links().stream()
                .map(Markdown.Link::file)
                .filter(link -> link.endsWith(".cypher"))
                .map(link -> Path.of(link).getFileName().toString())
                .toList();
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(listed);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyStatementReturnsTheRowsBelowIt(String file) throws IOException {
        assertThat(file).endsWith(".cypher");
        List<Statement> statements = CypherScript.parse(Files.readAllLines(EXAMPLES.resolve(file)), 1)
                .statements();
        assertThat(statements).isNotEmpty();
        assertThat(statements)
                .as("each statement has a table below it, or `// no rows`")
                .allMatch(statement -> statement.table() != null);
        TestDatabase.emptied();
        long liveBytes = TestDatabase.liveBytes();
        statements.forEach(statement -> ScriptRunner.run(file, statement));
        assertThat(TestDatabase.row("MATCH (n) RETURN count(n) AS nodes")).containsEntry("nodes", 0L);
        assertThat(TestDatabase.rows("CALL motif.graph.list()")).isEmpty();
        assertThat(TestDatabase.liveBytes()).isEqualTo(liveBytes);
    }
}
