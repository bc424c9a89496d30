package dev.motif.algorithm.biclique.model;

import dev.motif.graph.BipartiteCore;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.Side;
import dev.motif.parallel.Workers;

/** The part of a graph that bicliques of the wanted sizes can be in. */
public final class Cores {
    private Cores() {}

    /**
     * @param config its smallest sizes decide what is taken away
     * @param side the roots' side, LEFT or RIGHT
     */
    public static BipartiteCore of(
            BipartiteGraph graph, BicliqueConfig config, Side side, NativeMemory memory, Workers workers) {
        boolean left = side == Side.LEFT;
        int minRoots = left ? config.minP() : config.minQ();
        int minMates = left ? config.minQ() : config.minP();
        return BipartiteCore.of(graph, left, minMates, minRoots, memory, workers);
    }

    /** The roots' side, LEFT or RIGHT. */
    public static Side side(BipartiteCore core) {
        return core.rootsAreLeft() ? Side.LEFT : Side.RIGHT;
    }
}
