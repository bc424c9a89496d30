/** Butterflies by sampling wedges, for graphs with so many of these that counting takes long. Uses the family's face. */
package dev.motif.algorithm.butterfly.sample;
