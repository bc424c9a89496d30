package dev.motif.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Checks that the product compiles after the papers, {@code dev.motif.research}, have been deleted. */
class ProductWithoutResearchTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path RESEARCH = SOURCES.resolve("dev/motif/research");
    private static final Path CLASSES = Path.of("target/classes").toAbsolutePath();

    private static List<Path> product() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java") && !file.startsWith(RESEARCH))
                    .toList();
        }
    }

    /** The class path of this test without the classes of the project, among which are those of the papers. */
    private static String libraries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).toAbsolutePath().startsWith(CLASSES.getParent()))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void productCompiles() throws IOException {
        assertThat(RESEARCH).isDirectory();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, Locale.ROOT, UTF_8)) {
            List<String> options = List.of(
                    "-proc:none", "-nowarn", "--add-modules", "jdk.incubator.vector", "-classpath", libraries());
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, found, options, null, files.getJavaFileObjectsFromPaths(product()));
            // Everything but the classes themselves.
            task.analyze();
        }
        assertThat(found.getDiagnostics())
                .filteredOn(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
    }
}
