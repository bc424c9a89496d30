/**
 * k-cliques by adding one vertex after another in the order of the vertices, on the CPU and on a GPU; there also by pivots,
 * for vertices with too many candidates for {@code complement}.
 *
 * <p>May use {@code search}, the model, {@code backend} and all below it; only {@code *Gpu} classes use {@code
 * gpu}.
 */
package dev.motif.algorithm.kclique.orientation;
