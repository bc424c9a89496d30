package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.cli.ExecutionContext;
import org.neo4j.importer.ImportCommand;
import org.neo4j.io.fs.DefaultFileSystemAbstraction;
import picocli.CommandLine;

/** The command of docs/data-files.md for large files, run by Neo4j's importer. */
class ImporterTest {
    private static final String COMMAND = "neo4j-admin database import full ";

    @Test
    void importsTheFilesOfThePage(@TempDir Path home) throws IOException {
        Files.writeString(home.resolve("users.csv"), "id:ID(User)\nann\nbob\n");
        Files.writeString(home.resolve("items.csv"), "id:ID(Item)\ntea\n");
        Files.writeString(home.resolve("bought.csv"), ":START_ID(User),:END_ID(Item)\nann,tea\nbob,tea\n");
        String command = ProjectFiles.text(Path.of("docs", "data-files.md"))
                .lines()
                .filter(line -> line.startsWith(COMMAND))
                .findFirst()
                .orElseThrow()
                .substring(COMMAND.length());
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int exit;
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
                DefaultFileSystemAbstraction files = new DefaultFileSystemAbstraction()) {
            ExecutionContext context = new ExecutionContext(home, home.resolve("conf"), out, out, files);
            exit = new CommandLine(new ImportCommand.Full(context))
                    .execute(Arrays.stream(command.split(" "))
                            .map(word -> word.replaceFirst("=(\\w+\\.csv)$", "=" + home + "/$1"))
                            .toArray(String[]::new));
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("3 nodes", "2 relationships");
        assertThat(exit).isZero();
    }
}
