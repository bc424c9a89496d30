package dev.motif.algorithm.maximal.model;

import dev.motif.graph.Side;
import java.util.Set;

/**
 * How to search, and what to count.
 *
 * @param technique the way of the search; every one finds the same
 * @param side whose subsets are searched, null for the one that an estimate finds cheaper; either finds the same
 * @param sizes which maximal bicliques are wanted
 * @param cumbe the techniques of {@link Technique#CUMBE} to use; others do not look at them
 * @param perVertex what to find out for each vertex
 */
public record MaximalBicliqueConfig(
        Technique technique, Side side, SizeLimits sizes, Set<CumbeTechnique> cumbe, PerVertex perVertex) {
    /** All maximal bicliques, by size alone. */
    public static final MaximalBicliqueConfig TOTALS =
            new MaximalBicliqueConfig(Technique.AUTO, null, SizeLimits.NONE, CumbeTechnique.ALL, PerVertex.NOTHING);

    /** How the search goes. */
    public enum Technique {
        /** {@link #BITMAP}. */
        AUTO,
        /** Local subgraphs in bitmaps. */
        BITMAP,
        /** Vertex sets in compact arrays, after cuMBE. */
        CUMBE
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
        cumbe = Set.copyOf(cumbe);
    }

    public MaximalBicliqueConfig with(Technique otherTechnique) {
        return new MaximalBicliqueConfig(otherTechnique, side, sizes, cumbe, perVertex);
    }

    public MaximalBicliqueConfig with(Side otherSide) {
        return new MaximalBicliqueConfig(technique, otherSide, sizes, cumbe, perVertex);
    }

    public MaximalBicliqueConfig with(SizeLimits otherSizes) {
        return new MaximalBicliqueConfig(technique, side, otherSizes, cumbe, perVertex);
    }

    public MaximalBicliqueConfig with(Set<CumbeTechnique> otherCumbe) {
        return new MaximalBicliqueConfig(technique, side, sizes, otherCumbe, perVertex);
    }

    public MaximalBicliqueConfig with(PerVertex otherPerVertex) {
        return new MaximalBicliqueConfig(technique, side, sizes, cumbe, otherPerVertex);
    }
}
