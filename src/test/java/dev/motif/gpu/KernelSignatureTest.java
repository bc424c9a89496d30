package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.biclique.BicliqueKernels;
import dev.motif.algorithm.butterfly.ButterflyKernels;
import dev.motif.algorithm.commonneighbors.CommonNeighborsKernels;
import dev.motif.algorithm.kclique.KCliqueKernels;
import dev.motif.algorithm.maximal.MaximalKernels;
import dev.motif.gpu.KernelSignature.Type;
import dev.motif.gpu.graph.DeviceIncoming;
import dev.motif.gpu.graph.DeviceOrientedGraph;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.gpu.graph.DeviceRanking;
import dev.motif.gpu.graph.DeviceSort;
import dev.motif.gpu.graph.DeviceTriangleGraph;
import dev.motif.gpu.graph.DeviceWedges;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels as Java calls them are the kernels of the .cu files and of the kept PTX. */
class KernelSignatureTest {
    private static final Path PTX = Path.of("src/main/resources/dev/motif/kernels");
    private static final Pattern CONSTANT = Pattern.compile("#define MOTIF_(\\w+) (\\d+)\\n");

    static Stream<KernelSignature> signatures() {
        return Stream.of(
                        DeviceSort.kernels(),
                        DeviceRanking.kernels(),
                        DeviceRankedGraph.kernels(),
                        DeviceWedges.kernels(),
                        DeviceOrientedGraph.kernels(),
                        ButterflyKernels.all(),
                        BicliqueKernels.all(),
                        KCliqueKernels.all(),
                        MaximalKernels.all(),
                        DeviceTriangleGraph.kernels(),
                        DeviceIncoming.kernels(),
                        CommonNeighborsKernels.all())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("signatures")
    void parametersAreThoseOfTheSource(KernelSignature kernel) throws IOException {
        assertThat(KernelSources.ofCuda()).containsEntry(kernel.name(), kernel.parameters());
    }

    @ParameterizedTest
    @MethodSource("signatures")
    void parametersAreThoseOfThePtx(KernelSignature kernel) throws IOException {
        List<Integer> bits = kernel.parameters().stream()
                .map(type -> type == Type.INT ? Integer.SIZE : Long.SIZE)
                .toList();
        assertThat(KernelSources.ofPtx(PTX.resolve(kernel.module() + ".ptx"))).containsEntry(kernel.name(), bits);
    }

    @Test
    void constantsAreThoseOfTheHeader() throws Exception {
        Matcher constant = CONSTANT.matcher(Files.readString(Path.of("cuda/include/kernel_abi.h")));
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
