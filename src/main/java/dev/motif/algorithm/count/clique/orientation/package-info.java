/**
 * k-cliques by adding one vertex after another in the order of the vertices. On the CPU and on a GPU; there also by
 * pivots, for vertices with too many candidates for {@code complement}.
 */
package dev.motif.algorithm.count.clique.orientation;
