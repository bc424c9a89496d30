/**
 * Wedges, which are paths of two edges, and what pairs of them make: triangles by edge, 4-cycles by vertex and by edge.
 * Several families of algorithms are made of these.
 */
package dev.motif.backend.wedge;
