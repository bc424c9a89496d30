package dev.motif.algorithm.commonneighbors.pairs;

import dev.motif.graph.Side;

/**
 * Which pairs of vertices to count the common neighbors of.
 *
 * @param listed those of a list, which is given when the graph is there; otherwise all that have a common neighbor
 * @param side whose vertices to pair in a bipartite graph
 */
public record PairsConfig(boolean listed, Side side) {}
