/** The (p,q)-bicliques and the k-cliques of a graph, one by one. */
package dev.motif.algorithm.group.list;
