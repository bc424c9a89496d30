package dev.motif.examples.wedges;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The example of docs/adding-an-algorithm.md is as short as that page says; {@code SecondServerTest} runs it. */
class AddedAlgorithmTest {
    /** Beside the arithmetic there is the class of procedures alone. */
    @Test
    void proceduresAreShort() throws IOException {
        Path procedures = Path.of("src/test/java/dev/motif/examples/wedges/WedgeProcedures.java");
        assertThat(Files.readAllLines(procedures)).hasSizeLessThan(120);
    }
}
