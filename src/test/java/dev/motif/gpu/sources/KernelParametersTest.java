package dev.motif.gpu.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KernelParametersTest {
    private static String parameters(String... files) {
        return KernelParameters.of(Arrays.stream(files).map(SourceCode::ofCuda).toList());
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
    void whatCannotBeHandedOverIsNamed() {
        assertThatThrownBy(() -> parameters("extern \"C\" __global__ void sum_per_block(float x) {}"))
                .hasMessageContaining("float");
        assertThatThrownBy(() -> parameters("extern \"C\" __global__ void sum_per_block(u32 x, u32 x) {}"))
                .hasMessage("sum_per_block has two parameters of the name x");
    }
}
