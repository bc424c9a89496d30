/** k-cliques by the missing edges of small dense graphs. On the CPU and on a GPU. */
package dev.motif.algorithm.count.clique.complement;
