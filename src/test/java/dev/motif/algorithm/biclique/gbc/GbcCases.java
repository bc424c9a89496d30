package dev.motif.algorithm.biclique.gbc;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.algorithm.biclique.model.GbcConfig;
import dev.motif.algorithm.biclique.model.GbcConfig.Balance;
import dev.motif.algorithm.biclique.model.GbcConfig.Exploration;
import dev.motif.algorithm.biclique.model.GbcConfig.Partitioning;
import dev.motif.algorithm.biclique.model.GbcConfig.Priority;
import dev.motif.algorithm.biclique.model.GbcConfig.Reorder;
import dev.motif.algorithm.biclique.model.GbcConfig.Sets;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Makes configurations of GBC for tests, and counts with them. */
public final class GbcCases {
    private static final int FEW_ITERATIONS = 20;

    /** A configuration with all techniques but few iterations of reordering: more would take longer than counting. */
    static final GbcConfig QUICKLY_PREPARED = new GbcConfig(
            Priority.TWO_HOP,
            true,
            Sets.HTB,
            Reorder.BORDER,
            FEW_ITERATIONS,
            Exploration.HYBRID,
            Balance.JOINT,
            Partitioning.BCPAR,
            0);

    private GbcCases() {}

    /** Every combination of techniques, without partitions. */
    static List<GbcConfig> all() {
        List<GbcConfig> all = new ArrayList<>();
        for (Priority priority : Priority.values()) {
            for (boolean filter : new boolean[] {false, true}) {
                for (Sets sets : Sets.values()) {
                    for (Reorder reorder : Reorder.values()) {
                        for (Exploration exploration : Exploration.values()) {
                            for (Balance balance : Balance.values()) {
                                all.add(new GbcConfig(
                                        priority,
                                        filter,
                                        sets,
                                        reorder,
                                        FEW_ITERATIONS,
                                        exploration,
                                        balance,
                                        Partitioning.BCPAR,
                                        0));
                            }
                        }
                    }
                }
            }
        }
        return all;
    }

    /** A configuration with all techniques, and the sets in parts of this many bytes. */
    public static GbcConfig inParts(Partitioning partitioning, Sets sets, long bytes) {
        return new GbcConfig(
                Priority.TWO_HOP,
                true,
                sets,
                Reorder.DEGREE,
                0,
                Exploration.HYBRID,
                Balance.JOINT,
                partitioning,
                bytes);
    }

    public static BicliqueConfig config(int p, int q, Side side, GbcConfig gbc) {
        return BicliqueConfig.total(p, q).with(Technique.GBC).with(side).with(gbc);
    }

    static BigInteger count(EdgeList list, BicliqueConfig config, BackendCase backend, NativeMemory memory) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers())) {
            return count(graph, config, backend, memory);
        }
    }

    static BigInteger count(BipartiteGraph graph, BicliqueConfig config, BackendCase backend, NativeMemory memory) {
        try (BicliqueResult counts = backend.run(new BicliqueAlgorithm(), graph, config, memory)) {
            return counts.total();
        }
    }
}
