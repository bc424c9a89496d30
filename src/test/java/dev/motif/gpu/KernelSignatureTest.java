package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.gpu.sources.KernelParameters;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the kernels which Java calls are those of the .cu files and of the PTX, with the same parameters. */
class KernelSignatureTest {
    private static final Path CLASSES = Path.of("target/classes");
    private static final Path BUILT = CLASSES.resolve("dev/motif/kernels");
    private static final Pattern CONSTANT = Pattern.compile("#define MOTIF_(\\w+) (\\d+)\\n");
    private static final Pattern ENTRY = Pattern.compile("\\.entry (\\w+)\\(([^)]*)\\)");
    private static final Pattern PTX_PARAMETER =
            Pattern.compile("\\.param (?:\\.[ub](32|64)|\\.align 8 \\.b8) \\w+(?:\\[(\\d+)])?");

    static Stream<Path> kernels() throws IOException {
        return KernelParameters.kernels().stream();
    }

    static Stream<String> modules() throws IOException {
        return kernels().map(KernelParameters::module);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void parametersAreThoseOfTheSources(Path kernel) throws IOException {
        assertThat(BUILT.resolve(KernelParameters.module(kernel) + ".parameters"))
                .as("`mvn exec:exec@kernel-parameters` writes it")
                .hasContent(KernelParameters.ofFile(KernelParameters.CUDA, kernel));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void argumentsTakeTheBytesThatThePtxSays(String module) throws IOException {
        Map<String, List<Integer>> bytes = new HashMap<>();
        for (KernelSignature kernel : KernelSignature.ofModule(module)) {
            bytes.put(
                    kernel.name(),
                    IntStream.range(0, kernel.argumentCount())
                            .map(kernel::argumentBytes)
                            .boxed()
                            .toList());
        }
        assertThat(bytes).isNotEmpty().isEqualTo(ofPtx(ptx(module)));
    }

    /** The bytes of each argument, by the kernels of a PTX text. */
    private static Map<String, List<Integer>> ofPtx(String ptx) {
        Map<String, List<Integer>> kernels = new HashMap<>();
        Matcher entry = ENTRY.matcher(ptx);
        while (entry.find()) {
            List<Integer> bytes = new ArrayList<>();
            Matcher parameter = PTX_PARAMETER.matcher(entry.group(2));
            while (parameter.find()) {
                bytes.add(
                        parameter.group(1) == null
                                ? Integer.parseInt(parameter.group(2))
                                : Integer.parseInt(parameter.group(1)) / Byte.SIZE);
            }
            kernels.put(entry.group(1), bytes);
        }
        return kernels;
    }

    /** The PTX that nvcc has made; without nvcc there is none. */
    private static String ptx(String module) throws IOException {
        assumeTrue(KernelModule.missing() == null, "no nvcc");
        return Files.readString(BUILT.resolve(module + ".ptx"));
    }

    /** A driver takes PTX of its own and older versions only. */
    @ParameterizedTest
    @MethodSource("modules")
    void ptxIsForDrivers450AndNewer(String module) throws IOException {
        assertThat(ptx(module)).contains("\n.version 7.0\n").doesNotContain("used_bytes_mask");
    }

    /** A class that names a kernel fails when it is initialized and the kernel does not exist. */
    @Test
    void everyKernelThatJavaNamesIsThere() throws Exception {
        try (Stream<Path> files = Files.walk(CLASSES.resolve("dev/motif"))) {
            for (Path file : files.filter(each -> each.toString().matches(".*(Gpu\\b|Gpu\\$|/gpu/).*\\.class"))
                    .toList()) {
                String name = CLASSES.relativize(file).toString().replace('/', '.');
                Class.forName(name.substring(0, name.length() - ".class".length()));
            }
        }
        assertThatThrownBy(() -> KernelSignature.of("wing", "wing_of_per_angel"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wing_of_per_angel");
    }

    @Test
    void constantsAreThoseOfTheHeader() throws Exception {
        Matcher constant = CONSTANT.matcher(Files.readString(KernelParameters.CUDA.resolve("include/kernel_abi.h")));
        int compared = 0;
        while (constant.find()) {
            Field field = KernelAbi.class.getDeclaredField(constant.group(1));
            assertThat(field.getInt(null)).as(constant.group(1)).isEqualTo(Integer.parseInt(constant.group(2)));
            compared++;
        }
        assertThat(compared).isEqualTo(KernelAbi.class.getDeclaredFields().length);
    }

    @Test
    void workKeysDescendWithWork() {
        assertThat(KernelAbi.workKey(2)).isEqualTo(251);
        assertThat(KernelAbi.workKey(511)).isEqualTo(220);
        assertThat(KernelAbi.workKey(512)).isEqualTo(219);
        assertThat(KernelAbi.workKey(Long.MAX_VALUE)).isBetween(0, 10);
    }
}
