package dev.motif.gpu.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that {@code cuda/compile} compiles what has changed, and nothing else, and what it puts into a jar. */
class KernelCacheTest {
    private static final List<String> PTX_OF_BOTH = List.of("first.ptx", "second.ptx");

    @TempDir
    private Path folder;

    private Path header;
    private NotingCompiler compiler;

    @BeforeEach
    void addTwoKernelsOfWhichOneHasAHeader() throws IOException {
        compiler = NotingCompiler.in(folder);
        Files.createDirectories(folder.resolve("cuda/family"));
        Files.copy(Path.of("cuda/compile"), folder.resolve("cuda/compile"));
        header = Files.writeString(folder.resolve("cuda/family/shared.cuh"), "#pragma once\nconstexpr int SIZE = 1;\n");
        Files.writeString(
                folder.resolve("cuda/family/first.cu"), "#include \"family/shared.cuh\"\nint first = SIZE;\n");
        Files.writeString(folder.resolve("cuda/family/second.cu"), "int second; // has no header\n");
    }

    private List<String> compile(String forms) throws Exception {
        return compiler.run(
                folder,
                List.of("bash", "cuda/compile", forms, folder.resolve("jar").toString()));
    }

    private List<String> jar() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("jar"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void kernelsAreCompiledOnce() throws Exception {
        assertThat(compile("ptx")).hasSize(2).allMatch(call -> call.contains(" -ptx "));
        assertThat(jar()).isEqualTo(PTX_OF_BOTH);
        assertThat(compile("ptx")).isEmpty();
        assertThat(compile("all")).hasSize(2).allMatch(call -> call.contains(" -fatbin "));
        assertThat(jar()).containsExactly("first.fatbin", "first.ptx", "second.fatbin", "second.ptx");
    }

    @Test
    void anotherCloneTakesThemFromTheCache() throws Exception {
        compile("all");
        Files.move(folder.resolve("jar"), folder.resolve("jar of the other clone"));
        assertThat(compile("cached")).isEmpty();
        assertThat(jar()).hasSize(4);
    }

    @Test
    void changedCommentCompilesNothing() throws Exception {
        compile("ptx");
        Files.writeString(header, "#pragma once\n\n// What it is for.\nconstexpr int SIZE = 1; /* still */\n");
        assertThat(compile("ptx")).isEmpty();
        assertThat(jar()).isEqualTo(PTX_OF_BOTH);
    }

    @Test
    void changedHeaderCompilesWhatIncludesIt() throws Exception {
        compile("all");
        Files.writeString(header, "#pragma once\nconstexpr int SIZE = 2;\n");
        assertThat(compile("ptx")).singleElement().asString().endsWith(" family/first.cu");
        assertThat(jar())
                .as("without machine code that is not of this source")
                .containsExactly("first.ptx", "second.fatbin", "second.ptx");
    }

    @Test
    void jarWithoutAllKernelsGetsNone() throws Exception {
        compile("all");
        Files.writeString(folder.resolve("cuda/family/second.cu"), "int second = 2;\n");
        assertThat(compile("cached")).isEmpty();
        assertThat(jar()).isEmpty();
    }
}
