package dev.motif.algorithm.kclique;

import dev.motif.gpu.KernelSignature;
import java.util.List;

/** Shows the kernels of this package to the test that compares them with their sources. */
public final class KCliqueKernels {
    private KCliqueKernels() {}

    public static List<KernelSignature> all() {
        return KCliqueGpu.kernels();
    }
}
