package dev.motif.research.gbc;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.research.gbc.GbcConfig.Balance;
import dev.motif.research.gbc.GbcConfig.Exploration;
import dev.motif.research.gbc.GbcConfig.Partitioning;
import dev.motif.research.gbc.GbcConfig.Priority;
import dev.motif.research.gbc.GbcConfig.Reorder;
import dev.motif.research.gbc.GbcConfig.Sets;
import dev.motif.research.gbc.GbcConfig.Techniques;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Makes configurations of GBC for tests, and counts with them. */
public final class GbcCases {
    private static final int FEW_ITERATIONS = 20;

    /** A configuration with all techniques but few iterations of reordering: more would take longer than counting. */
    static final Techniques QUICKLY_PREPARED = new Techniques(
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
    static List<Techniques> all() {
        List<Techniques> all = new ArrayList<>();
        for (Priority priority : Priority.values()) {
            for (boolean filter : new boolean[] {false, true}) {
                for (Sets sets : Sets.values()) {
                    for (Reorder reorder : Reorder.values()) {
                        for (Exploration exploration : Exploration.values()) {
                            for (Balance balance : Balance.values()) {
                                all.add(new Techniques(
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
    public static Techniques inParts(Partitioning partitioning, Sets sets, long bytes) {
        return new Techniques(
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

    public static GbcConfig config(int p, int q, Side side, Techniques gbc) {
        return GbcConfig.total(p, q).with(side).with(gbc);
    }

    static BigInteger count(EdgeList list, GbcConfig config, BackendCase backend, NativeMemory memory) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers())) {
            return count(graph, config, backend, memory);
        }
    }

    static BigInteger count(BipartiteGraph graph, GbcConfig config, BackendCase backend, NativeMemory memory) {
        try (BicliqueResult counts = backend.run(new GbcAlgorithm(), graph, config, memory)) {
            return counts.total();
        }
    }
}
