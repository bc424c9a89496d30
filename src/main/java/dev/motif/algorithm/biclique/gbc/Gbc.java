package dev.motif.algorithm.biclique.gbc;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.algorithm.biclique.model.Cores;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.PreparedForms;
import dev.motif.graph.order.BipartiteCore;
import java.math.BigInteger;

/**
 * GBC: counts all (p,q)-bicliques by adding the vertices of one side one by one and intersecting sets.
 *
 * <p>The vertices of one side, the roots, are taken in an order of priority; those of the other side are mates. Two
 * roots that share enough mates are two-hop neighbors. A set of roots is extended by a later root that is a two-hop
 * neighbor of all of them, as long as they have enough common mates. Each set of as many roots as a biclique has is met
 * once, in its order; with {@code c} common mates it is in {@code C(c, mates)} bicliques, where {@code mates} is the
 * number of mates of a biclique.
 *
 * <p>Work: an intersection for each set of roots with enough common mates, so it grows with the count itself. Memory:
 * at first 4 bytes for each pair of two-hop neighbors, then 8 bytes for each word of a bitmap; and the memory of the
 * workers.
 *
 * <p>Source: Qiu et al., "Accelerating Biclique Counting on GPU", ICDE 2024, arXiv:2403.07858. The differences from the
 * paper are in docs/research/gbc.md.
 */
public final class Gbc {
    private final BipartiteGraph graph;
    private final BicliqueConfig config;
    private final Execution execution;
    private final Deadline deadline;

    /**
     * Prepares a count of the bicliques of {@code graph}.
     *
     * @param config a configuration in which p and q are 2 or more
     */
    public Gbc(BipartiteGraph graph, BicliqueConfig config, Execution execution, Deadline deadline) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.deadline = deadline;
    }

    /** Counts on the CPU. */
    public BicliqueResult onCpu() {
        try (PreparedForms.Use<BipartiteCore> core = GbcSides.core(graph, config, execution)) {
            return result(core.form(), new GbcCpu(graph, core.form(), config, deadline, execution).count());
        }
    }

    /** Counts on a GPU; what is searched is prepared on the CPU. */
    public BicliqueResult onGpu(GpuDevice device) {
        try (PreparedForms.Use<BipartiteCore> core = GbcSides.core(graph, config, execution)) {
            return result(core.form(), new GbcGpu(graph, core.form(), config, deadline, execution, device).count());
        }
    }

    private BicliqueResult result(BipartiteCore core, BigInteger total) {
        BigInteger[][] table = {{total}};
        return new BicliqueResult(config, Technique.GBC, Cores.side(core), table, null, null, null);
    }
}
