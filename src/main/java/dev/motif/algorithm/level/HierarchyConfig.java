package dev.motif.algorithm.level;

import java.io.Serializable;

/**
 * A request for communities at one level or at all.
 *
 * @param numbers the configuration of the numbers that are the levels
 * @param k the only level at which communities are wanted; 0 for all levels
 * @param byEdges whether edges are connected by a vertex that they share, instead of by what the numbers count
 */
public record HierarchyConfig<C>(C numbers, long k, boolean byEdges) implements Serializable {
    public static <C> HierarchyConfig<C> of(C numbers) {
        return new HierarchyConfig<>(numbers, 0, false);
    }
}
