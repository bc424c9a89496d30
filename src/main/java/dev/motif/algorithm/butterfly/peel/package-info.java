/**
 * What all peelings share: the queue of items by support, the rounds, and the figures of a run.
 *
 * <p>May use the model, {@code backend} and all below it.
 */
package dev.motif.algorithm.butterfly.peel;
