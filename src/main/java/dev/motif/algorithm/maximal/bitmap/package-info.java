/**
 * Maximal bicliques by bitmaps of local neighborhoods, on the CPU and on a GPU.
 *
 * <p>May use {@code cumbe}, {@code search}, the model, {@code backend} and all below it; only {@code *Gpu} classes
 * use {@code gpu}.
 */
package dev.motif.algorithm.maximal.bitmap;
