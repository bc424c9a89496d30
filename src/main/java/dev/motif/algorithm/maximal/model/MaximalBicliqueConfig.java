package dev.motif.algorithm.maximal.model;

import dev.motif.graph.Side;
import java.io.Serializable;
import java.util.Set;

/**
 * How to search maximal bicliques, and what to count. The bicliques found do not depend on the technique or the side.
 *
 * @param technique how the search goes
 * @param side the side whose subsets are searched; null for the one that is estimated to be cheaper
 * @param sizes which maximal bicliques are wanted
 * @param cumbe the techniques that {@link Technique#CUMBE} uses; ignored by the other techniques
 * @param perVertex what to compute for each vertex
 */
public record MaximalBicliqueConfig(
        Technique technique, Side side, SizeLimits sizes, Set<CumbeTechnique> cumbe, PerVertex perVertex)
        implements Serializable {
    /** Asks for the number of maximal bicliques of each size. */
    public static final MaximalBicliqueConfig TOTALS =
            new MaximalBicliqueConfig(Technique.AUTO, null, SizeLimits.NONE, CumbeTechnique.ALL, PerVertex.NOTHING);

    /** How the search goes. */
    public enum Technique {
        /** Uses {@link #BITMAP}. */
        AUTO,
        /** Keeps local subgraphs in bitmaps. */
        BITMAP,
        /** Keeps sets of vertices in compact arrays, as cuMBE does. */
        CUMBE
    }

    /** What to compute for each vertex of both sides. */
    public enum PerVertex {
        NOTHING,
        /** How many maximal bicliques it is in. */
        COUNT,
        /** The number of edges of the largest maximal biclique that it is in; 0 when it is in none. */
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
