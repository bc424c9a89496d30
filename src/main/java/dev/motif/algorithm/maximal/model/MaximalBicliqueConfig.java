package dev.motif.algorithm.maximal.model;

import java.util.Set;

/**
 * How to search, and what to count.
 *
 * @param method the way of the search; every one finds the same
 * @param side whose subsets are searched; either finds the same
 * @param sizes which maximal bicliques are wanted
 * @param techniques of {@link Method#CUMBE}; others do not look at them
 * @param perVertex what to find out for each vertex
 */
public record MaximalBicliqueConfig(
        Method method, RootSide side, SizeLimits sizes, Set<CumbeTechnique> techniques, PerVertex perVertex) {
    /** All maximal bicliques, by size alone. */
    public static final MaximalBicliqueConfig TOTALS = new MaximalBicliqueConfig(
            Method.AUTO, RootSide.AUTO, SizeLimits.NONE, CumbeTechnique.ALL, PerVertex.NOTHING);

    /** Ways to search. */
    public enum Method {
        /** {@link #BITMAP}. */
        AUTO,
        /** Local subgraphs in bitmaps. */
        BITMAP,
        /** Vertex sets in compact arrays, after cuMBE. */
        CUMBE
    }

    /** The side on which the search is rooted. */
    public enum RootSide {
        /** The cheaper one, by an estimate. */
        AUTO,
        LEFT,
        RIGHT
    }

    /** What to find out for each vertex of both sides. */
    public enum PerVertex {
        NOTHING,
        /** How many maximal bicliques it is in. */
        COUNT,
        /** The edges of the largest maximal biclique that it is in; 0 when it is in none. */
        LARGEST
    }

    public MaximalBicliqueConfig {
        techniques = Set.copyOf(techniques);
    }

    public MaximalBicliqueConfig with(Method otherMethod) {
        return new MaximalBicliqueConfig(otherMethod, side, sizes, techniques, perVertex);
    }

    public MaximalBicliqueConfig with(RootSide otherSide) {
        return new MaximalBicliqueConfig(method, otherSide, sizes, techniques, perVertex);
    }

    public MaximalBicliqueConfig with(SizeLimits otherSizes) {
        return new MaximalBicliqueConfig(method, side, otherSizes, techniques, perVertex);
    }

    public MaximalBicliqueConfig with(Set<CumbeTechnique> otherTechniques) {
        return new MaximalBicliqueConfig(method, side, sizes, otherTechniques, perVertex);
    }

    public MaximalBicliqueConfig with(PerVertex otherPerVertex) {
        return new MaximalBicliqueConfig(method, side, sizes, techniques, otherPerVertex);
    }
}
