/** (p,q)-biclique counting by pivots: one search counts bicliques of all sizes. On the CPU and on a GPU. */
package dev.motif.algorithm.count.biclique.pivot;
