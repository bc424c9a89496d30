/**
 * (p,q)-bicliques by pivoting: one search counts all sizes. On the CPU and on a GPU.
 *
 * <p>May use the model, {@code backend} and all below it; only {@code *Gpu} classes use {@code gpu}.
 */
package dev.motif.algorithm.biclique.pivot;
