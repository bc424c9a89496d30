/**
 * Maximal near-bicliques, in which a few relationships of each node are missing.
 *
 * <p>May use the face of maximal bicliques and their model, {@code backend} and all below it; its procedures also {@code
 * cypher} and {@code projection}.
 */
package dev.motif.algorithm.maximal.near;
