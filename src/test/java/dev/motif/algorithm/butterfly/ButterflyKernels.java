package dev.motif.algorithm.butterfly;

import dev.motif.gpu.KernelSignature;
import java.util.List;

/** Shows the kernels of this package to the test that compares them with their sources. */
public final class ButterflyKernels {
    private ButterflyKernels() {}

    public static List<KernelSignature> all() {
        return ButterflyLaunchGpu.kernels();
    }
}
