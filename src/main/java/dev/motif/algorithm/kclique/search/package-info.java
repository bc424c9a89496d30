/**
 * What the searches of k-cliques share: local graphs of candidates, counters, and the roots and leaves on a GPU.
 *
 * <p>May use the model, {@code backend} and all below it; only {@code *Gpu} classes use {@code gpu}.
 */
package dev.motif.algorithm.kclique.search;
