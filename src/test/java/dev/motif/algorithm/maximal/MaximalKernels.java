package dev.motif.algorithm.maximal;

import dev.motif.gpu.KernelSignature;
import java.util.List;

/** Shows the kernels of this package to the test that compares them with their sources. */
public final class MaximalKernels {
    private MaximalKernels() {}

    public static List<KernelSignature> all() {
        return MaximalBicliqueGpu.kernels();
    }
}
