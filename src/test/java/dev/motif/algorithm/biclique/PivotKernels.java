package dev.motif.algorithm.biclique;

import dev.motif.gpu.KernelSignature;
import java.util.List;

/** The kernels of this package, for tests of another one. */
public final class PivotKernels {
    private PivotKernels() {}

    public static List<KernelSignature> all() {
        return PivotGpu.kernels();
    }
}
