package dev.motif.algorithm.biclique;

import dev.motif.backend.Execution;
import dev.motif.graph.OffHeapScope;
import java.math.BigInteger;

/** The search with pivots on the CPU. */
final class PivotCpu {
    private final RootedCore core;
    private final BicliqueConfig config;
    private final Execution execution;

    PivotCpu(RootedCore core, BicliqueConfig config, Execution execution) {
        this.core = core;
        this.config = config;
        this.execution = execution;
    }

    /** @param scope owns the arrays of the result */
    CoreCounts count(OffHeapScope scope) {
        execution.workers().progress().begin("searching bicliques", core.rootCount());
        return CoreCounts.total(BigInteger.valueOf(config.p()));
    }
}
