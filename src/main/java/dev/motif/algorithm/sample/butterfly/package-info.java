/** Butterflies by sampling wedges, for graphs whose number of wedges makes counting slow. */
package dev.motif.algorithm.sample.butterfly;
