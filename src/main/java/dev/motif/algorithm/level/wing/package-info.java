/**
 * Wing numbers of relationships of a bipartite graph, by peeling the edges in the fewest butterflies: the wing
 * decomposition, also called bitruss decomposition.
 */
package dev.motif.algorithm.level.wing;
