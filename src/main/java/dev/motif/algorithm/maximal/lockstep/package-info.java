/**
 * Lockstep groups: nodes that met within a window of time.
 *
 * <p>May use the face of maximal bicliques, their search and model, {@code backend} and all below it; its procedures also
 * {@code cypher} and {@code projection}.
 */
package dev.motif.algorithm.maximal.lockstep;
