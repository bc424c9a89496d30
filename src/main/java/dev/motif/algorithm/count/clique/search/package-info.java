/**
 * What the searches of k-cliques share: the graph among the candidates of a root, counters of leaves, and the roots
 * and leaves on a GPU.
 */
package dev.motif.algorithm.count.clique.search;
