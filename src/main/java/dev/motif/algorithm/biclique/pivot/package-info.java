/**
 * (p,q)-biclique counting by pivots: one search counts bicliques of all sizes. On the CPU and on a GPU.
 *
 * <p>May use the model, {@code backend} and all below it; only {@code *Gpu} classes use {@code gpu}.
 */
package dev.motif.algorithm.biclique.pivot;
