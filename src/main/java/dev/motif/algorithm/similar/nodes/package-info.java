/** The most similar nodes of each node, by their common neighbors, and graphs of similar nodes. */
package dev.motif.algorithm.similar.nodes;
