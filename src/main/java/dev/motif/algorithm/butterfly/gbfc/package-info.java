/**
 * G-BFC: butterfly counting by its published techniques, on the CPU and on a GPU.
 *
 * <p>May use {@code priority}, the model, {@code backend} and all below it; only {@code *Gpu} classes use {@code gpu}.
 */
package dev.motif.algorithm.butterfly.gbfc;
