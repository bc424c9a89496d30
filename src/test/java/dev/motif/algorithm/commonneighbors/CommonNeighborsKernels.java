package dev.motif.algorithm.commonneighbors;

import dev.motif.algorithm.commonneighbors.lists.ListsLaunchGpu;
import dev.motif.algorithm.commonneighbors.oriented.OrientedLaunchGpu;
import dev.motif.gpu.KernelSignature;
import java.util.List;
import java.util.stream.Stream;

/** Shows the kernels of this package to the test that compares them with their sources. */
public final class CommonNeighborsKernels {
    private CommonNeighborsKernels() {}

    public static List<KernelSignature> all() {
        return Stream.of(OrientedLaunchGpu.kernels(), ListsLaunchGpu.kernels())
                .flatMap(List::stream)
                .toList();
    }
}
