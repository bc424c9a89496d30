/**
 * MPS and BMP: common neighbors of each edge by merging lists or by bitmaps, on the CPU and on a GPU.
 *
 * <p>May use the model, {@code backend} and all below it, and in {@code VectorMerge} the Vector API of the JDK;
 * only {@code *Gpu} classes use {@code gpu}.
 */
package dev.motif.algorithm.commonneighbors.lists;
