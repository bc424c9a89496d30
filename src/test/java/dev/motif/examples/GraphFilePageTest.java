package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.TestDatabase;
import dev.motif.oracle.Python;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the Python of docs/graph-file.md on a file, where python3 with NumPy is there. */
class GraphFilePageTest {
    private static final Pattern SNIPPET = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
        TestDatabase.emptied();
    }

    /** The output of a Python program, with its errors. */
    private String printedBy(String program, String... arguments) throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("script.py"), program);
        List<String> command = new ArrayList<>(List.of("python3", script.toString()));
        command.addAll(List.of(arguments));
        Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        python.waitFor();
        return printed;
    }

    @Test
    void pythonOfThePageReadsAFile() throws Exception {
        assumeTrue(Python.has("numpy"), "python3 with NumPy is there");
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        TestDatabase.emptied();
        TestDatabase.rows("UNWIND range(1, 5) AS u UNWIND range(1, 4) AS i MERGE (a:User {u: u}) MERGE (b:Item {i: i})"
                + " CREATE (a)-[:RATED]->(b)");
        TestDatabase.rows("CALL motif.graph.project('all ratings', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipIds: true})");
        TestDatabase.rows("CALL motif.wing.mutate('all ratings', {mutateProperty: 'wing'})");
        TestDatabase.rows("CALL motif.graph.export('all ratings', 'ratings')");
        List<String> programs = SNIPPET.matcher(Files.readString(Path.of("docs", "graph-file.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(printedBy(programs.get(0), folder.resolve("ratings.motif").toString()))
                .isEqualTo("all ratings {'left.offsets': 6, 'left.neighbors': 20, 'right.offsets': 5,"
                        + " 'right.neighbors': 20, 'left.ids': 5, 'right.ids': 4, 'relationships.ids': 20,"
                        + " 'relationships.parallel.edges': 0, 'relationships.parallel.ids': 0,"
                        + " 'relationships.property.wing': 20}\n4 240\n");
        // The driver may not be there, so the other one is only compiled.
        assertThat(printedBy(
                        "compile(open(__import__('sys').argv[1]).read(), 'page', 'exec')", script(programs.get(1))))
                .isEmpty();
    }

    private String script(String program) throws IOException {
        return Files.writeString(folder.resolve("page.py"), program).toString();
    }
}
