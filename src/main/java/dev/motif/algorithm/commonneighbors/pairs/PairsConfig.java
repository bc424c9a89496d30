package dev.motif.algorithm.commonneighbors.pairs;

/**
 * Which pairs of vertices to count the common neighbors of.
 *
 * @param listed those of a list, which is given when the graph is there; otherwise all that have a common neighbor
 * @param side whose vertices to pair in a bipartite graph
 */
public record PairsConfig(boolean listed, Side side) {
    /** A side of a bipartite graph. Of a unipartite one all vertices are on both. */
    public enum Side {
        LEFT,
        RIGHT
    }
}
