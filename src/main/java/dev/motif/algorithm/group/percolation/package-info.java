/** Communities of k-cliques that share k - 1 nodes. */
package dev.motif.algorithm.group.percolation;
