/**
 * The configuration and the result of (p,q)-biclique counting, whatever the technique, and the core that is searched.
 *
 * <p>May use {@code backend}, {@code graph} and {@code parallel}.
 */
package dev.motif.algorithm.biclique.model;
