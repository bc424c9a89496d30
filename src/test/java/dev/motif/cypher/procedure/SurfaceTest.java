package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * A procedure or function whose name, arguments, columns, mode or description changes, changes a file of the project too, so
 * that nobody changes them unawares. {@code mvn -q -B test -Dtest=SurfaceTest -Dmotif.surface.write=true} writes it.
 */
@EnabledIf("dev.motif.neo4j.Research#isBuilt")
class SurfaceTest {
    private static final Path SURFACE = Path.of("src/test/resources/surface.txt");

    @Test
    void proceduresAndFunctionsAreThoseOfTheFile() throws IOException {
        List<String> surface = Stream.of(
                        "SHOW PROCEDURES YIELD name, signature, mode, description WHERE name STARTS WITH 'motif.' RETURN *"
                                + " ORDER BY name",
                        "SHOW FUNCTIONS YIELD name, signature, description WHERE name STARTS WITH 'motif.'"
                                + " RETURN *, 'FUNCTION' AS mode ORDER BY name")
                .flatMap(query -> TestDatabase.rows(query).stream())
                .map(row -> row.get("mode") + " " + row.get("signature") + "\n    " + row.get("description"))
                .toList();
        if (Boolean.getBoolean("motif.surface.write")) {
            Files.writeString(SURFACE, String.join("\n", surface) + "\n");
        }
        assertThat(String.join("\n", surface) + "\n").isEqualTo(Files.readString(SURFACE));
    }
}
