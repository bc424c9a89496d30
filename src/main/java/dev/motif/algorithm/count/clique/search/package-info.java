/**
 * The parts that all searches of k-cliques are made of: the graph among the candidates of a root, counters of leaves,
 * and the roots and leaves on a GPU.
 */
package dev.motif.algorithm.count.clique.search;
