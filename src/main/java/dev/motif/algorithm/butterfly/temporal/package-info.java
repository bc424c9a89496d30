/**
 * Butterflies whose relationships lie within a window of time, by vertex priority.
 *
 * <p>May use {@code priority}, the model, {@code backend} and all below it.
 */
package dev.motif.algorithm.butterfly.temporal;
