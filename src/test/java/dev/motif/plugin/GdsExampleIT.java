package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.examples.CypherScript;
import dev.motif.examples.ScriptRunner;
import dev.motif.timing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.harness.Neo4jBuilder;

/** Runs the example that uses Graph Data Science, on a server with GDS and the built jar. */
@Slow
class GdsExampleIT {
    private static final Path EXAMPLE = Path.of("cypher-examples", "gds-pipeline.cypher");

    /** The names of GDS procedure classes, which are not on the class path that the tests are compiled with. */
    private static final List<String> GDS_PROCEDURES = List.of(
            "org.neo4j.gds.catalog.GraphProjectProc",
            "org.neo4j.gds.catalog.GraphDropProc",
            "org.neo4j.gds.louvain.LouvainWriteProc");

    @TempDir
    static Path plugins;

    @Test
    void everyStatementReturnsTheRowsBelowIt() throws IOException, ClassNotFoundException {
        Neo4jBuilder builder = PluginServer.builder(plugins);
        for (String name : GDS_PROCEDURES) {
            builder = builder.withProcedure(Class.forName(name));
        }
        try (PluginServer server = PluginServer.start(builder)) {
            CypherScript.parse(Files.readAllLines(EXAMPLE), 1)
                    .statements()
                    .forEach(statement -> ScriptRunner.run(
                            EXAMPLE.toString(), statement, query -> ScriptRunner.rows(server.database(), query)));
            assertThat(server.rows("MATCH (n) RETURN n")).isEmpty();
            assertThat(server.info("offHeapUsed")).isEqualTo("0 Bytes");
        }
    }
}
