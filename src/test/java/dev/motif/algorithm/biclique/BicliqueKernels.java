package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.gbc.GbcGpu;
import dev.motif.algorithm.biclique.pivot.PivotGpu;
import dev.motif.gpu.KernelSignature;
import java.util.List;
import java.util.stream.Stream;

/** Shows the kernels of this package to the test that compares them with their sources. */
public final class BicliqueKernels {
    private BicliqueKernels() {}

    public static List<KernelSignature> all() {
        return Stream.of(PivotGpu.kernels(), GbcGpu.kernels())
                .flatMap(List::stream)
                .toList();
    }
}
