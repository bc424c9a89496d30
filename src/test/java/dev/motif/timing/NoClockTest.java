package dev.motif.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No test decides by a clock: on a busy machine every limit of seconds fails at some time. */
class NoClockTest {
    private static final Path TESTS = Path.of("src/test/java/dev/motif");
    private static final Path OF_RESEARCH = Path.of("src/research/test/dev/motif");

    private static final Pattern CLOCK = Pattern.compile(
            "\\b(?:nanoTime|currentTimeMillis|get\\w*CpuTime|totalCpuDuration|Instant\\.now|assertTimeout\\w*)\\b");

    /** Classes that wait for minutes, show times to a person, or take at least the time that they spend. */
    private static final List<String> MAY_READ_IT = List.of(
            "backend/work/StageTimesTest.java",
            "browser/Neo4jBrowser.java",
            "browser/SiteInBrowserIT.java",
            "demo/Demo.java",
            "plugin/PluginServer.java",
            "server/ServerProcess.java",
            "timing/NoClockTest.java",
            "timing/SlowestTests.java");

    @Test
    void onlyTheseTestsReadAClock() throws IOException {
        assertThat(readingAClock(TESTS)).containsExactlyElementsOf(MAY_READ_IT);
        assertThat(readingAClock(OF_RESEARCH)).isEmpty();
    }

    private static List<String> readingAClock(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(NoClockTest::readsAClock)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static boolean readsAClock(Path file) {
        try {
            return CLOCK.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
