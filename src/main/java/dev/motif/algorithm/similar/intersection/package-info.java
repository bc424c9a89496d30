/**
 * Intersecting the sorted neighbor lists of two vertices: by merging and skipping, or by a bitmap. On the CPU and on a
 * GPU; {@code VectorMerge} uses the Vector API of the JDK.
 */
package dev.motif.algorithm.similar.intersection;
