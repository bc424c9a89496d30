/**
 * cuMBE: maximal bicliques by its published techniques, on the CPU and on a GPU.
 *
 * <p>May use {@code search}, the model, {@code backend} and all below it; only {@code *Gpu} classes use {@code
 * gpu}.
 */
package dev.motif.algorithm.maximal.cumbe;
