/** Butterflies by sampling wedges, for graphs with so many wedges that counting takes long. */
package dev.motif.algorithm.sample.butterfly;
