/**
 * What the searches of maximal bicliques share: workers, what they have found, and the state of a search on a GPU.
 *
 * <p>May use the model, {@code backend} and all below it; only {@code *Gpu} classes use
 * {@code gpu}.
 */
package dev.motif.algorithm.maximal.search;
