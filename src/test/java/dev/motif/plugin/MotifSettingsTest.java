package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.examples.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;

class MotifSettingsTest {
    private static final Pattern PROPERTY = Pattern.compile("_PROPERTY = \"(motif\\.[a-zA-Z.]+)\"");

    @TempDir
    Path folder;

    private final Map<String, String> before = new HashMap<>();

    @BeforeEach
    void keep() {
        MotifSettings.CHECKS.keySet().forEach(name -> before.put(name, System.clearProperty(name)));
    }

    @AfterEach
    void restore() {
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
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

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            motif.offheap.limit      ; 20 megabytes ; must be a number of bytes above 0, or one with k, m or g, got '20 megabytes'
            motif.offheap.limit      ; ``           ; must be a number of bytes above 0, or one with k, m or g, got ''
            motif.offheap.limit.user ; -1           ; must be a number of bytes above 0, or one with k, m or g, got '-1'
            motif.heap.limit         ; 0            ; must be a number of bytes above 0, or one with k, m or g, got '0'
            motif.gpu.memory         ; 40gb         ; must be a number of bytes above 0, or one with k, m or g, got '40gb'
            motif.concurrency.limit  ; 1025         ; must be an INTEGER in [1, 1024], got '1025'
            motif.concurrency.limit.user ; 0        ; must be an INTEGER in [1, 1024], got '0'
            motif.gpu                ; none         ; must be 'on' or 'off', got 'none'
            motif.gpu.memory.check   ; yes          ; must be 'true' or 'false', got 'yes'
            motif.gpu.kernels        ; cubin        ; must be 'ptx', got 'cubin'
            motif.gpu.split          ; 0            ; must be an INTEGER in [1, 64], got '0'
            motif.gpu.isolation      ; true         ; must be 'process', got 'true'
            """)
    void wrongValueIsRemovedWithASentenceAboutIt(String name, String value, String message) {
        System.setProperty(name, value);
        assertThat(MotifSettings.removeWrong())
                .containsExactly("`" + name + "` " + message + "; the default takes its place");
        assertThat(System.getProperty(name)).isNull();
        assertThat(MotifSettings.removeWrong()).isEmpty();
    }

    @Test
    void missingFolderIsReportedAndKept() {
        String missing = folder.resolve("missing").toString();
        System.setProperty("motif.files", missing);
        assertThat(MotifSettings.removeWrong())
                .containsExactly(
                        "Saving files is not possible: the server's JVM option -Dmotif.files must name a folder"
                                + " that exists, got '" + missing + "'");
        assertThat(System.getProperty("motif.files")).isEqualTo(missing);
    }

    @Test
    void rightValuesStay() {
        Map<String, String> right = Map.ofEntries(
                Map.entry("motif.offheap.limit", "8G"),
                Map.entry("motif.offheap.limit.user", "1"),
                Map.entry("motif.heap.limit", "300m"),
                Map.entry("motif.concurrency.limit", "8"),
                Map.entry("motif.concurrency.limit.user", "4"),
                Map.entry("motif.hold.limit.ids", "1000000"),
                Map.entry("motif.hold.limit.time", "12h"),
                Map.entry("motif.gpu.memory", "512m"),
                Map.entry("motif.files", folder.toString()),
                Map.entry("motif.files.atStart", "a, b"),
                Map.entry("motif.files.atStart.verify", "false"),
                Map.entry("motif.gpu", "OFF"),
                Map.entry("motif.gpu.memory.check", "true"),
                Map.entry("motif.gpu.kernels", "ptx"),
                Map.entry("motif.gpu.split", "64"),
                Map.entry("motif.gpu.isolation", "PROCESS"));
        assertThat(right.keySet()).isEqualTo(MotifSettings.CHECKS.keySet());
        right.forEach(System::setProperty);
        assertThat(MotifSettings.removeWrong()).isEmpty();
        right.forEach((name, value) -> assertThat(System.getProperty(name)).isEqualTo(value));
    }

    @Test
    void everyPropertyOfTheSourceIsASetting() {
        assertThat(MotifSettings.CHECKS.keySet())
                .containsExactlyInAnyOrderElementsOf(ProjectFiles.sources().stream()
                        .map(ProjectFiles::text)
                        .flatMap(text -> PROPERTY.matcher(text).results().map(found -> found.group(1)))
                        .toList());
    }
}
