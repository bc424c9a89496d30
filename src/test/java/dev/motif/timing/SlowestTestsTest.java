package dev.motif.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class SlowestTestsTest {
    private static final AtomicLong NANOS = new AtomicLong();

    @TempDir
    Path folder;

    /** Tests whose time passes as they say. They only run when a test below starts them. */
    @EnabledIf("measured")
    static class Measured {
        private static boolean running;

        static boolean measured() {
            return running;
        }

        private static void takes(long millis) {
            NANOS.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        }

        @BeforeAll
        static void setUp() {
            takes(5000);
        }

        @Test
        void one() {
            takes(30);
        }

        @ParameterizedTest
        @ValueSource(ints = {400, 20})
        void several(int millis) {
            takes(millis);
        }
    }

    /** Without that, builds would write nothing, and .ci/run would end where it shows what they wrote. */
    @Test
    void isRegisteredForAllTests() {
        assertThat(ServiceLoader.load(TestExecutionListener.class).stream().map(ServiceLoader.Provider::type))
                .contains(SlowestTests.class);
    }

    private SlowestReport report(String build) {
        return new SlowestReport(folder.resolve("target").resolve("slowest.txt"), build);
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(report("").file());
    }

    @Test
    void testsAndClassesAreWrittenSlowestFirst() throws IOException {
        Measured.running = true;
        try {
            LauncherFactory.create(LauncherConfig.builder()
                            .enableTestExecutionListenerAutoRegistration(false)
                            .addTestExecutionListeners(new SlowestTests(NANOS::get, report("now")))
                            .build())
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectClass(Measured.class))
                            .build());
        } finally {
            Measured.running = false;
        }
        String measured = Measured.class.getName();
        assertThat(lines())
                .containsExactly(
                        "Build of now",
                        "",
                        "Slowest tests, in seconds:",
                        "   0.400 " + measured + " several [1] millis=400",
                        "   0.030 " + measured + " one",
                        "   0.020 " + measured + " several [2] millis=20",
                        "",
                        "Slowest classes, in seconds, with what they set up:",
                        "   5.450 " + measured);
    }

    @Test
    void anotherJvmOfTheBuildAddsToTheFile() throws IOException {
        report("now").add(List.of(new Timed(1500, "A a"), new Timed(20, "A b")), List.of(new Timed(1600, "A")));
        report("now").add(List.of(new Timed(30, "B b")), List.of(new Timed(12_030, "B")));
        assertThat(lines())
                .contains("   1.500 A a", "   0.030 B b", "   0.020 A b", "  12.030 B", "   1.600 A")
                .hasSize(10);
    }

    @Test
    void anotherBuildStartsAnew() throws IOException {
        report("before").add(List.of(new Timed(1500, "A a")), List.of(new Timed(1600, "A")));
        report("now").add(List.of(new Timed(20, "B b")), List.of());
        assertThat(lines()).contains("Build of now", "   0.020 B b").hasSize(6);
    }

    @Test
    void onlyTheSlowestAreKept() throws IOException {
        List<Timed> many = IntStream.rangeClosed(1, 100)
                .mapToObj(i -> new Timed(i, "C t" + i))
                .toList();
        report("now").add(many.subList(0, 50), List.of());
        report("now").add(many.subList(50, 100), List.of());
        assertThat(lines().stream().filter(line -> line.contains(" C t")))
                .hasSize(SlowestReport.MOST)
                .startsWith("   0.100 C t100")
                .endsWith("   0.061 C t61");
    }
}
