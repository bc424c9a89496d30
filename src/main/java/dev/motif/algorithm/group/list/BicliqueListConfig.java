package dev.motif.algorithm.group.list;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;

/**
 * A request for a list of bicliques.
 *
 * @param p the number of left vertices of a biclique, 0 or more; with 0, the right ones may be any vertices
 * @param q the number of right vertices of a biclique, 0 or more; with 0, the left ones may be any vertices
 */
public record BicliqueListConfig(int p, int q) {
    /** Whether one side of a biclique is empty, so that nothing must be searched for. */
    boolean hasEmptySide() {
        return p == 0 || q == 0;
    }

    /** The configuration that counts these bicliques; p and q must be 1 or more. */
    BicliqueConfig counting() {
        return BicliqueConfig.total(p, q);
    }
}
