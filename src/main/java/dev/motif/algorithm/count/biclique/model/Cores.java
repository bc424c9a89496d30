package dev.motif.algorithm.count.biclique.model;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;

/** Finds the part of a graph that bicliques of the wanted sizes can be in, its (p,q)-core. */
public final class Cores {
    private Cores() {}

    /**
     * Finds the core. The caller owns it.
     *
     * @param config the configuration whose smallest sizes decide which vertices are taken away
     */
    public static BipartiteCore of(
            BipartiteGraph graph, BicliqueConfig config, Side side, NativeMemory memory, Workers workers) {
        boolean left = side == Side.LEFT;
        int minRoots = left ? config.minP() : config.minQ();
        int minMates = left ? config.minQ() : config.minP();
        return BipartiteCore.of(graph, left, minMates, minRoots, memory, workers);
    }

    public static Side side(BipartiteCore core) {
        return core.rootsAreLeft() ? Side.LEFT : Side.RIGHT;
    }
}
