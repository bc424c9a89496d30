/** Nuclei: numbers of cliques by the larger cliques that they are in. */
package dev.motif.algorithm.level.nucleus;
