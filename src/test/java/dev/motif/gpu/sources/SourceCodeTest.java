package dev.motif.gpu.sources;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceCodeTest {
    private static final String JAVA = """
            package dev.motif.gpu;

            import java.util.List;

            /** What it is. */
            final class Batch {
                // "not a string"
                private static final String URL = "http://host/*"; // a comment "with a quote
                private char quote = '"'; /* and 'so' on */ int minus = 1 - -1;
                List<List<String>> lines() { return List.of(); }
            }
            """;
    private static final String CUDA = """
            #pragma once
            #include "include/count.cuh"
            // sums
            #define TWICE(x) \\
                ((x) + (x))
            __device__ u32 sum(u32 a, u32 b) { return TWICE(a) + b; } // 'til here
            """;

    @Test
    void aCommentAReformatAndAMoveLeaveJava() {
        String moved = JAVA.replace("dev.motif.gpu", "dev.motif.gpu.graph")
                .replace("import java.util.List;\n", "import java.util.List;\nimport java.util.Map;\n")
                .replace("final class", "public final class")
                .replace("// \"not a string\"", "")
                .replace("What it is", "It's what it \"is")
                .replace("{ return", "{\n\n        return")
                .replace("= 1 - -1", "= 1\n                - -1");
        assertThat(SourceCode.ofJava(moved).hash())
                .isEqualTo(SourceCode.ofJava(JAVA).hash());
    }

    @Test
    void aCommentAReformatAndAMoveLeaveCuda() {
        String moved = CUDA.replace("include/count.cuh", "graph/count.cuh")
                .replace("// sums", "/* adds\n up */")
                .replace("\\\n    ((x)", "((x)")
                .replace("{ return", "{\n    return")
                .replace(" // 'til here", "");
        assertThat(SourceCode.ofCuda(moved).hash())
                .isEqualTo(SourceCode.ofCuda(CUDA).hash());
    }

    @ParameterizedTest
    @CsvSource({
        "http://host/*,http://hosts/*",
        "1 - -1,1 --1",
        "Batch,Batches",
        "List<List<String>>,List<String>",
        "return List.of(),return null"
    })
    void aChangeOfCodeChangesTheHash(String before, String after) {
        assertThat(JAVA).contains(before);
        assertThat(SourceCode.ofJava(JAVA.replace(before, after)).hash())
                .isNotEqualTo(SourceCode.ofJava(JAVA).hash());
    }

    @Test
    void theEndOfAPreprocessorLineIsCode() {
        assertThat(SourceCode.ofCuda("#define A\nint b;").hash())
                .isNotEqualTo(SourceCode.ofCuda("#define A int b;").hash());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/** Devices. */\npackage dev.motif.gpu;\n"})
    void aFileWithoutCodeHasNoHash(String text) {
        assertThat(SourceCode.ofJava(text).hash()).isNull();
    }

    @Test
    void includesAreNamed() {
        assertThat(SourceCode.ofCuda(CUDA).includes()).containsExactly("include/count.cuh");
    }
}
