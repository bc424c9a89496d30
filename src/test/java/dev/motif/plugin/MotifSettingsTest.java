package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;

class MotifSettingsTest {
    private static final Pattern PROPERTY = Pattern.compile("_PROPERTY = \"(motif\\.[a-zA-Z.]+)\"");

    @TempDir
    Path folder;

    @AfterEach
    void clear() {
        System.clearProperty("motif.files");
        System.clearProperty("motif.gpu.kernels");
    }

    private Config config(String... lines) throws IOException {
        Path file = folder.resolve("neo4j.conf");
        Files.write(file, List.of(lines));
        return Config.newBuilder()
                .set(GraphDatabaseSettings.strict_config_validation, true)
                .fromFile(file)
                .build();
    }

    @Test
    void propertyWinsOverNeo4jConf() throws IOException {
        System.setProperty("motif.gpu.kernels", "ptx");
        Config config = config("motif.files=/some/folder", "motif.gpu.kernels=other", "server.bolt.enabled=false");
        assertThat(config.get(BoltConnector.enabled)).isFalse();
        assertThat(System.getProperty("motif.files")).isEqualTo("/some/folder");
        assertThat(System.getProperty("motif.gpu.kernels")).isEqualTo("ptx");
    }

    @Test
    void misspeltSettingIsReported() {
        assertThatThrownBy(() -> config("motif.ofheap.limit=1g"))
                .hasStackTraceContaining("Unrecognized setting. No declared setting with name: motif.ofheap.limit");
    }

    @Test
    void everyPropertyOfTheSourceIsASetting() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            assertThat(MotifSettings.NAMES)
                    .containsExactlyInAnyOrderElementsOf(sources.filter(
                                    file -> file.toString().endsWith(".java"))
                            .map(MotifSettingsTest::text)
                            .flatMap(text -> PROPERTY.matcher(text).results().map(found -> found.group(1)))
                            .toList());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
