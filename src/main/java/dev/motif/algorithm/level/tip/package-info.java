/** Tip numbers of the nodes of one side, by peeling the vertices in the fewest butterflies: the tip decomposition. */
package dev.motif.algorithm.level.tip;
