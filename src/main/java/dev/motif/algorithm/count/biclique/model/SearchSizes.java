package dev.motif.algorithm.count.biclique.model;

import dev.motif.graph.Side;

/**
 * The sizes of the bicliques that are searched for, as seen from the side of the roots. All are 1 or more.
 *
 * @param side the side of the roots
 * @param minRoots the fewest roots of a biclique
 * @param maxRoots the most roots of a biclique
 * @param minMates the fewest mates of a biclique, which are its vertices on the other side
 * @param maxMates the most mates of a biclique
 */
public record SearchSizes(Side side, int minRoots, int maxRoots, int minMates, int maxMates) {
    /** Returns the sizes that the configuration asks for, with the roots on {@code side}. */
    public static SearchSizes of(BicliqueConfig config, Side side) {
        return side == Side.LEFT
                ? new SearchSizes(side, config.minP(), config.p(), config.minQ(), config.q())
                : new SearchSizes(side, config.minQ(), config.q(), config.minP(), config.p());
    }
}
