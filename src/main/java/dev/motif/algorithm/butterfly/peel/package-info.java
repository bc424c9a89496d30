/**
 * What all peelings share: the queue of the least supports, rounds, and the figures of a run.
 *
 * <p>May use the model, {@code backend} and all below it.
 */
package dev.motif.algorithm.butterfly.peel;
