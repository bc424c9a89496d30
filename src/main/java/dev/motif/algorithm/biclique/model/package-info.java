/**
 * What (p,q)-biclique counting is asked for and what it gives, whatever the technique, and the core that is
 * searched.
 *
 * <p>May use {@code backend}, {@code graph} and {@code parallel}.
 */
package dev.motif.algorithm.biclique.model;
