package dev.motif.algorithm.biclique.model;

import dev.motif.graph.Side;

/**
 * The sizes of the bicliques that a search is for, as seen from the roots' side. All are 1 or more.
 *
 * @param side the roots' side
 * @param minRoots the fewest vertices on the roots' side
 * @param maxRoots the most vertices on the roots' side
 * @param minMates the fewest vertices on the other side
 * @param maxMates the most vertices on the other side
 */
public record SearchSizes(Side side, int minRoots, int maxRoots, int minMates, int maxMates) {
    public static SearchSizes of(BicliqueConfig config, Side side) {
        return side == Side.LEFT
                ? new SearchSizes(side, config.minP(), config.p(), config.minQ(), config.q())
                : new SearchSizes(side, config.minQ(), config.q(), config.minP(), config.p());
    }
}
