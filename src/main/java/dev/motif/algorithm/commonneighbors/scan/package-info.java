/**
 * Structural clustering (SCAN) on the common neighbors of the two ends of every edge.
 *
 * <p>May use the common neighbors of its family, {@code backend}, {@code graph} and {@code parallel}; its procedures may use
 * {@code cypher}.
 */
package dev.motif.algorithm.commonneighbors.scan;
