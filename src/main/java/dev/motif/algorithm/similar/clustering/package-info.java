/** Clustering coefficients of the nodes of bipartite graphs. */
package dev.motif.algorithm.similar.clustering;
