/**
 * Wedges, which are paths of two edges, and what pairs of them make: triangles by edge, 4-cycles by vertex and by
 * edge. Counts of several motifs are made of these.
 */
package dev.motif.algorithm.count.wedge;
