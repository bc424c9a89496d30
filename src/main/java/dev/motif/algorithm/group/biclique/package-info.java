/**
 * Maximal bicliques: the procedures that count, stream, draw and write them, their parameters, and the way from a
 * search to rows.
 */
package dev.motif.algorithm.group.biclique;
