package dev.motif.algorithm.biclique.gbc;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.algorithm.biclique.model.Cores;
import dev.motif.backend.Deadline;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.Side;
import dev.motif.parallel.Workers;
import java.math.BigInteger;

/**
 * GBC: counts (p,q)-bicliques, in total, by adding one vertex of a layer after the other and intersecting.
 *
 * <p>The vertices of one layer, the roots, are taken in an order of priority. A set of roots is extended by one that is
 * later and a two-hop neighbor of all of them, as long as enough mates are common to all. Each set of as many roots as
 * a biclique has is met once, in its order; with {@code c} common mates it is in {@code C(c, mates)} bicliques.
 *
 * <p>Work: the sets of roots with enough common mates, each times an intersection: it grows with the count itself.
 * Memory: the two-hop neighbors, 4 bytes each at first, 8 a word of a bitmap then; and the memory of the workers.
 *
 * <p>Source: Qiu et al., "Accelerating Biclique Counting on GPU", ICDE 2024, arXiv:2403.07858. What differs is said in
 * docs/algorithms/biclique.md.
 */
public final class Gbc {
    private final BipartiteGraph graph;
    private final BicliqueConfig config;
    private final Execution execution;
    private final Deadline deadline;
    private final NativeMemory memory;
    private final Workers workers;

    /** @param config with p and q of 2 or more */
    public Gbc(BipartiteGraph graph, BicliqueConfig config, Execution execution, Deadline deadline) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.deadline = deadline;
        this.memory = execution.memory();
        this.workers = execution.workers();
    }

    public BicliqueResult onCpu() {
        try (BipartiteCore core = core()) {
            return result(core, new GbcCpu(core, config, deadline, execution).count());
        }
    }

    public BicliqueResult onGpu(GpuDevice device) {
        try (BipartiteCore core = core()) {
            return result(core, new GbcGpu(core, config, deadline, execution, device).count());
        }
    }

    private BicliqueResult result(BipartiteCore core, BigInteger total) {
        BigInteger[][] table = {{total}};
        return new BicliqueResult(config, Technique.GBC, Cores.side(core), table, null, null, null);
    }

    /** The core, seen from the layer to start from. Owned by the caller. */
    private BipartiteCore core() {
        return execution.times().time(Stage.PREPARE, () -> {
            if (config.side() != null) {
                return Cores.of(graph, config, config.side(), memory, workers);
            }
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                BipartiteCore core = scope.own(Cores.of(graph, config, Side.LEFT, memory, workers));
                return GbcSides.cheaper(core, config, memory) == Side.LEFT
                        ? scope.keep(core)
                        : Cores.of(graph, config, Side.RIGHT, memory, workers);
            }
        });
    }
}
