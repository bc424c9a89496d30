/**
 * Common neighbors by triangles of the graph oriented by degree: on the CPU, and on a GPU at once or in passes.
 *
 * <p>May use the model, {@code backend} and all below it; only {@code *Gpu} classes use {@code gpu}.
 */
package dev.motif.algorithm.commonneighbors.oriented;
