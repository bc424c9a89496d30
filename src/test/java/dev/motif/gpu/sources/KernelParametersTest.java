package dev.motif.gpu.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelParametersTest {
    private static String parameters(String... files) {
        return KernelParameters.of(String.join("\n", files));
    }

    @Test
    void kernelsTakeNumbersAndPointers() {
        assertThat(parameters("""
                extern "C" __global__ void __launch_bounds__(256, 2) sum_total_per_block(
                        const u32* __restrict__ rows, u32 n, u64* total, const u64 least) {}
                extern "C" __global__ void none_per_grid() {}
                """)).isEqualTo("""
                none_per_grid
                sum_total_per_block
                  0 0 POINTER rows
                  1 0 INT n
                  2 0 POINTER total
                  3 0 LONG least
                """);
    }

    @Test
    void aStructIsItsFieldsWhereTheCompilerPutsThem() {
        assertThat(parameters("""
                struct Rows {
                    const u64* __restrict__ offsets;
                    u32 from, to;
                    u32 base;
                    Branch* branches;  // of all
                    __device__ u32 count() const { return to - from; }
                };
                """, """
                extern "C" __global__ void sum_total_per_block(const __grid_constant__ Rows rows, u32 n) {}
                """)).isEqualTo("""
                sum_total_per_block
                  0 0 POINTER offsets
                  0 8 INT from
                  0 12 INT to
                  0 16 INT base
                  0 24 POINTER branches
                  1 0 INT n
                """);
    }

    @Test
    void aListOfParametersMayBeAMacro() {
        assertThat(parameters("#define JOB_PARAMETERS \\\n    const u64 *offsets, u32 n\n", """
                extern "C" __global__ void sum_total_per_warp(JOB_PARAMETERS, u64* total) {}
                """))
                .isEqualTo("""
                sum_total_per_warp
                  0 0 POINTER offsets
                  1 0 INT n
                  2 0 POINTER total
                """);
    }

    @Test
    void commentsAndStringsAreNoKernels() {
        assertThat(parameters("""
                // extern "C" __global__ void first_per_warp(u32 n) {}
                /* extern "C" __global__ void second_per_warp(u32 n) {}
                   "not a string */
                static const char* text = "__global__ void third_per_warp() /*";
                extern "C" __global__ void sum_per_warp(u32 n, /* of all */ u32* sums) {}  // */
                """)).isEqualTo("""
                sum_per_warp
                  0 0 INT n
                  1 0 POINTER sums
                """);
    }

    @Test
    void kernelsAndStructsMayBeInIncludedFiles(@TempDir Path cuda) throws IOException {
        Files.createDirectory(cuda.resolve("graph"));
        Files.writeString(cuda.resolve("graph/rows.cuh"), "struct Rows { u32 from, to; };");
        Files.writeString(
                cuda.resolve("graph/sort.cuh"),
                "#include \"graph/rows.cuh\"\nextern \"C\" __global__ void sort_per_warp(Rows rows) {}");
        Path kernel = cuda.resolve("graph/sum.cu");
        Files.writeString(kernel, """
                #include <cooperative_groups.h>
                #include "graph/rows.cuh"
                #include "graph/sort.cuh"
                extern "C" __global__ void sum_per_warp(Rows rows) {}
                """);
        Path target = cuda.resolve("target");
        KernelParameters.main(new String[] {cuda.toString(), "none", target.toString()});
        assertThat(target.resolve("sum.parameters")).hasContent("""
                sort_per_warp
                  0 0 INT from
                  0 4 INT to
                sum_per_warp
                  0 0 INT from
                  0 4 INT to
                """);
    }

    @Test
    void whatCannotBeHandedOverIsNamed() {
        assertThatThrownBy(() -> parameters("extern \"C\" __global__ void sum_per_block(float x) {}"))
                .hasMessageContaining("float");
        assertThatThrownBy(() -> parameters("extern \"C\" __global__ void sum_per_block(u32 x, u32 x) {}"))
                .hasMessage("sum_per_block has two parameters of the name x");
    }
}
