package dev.motif.algorithm.commonneighbors.model;

import java.io.Serializable;

/**
 * What to count beside the common neighbors of each edge, and how. The counts do not depend on the technique.
 *
 * @param perVertex whether the triangles of each vertex are counted too
 * @param bothDirections whether the result has the number of the edge at every slot, so that the counts of a vertex's
 *     edges can be read from either end
 * @param mps the options of MPS, which merges lists; null for another technique
 * @param bmp the options of BMP, which uses bitmaps; null for another technique. When both are null, each triangle is
 *     found once on the graph ordered by degree
 * @param memory how the rows of a graph that does not fit a GPU come to it; only for MPS and BMP
 */
public record CommonNeighborsConfig(
        boolean perVertex, boolean bothDirections, MpsConfig mps, BmpConfig bmp, PassMemory memory)
        implements Serializable {
    /** How rows come to a GPU that does not hold all of them. */
    public enum PassMemory {
        /** Each pass copies the rows that it needs. */
        PASSES,
        /** The rows are in unified memory, and each pass fetches the pages that it needs. */
        UNIFIED
    }

    /** @throws IllegalArgumentException when two techniques are asked for */
    public CommonNeighborsConfig {
        if (mps != null && bmp != null) {
            throw new IllegalArgumentException("`mps` and `bmp` must not both be given");
        }
    }

    /** With copies in passes. */
    public CommonNeighborsConfig(boolean perVertex, boolean bothDirections, MpsConfig mps, BmpConfig bmp) {
        this(perVertex, bothDirections, mps, bmp, PassMemory.PASSES);
    }

    /** Asks for the technique that finds each triangle once, on the graph ordered by degree. */
    public static CommonNeighborsConfig oriented(boolean perVertex) {
        return new CommonNeighborsConfig(perVertex, false, null, null);
    }

    /** Asks for MPS and the common neighbors of each edge only. */
    public static CommonNeighborsConfig of(MpsConfig mps) {
        return new CommonNeighborsConfig(false, false, mps, null);
    }

    /** Asks for BMP and the common neighbors of each edge only. */
    public static CommonNeighborsConfig of(BmpConfig bmp) {
        return new CommonNeighborsConfig(false, false, null, bmp);
    }

    /** A copy that also asks for the number of the edge at every slot. */
    public CommonNeighborsConfig inBothDirections() {
        return new CommonNeighborsConfig(perVertex, true, mps, bmp, memory);
    }

    /** A copy whose rows come to a GPU in another way. */
    public CommonNeighborsConfig with(PassMemory other) {
        return new CommonNeighborsConfig(perVertex, bothDirections, mps, bmp, other);
    }

    /** True when each triangle is found once, on the graph ordered by degree. */
    public boolean isOriented() {
        return mps == null && bmp == null;
    }
}
