/**
 * What butterfly counting is asked for and what it gives, whatever the technique.
 *
 * <p>May use {@code backend}, {@code graph} and {@code parallel}.
 */
package dev.motif.algorithm.butterfly.model;
