/**
 * The configuration and the result of (p,q)-biclique counting, whatever the technique, and the core that is searched.
 */
package dev.motif.algorithm.count.biclique.model;
