/** Structural clustering (SCAN): which neighbors are so similar that they belong together. */
package dev.motif.algorithm.similar.scan;
