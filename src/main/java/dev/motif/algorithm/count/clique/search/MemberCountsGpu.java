package dev.motif.algorithm.count.clique.search;

import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;

/**
 * The arguments and results that the kernels share which count the cliques of one size for each vertex or edge
 * (clique_counts.cuh).
 */
public final class MemberCountsGpu {
    private MemberCountsGpu() {}

    /** The arguments with the binomial coefficients that searches from {@code roots} need. The session owns them. */
    public static KernelArguments binomials(GpuSession session, CliqueRootsGpu roots, int k, NativeMemory memory) {
        int limit = roots.mostCandidates() + 1;
        try (OffHeapLongs table = BinomialTable.of(limit, k, memory)) {
            return new KernelArguments()
                    .with("binomials", session.uploaded(table))
                    .with("limit", limit);
        }
    }

    /**
     * Checks that the counts fit so far.
     *
     * @param result the words of the result of a search
     * @throws ArithmeticException when one count is too large
     */
    public static void checkFit(long[] result, int k) {
        if (result[KernelAbi.KCLIQUE_OVERFLOW] != 0) {
            throw KCliqueResult.tooManyOfOne(k);
        }
    }

    /** The number of all cliques; null when it is 2^128 or more. */
    public static BigInteger total(long[] result) {
        return result[KernelAbi.KCLIQUE_SUM_OVERFLOW] != 0
                ? null
                : OffHeapSums.toBigInteger(result[KernelAbi.KCLIQUE_SUM + 1], result[KernelAbi.KCLIQUE_SUM]);
    }

    /** The words of a result, all 0, for {@link #total}. The session owns them. */
    public static DeviceArray result(GpuSession session) {
        return session.zeroedLongs(KernelAbi.KCLIQUE_RESULT_WORDS);
    }
}
