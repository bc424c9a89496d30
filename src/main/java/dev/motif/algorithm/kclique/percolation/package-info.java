/** Communities of cliques: {@link dev.motif.algorithm.kclique.percolation.PercolationAlgorithm} says what they are. */
package dev.motif.algorithm.kclique.percolation;
