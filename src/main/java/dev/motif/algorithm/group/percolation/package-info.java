/** Which communities k-cliques form that share k - 1 nodes. */
package dev.motif.algorithm.group.percolation;
