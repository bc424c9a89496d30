package dev.motif.algorithm.butterfly;

import dev.motif.algorithm.butterfly.gbfc.GbfcGpu;
import dev.motif.algorithm.butterfly.priority.ButterflyLaunchGpu;
import dev.motif.algorithm.butterfly.tip.TipGpu;
import dev.motif.algorithm.butterfly.wing.WingGpu;
import dev.motif.gpu.KernelSignature;
import java.util.List;
import java.util.stream.Stream;

/** Shows the kernels of this package to the test that compares them with their sources. */
public final class ButterflyKernels {
    private ButterflyKernels() {}

    public static List<KernelSignature> all() {
        return Stream.of(ButterflyLaunchGpu.kernels(), GbfcGpu.kernels(), WingGpu.kernels(), TipGpu.kernels())
                .flatMap(List::stream)
                .toList();
    }
}
