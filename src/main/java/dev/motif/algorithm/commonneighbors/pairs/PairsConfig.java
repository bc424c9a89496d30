package dev.motif.algorithm.commonneighbors.pairs;

import dev.motif.graph.Side;

/**
 * Which pairs of vertices to count the common neighbors of.
 *
 * @param listed true for the pairs of a list, which the caller hands over once the graph has been read; false for all
 *     pairs that have a common neighbor
 * @param side the side whose vertices are paired, in a bipartite graph
 */
public record PairsConfig(boolean listed, Side side) {}
