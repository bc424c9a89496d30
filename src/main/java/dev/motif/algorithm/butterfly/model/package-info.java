/**
 * The configuration and the result of butterfly counting, whatever the technique.
 *
 * <p>May use {@code backend}, {@code graph} and {@code parallel}.
 */
package dev.motif.algorithm.butterfly.model;
