/** Counting k-cliques, and core numbers. */
package dev.motif.algorithm.kclique;
