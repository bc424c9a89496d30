/**
 * GBC: (p,q)-biclique counting by its published techniques, on the CPU and on a GPU.
 *
 * <p>May use {@code pivot}, the model, {@code backend} and all below it; only {@code *Gpu} classes use {@code gpu}.
 */
package dev.motif.algorithm.biclique.gbc;
