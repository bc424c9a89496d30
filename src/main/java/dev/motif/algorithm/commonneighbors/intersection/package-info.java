/**
 * Intersecting the sorted neighbor lists of two vertices: by merging and skipping, or by a bitmap, on the CPU and on a GPU.
 *
 * <p>May use {@code backend} and all below it, and in {@code VectorMerge} the Vector API of the JDK; only {@code *Gpu}
 * classes use {@code gpu}.
 */
package dev.motif.algorithm.commonneighbors.intersection;
