package dev.motif.algorithm.commonneighbors.model;

/**
 * What to count beside the common neighbors of each edge, and how. The counts are the same whatever the algorithm.
 *
 * @param perVertex the triangles of each vertex too
 * @param bothDirections the number of the edge at every slot too, so that the counts of a vertex's edges can be read from
 *     either end
 * @param mps intersect by merging; null for another algorithm
 * @param bmp intersect by bitmaps; null for another algorithm. With neither, each triangle is found once on the graph
 *     ordered by degree
 */
public record CommonNeighborsConfig(boolean perVertex, boolean bothDirections, MpsConfig mps, BmpConfig bmp) {
    /** @throws IllegalArgumentException when two algorithms are asked for */
    public CommonNeighborsConfig {
        if (mps != null && bmp != null) {
            throw new IllegalArgumentException("`mps` and `bmp` must not both be given");
        }
    }

    /** Each triangle found once, on the graph ordered by degree. */
    public static CommonNeighborsConfig oriented(boolean perVertex) {
        return new CommonNeighborsConfig(perVertex, false, null, null);
    }

    public static CommonNeighborsConfig of(MpsConfig mps) {
        return new CommonNeighborsConfig(false, false, mps, null);
    }

    public static CommonNeighborsConfig of(BmpConfig bmp) {
        return new CommonNeighborsConfig(false, false, null, bmp);
    }

    /** The same with the number of the edge at every slot. */
    public CommonNeighborsConfig inBothDirections() {
        return new CommonNeighborsConfig(perVertex, true, mps, bmp);
    }

    /** True when each triangle is found once, on the graph ordered by degree. */
    public boolean isOriented() {
        return mps == null && bmp == null;
    }
}
